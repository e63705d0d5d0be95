import { createMachine } from "xstate";

let isSame = true;

/** Its guard says something else later on. */
export const unsteady = createMachine(
  {
    id: "unsteady",
    initial: "low",
    states: { low: { on: { rise: { target: "high", guard: "isEarly" } } }, high: {} },
  },
  {
    guards: {
      isEarly: () => {
        setImmediate(() => {
          isSame = false;
        });
        return isSame;
      },
    },
  },
);
