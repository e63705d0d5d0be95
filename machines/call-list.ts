import { assign, log, setup } from "xstate";
import { withoutDoubles } from "./calls.ts";
import type { Conversation, ConversationListEvent } from "./events.ts";
import { port, stream } from "./port.ts";
import type { CallEntry } from "./ports.ts";

/** The list of calls (2-97), read from the records in all chats while the screen is open. */

export interface CallListContext {
  entries: readonly CallEntry[];
}

export const callListMachine = setup({
  types: {
    context: {} as CallListContext,
    events: {} as ConversationListEvent | { type: "user.retryCalls" },
  },
  actors: {
    loadCalls: port<CallEntry[]>("loadCalls"),
    conversationEvents: stream("conversationEvents"),
  },
  actions: {
    setEntries: assign((_, { entries }: { entries: readonly CallEntry[] }) => ({
      entries: withoutDoubles(entries, ({ record }) => record),
    })),
    reportFailure: log(({ event }) => `callList: ${event.type}`),
  },
  guards: {
    hasRecord: (_, { conversations }: { conversations: readonly Conversation[] }) =>
      conversations.some(({ latestMsg }) => latestMsg?.content.type === "callRecord"),
  },
}).createMachine({
  id: "callList",
  context: { entries: [] },
  invoke: {
    id: "conversationEvents",
    src: "conversationEvents",
    onError: { actions: "reportFailure" },
  },
  initial: "loading",
  states: {
    loading: {
      description: "A call that ends meanwhile may be missing in the answer, so it is asked for again.",
      invoke: {
        id: "loadCalls",
        src: "loadCalls",
        onDone: {
          target: "ready",
          actions: { type: "setEntries", params: ({ event }) => ({ entries: event.output }) },
        },
        onError: "failed",
      },
      on: {
        "im.conversations": {
          guard: { type: "hasRecord", params: ({ event }) => event },
          target: "loading",
          reenter: true,
        },
      },
    },
    failed: { on: { "user.retryCalls": "loading" } },
    ready: {
      on: {
        "im.conversations": {
          guard: { type: "hasRecord", params: ({ event }) => event },
          target: "refreshing",
        },
      },
    },
    refreshing: {
      description: "A call has ended meanwhile. What is shown stays until the new list is there.",
      invoke: {
        id: "reloadCalls",
        src: "loadCalls",
        onDone: {
          target: "ready",
          actions: { type: "setEntries", params: ({ event }) => ({ entries: event.output }) },
        },
        onError: { target: "ready", actions: "reportFailure" },
      },
      on: {
        "im.conversations": {
          guard: { type: "hasRecord", params: ({ event }) => event },
          target: "refreshing",
          reenter: true,
        },
      },
    },
  },
});
