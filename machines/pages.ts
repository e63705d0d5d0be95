import { log, setup } from "xstate";
import { callListMachine } from "./call-list.ts";
import type { Clock } from "./ports/index.ts";
import { scannerMachine } from "./scanner.ts";
import type { Profile } from "./vocabulary/people.ts";
import type { Place } from "./vocabulary/places.ts";

/**
 * What lives while its screens are in front. Each region watches where the person is and holds one chart: it begins
 * when the person turns to its subject, and leaving the subject is its end.
 */

export type PagesEvent = { type: "place.changed"; place: Place };

export interface PagesContext {
  profile: Profile;
  clock: Clock;
  /** Where the person was when this began. */
  place: Place;
}

export const pagesMachine = setup({
  types: {
    context: {} as PagesContext,
    events: {} as PagesEvent,
    input: {} as PagesContext,
    children: {} as { callList: "callList"; scanner: "scanner" },
  },
  actors: { callList: callListMachine, scanner: scannerMachine },
  actions: {
    reportFailure: log(({ event }) => `pages: ${event.type}`),
  },
  guards: {
    isCallList: (_, { place }: { place: Place }) => place.path === "/callRecord",
    isNotCallList: (_, { place }: { place: Place }) => place.path !== "/callRecord",
    isScan: (_, { place }: { place: Place }) => place.path === "/scan",
    isNotScan: (_, { place }: { place: Place }) => place.path !== "/scan",
  },
}).createMachine({
  id: "pages",
  context: ({ input }) => input,
  type: "parallel",
  states: {
    calls: {
      description: "The list of calls lives while its screen is in front (2-97).",
      initial: "arriving",
      states: {
        arriving: {
          always: [
            {
              guard: { type: "isCallList", params: ({ context }) => ({ place: context.place }) },
              target: "listed",
            },
            { target: "unlisted" },
          ],
        },
        unlisted: {
          on: {
            "place.changed": {
              guard: { type: "isCallList", params: ({ event }) => event },
              target: "listed",
            },
          },
        },
        listed: {
          invoke: { id: "callList", src: "callList", onError: { actions: "reportFailure" } },
          on: {
            "place.changed": {
              guard: { type: "isNotCallList", params: ({ event }) => event },
              target: "unlisted",
            },
          },
        },
      },
    },
    scan: {
      description: "The camera looks for codes while its screen is in front (2-98).",
      initial: "arriving",
      states: {
        arriving: {
          always: [
            {
              guard: { type: "isScan", params: ({ context }) => ({ place: context.place }) },
              target: "scanning",
            },
            { target: "away" },
          ],
        },
        away: {
          on: {
            "place.changed": {
              guard: { type: "isScan", params: ({ event }) => event },
              target: "scanning",
            },
          },
        },
        scanning: {
          invoke: { id: "scanner", src: "scanner", onError: { actions: "reportFailure" } },
          on: {
            "place.changed": {
              guard: { type: "isNotScan", params: ({ event }) => event },
              target: "away",
            },
          },
        },
      },
    },
  },
});
