import { and, assign, log, setup, stateIn } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import type { HistoryNews, Message, MessageEvent } from "../domain/message.ts";
import type { PageEvent, SyncEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";
import { firstUnread, type UnreadMark } from "./unread-mark.ts";

/**
 * Whether the person really sees the newest messages, and what follows: marking them read, or counting them in the
 * "3 new messages" pill (4-61). And where "Unread messages" stands.
 */

export type ReadStateEvent =
  | MessageEvent
  | ConversationListEvent
  | PageEvent
  | SyncEvent
  | HistoryNews
  | { type: "conversation.unavailable" }
  | { type: "conversation.loaded"; conversation: Conversation }
  | { type: "conversation.shown" }
  | { type: "conversation.hidden" }
  | { type: "user.reachBottom" }
  | { type: "user.leaveBottom" };

export interface ReadStateInput {
  conversationID: string;
  userID: string;
}

export interface ReadStateContext extends ReadStateInput {
  /** Neither marked read nor being marked. */
  unread: number;
  /** Being marked, or marked last; 0 as soon as a newer count came, which may be of more. */
  taken: number;
  /** Arrived since the person scrolled up. */
  waiting: number;
  /** When the newest message was sent, as its row says. */
  newestTime: number;
  /** What is loaded. */
  messages: readonly Message[];
  /** What was unread when the conversation came to the front. */
  mark: UnreadMark;
  /** The message "Unread messages" stands above, or null. */
  firstUnreadID: string | null;
}

export const readStateMachine = setup({
  types: {
    context: {} as ReadStateContext,
    events: {} as ReadStateEvent,
    input: {} as ReadStateInput,
    tags: {} as "undecided" | "atBottom",
    meta: {} as RuleMeta,
  },
  actors: {
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
      const row = rows.find(({ conversationID }) => conversationID === context.conversationID);
      return row ? counted(row) : {};
    }),
    open: assign((_, conversation: Conversation) => counted(conversation)),
    take: assign({ taken: ({ context }) => context.unread, unread: 0 }),
    putBack: assign({ unread: ({ context }) => context.unread + context.taken }),
    setMessages: assign((_, { messages }: { messages: readonly Message[] }) => ({ messages })),
    mark: assign({ mark: ({ context }) => ({ count: context.unread, until: context.newestTime }) }),
    place: assign({ firstUnreadID: ({ context }) => firstUnreadIn(context) }),
    unplace: assign({ firstUnreadID: null }),
    clearWaiting: assign({ waiting: 0 }),
    reportFailure: log(({ event }) => `readState: ${event.type}`),
  },
  guards: {
    hasUnread: (_, { unreadCount }: Conversation) => unreadCount > 0,
    isUnread: ({ context }) => context.unread > 0,
    isFound: ({ context }) => firstUnreadIn(context) !== null,
    isSeen: and([
      stateIn({ screen: "shown" }),
      stateIn({ page: "visible" }),
      stateIn({ scroll: "atBottom" }),
      stateIn({ sync: "over" }),
      "isUnread",
    ]),
  },
  delays: { markReadRetryDelay: 5000 },
}).createMachine({
  id: "readState",
  context: ({ input }) => ({
    ...input,
    unread: 0,
    taken: 0,
    waiting: 0,
    newestTime: 0,
    messages: [],
    mark: { count: 0, until: 0 },
    firstUnreadID: null,
  }),
  invoke: [
    { id: "messageEvents", src: "messageEvents", onError: { actions: "reportFailure" } },
    { id: "conversationEvents", src: "conversationEvents", onError: { actions: "reportFailure" } },
    { id: "pageEvents", src: "pageEvents", onError: { actions: "reportFailure" } },
    { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
  ],
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
          description: "The person reads older messages; what arrives is counted, the view does not move.",
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
            "The SDK knows how many messages came, but has not got them: a mark would go as far as the old ones, and count for all.",
          meta: { rule: "4-61" },
          on: { "im.syncFinished": "over", "im.syncFailed": "over" },
        },
      },
    },
    divider: {
      description: "Decided when the conversation comes to the front, and then it stays, whatever arrives.",
      initial: "undecided",
      on: {
        "conversation.loaded": [
          {
            guard: { type: "hasUnread", params: ({ event }) => event.conversation },
            target: ".sought",
            actions: [{ type: "open", params: ({ event }) => event.conversation }, "mark"],
          },
          { target: ".none", actions: { type: "open", params: ({ event }) => event.conversation } },
        ],
        "conversation.shown": [
          { guard: "isUnread", target: ".sought", actions: "mark" },
          { target: ".none" },
        ],
      },
      states: {
        undecided: {
          description: "Nothing is drawn before it is known how much is unread: it would move.",
          tags: "undecided",
          on: { "conversation.unavailable": "none" },
        },
        none: { description: "All was read before." },
        sought: {
          description: "The first unread message is further up than what is loaded.",
          always: { guard: "isFound", target: "placed" },
        },
        placed: { entry: "place", exit: "unplace" },
      },
    },
    marks: {
      initial: "settled",
      states: {
        settled: {
          description: "Nothing unread, or nobody is looking, or it is too early to say how far.",
          always: { guard: "isSeen", target: "marking", actions: "take" },
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
          description: "The mark could not be set; it is tried again a little later.",
          after: { markReadRetryDelay: "settled" },
        },
      },
    },
  },
});

/** Messages of the others in this conversation. */
function foreign(context: ReadStateContext, messages: readonly Message[]): number {
  return messages.filter(
    ({ conversationID, sendID }) => conversationID === context.conversationID && sendID !== context.userID,
  ).length;
}

function counted({ unreadCount, latestMsgSendTime }: Conversation) {
  return { unread: unreadCount, taken: 0, newestTime: latestMsgSendTime };
}

function firstUnreadIn({ messages, mark, userID }: ReadStateContext): string | null {
  return firstUnread(messages, mark, userID);
}
