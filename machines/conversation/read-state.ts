import { and, assign, enqueueActions, log, not, sendTo, setup, stateIn } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import { type HistoryNews, isNotice, type Message, type MessageEvent } from "../domain/message.ts";
import type { PageEvent, SyncEvent } from "../domain/platform-events.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { type UnreadJumpInput, type UnreadJumpNews, unreadJumpMachine } from "./unread-jump.ts";
import { firstUnread, isReached, type UnreadMark } from "./unread-mark.ts";

/**
 * Detects whether the user sees the newest messages, then marks them read or counts them in the "3 new
 * messages" pill (4-61). Also places the "Unread messages" line.
 */

export type ReadStateEvent =
  | MessageEvent
  | ConversationListEvent
  | PageEvent
  | SyncEvent
  | HistoryNews
  | UnreadJumpNews
  | { type: "conversation.unavailable" }
  | { type: "conversation.loaded"; conversation: Conversation }
  | { type: "conversation.shown" }
  | { type: "conversation.hidden" }
  | { type: "user.reachBottom" }
  | { type: "user.leaveBottom" }
  /** Scrolling stopped. `inSight` lists the visible messages in order. */
  | { type: "user.rest"; inSight: readonly string[] };

/** Brings the first unread message into view. */
export type ReadStateNews = { type: "readState.seek"; clientMsgID: string };

export interface ReadStateInput {
  conversationID: string;
  userID: string;
  parent: Listener<ReadStateNews>;
}

export interface ReadStateContext extends ReadStateInput {
  /** Unread messages that are not being marked. */
  unread: number;
  /** Messages that are being marked or were marked last; 0 after a newer count, which may include others. */
  taken: number;
  /** Arrived since the user scrolled up. */
  waiting: number;
  /** Send time of the newest message, from the conversation row. */
  newestTime: number;
  /** Its seq; 0 if unknown. */
  newestSeq: number;
  /** Its id; empty if there is none. */
  newestID: string;
  /** The newest message of the last row without unread messages; null if there was no such row, or for a notice. */
  readID: string | null;
  messages: readonly Message[];
  /** The unread count when the conversation came to the front. */
  mark: UnreadMark;
  /** The message below the "Unread messages" line; null for no line. */
  firstUnreadID: string | null;
}

