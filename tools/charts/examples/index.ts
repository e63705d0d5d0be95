/** The machines that the tests of the tools use. */
import type { AnyStateMachine } from "xstate";
import type { PathSettings } from "../paths/settings.ts";
import type { Leads } from "../paths/transition-table.ts";
import { fetcher } from "./fetcher.ts";
import { form } from "./form.ts";
import { trafficLight } from "./traffic-light.ts";

export { fetcher, form, trafficLight };

/** What the machines do not say themselves. */
export const paths: Record<string, PathSettings> = {
  fetcher: {
    input: { address: "https://example.org/" },
    answers: { load: { done: { "a text": "hello" } } },
  },
  form: {
    events: {
      "a name": { type: "name.typed", name: "Ann" },
      "no name": { type: "name.typed", name: "" },
      "the age of an adult": { type: "age.typed", age: 30 },
      sent: { type: "sent" },
      printed: { type: "printed" },
    },
  },
};

/** What leaves each state, and to where. */
export const tables: Record<string, Leads<AnyStateMachine>> = {
  trafficLight: {
    red: { "after 9000": "green", lampBroken: "blinking" },
    green: { "after 8000": "yellow" },
    yellow: { "after 2000": "red" },
    blinking: { mended: "red" },
  },
  fetcher: {
    idle: { load: "loading" },
    loading: {
      cancel: "idle",
      "load done (a text)": "loaded",
      "load failed (error)": ({ context }) => (context.attempts < 3 ? "waiting" : "failed"),
    },
    waiting: { "after pause": "loading", cancel: "idle" },
    loaded: {},
    failed: {},
  },
};
