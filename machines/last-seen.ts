import { assign, type EventObject, log, setup } from "xstate";
import { port, stream } from "./ports/stub.ts";
import type { RuleMeta } from "./vocabulary/charts.ts";
import type { Conversation } from "./vocabulary/conversations.ts";
import type { PagesEvent, SeenPages } from "./vocabulary/seen-pages.ts";

/** The chats as their person saw them last, from when it is known who is in: list and messages come with the SDK. */

export interface LastSeenContext {
  userID: string;
  /** In the order they had; without what only the SDK may tell. */
  rows: readonly Conversation[];
  /** The newest messages of those that were open last, as they are kept. */
  pages: SeenPages;
}

export const lastSeenMachine = setup({
  types: {
    context: {} as LastSeenContext,
    events: {} as PagesEvent,
    input: {} as Pick<LastSeenContext, "userID">,
    meta: {} as RuleMeta,
  },
  actors: {
    readRows: port<readonly Conversation[], { userID: string }>("readRows"),
    seenPages: stream<EventObject, { userID: string }>("seenPages"),
  },
  actions: {
    setRows: assign((_, { rows }: { rows: readonly Conversation[] }) => ({ rows })),
    setPages: assign((_, { pages }: { pages: SeenPages }) => ({ pages })),
    reportFailure: log(({ event }) => `lastSeen: ${event.type}`),
  },
}).createMachine({
  id: "lastSeen",
  context: ({ input }) => ({ ...input, rows: [], pages: {} }),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "readRows",
        src: "readRows",
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

function whose({ context: { userID } }: { context: LastSeenContext }) {
  return { userID };
}