export const readStateMachine = setup({
  types: {
    context: {} as ReadStateContext,
    events: {} as ReadStateEvent,
    input: {} as ReadStateInput,
    tags: {} as "undecided" | "atBottom",
    meta: {} as RuleMeta,
    children: {} as { unreadJump: "unreadJump" },
  },
  actors: {
    unreadJump: unreadJumpMachine,
    messageEvents: stream("messageEvents"),
    conversationEvents: stream("conversationEvents"),
    pageEvents: stream("pageEvents"),
    syncEvents: stream("syncEvents"),
    markRead: port<void, { conversationID: string }>("markRead"),
  },
  actions: {
    countWaiting: assign(({ context }, { messages }: { messages: readonly Message[] }) => ({
      waiting: context.waiting + foreign(context, messages),
    })),
    syncUnread: assign(({ context }, { rows }: { rows: readonly Conversation[] }) => {
      const row = rowIn(context, rows);
      return row ? counted(context, row) : {};
    }),
    open: assign(({ context }, conversation: Conversation) => counted(context, conversation)),
    take: assign({ taken: ({ context }) => context.unread, unread: 0 }),
    putBack: assign({ unread: ({ context }) => context.unread + context.taken }),
    setMessages: assign((_, { messages }: { messages: readonly Message[] }) => ({ messages })),
    mark: assign({
      mark: ({ context: { unread, newestTime, newestSeq } }) => ({
        count: unread,
        until: newestTime,
        seq: newestSeq === 0 ? 0 : Math.max(newestSeq - unread + 1, 1),
      }),
    }),
    place: assign((_, { clientMsgID }: { clientMsgID: string | null }) => ({ firstUnreadID: clientMsgID })),
    unplace: assign({ firstUnreadID: null }),
    tellPlaced: sendTo("unreadJump", ({ context: { messages, firstUnreadID } }) => ({
      type: "readState.placed",
      clientMsgID: firstUnreadID ?? "",
      seq: messages.find(({ clientMsgID }) => clientMsgID === firstUnreadID)?.seq ?? 0,
    })),
    tellRest: enqueueActions(({ context, enqueue }, { inSight }: { inSight: readonly string[] }) => {
      const { messages, mark, firstUnreadID: placedID } = context;
      if (inSight.length === 0) return;
      const isSeen = isReached(messages, { mark, placedID, inSight });
      enqueue.sendTo("unreadJump", { type: "readState.rest", isSeen });
    }),
    tellSeek: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "readState.seek" as const, clientMsgID: context.firstUnreadID ?? "" }),
    ),
    clearWaiting: assign({ waiting: 0 }),
    reportFailure: log(({ event }) => `readState: ${event.type}`),
  },
  guards: {
    hasUnread: (_, { unreadCount }: Conversation) => unreadCount > 0,
    isUnread: ({ context }) => context.unread > 0,
    isSyncing: stateIn({ sync: "running" }),
    isFound: ({ context }) => firstUnreadIn(context).clientMsgID !== null,
    hasMoved: ({ context }) => {
      const { clientMsgID } = firstUnreadIn(context);
      return clientMsgID !== null && clientMsgID !== context.firstUnreadID;
    },
    isEmptied: ({ context }, { rows }: { rows: readonly Conversation[] }) =>
      rowIn(context, rows)?.latestMsg === null,
    isSeen: and([
      stateIn({ screen: "shown" }),
      stateIn({ page: "visible" }),
      stateIn({ scroll: "atBottom" }),
      stateIn({ sync: "over" }),
      "isUnread",
    ]),
    isAhead: and(["isSeen", ({ context }) => context.newestID === context.readID]),
  },
  delays: { markReadRetryDelay: 5000, arrivalDelay: 5000 },
}).createMachine({
  id: "readState",
  context: ({ input }) => ({
    ...input,
    unread: 0,
    taken: 0,
    waiting: 0,
    newestTime: 0,
    newestSeq: 0,
    newestID: "",
    readID: null,
    messages: [],
    mark: { count: 0, until: 0, seq: 0 },
    firstUnreadID: null,
  }),
  invoke: [child("messageEvents"), child("conversationEvents"), child("pageEvents"), child("syncEvents")],
  type: "parallel",
  on: {
    "history.changed": { actions: { type: "setMessages", params: ({ event }) => event } },
    "im.conversations": {
      actions: { type: "syncUnread", params: ({ event }) => ({ rows: event.conversations }) },
    },
  },
  states: {
    screen: {
      initial: "shown",
      states: {
        shown: { on: { "conversation.hidden": "covered" } },
        covered: { on: { "conversation.shown": "shown" } },
      },
    },
    page: {
      initial: "visible",
      states: {
        visible: { on: { "page.hidden": "hidden" } },
        hidden: { on: { "page.visible": "visible" } },
      },
    },
    scroll: {
      initial: "atBottom",
      states: {
        atBottom: { tags: "atBottom", on: { "user.leaveBottom": "above" } },
        above: {
          description: "The user reads older messages. New ones are counted, and the view does not move.",
          on: {
            "user.reachBottom": { target: "atBottom", actions: "clearWaiting" },
            "im.messages": {
              actions: { type: "countWaiting", params: ({ event }) => ({ messages: event.messages }) },
            },
          },
        },
      },
    },
    sync: {
      initial: "over",
      states: {
        over: { on: { "im.syncStarted": "running" } },
        running: {
          description:
            "Wait for the sync: the SDK has the count but not the messages. Marking now would mark only the old messages and clear the whole count.",
          meta: { rule: "4-61" },
          on: { "im.syncFinished": "over", "im.syncFailed": "over" },
        },
      },
    },
    divider: {
      description:
        "Decided when the conversation comes to the front, and at the end of a sync if it has no line yet. Other new messages do not change it. During a sync a row may have the new count and the old newest message.",
      initial: "undecided",
      on: {
        "conversation.loaded": [
          {
            guard: "isSyncing",
            target: ".none",
            actions: { type: "open", params: ({ event }) => event.conversation },
          },
          {
            guard: { type: "hasUnread", params: ({ event }) => event.conversation },
            target: ".marked",
            actions: [{ type: "open", params: ({ event }) => event.conversation }, "mark"],
          },
          { target: ".none", actions: { type: "open", params: ({ event }) => event.conversation } },
        ],
        "conversation.shown": [
          { guard: "isSyncing", target: ".none" },
          { guard: "isUnread", target: ".marked", actions: "mark" },
          { target: ".none" },
        ],
      },
      states: {
        undecided: {
          description: "Draw nothing until the unread count is known, because the line would move.",
          tags: "undecided",
          on: { "conversation.unavailable": "none" },
        },
        none: {
          description: "All messages were read before, or were deleted, or a sync still runs.",
          on: {
            "im.syncFinished": { guard: "isUnread", target: "marked", actions: "mark" },
            "im.syncFailed": { guard: "isUnread", target: "marked", actions: "mark" },
          },
        },
        marked: {
          exit: "unplace",
          invoke: { ...child("unreadJump"), input: jump },
          initial: "sought",
          on: {
            "user.rest": { actions: { type: "tellRest", params: ({ event }) => event } },
            "im.conversations": {
              guard: { type: "isEmptied", params: ({ event }) => ({ rows: event.conversations }) },
              target: "none",
              actions: { type: "syncUnread", params: ({ event }) => ({ rows: event.conversations }) },
            },
          },
          states: {
            sought: {
              description: "The first unread message is older than the loaded ones.",
              always: {
                guard: "isFound",
                target: "placed",
                actions: { type: "place", params: ({ context }) => firstUnreadIn(context) },
              },
              on: {
                "unreadJump.found": {
                  target: "placed",
                  actions: [{ type: "place", params: ({ event }) => event }, "tellSeek"],
                },
              },
            },
            placed: {
              description: "It is another one when a gap before it is filled, or when it is deleted.",
              entry: "tellPlaced",
              always: {
                guard: "hasMoved",
                target: "placed",
                reenter: true,
                actions: { type: "place", params: ({ context }) => firstUnreadIn(context) },
              },
              on: { "unreadJump.found": { actions: "tellSeek" } },
            },
          },
        },
      },
    },
    marks: {
      initial: "settled",
      states: {
        settled: {
          description: "Nothing is unread, the user does not look, or the count is not reliable yet.",
          always: [
            { guard: "isAhead", target: "awaiting" },
            { guard: "isSeen", target: "marking", actions: "take" },
          ],
        },
        awaiting: {
          description:
            "The SDK has counted a message that it does not have yet. A mark would clear the count without that message, and its sender would not see that it was read.",
          meta: { rule: "4-61" },
          always: { guard: not("isAhead"), target: "settled" },
          after: { arrivalDelay: { target: "marking", actions: "take" } },
        },
        marking: {
          meta: { rule: "4-61" },
          invoke: {
            id: "markRead",
            src: "markRead",
            input: ({ context }) => ({ conversationID: context.conversationID }),
            onDone: "settled",
            onError: { target: "waiting", actions: ["putBack", "reportFailure"] },
          },
          on: { "im.syncStarted": { target: "settled", actions: "putBack" } },
        },
        waiting: {
          description: "Marking failed; retry after a delay.",
          after: { markReadRetryDelay: "settled" },
        },
      },
    },
  },
});

