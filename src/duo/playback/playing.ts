import { assign, setup } from "xstate";

/** Which step of a recording is shown, and whether the next one follows by itself. */

export interface PlayingContext {
  /** Number of the last step. */
  last: number;
  step: number;
}

export type PlayingEvent =
  /** A recording was opened: the number of its last step. */
  | { type: "recording.opened"; last: number }
  | { type: "user.goTo"; step: number }
  | { type: "user.goBy"; count: number }
  | { type: "user.togglePlay" };

export const playingMachine = setup({
  types: { context: {} as PlayingContext, events: {} as PlayingEvent },
  actions: {
    open: assign((_, { last }: { last: number }) => ({ last, step: 0 })),
    goTo: assign(({ context }, { step }: { step: number }) => ({ step: within(context, step) })),
    goBy: assign(({ context }, { count }: { count: number }) => ({
      step: within(context, context.step + count),
    })),
    rewind: assign({ step: 0 }),
  },
  guards: {
    isAtEnd: ({ context }) => context.step >= context.last,
  },
  /** Long enough to read a sentence. */
  delays: { pace: 1600 },
}).createMachine({
  id: "playing",
  context: { last: 0, step: 0 },
  initial: "paused",
  on: {
    "recording.opened": { target: ".paused", actions: { type: "open", params: ({ event }) => event } },
    "user.goTo": { target: ".paused", actions: { type: "goTo", params: ({ event }) => event } },
    "user.goBy": { target: ".paused", actions: { type: "goBy", params: ({ event }) => event } },
  },
  states: {
    paused: {
      description: "The user goes from step to step.",
      on: {
        "user.togglePlay": [
          { guard: "isAtEnd", target: "playing", actions: "rewind" },
          { target: "playing" },
        ],
      },
    },
    playing: {
      description: "The next step follows by itself, up to the last one.",
      always: { guard: "isAtEnd", target: "paused" },
      after: {
        pace: { target: "playing", reenter: true, actions: { type: "goBy", params: { count: 1 } } },
      },
      on: { "user.togglePlay": "paused" },
    },
  },
});

function within({ last }: PlayingContext, step: number): number {
  return Math.min(Math.max(step, 0), last);
}
