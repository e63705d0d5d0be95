import { assign, enqueueActions, log, sendTo, setup } from "xstate";
import type { HistoryPage, Message, MessageEvent, SyncEvent } from "./events.ts";
import {
  catchUpMessages,
  markMessagesRead,
  mergeMessages,
  type Revocation,
  revokeMessage,
} from "./messages.ts";
import { addNotice, noticesOf } from "./notices.ts";
import type { OutboxCommand, OutboxNews } from "./outbox.ts";
import { type Listener, port, stream } from "./port.ts";
import { type RosterCommand, strangersIn } from "./roster.ts";

/**
 * The messages of one conversation: paging back into the past, the live tail, and paging forward again when the
 * past pushed the present out of the window.
 */

export type HistoryEvent =
  | MessageEvent
  | SyncEvent
  | OutboxNews
  | { type: "history.trimmed" }
  | { type: "user.loadOlder" }
  | { type: "user.loadNewer" }
  | { type: "user.jumpToLatest" }
  | { type: "user.retryHistory" };

export interface HistoryInput {
  conversationID: string;
  outbox: Listener<OutboxCommand>;
  roster: Listener<RosterCommand>;
}

export interface HistoryContext extends HistoryInput {
  /** Oldest first, each clientMsgID once. */
  messages: readonly Message[];
}

/** Messages asked for at once (7-31). */
export const HISTORY_PAGE = 20;
/** Messages kept; paging further back drops the newest ones and paging forward brings them back. */
export const HISTORY_WINDOW = 400;

interface Messages {
  messages: readonly Message[];
}

