import { createMachine } from "xstate";

/** A light with timers. A broken lamp makes it blink until it is mended. */
export const trafficLight = createMachine({
  id: "trafficLight",
  description: "The light of a crossing.",
  initial: "red",
  states: {
    red: { description: "Cars wait.", after: { 9000: "green" }, on: { lampBroken: "blinking" } },
    green: { description: "Cars drive.", after: { 8000: "yellow" } },
    yellow: { after: { 2000: "red" } },
    blinking: { on: { mended: "red" } },
  },
});
