import { and, assign, log, setup, stateIn } from "xstate";
import type {
  Conversation,
  ConversationListEvent,
  Message,
  MessageEvent,
  PageEvent,
  SyncEvent,
} from "./events.ts";
import { port, stream } from "./port.ts";

/**
 * Whether the person really sees the newest messages, and what follows: marking them read, or counting them in the
 * "3 new messages" pill (4-61).
 */

export type ReadingEvent =
  | MessageEvent
  | ConversationListEvent
  | PageEvent
  | SyncEvent
  | { type: "conversation.loaded"; conversation: Conversation }
  | { type: "conversation.shown" }
  | { type: "conversation.hidden" }
  | { type: "user.reachBottom" }
  | { type: "user.leaveBottom" };

export interface ReadingInput {
  conversationID: string;
  userID: string;
}

export interface ReadingContext extends ReadingInput {
  /** Unread messages when the conversation was opened; the divider stands above them. */
  unreadAtOpen: number;
  /** Neither marked read nor being marked. */
  unread: number;
  /** Being marked; 0 as soon as a newer count came, which may be of more. */
  taken: number;
  /** Arrived since the person scrolled up. */
  waiting: number;
}

export const readingMachine = setup({
  types: { context: {} as ReadingContext, events: {} as ReadingEvent, input: {} as ReadingInput },
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
      return row ? { unread: row.unreadCount, taken: 0 } : {};
    }),
    open: assign((_, { unreadCount }: { unreadCount: number }) => ({
      unreadAtOpen: unreadCount,
      unread: unreadCount,
      taken: 0,
    })),
    take: assign({ taken: ({ context }) => context.unread, unread: 0 }),
    putBack: assign({ unread: ({ context }) => context.unread + context.taken, taken: 0 }),
    clearWaiting: assign({ waiting: 0 }),
    reportFailure: log(({ event }) => `reading: ${event.type}`),
  },
  guards: {
    isSeen: and([
      stateIn({ screen: "shown" }),
      stateIn({ page: "visible" }),
      stateIn({ scroll: "atBottom" }),
      stateIn({ sync: "over" }),
      ({ context }) => context.unread > 0,
    ]),
  },
  delays: { markReadRetryDelay: 5000 },
}).createMachine({
  id: "reading",
  context: ({ input }) => ({ ...input, unreadAtOpen: 0, unread: 0, taken: 0, waiting: 0 }),
  invoke: [
    { id: "messageEvents", src: "messageEvents", onError: { actions: "reportFailure" } },
    { id: "conversationEvents", src: "conversationEvents", onError: { actions: "reportFailure" } },
    { id: "pageEvents", src: "pageEvents", onError: { actions: "reportFailure" } },
    { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
  ],
  type: "parallel",
  on: {
    "conversation.loaded": {
      actions: { type: "open", params: ({ event }) => ({ unreadCount: event.conversation.unreadCount }) },
    },
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
        atBottom: { on: { "user.leaveBottom": "above" } },
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
function foreign(context: ReadingContext, messages: readonly Message[]): number {
  return messages.filter(
    ({ conversationID, sendID }) => conversationID === context.conversationID && sendID !== context.userID,
  ).length;
}
