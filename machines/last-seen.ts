import { assign, log, setup } from "xstate";
import { port } from "./ports/stub.ts";
import type { RuleMeta } from "./vocabulary/charts.ts";
import type { Conversation } from "./vocabulary/conversations.ts";
import type { SeenPages } from "./vocabulary/seen-pages.ts";

/** The chats as their person saw them last, from when it is known who is in: list and messages come with the SDK. */

export interface LastSeenContext {
  userID: string;
  /** In the order they had; without what only the SDK may tell. */
  rows: readonly Conversation[];
  /** The newest messages of those that were open last. */
  pages: SeenPages;
}

export const lastSeenMachine = setup({
  types: {
    context: {} as LastSeenContext,
    input: {} as Pick<LastSeenContext, "userID">,
    meta: {} as RuleMeta,
  },
  actors: {
    readRows: port<readonly Conversation[], { userID: string }>("readRows"),
    readPages: port<SeenPages, { userID: string }>("readPages"),
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
          target: "turning",
          actions: { type: "setRows", params: ({ event }) => ({ rows: event.output }) },
        },
        onError: { target: "turning", actions: "reportFailure" },
      },
    },
    turning: {
      description: "The rows are seen first: whoever comes back looks at the list, and may then open a chat.",
      invoke: {
        id: "readPages",
        src: "readPages",
        input: whose,
        onDone: {
          target: "read",
          actions: { type: "setPages", params: ({ event }) => ({ pages: event.output }) },
        },
        onError: { target: "read", actions: "reportFailure" },
      },
    },
    read: { description: "They stand in for the list, and for a chat, until their first page is there." },
  },
});

function whose({ context: { userID } }: { context: LastSeenContext }) {
  return { userID };
}
