import { assign, enqueueActions, log, sendTo, setup } from "xstate";
import { addNotice, noticesOf } from "./notices.ts";
import type { OutboxCommand, OutboxNews } from "./outbox.ts";
import { type Listener, port, stream } from "./ports/stub.ts";
import { type RosterCommand, strangersIn } from "./roster.ts";
import type { RuleMeta } from "./vocabulary/charts.ts";
import {
  catchUpMessages,
  freshMessages,
  type HistoryPage,
  type Message,
  type MessageEvent,
  markMessagesRead,
  mergeMessages,
  newestID,
  oldestID,
  type Revocation,
  revokeMessage,
  withoutNewest,
} from "./vocabulary/messages.ts";
import type { Notice } from "./vocabulary/notices.ts";
import type { SyncEvent } from "./vocabulary/surroundings.ts";

/**
 * The messages of one conversation: paging back into the past, the live tail, and paging forward again when the
 * past pushed the present out of the window.
 */

export type HistoryEvent =
  | MessageEvent
  | SyncEvent
  | OutboxNews
  /** The window was too small for all that is loaded: its newest, or its oldest messages went. */
  | { type: "history.newestGone" }
  | { type: "history.oldestGone" }
  | { type: "user.loadOlder" }
  | { type: "user.loadNewer" }
  | { type: "user.jumpToLatest" }
  | { type: "user.retryHistory" };

/** What is loaded of a conversation, oldest first, whenever it changed. */
export type HistoryNews = { type: "history.changed"; messages: readonly Message[] };

export interface HistoryInput {
  conversationID: string;
  parent: Listener<HistoryNews>;
  outbox: Listener<OutboxCommand>;
  roster: Listener<RosterCommand>;
}

export interface HistoryContext extends HistoryInput {
  /** Oldest first, each clientMsgID once. */
  messages: readonly Message[];
  /** What they were when others heard of them last. */
  told: readonly Message[];
}

/** Messages asked for at once (7-31). */
export const HISTORY_PAGE = 20;
/** Messages kept; paging further back drops the newest ones and paging forward brings them back. */
export const HISTORY_WINDOW = 400;

const FAILED: { notice: Notice } = { notice: { tone: "error", key: "getHistoryFailed" } };

const NONE: readonly Message[] = [];

interface Messages {
  messages: readonly Message[];
}

