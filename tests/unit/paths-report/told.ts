/** A small chart with the report that its tests would produce. */
import { setup } from "xstate";
import type { ChartReport, ToldPath } from "../../paths/report/told.ts";

/** A door chart; no path sends `user.ring`. */
export const doorMachine = setup({ delays: { patience: 1000 } }).createMachine({
  id: "door",
  initial: "shut",
  states: {
    shut: { on: { "user.knock": "waiting", "user.ring": "waiting" } },
    waiting: { on: { "user.open": "open", "door.jam": "stuck" }, after: { patience: "shut" } },
    open: { type: "final" },
    stuck: {},
  },
});

const knocked = { source: "shut", target: "waiting", event: "user.knock" };
const opened = { source: "waiting", target: "open", event: "user.open" };

export const throughTheDoor: ToldPath = {
  suite: "paths",
  name: "user.knock -> user.open",
  begins: { states: ["shut"], sees: ["heading: Door"] },
  steps: [
    {
      label: "user.knock",
      states: ["waiting"],
      sees: ["button: Open <now>", "!button: Knock"],
      took: [knocked],
    },
    { label: "user.open", states: ["open"], sees: [], took: [opened] },
  ],
  isOver: true,
};

export const door: ChartReport = {
  chart: "toasts",
  states: ["shut", "waiting", "open", "stuck"].map((path) => ({
    path,
    isReached: path !== "stuck",
    excuse: null,
  })),
  transitions: [
    { ...knocked, isTaken: true, excuse: null },
    { source: "shut", target: "waiting", event: "user.ring", isTaken: false, excuse: null },
    { ...opened, isTaken: true, excuse: null },
    { source: "waiting", target: "stuck", event: "door.jam", isTaken: false, excuse: "doors do not jam" },
    { source: "waiting", target: "shut", event: "after patience", isTaken: false, excuse: null },
  ],
  decisions: 5,
  paths: 1,
  told: [throughTheDoor],
  walks: null,
};
