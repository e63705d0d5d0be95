/** The machines that the tests of the tools use. */
import type { PathSettings } from "../paths/settings.ts";
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
