import { assign, log, setup } from "xstate";
import { port } from "./ports/stub.ts";
import type { RuleMeta } from "./vocabulary/charts.ts";
import type { Conversation } from "./vocabulary/conversations.ts";

/** The chats as their person saw them last, from when it is known who is in: the list itself comes with the SDK. */

export interface LastSeenContext {
  userID: string;
  /** In the order they had; without what only the SDK may tell. */
  rows: readonly Conversation[];
}

export const lastSeenMachine = setup({
  types: {
    context: {} as LastSeenContext,
    input: {} as Pick<LastSeenContext, "userID">,
    meta: {} as RuleMeta,
  },
  actors: { readRows: port<readonly Conversation[], { userID: string }>("readRows") },
  actions: {
    setRows: assign((_, { rows }: { rows: readonly Conversation[] }) => ({ rows })),
    reportFailure: log(({ event }) => `lastSeen: ${event.type}`),
  },
}).createMachine({
  id: "lastSeen",
  context: ({ input }) => ({ ...input, rows: [] }),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "readRows",
        src: "readRows",
        input: ({ context }) => ({ userID: context.userID }),
        onDone: {
          target: "read",
          actions: { type: "setRows", params: ({ event }) => ({ rows: event.output }) },
        },
        onError: { target: "read", actions: "reportFailure" },
      },
    },
    read: { description: "They stand in for the list until its first page is there." },
  },
});
