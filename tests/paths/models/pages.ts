import { pagesMachine } from "../../../machines/pages.ts";
import { type Place, placeOf } from "../../../machines/vocabulary/places.ts";
import { aProfile, aWorld, NOON } from "../../fakes/world.ts";
import type { ChartModel, Moment } from "../model.ts";
import { childOf } from "../stage.ts";
import { chartsDoNotFail } from "./excuses.ts";

const CALLS = "/callRecord";
const SCAN = "/scan";
const ELSEWHERE = "/workbench";
const went = (path: string) => ({ type: "place.changed", place: placeOf(path) }) as const;

/** Charts that live while their screens are in front. */
export const pagesModel: ChartModel<typeof pagesMachine> = {
  chart: "pages",
  machine: pagesMachine,
  input: { profile: aProfile(), clock: { newID: () => "", now: () => NOON }, place: placeOf(ELSEWHERE) },
  events: {
    "place.changed to the calls": went(CALLS),
    "place.changed to the scanner": went(SCAN),
    "place.changed to another page": went(ELSEWHERE),
  },
  answers: {},
  // Where the person is.
  around: { start: ELSEWHERE, after: (around, label) => PLACES[label] ?? around },
  isRest: ({ value }) => value.calls === "unlisted" && value.scan === "away",

  opens: () => opensAt(ELSEWHERE),
  actor: (app) => childOf(app, "session", "messenger", "pages"),
  calls: {},
  tells: ["im.loadCalls"],
  stimuli: {
    "place.changed": ({ ports }, event) => {
      ports.visit(pathOf(event));
    },
  },
  reads: ({ children }) => ({
    hasCallList: children.callList !== undefined,
    hasScanner: children.scanner !== undefined,
  }),
  rows: {
    "calls.unlisted": (moment) => ({ reads: { hasCallList: placeAt(moment) === CALLS } }),
    "calls.listed": (moment) => ({
      asks: ["im.loadCalls"],
      reads: { hasCallList: placeAt(moment) === CALLS },
    }),
    "scan.away": (moment) => ({ reads: { hasScanner: placeAt(moment) === SCAN }, holds: { scans: 0 } }),
    "scan.scanning": (moment) => ({ reads: { hasScanner: placeAt(moment) === SCAN }, holds: { scans: 1 } }),
  },
  leads: {
    "calls.unlisted": { "place.changed to the calls": "calls.listed" },
    "calls.listed": {
      "place.changed to the scanner": "calls.unlisted",
      "place.changed to another page": "calls.unlisted",
    },
    "scan.away": { "place.changed to the scanner": "scan.scanning" },
    "scan.scanning": {
      "place.changed to the calls": "scan.away",
      "place.changed to another page": "scan.away",
    },
  },
  noise: {
    "the same place twice more": async ({ ports, settle }) => {
      const { path } = ports.address.current;
      for (let time = 0; time < 2; time += 1) {
        ports.visit(path);
        await settle();
      }
    },
  },
  excused: chartsDoNotFail("callList", "scanner"),
};

const PLACES: Readonly<Record<string, string>> = {
  "place.changed to the calls": CALLS,
  "place.changed to the scanner": SCAN,
  "place.changed to another page": ELSEWHERE,
};

function placeAt({ snapshot, step }: Moment<typeof pagesMachine>): string {
  return step?.around ?? snapshot.context.place.path;
}

function opensAt(path: string) {
  return { world: aWorld(), path, answers: { "im.loginStatus": () => "loggedIn" as const } };
}

/** What the event says of the place; events of this model are of one type. */
function pathOf(event: { type: string; place?: Place }): string {
  return event.place?.path ?? "";
}

/** The same for somebody who opens the page at the list of calls, or at the scanner. */
export const [pagesAtCallsModel, pagesAtScanModel] = [openedAt(CALLS), openedAt(SCAN)];

function openedAt(path: string): ChartModel<typeof pagesMachine> {
  return {
    ...pagesModel,
    input: { ...pagesModel.input, place: placeOf(path) },
    around: { start: path, after: (around, label) => PLACES[label] ?? around },
    opens: () => opensAt(path),
  };
}