/** Counts the messages of other users in this conversation. */
function foreign(context: ReadStateContext, messages: readonly Message[]): number {
  return messages.filter(
    ({ conversationID, sendID }) => conversationID === context.conversationID && sendID !== context.userID,
  ).length;
}

function rowIn(
  { conversationID }: ReadStateContext,
  rows: readonly Conversation[],
): Conversation | undefined {
  return rows.find((row) => row.conversationID === conversationID);
}

function counted({ readID }: ReadStateContext, { unreadCount, latestMsg, latestMsgSendTime }: Conversation) {
  const newestID = latestMsg?.clientMsgID ?? "";
  // The SDK counts a notice only when it asks the server what is unread.
  const readTo = latestMsg && isNotice(latestMsg.content) ? null : newestID;
  return {
    unread: unreadCount,
    taken: 0,
    newestTime: latestMsgSendTime,
    newestSeq: latestMsg?.seq ?? 0,
    newestID,
    readID: unreadCount === 0 ? readTo : readID,
  };
}

function firstUnreadIn({ messages, mark, userID }: ReadStateContext) {
  return { clientMsgID: firstUnread(messages, mark, userID) };
}

function jump({
  context: { conversationID, userID, mark },
  self,
}: {
  context: ReadStateContext;
  self: Listener<UnreadJumpNews>;
}): UnreadJumpInput {
  return { conversationID, userID, parent: self, count: mark.count, seq: mark.seq };
}
