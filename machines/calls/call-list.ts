import { assign, type DoneActorEvent, log, setup } from "xstate";
import { child } from "../domain/child.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import type { CallEntry } from "../ports/im.ts";
import { port, stream } from "../ports/stub.ts";
import { withoutDoubles } from "./call-rules.ts";

/** The call list (2-97), from the call records of all chats. A new device has few records, so it fetches more. */

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
      /** The `list` region also handles this event of the `recent` region. */
      | DoneActorEvent<boolean, "fetchCalls">,
    tags: {} as "pending" | "failed",
  },
  actors: {
    loadCalls: port<CallEntry[]>("loadCalls"),
    /** Whether the fetch brought something that may hold more calls. */
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
  invoke: [child("conversationEvents"), child("syncEvents")],
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
          description: "Loads the list. Reloads if records arrive meanwhile: the answer may not hold them.",
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
          description: "Retries when the user asks, after a sync, and when records arrive or a fetch ends.",
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
          description: "There are more calls. The old list stays on screen until the new one is loaded.",
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
        "Fetches chats this device has not read, which may hold calls: at the start, after each call record and after each sync.",
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
          description: "The empty list is not shown before the fetch ends.",
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
