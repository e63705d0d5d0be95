import { assign, fromPromise, setup } from "xstate";

const tooMany = 3;

/** Loads a text and tries again after a failure, three times at most. */
export const fetcher = setup({
  types: {
    context: {} as { address: string; attempts: number; text: string | null },
    input: {} as { address: string },
    events: {} as { type: "load" } | { type: "cancel" },
  },
  actors: {
    load: fromPromise<string, { address: string }>(async ({ input }) => (await fetch(input.address)).text()),
  },
  actions: {
    count: assign({ attempts: ({ context }) => context.attempts + 1 }),
    keep: assign({ text: (_, { text }: { text: string }) => text }),
    report: ({ context }) => console.error(`${context.address} does not answer`),
  },
  guards: { hasTriesLeft: ({ context }) => context.attempts < tooMany },
  delays: { pause: 1000 },
}).createMachine({
  id: "fetcher",
  initial: "idle",
  context: ({ input }) => ({ address: input.address, attempts: 0, text: null }),
  states: {
    idle: { on: { load: "loading" } },
    loading: {
      entry: "count",
      invoke: {
        id: "load",
        src: "load",
        input: ({ context }) => ({ address: context.address }),
        onDone: {
          target: "loaded",
          actions: { type: "keep", params: ({ event }) => ({ text: event.output }) },
        },
        onError: [{ target: "waiting", guard: "hasTriesLeft" }, { target: "failed" }],
      },
      on: { cancel: "idle" },
    },
    waiting: { after: { pause: "loading" }, on: { cancel: "idle" } },
    loaded: { type: "final" },
    failed: { entry: "report", type: "final" },
  },
});
