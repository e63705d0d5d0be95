import { assign, type EventObject, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Conversation } from "../domain/conversation.ts";
import { port, stream } from "../ports/stub.ts";
import type { CachedPages, CachedPagesEvent } from "./cached-pages.ts";

/**
 * The conversation list and messages of the last session, or the list from the server. They show after
 * sign-in, until the SDK has loaded.
 */

export interface CachedChatsContext {
  userID: string;
  /** In list order, without fields that only the SDK knows. */
  rows: readonly Conversation[];
  /** The stored newest messages of the chats that were open last. */
  pages: CachedPages;
}

export const cachedChatsMachine = setup({
  types: {
    context: {} as CachedChatsContext,
    events: {} as CachedPagesEvent,
    input: {} as Pick<CachedChatsContext, "userID">,
    meta: {} as RuleMeta,
  },
  actors: {
    readRows: port<readonly Conversation[], { userID: string }>("readRows"),
    askRows: port<readonly Conversation[], { userID: string }>("askRows"),
    cachedPages: stream<EventObject, { userID: string }>("cachedPages"),
  },
  actions: {
    setRows: assign((_, { rows }: { rows: readonly Conversation[] }) => ({ rows })),
    setPages: assign((_, { pages }: { pages: CachedPages }) => ({ pages })),
    reportFailure: log(({ event }) => `cachedChats: ${event.type}`),
  },
  guards: {
    hasRows: (_, { rows }: { rows: readonly Conversation[] }) => rows.length > 0,
  },
}).createMachine({
  id: "cachedChats",
  context: ({ input }) => ({ ...input, rows: [], pages: {} }),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "readRows",
        src: "readRows",
        input: userIDIn,
        onDone: [
          {
            guard: { type: "hasRows", params: ({ event }) => ({ rows: event.output }) },
            target: "read",
            actions: { type: "setRows", params: ({ event }) => ({ rows: event.output }) },
          },
          { target: "asking" },
        ],
        onError: { target: "read", actions: "reportFailure" },
      },
    },
    asking: {
      description: "Nothing is cached: load the list from the server while the SDK starts.",
      invoke: {
        id: "askRows",
        src: "askRows",
        input: userIDIn,
        onDone: {
          target: "read",
          actions: { type: "setRows", params: ({ event }) => ({ rows: event.output }) },
        },
        onError: { target: "read", actions: "reportFailure" },
      },
    },
    read: {
      description:
        "The cached rows are shown as the list. The cached messages are shown in a chat until its first page is loaded, also later in the session.",
      invoke: { ...child("cachedPages"), input: userIDIn },
      on: { "pages.changed": { actions: { type: "setPages", params: ({ event }) => event } } },
    },
  },
});

function userIDIn({ context: { userID } }: { context: CachedChatsContext }) {
  return { userID };
}
