import { createMachine, fromPromise, setup } from "xstate";

const work = () => fromPromise(async () => 1);

/** Its actor has no name. */
export const nameless = createMachine({ id: "nameless", invoke: { src: work() } });

/** Cannot start without an input. */
export const hungry = setup({
  types: { context: {} as { size: number }, input: {} as { food: string } },
}).createMachine({ id: "hungry", context: ({ input }) => ({ size: input.food.length }) });

/** Its event needs a field. */
export const picky = setup({
  types: { events: {} as { type: "write"; text: string } | { type: "clear" } },
}).createMachine({
  id: "picky",
  initial: "empty",
  states: {
    empty: { on: { write: { target: "full", guard: ({ event }) => event.text.length > 3 } } },
    full: { on: { clear: "empty" } },
  },
});

/** Its children answer once for each time that they run. */
export const twice = setup({ actors: { first: work(), second: work() } }).createMachine({
  id: "twice",
  type: "parallel",
  invoke: { src: "first", id: "first", onDone: { actions: () => {} } },
  states: {
    second: {
      initial: "off",
      states: {
        off: { on: { start: "on" } },
        on: { invoke: { src: "second", id: "second", onDone: "off", onError: "off" } },
      },
    },
  },
});

export const paths = { twice: { answers: { second: { failed: ["it is late"] } } } };
