import { assign, log, raise, setup } from "xstate";
import { callListMachine } from "./call-list.ts";
import { choosingMachine } from "./choosing.ts";
import { groupMachine } from "./group.ts";
import { assign, log, setup } from "xstate";
import { callListMachine } from "./call-list.ts";
import { findingMachine } from "./finding.ts";
import type { Clock } from "./ports/index.ts";
import { scannerMachine } from "./scanner.ts";
import type { Profile } from "./vocabulary/people.ts";
import { type Choice, choiceIn, groupIn, type Place } from "./vocabulary/places.ts";
import { isBeyondSearch, searchIn } from "./vocabulary/person-places.ts";
import type { Place } from "./vocabulary/places.ts";

/**
 * What lives while its screens are in front. Each region watches where the person is and holds one chart: it begins
 * when the person turns to its subject, and leaving the subject is its end.
 */

export type PagesEvent = { type: "place.changed"; place: Place };

export interface PagesInput {
  profile: Profile;
  clock: Clock;
  /** Where the person was when this began. */
  place: Place;
}

/** What the regions are about, or were last. */
export interface PagesContext extends PagesInput {
  groupID: string | null;
  /** What people are chosen for. */
  choice: Choice | null;
export interface PagesContext extends PagesInput {
  /** What is looked for while a search is open. */
  search: { isGroup: boolean };
}

interface At {
  place: Place;
}

export const pagesMachine = setup({
  types: {
    context: {} as PagesContext,
    events: {} as PagesEvent,
    input: {} as PagesInput,
    children: {} as {
      callList: "callList";
      scanner: "scanner";
      group: "group";
      choosing: "choosing";
    },
  },
  actors: {
    callList: callListMachine,
    scanner: scannerMachine,
    group: groupMachine,
    choosing: choosingMachine,
  },
  actions: {
    arrive: raise(({ context }) => ({ type: "place.changed" as const, place: context.place })),
    setGroup: assign((_, { place }: At) => ({ groupID: groupIn(place) })),
    setChoice: assign((_, { place }: At) => ({ choice: choiceIn(place) })),
    children: {} as { callList: "callList"; finding: "finding" },
  },
  actors: { callList: callListMachine, finding: findingMachine },
  actions: {
    beginSearch: assign((_, { place }: At) => ({ search: searchIn(place) ?? { isGroup: false } })),
    reportFailure: log(({ event }) => `pages: ${event.type}`),
  },
  guards: {
    isCallList: (_, { place }: At) => place.path === "/callRecord",
    isScan: (_, { place }: At) => place.path === "/scan",
    isGroup: (_, { place }: At) => groupIn(place) !== null,
    isSameGroup: ({ context }, { place }: At) => groupIn(place) === context.groupID,
    isChoice: (_, { place }: At) => choiceIn(place) !== null,
    isSameChoice: ({ context }, { place }: At) =>
      JSON.stringify(choiceIn(place)) === JSON.stringify(context.choice),
  },
}).createMachine({
  id: "pages",
  context: ({ input }) => ({ ...input, groupID: null, choice: null }),
    isNotCallList: (_, { place }: At) => place.path !== "/callRecord",
    isSearch: (_, { place }: At) => searchIn(place) !== null,
    isAnotherSearch: ({ context }, { place }: At) =>
      searchIn(place) !== null && searchIn(place)?.isGroup !== context.search.isGroup,
    isAwayFromSearch: (_, { place }: At) => searchIn(place) === null && !isBeyondSearch(place),
  },
}).createMachine({
  id: "pages",
  context: ({ input }) => ({ ...input, search: { isGroup: false } }),
  type: "parallel",
  entry: "arrive",
  states: {
    calls: {
      description: "The list of calls lives while its screen is in front (2-97).",
      initial: "unlisted",
      states: {
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
            "place.changed": [
              { guard: { type: "isCallList", params: ({ event }) => event } },
              { target: "unlisted" },
            ],
          },
        },
      },
    },
    scan: {
      description: "The camera looks for codes while its screen is in front (2-98).",
      initial: "away",
      states: {
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
            "place.changed": [
              { guard: { type: "isScan", params: ({ event }) => event } },
              { target: "away" },
            ],
          },
        },
      },
    },
    groups: {
      description: "One group lives as long as the pages in front are about it.",
      initial: "ungrouped",
      states: {
        ungrouped: {
          on: {
            "place.changed": {
              guard: { type: "isGroup", params: ({ event }) => event },
              target: "grouped",
              actions: { type: "setGroup", params: ({ event }) => event },
            },
          },
        },
        grouped: {
          invoke: {
            id: "group",
            src: "group",
            input: ({ context: { groupID, profile } }) => ({
              groupID: groupID ?? "",
              userID: profile.userID,
            }),
            onError: { actions: "reportFailure" },
          },
          on: {
            "place.changed": [
              { guard: { type: "isSameGroup", params: ({ event }) => event } },
              {
                guard: { type: "isGroup", params: ({ event }) => event },
                target: "grouped",
                reenter: true,
                actions: { type: "setGroup", params: ({ event }) => event },
              },
              { target: "ungrouped" },
            ],
          },
        },
      },
    },
    people: {
      description: "Choosing people ends where its page does; a different choice begins anew.",
      initial: "unchosen",
      states: {
        unchosen: {
          on: {
            "place.changed": {
              guard: { type: "isChoice", params: ({ event }) => event },
              target: "choosing",
              actions: { type: "setChoice", params: ({ event }) => event },
            },
          },
        },
        choosing: {
          invoke: {
            id: "choosing",
            src: "choosing",
            input: ({ context: { choice } }) => ({ choice: choice ?? { kind: "create", groupType: 0 } }),
            onError: { actions: "reportFailure" },
          },
          on: {
            "place.changed": [
              { guard: { type: "isSameChoice", params: ({ event }) => event } },
              {
                guard: { type: "isChoice", params: ({ event }) => event },
                target: "choosing",
                reenter: true,
                actions: { type: "setChoice", params: ({ event }) => event },
              },
              { target: "unchosen" },
            ],
          },
        },
      },
    },
    search: {
      description: "A search lives on while one looks at what it found (2-81).",
      initial: "arriving",
      states: {
        arriving: {
          always: [
            {
              guard: { type: "isSearch", params: ({ context }) => ({ place: context.place }) },
              target: "open",
              actions: { type: "beginSearch", params: ({ context }) => ({ place: context.place }) },
            },
            { target: "closed" },
          ],
        },
        closed: {
          on: {
            "place.changed": {
              guard: { type: "isSearch", params: ({ event }) => event },
              target: "open",
              actions: { type: "beginSearch", params: ({ event }) => event },
            },
          },
        },
        open: {
          invoke: {
            id: "finding",
            src: "finding",
            input: ({ context }) => context.search,
            onError: { actions: "reportFailure" },
          },
          on: {
            "place.changed": [
              {
                guard: { type: "isAnotherSearch", params: ({ event }) => event },
                target: "open",
                reenter: true,
                actions: { type: "beginSearch", params: ({ event }) => event },
              },
              {
                guard: { type: "isAwayFromSearch", params: ({ event }) => event },
                target: "closed",
              },
            ],
          },
        },
      },
    },
  },
});