export const historyMachine = setup({
  types: { context: {} as HistoryContext, events: {} as HistoryEvent, input: {} as HistoryInput },
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
      enqueue.assign({ messages: merged.slice(0, HISTORY_WINDOW) });
      if (merged.length > HISTORY_WINDOW) enqueue.raise({ type: "history.trimmed" });
    }),
    append: assign({
      messages: ({ context }, { messages }: Messages) =>
        mergeMessages(context.messages, messages).slice(-HISTORY_WINDOW),
    }),
    catchUp: assign({
      messages: ({ context }, { page }: { page: HistoryPage }) => catchUpMessages(context.messages, page),
    }),
    /** Has the roster look up who speaks here, and who is quoted. */
    introduce: enqueueActions(({ context, enqueue }, { messages }: Messages) => {
      const strangers = strangersIn(mine(context, messages));
      if (strangers) enqueue.sendTo(context.roster, { type: "roster.meet", ...strangers });
    }),
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
    isEmpty: ({ context }) => context.messages.length === 0,
    isNew: ({ context }, { message }: { message: Message }) =>
      message.status === "sending" &&
      context.messages.every(({ clientMsgID }) => clientMsgID !== message.clientMsgID),
    isEnd: (_, { page }: { page: HistoryPage }) => page.isEnd,
    /** A page counts only while it continues what is shown. */
    isLate: ({ context }, { page }: { page: HistoryPage }) => page.cursor !== oldestID(context),
  },
}).createMachine({
  id: "history",
  context: ({ input }) => ({ ...input, messages: [] }),
  entry: "followOutbox",
  invoke: [
    {
      id: "messageEvents",
      src: "messageEvents",
      onError: { actions: "reportFailure" },
    },
    {
      id: "syncEvents",
      src: "syncEvents",
      onError: { actions: "reportFailure" },
    },
  ],
  type: "parallel",
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
            input: ({ context }) => ({
              conversationID: context.conversationID,
              cursor: null,
              count: HISTORY_PAGE,
            }),
            onDone: [
              {
                guard: { type: "isEnd", params: ({ event }) => ({ page: event.output }) },
                target: "exhausted",
                actions: [
                  { type: "merge", params: ({ event }) => ({ messages: event.output.messages }) },
                  { type: "introduce", params: ({ event }) => ({ messages: event.output.messages }) },
                ],
              },
              {
                target: "idle",
                actions: [
                  { type: "merge", params: ({ event }) => ({ messages: event.output.messages }) },
                  { type: "introduce", params: ({ event }) => ({ messages: event.output.messages }) },
                ],
              },
            ],
            onError: {
              target: "failed",
              actions: { type: "notify", params: { notice: { tone: "error", key: "getHistoryFailed" } } },
            },
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
              cursor: oldestID(context),
              count: HISTORY_PAGE,
            }),
            onDone: [
              { guard: { type: "isLate", params: ({ event }) => ({ page: event.output }) }, target: "idle" },
              {
                guard: { type: "isEnd", params: ({ event }) => ({ page: event.output }) },
                target: "exhausted",
                actions: [
                  { type: "prepend", params: ({ event }) => ({ messages: event.output.messages }) },
                  { type: "introduce", params: ({ event }) => ({ messages: event.output.messages }) },
                ],
              },
              {
                target: "idle",
                actions: [
                  { type: "prepend", params: ({ event }) => ({ messages: event.output.messages }) },
                  { type: "introduce", params: ({ event }) => ({ messages: event.output.messages }) },
                ],
              },
            ],
            onError: {
              target: "failed",
              actions: { type: "notify", params: { notice: { tone: "error", key: "getHistoryFailed" } } },
            },
          },
        },
        exhausted: { description: "The beginning of the conversation is in sight." },
        failed: {
          description: "A page could not be read: no more pages until the person retries.",
          meta: { rule: "8-22, 8-23" },
          on: { "user.retryHistory": [{ guard: "isEmpty", target: "opening" }, { target: "loadingOlder" }] },
        },
      },
    },
    tail: {
      initial: "live",
      on: {
        "outbox.message": {
          actions: [
            { type: "merge", params: ({ event }) => ({ messages: [event.message] }) },
            { type: "introduce", params: ({ event }) => ({ messages: [event.message] }) },
          ],
        },
      },
      states: {
        live: {
          description: "The newest message is in the window; what arrives is appended.",
          on: {
            "im.messages": {
              actions: [
                { type: "merge", params: ({ event }) => ({ messages: event.messages }) },
                { type: "introduce", params: ({ event }) => ({ messages: event.messages }) },
              ],
            },
            "im.syncFinished": "catchingUp",
            "history.trimmed": "detached",
          },
        },
        catchingUp: {
          description:
            "After a synchronisation the newest page is read again, for what came while away (4-30).",
          meta: { rule: "4-30" },
          on: {
            "im.messages": {
              actions: [
                { type: "merge", params: ({ event }) => ({ messages: event.messages }) },
                { type: "introduce", params: ({ event }) => ({ messages: event.messages }) },
              ],
            },
            "history.trimmed": "detached",
          },
          invoke: {
            id: "catchUp",
            src: "loadOlder",
            input: ({ context }) => ({
              conversationID: context.conversationID,
              cursor: null,
              count: HISTORY_PAGE,
            }),
            onDone: {
              target: "live",
              actions: [
                { type: "catchUp", params: ({ event }) => ({ page: event.output }) },
                { type: "introduce", params: ({ event }) => ({ messages: event.output.messages }) },
              ],
            },
            onError: {
              target: "live",
              actions: "reportFailure",
            },
          },
        },
        detached: {
          description:
            "The window lies in the past. What arrives waits behind it; paging forward leads there.",
          initial: "idle",
          on: {
            "user.jumpToLatest": { target: ["#history.past.opening", "live"], actions: "clear" },
            "outbox.message": [
              {
                guard: { type: "isNew", params: ({ event }) => ({ message: event.message }) },
                target: ["#history.past.opening", "live"],
                actions: [
                  "clear",
                  { type: "merge", params: ({ event }) => ({ messages: [event.message] }) },
                  { type: "introduce", params: ({ event }) => ({ messages: [event.message] }) },
                ],
              },
              { actions: { type: "merge", params: ({ event }) => ({ messages: [event.message] }) } },
            ],
          },
          states: {
            idle: { on: { "user.loadNewer": "loadingNewer" } },
            loadingNewer: {
              invoke: {
                id: "loadNewer",
                src: "loadNewer",
                input: ({ context }) => ({
                  conversationID: context.conversationID,
                  cursor: newestID(context),
                  count: HISTORY_PAGE,
                }),
                onDone: [
                  {
                    guard: { type: "isEnd", params: ({ event }) => ({ page: event.output }) },
                    target: "#history.tail.live",
                    actions: [
                      { type: "append", params: ({ event }) => ({ messages: event.output.messages }) },
                      { type: "introduce", params: ({ event }) => ({ messages: event.output.messages }) },
                    ],
                  },
                  {
                    target: "idle",
                    actions: [
                      { type: "append", params: ({ event }) => ({ messages: event.output.messages }) },
                      { type: "introduce", params: ({ event }) => ({ messages: event.output.messages }) },
                    ],
                  },
                ],
                onError: {
                  target: "idle",
                  actions: { type: "notify", params: { notice: { tone: "error", key: "getHistoryFailed" } } },
                },
              },
            },
          },
        },
      },
    },
  },
});

function mine(context: HistoryContext, messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => message.conversationID === context.conversationID);
}

function oldestID(context: HistoryContext): string | null {
  return context.messages[0]?.clientMsgID ?? null;
}

function newestID(context: HistoryContext): string {
  return context.messages.at(-1)?.clientMsgID ?? "";
}
