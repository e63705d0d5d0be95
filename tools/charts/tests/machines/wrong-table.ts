import { createMachine } from "xstate";
import { trafficLight } from "../../examples/traffic-light.ts";

export const light = trafficLight;

export const other = createMachine({ id: "other" });

export const tables = {
  light: {
    red: { "after 9000": "green" },
    green: { "after 8000": "red", lampBroken: "blinking" },
    yellow: { "after 2000": "red", mended: "stays" },
    orange: {},
  },
  other: { red: { stop: 7 } },
  lamp: {},
};
