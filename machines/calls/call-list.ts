import { assign, type DoneActorEvent, log, setup } from "xstate";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import type { CallEntry } from "../ports/im.ts";
import { port, stream } from "../ports/stub.ts";
import { withoutDoubles } from "./call-rules.ts";

/**
 * The list of calls (2-97), read from the records in all chats while the screen is open. A device that is new has few of
 * them: what is here is shown at once, and again when more has been fetched.
 */

export interface CallListContext {
  entries: readonly CallEntry[];
}

export const callListMachine = setup({
  types: {
    context: {} as CallListContext,
    events: {} as
      | ConversationListEvent
      | SyncEvent
      | { type: "user.retryCalls" }
      /** Also heard by the list, beside the region that asked. */
      | DoneActorEvent<boolean, "fetchCalls">,
    tags: {} as "pending" | "failed",
  },
  actors: {
    loadCalls: port<CallEntry[]>("loadCalls"),
    /** Whether something was fetched that may hold more of them. */
    fetchCalls: port<boolean>("fetchCalls"),
    conversationEvents: stream("conversationEvents"),
    syncEvents: stream("syncEvents"),
  },
  actions: {
    setEntries: assign((_, { entries }: { entries: readonly CallEntry[] }) => ({
      entries: withoutDoubles(entries, ({ record }) => record),
    })),
    reportFailure: log(({ event }) => `callList: ${event.type}`),
  },
  guards: {
    hasFetched: (_, { output }: { output: boolean }) => output,
    hasRecord: (_, { conversations }: { conversations: readonly Conversation[] }) =>
      conversations.some(({ latestMsg }) => latestMsg?.content.type === "callRecord"),
  },
}).createMachine({
  id: "callList",
  context: { entries: [] },
  invoke: [
    { id: "conversationEvents", src: "conversationEvents", onError: { actions: "reportFailure" } },
    { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
  ],
  type: "parallel",
  states: {
    list: {
      initial: "loading",
      on: {
        "im.conversations": {
          guard: { type: "hasRecord", params: ({ event }) => event },
          target: ".refreshing",
        },
        "xstate.done.actor.fetchCalls": {
          guard: { type: "hasFetched", params: ({ event }) => event },
          target: ".refreshing",
        },
      },
      states: {
        loading: {
          description: "What comes meanwhile may be missing in the answer, so it is asked for again.",
          tags: "pending",
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
            "xstate.done.actor.fetchCalls": {
              guard: { type: "hasFetched", params: ({ event }) => event },
              target: "loading",
              reenter: true,
            },
          },
        },
        failed: {
          description: "Tried again by hand, and by itself as soon as there is reason to.",
          tags: "failed",
          on: {
            "user.retryCalls": "loading",
            "im.syncFinished": "loading",
            "im.conversations": {
              guard: { type: "hasRecord", params: ({ event }) => event },
              target: "loading",
            },
            "xstate.done.actor.fetchCalls": {
              guard: { type: "hasFetched", params: ({ event }) => event },
              target: "loading",
            },
          },
        },
        ready: {},
        refreshing: {
          description: "There are more calls now. What is shown stays until the new list is there.",
          tags: "pending",
          invoke: {
            id: "reloadCalls",
            src: "loadCalls",
            onDone: {
              target: "ready",
              actions: { type: "setEntries", params: ({ event }) => ({ entries: event.output }) },
            },
            onError: { target: "ready", actions: "reportFailure" },
          },
        },
      },
    },
    recent: {
      description:
        "Chats this device has not read may hold calls, too; there may be new ones with each call, and after each synchronisation.",
      initial: "fetching",
      on: {
        "im.conversations": {
          guard: { type: "hasRecord", params: ({ event }) => event },
          target: ".fetching",
        },
        "im.syncFinished": ".fetching",
      },
      states: {
        fetching: {
          description: "That there are no calls is not said before this is over.",
          tags: "pending",
          invoke: {
            id: "fetchCalls",
            src: "fetchCalls",
            onDone: "fetched",
            onError: { target: "fetched", actions: "reportFailure" },
          },
        },
        fetched: {},
      },
    },
  },
});