export const historyMachine = setup({
  types: {
    context: {} as HistoryContext,
    events: {} as HistoryEvent,
    input: {} as HistoryInput,
    tags: {} as "detached",
    meta: {} as RuleMeta,
  },
  actors: {
    messageEvents: stream("messageEvents"),
    syncEvents: stream("syncEvents"),
    loadOlder: port<HistoryPage, { conversationID: string; cursor: string | null; count: number }>(
      "loadOlder",
    ),
    loadNewer: port<HistoryPage, { conversationID: string; cursor: string; count: number }>("loadNewer"),
  },
  actions: {
    followOutbox: sendTo(
      ({ context }) => context.outbox,
      ({ context, self }) => ({
        type: "outbox.follow" as const,
        conversationID: context.conversationID,
        follower: self,
      }),
    ),
    merge: assign({
      messages: ({ context }, { messages }: Messages) =>
        mergeMessages(context.messages, mine(context, messages)),
    }),
    prepend: enqueueActions(({ context, enqueue }, { messages }: Messages) => {
      const merged = mergeMessages(context.messages, messages);
      const isTooMuch = merged.length > HISTORY_WINDOW;
      enqueue.assign({ messages: isTooMuch ? withoutNewest(merged, HISTORY_WINDOW) : merged });
      if (isTooMuch) enqueue.raise({ type: "history.newestGone" });
    }),
    append: enqueueActions(({ context, enqueue }, { messages }: Messages) => {
      const merged = mergeMessages(context.messages, messages);
      enqueue.assign({ messages: merged.slice(-HISTORY_WINDOW) });
      if (merged.length > HISTORY_WINDOW) enqueue.raise({ type: "history.oldestGone" });
    }),
    catchUp: assign({
      messages: ({ context }, page: HistoryPage) => catchUpMessages(context.messages, page),
    }),
    /** Has the roster look up who speaks in what is new here, and who is quoted. */
    introduce: enqueueActions(({ context, enqueue }) => {
      const strangers = strangersIn(freshMessages(context.messages, context.told));
      if (strangers) enqueue.sendTo(context.roster, { type: "roster.meet", ...strangers });
    }),
    tellChange: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "history.changed" as const, messages: context.messages }),
    ),
    rememberTold: assign({ told: ({ context }) => context.messages }),
    clear: assign({ messages: [] }),
    revoke: assign({
      messages: ({ context }, revocation: Revocation) => revokeMessage(context.messages, revocation),
    }),
    drop: assign({
      messages: ({ context }, { clientMsgID }: { clientMsgID: string }) =>
        context.messages.filter((message) => message.clientMsgID !== clientMsgID),
    }),
    markRead: assign({
      messages: ({ context }, { clientMsgIDs }: { clientMsgIDs: readonly string[] }) =>
        markMessagesRead(context.messages, new Set(clientMsgIDs)),
    }),
    notify: sendTo(noticesOf, addNotice),
    reportFailure: log(({ event }) => `history: ${event.type}`),
  },
  guards: {
    isChanged: ({ context }) => context.messages !== context.told,
    isEmpty: ({ context }) => context.messages.length === 0,
    isEnd: (_, { isEnd }: HistoryPage) => isEnd,
    /** A page counts only while it continues what is shown. */
    isNotOlder: ({ context }, { cursor }: HistoryPage) => cursor !== oldestID(context.messages),
    isNotNewer: ({ context }, { cursor }: HistoryPage) => cursor !== newestID(context.messages),
  },
}).createMachine({
  id: "history",
  context: ({ input }) => ({ ...input, messages: NONE, told: NONE }),
  invoke: [
    { id: "messageEvents", src: "messageEvents", onError: { actions: "reportFailure" } },
    { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
  ],
  type: "parallel",
  always: { guard: "isChanged", actions: ["introduce", "tellChange", "rememberTold"] },
  on: {
    "im.revoked": { actions: { type: "revoke", params: ({ event }) => event } },
    "im.deleted": { actions: { type: "drop", params: ({ event }) => event } },
    "im.read": { actions: { type: "markRead", params: ({ event }) => event } },
    "outbox.dropped": { actions: { type: "drop", params: ({ event }) => event } },
  },
  states: {
    past: {
      initial: "opening",
      states: {
        opening: {
          description: "The newest page, from what is local first.",
          invoke: {
            id: "openHistory",
            src: "loadOlder",
            input: newestPage,
            onDone: [
              {
                guard: { type: "isEnd", params: paged },
                target: "exhausted",
                actions: { type: "merge", params: paged },
              },
              { target: "idle", actions: { type: "merge", params: paged } },
            ],
            onError: { target: "failed", actions: { type: "notify", params: FAILED } },
          },
        },
        idle: {
          description: "There is more behind the oldest message.",
          on: { "user.loadOlder": "loadingOlder" },
        },
        loadingOlder: {
          invoke: {
            id: "loadOlder",
            src: "loadOlder",
            input: ({ context }) => ({
              conversationID: context.conversationID,
              cursor: oldestID(context.messages),
              count: HISTORY_PAGE,
            }),
            onDone: [
              { guard: { type: "isNotOlder", params: paged }, target: "idle" },
              {
                guard: { type: "isEnd", params: paged },
                target: "exhausted",
                actions: { type: "prepend", params: paged },
              },
              { target: "idle", actions: { type: "prepend", params: paged } },
            ],
            onError: { target: "failed", actions: { type: "notify", params: FAILED } },
          },
        },
        exhausted: {
          description: "The beginning of the conversation is in sight, as long as it is in the window.",
          on: { "history.oldestGone": "idle" },
        },
        failed: {
          description: "A page could not be read: no more pages until the person retries.",
          meta: { rule: "8-22, 8-23" },
          on: { "user.retryHistory": [{ guard: "isEmpty", target: "opening" }, { target: "loadingOlder" }] },
        },
      },
    },
    tail: {
      initial: "attached",
      states: {
        attached: {
          description:
            "The newest message is in the window; what arrives is appended. What is on its way is told on entering.",
          entry: "followOutbox",
          initial: "live",
          on: {
            "im.messages": { actions: { type: "merge", params: ({ event }) => event } },
            "outbox.message": {
              actions: { type: "merge", params: ({ event }) => ({ messages: [event.message] }) },
            },
            "im.syncFinished": ".catchingUp",
            "history.newestGone": "detached",
          },
          states: {
            live: {},
            catchingUp: {
              description:
                "After a synchronisation the newest page is read again, for what came while away (4-30).",
              meta: { rule: "4-30" },
              invoke: {
                id: "catchUp",
                src: "loadOlder",
                input: newestPage,
                onDone: { target: "live", actions: { type: "catchUp", params: paged } },
                onError: { target: "live", actions: "reportFailure" },
              },
            },
          },
        },
        detached: {
          tags: "detached",
          description:
            "The window lies in the past. What arrives, and what is sent, waits behind it; paging forward leads there.",
          initial: "idle",
          on: {
            "user.jumpToLatest": { target: ["#history.past.opening", "attached"], actions: "clear" },
            "outbox.begun": { target: ["#history.past.opening", "attached"], actions: "clear" },
          },
          states: {
            idle: { on: { "user.loadNewer": "loadingNewer" } },
            loadingNewer: {
              invoke: {
                id: "loadNewer",
                src: "loadNewer",
                input: ({ context }) => ({
                  conversationID: context.conversationID,
                  cursor: newestID(context.messages),
                  count: HISTORY_PAGE,
                }),
                onDone: [
                  { guard: { type: "isNotNewer", params: paged }, target: "idle" },
                  {
                    guard: { type: "isEnd", params: paged },
                    target: "#history.tail.attached",
                    actions: { type: "append", params: paged },
                  },
                  { target: "idle", actions: { type: "append", params: paged } },
                ],
                onError: { target: "idle", actions: { type: "notify", params: FAILED } },
              },
            },
          },
        },
      },
    },
  },
});

function paged({ event }: { event: { output: HistoryPage } }): HistoryPage {
  return event.output;
}

function newestPage({ context }: { context: HistoryContext }) {
  return { conversationID: context.conversationID, cursor: null, count: HISTORY_PAGE };
}

function mine(context: HistoryContext, messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => message.conversationID === context.conversationID);
}
