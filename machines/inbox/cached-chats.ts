import { assign, type EventObject, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Conversation } from "../domain/conversation.ts";
import { port, stream } from "../ports/stub.ts";
import type { PagesEvent, SeenPages } from "./cached-pages.ts";

/** The chats as their person saw them last, or as the server has them, from when it is known who is in: list and messages come with the SDK. */

export interface CachedChatsContext {
  userID: string;
  /** In the order of the list; without what only the SDK may tell. */
  rows: readonly Conversation[];
  /** The newest messages of those that were open last, as they are kept. */
  pages: SeenPages;
}

export const cachedChatsMachine = setup({
  types: {
    context: {} as CachedChatsContext,
    events: {} as PagesEvent,
    input: {} as Pick<CachedChatsContext, "userID">,
    meta: {} as RuleMeta,
  },
  actors: {
    readRows: port<readonly Conversation[], { userID: string }>("readRows"),
    askRows: port<readonly Conversation[], { userID: string }>("askRows"),
    seenPages: stream<EventObject, { userID: string }>("seenPages"),
  },
  actions: {
    setRows: assign((_, { rows }: { rows: readonly Conversation[] }) => ({ rows })),
    setPages: assign((_, { pages }: { pages: SeenPages }) => ({ pages })),
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
        input: whose,
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
      description: "Nothing was seen here yet: the server is asked, while the SDK is still on its way.",
      invoke: {
        id: "askRows",
        src: "askRows",
        input: whose,
        onDone: {
          target: "read",
          actions: { type: "setRows", params: ({ event }) => ({ rows: event.output }) },
        },
        onError: { target: "read", actions: "reportFailure" },
      },
    },
    read: {
      description:
        "The rows stand in for the list; the pages for a chat until its first page is there, in this visit, too.",
      invoke: { id: "seenPages", src: "seenPages", input: whose, onError: { actions: "reportFailure" } },
      on: { "pages.changed": { actions: { type: "setPages", params: ({ event }) => event } } },
    },
  },
});

function whose({ context: { userID } }: { context: CachedChatsContext }) {
  return { userID };
}
