import { pagesMachine } from "../../../machines/pages.ts";
import { type Place, placeOf } from "../../../machines/vocabulary/places.ts";
import { aProfile, aWorld, NOON, TEAM } from "../../fakes/world.ts";
import { aProfile, aWorld, BEN, NOON } from "../../fakes/world.ts";
import type { ChartModel, Moment } from "../model.ts";
import { childOf } from "../stage.ts";
import { chartsDoNotFail } from "./excuses.ts";

const CALLS = "/callRecord";
const SCAN = "/scan";
const ELSEWHERE = "/workbench";
const SETTINGS = `/groupSetting?groupID=${TEAM}`;
const MEMBERS = `/groupMemberList?groupID=${TEAM}`;
const OTHER_TEAM = "/groupCard?groupID=other";
const NEW_GROUP = "/createGroup";
const INVITATION = `/chooseUser?groupID=${TEAM}`;
const went = (path: string) => ({ type: "place.changed", place: placeOf(path) }) as const;
const PEOPLE_SEARCH = "/searchToJoin?isGroup=false";
const GROUP_SEARCH = "/searchToJoin?isGroup=true";
const CARD = `/userCard?userID=${BEN}`;

/** Where a person can go in these models, by the stimulus. */
const PLACES: Readonly<Record<string, string>> = {
  "place.changed to the calls": CALLS,
  "place.changed to another page": ELSEWHERE,
  "place.changed to a search for people": PEOPLE_SEARCH,
  "place.changed to a search for groups": GROUP_SEARCH,
  "place.changed to Ben's card": CARD,
};

/** What has to live, written down from where the person went. */
interface Ledger {
  at: string;
  search: "people" | "groups" | null;
}

/** Charts that live while their screens are in front. */
export const pagesModel: ChartModel<typeof pagesMachine> = {
  chart: "pages",
  machine: pagesMachine,
  input: { profile: aProfile(), clock: { newID: () => "", now: () => NOON }, place: placeOf(ELSEWHERE) },
  events: {
    "place.changed to the calls": went(CALLS),
    "place.changed to the scanner": went(SCAN),
    "place.changed to another page": went(ELSEWHERE),
    "place.changed to the team": went(SETTINGS),
    "place.changed to its members": went(MEMBERS),
    "place.changed to another team": went(OTHER_TEAM),
    "place.changed to a new group": went(NEW_GROUP),
    "place.changed to an invitation": went(INVITATION),
    "place.changed to a search for people": went(PEOPLE_SEARCH),
    "place.changed to a search for groups": went(GROUP_SEARCH),
    "place.changed to Ben's card": went(CARD),
  },
  key: ({ context: { groupID, choice } }) => `${groupID} ${choice?.kind}`,
  answers: {},
  // Where the person is.
  around: { start: ELSEWHERE, after: (around, label) => PLACES[label] ?? around },
  isRest: ({ value }) => value.calls === "unlisted" && value.scan === "away",
  isRest: ({ value }) =>
    value.calls === "unlisted" && value.groups === "ungrouped" && value.people === "unchosen",
  key: ({ context }) => String(context.search.isGroup),
  around: { start: beginningAt(ELSEWHERE), after: goOn },
  isRest: ({ value }) => value.calls === "unlisted" && value.search === "closed",

  opens: () => opensAt(ELSEWHERE),
  actor: (app) => childOf(app, "session", "messenger", "pages"),
  calls: {},
  tells: ["im.loadCalls", "im.lookUpGroup"],
  stimuli: {
    "place.changed": ({ ports }, event) => {
      ports.visit(addressOf(event));
    },
  },
  reads: ({ children }) => ({
    hasCallList: children.callList !== undefined,
    hasScanner: children.scanner !== undefined,
    group: children.group?.getSnapshot().context.groupID ?? null,
    choice: children.choosing?.getSnapshot().context.choice ?? null,
  }),
  rows: {
    "calls.unlisted": (moment) => ({ reads: { hasCallList: placeAt(moment) === CALLS } }),
    "calls.listed": (moment) => ({
      asks: ["im.loadCalls"],
      reads: { hasCallList: placeAt(moment) === CALLS },
    }),
    "scan.away": (moment) => ({ reads: { hasScanner: placeAt(moment) === SCAN }, holds: { scans: 0 } }),
    "scan.scanning": (moment) => ({ reads: { hasScanner: placeAt(moment) === SCAN }, holds: { scans: 1 } }),
    "groups.ungrouped": { reads: { group: null } },
    "groups.grouped": (moment) => ({
      asks: [["im.lookUpGroup", { groupID: GROUPS[placeAt(moment)] }]],
      reads: { group: GROUPS[placeAt(moment)] },
    }),
    "people.unchosen": { reads: { choice: null } },
    "people.choosing": (moment) => ({ reads: { choice: CHOICES[placeAt(moment)] } }),
    search: soughtBy(children.finding),
  }),
  rows: {
    "calls.unlisted": { reads: { hasCallList: false } },
    "calls.listed": { asks: ["im.loadCalls"], reads: { hasCallList: true } },
    "search.closed": { reads: { search: null } },
    "search.open": (moment) => ({ reads: { search: ledger(moment).search } }),
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
      "place.changed to another page": "calls.unlisted",
      "place.changed to the team": "calls.unlisted",
      "place.changed to its members": "calls.unlisted",
      "place.changed to another team": "calls.unlisted",
      "place.changed to a new group": "calls.unlisted",
      "place.changed to an invitation": "calls.unlisted",
    },
    "groups.ungrouped": {
      "place.changed to the team": "groups.grouped",
      "place.changed to its members": "groups.grouped",
      "place.changed to another team": "groups.grouped",
      "place.changed to an invitation": "groups.grouped",
    },
    // From page to page of one group it lives on; another group begins anew.
    "groups.grouped": {
      "place.changed to the calls": "groups.ungrouped",
      "place.changed to another page": "groups.ungrouped",
      "place.changed to a new group": "groups.ungrouped",
      "place.changed to the team": unlessGroup(TEAM),
      "place.changed to its members": unlessGroup(TEAM),
      "place.changed to an invitation": unlessGroup(TEAM),
      "place.changed to another team": unlessGroup("other"),
    },
    "people.unchosen": {
      "place.changed to a new group": "people.choosing",
      "place.changed to an invitation": "people.choosing",
    },
    "people.choosing": {
      "place.changed to the calls": "people.unchosen",
      "place.changed to another page": "people.unchosen",
      "place.changed to the team": "people.unchosen",
      "place.changed to its members": "people.unchosen",
      "place.changed to another team": "people.unchosen",
      "place.changed to a new group": (_, around) => (around === NEW_GROUP ? null : "people.choosing"),
      "place.changed to an invitation": (_, around) => (around === INVITATION ? null : "people.choosing"),
      "place.changed to another page": "calls.unlisted",
      "place.changed to a search for people": "calls.unlisted",
      "place.changed to a search for groups": "calls.unlisted",
      "place.changed to Ben's card": "calls.unlisted",
    },
    "search.closed": {
      "place.changed to a search for people": "search.open",
      "place.changed to a search for groups": "search.open",
    },
    "search.open": {
      // The other kind of search begins anew; one comes back to the same one.
      "place.changed to a search for people": (_, around) =>
        written(around).search === "groups" ? "search.open" : null,
      "place.changed to a search for groups": (_, around) =>
        written(around).search === "people" ? "search.open" : null,
      "place.changed to another page": "search.closed",
      "place.changed to the calls": "search.closed",
    },
  },
  noise: {
    "the same place twice more": async ({ ports, settle }) => {
      const { path, search } = ports.address.current;
      for (let time = 0; time < 2; time += 1) {
        ports.visit(search === "" ? path : `${path}?${search}`);
        ports.visit(`${path}?${search}`);
        await settle();
      }
    },
  },
  excused: chartsDoNotFail("callList", "scanner"),
  excused: chartsDoNotFail("callList", "group", "choosing"),
};

const PLACES: Readonly<Record<string, string>> = {
  "place.changed to the calls": CALLS,
  "place.changed to the scanner": SCAN,
  "place.changed to another page": ELSEWHERE,
  "place.changed to the team": SETTINGS,
  "place.changed to its members": MEMBERS,
  "place.changed to another team": OTHER_TEAM,
  "place.changed to a new group": NEW_GROUP,
  "place.changed to an invitation": INVITATION,
};

/** The group each page is about. */
const GROUPS: Readonly<Record<string, string>> = {
  [SETTINGS]: TEAM,
  [MEMBERS]: TEAM,
  [INVITATION]: TEAM,
  [OTHER_TEAM]: "other",
};

/** What each page has people chosen for. */
const CHOICES: Readonly<Record<string, unknown>> = {
  [NEW_GROUP]: { kind: "create", groupType: 0 },
  [INVITATION]: { kind: "invite", groupID: TEAM },
};

function unlessGroup(groupID: string) {
  return (_: unknown, around: string): string | null =>
    GROUPS[around] === groupID ? null : "groups.grouped";
}

function placeAt({ snapshot, step }: Moment<typeof pagesMachine>): string {
  const { path, search } = snapshot.context.place;
  return step?.around ?? (search === "" ? path : `${path}?${search}`);
  excused: chartsDoNotFail("callList", "finding"),
};

/** The same for somebody who opens the page at the list of calls. */
export const pagesAtCallsModel: ChartModel<typeof pagesMachine> = beginsAt(CALLS);

/** And at a search. */
export const pagesAtSearchModel: ChartModel<typeof pagesMachine> = beginsAt(GROUP_SEARCH);

function beginsAt(path: string): ChartModel<typeof pagesMachine> {
  return {
    ...pagesModel,
    input: { ...pagesModel.input, place: placeOf(path) },
    around: { start: beginningAt(path), after: goOn },
    opens: () => opensAt(path),
  };
}

function went(path: string) {
  return { type: "place.changed", place: placeOf(path) } as const;
}

function beginningAt(path: string): string {
  return goTo({ at: "", search: null }, path);
}

function goOn(around: string, label: string): string {
  const path = PLACES[label];
  return path === undefined ? around : goTo(written(around), path);
}

function goTo({ search }: Ledger, path: string): string {
  const searches: Readonly<Record<string, Ledger["search"]>> = {
    [PEOPLE_SEARCH]: "people",
    [GROUP_SEARCH]: "groups",
    // What was found is looked at, and one may come back.
    [CARD]: search,
  };
  const next: Ledger = { at: path, search: searches[path] ?? null };
  return JSON.stringify(next);
}

function written(around: string): Ledger {
  const read: Ledger = JSON.parse(around);
  return read;
}

function ledger({ snapshot, step }: Moment<typeof pagesMachine>): Ledger {
  const { path, search } = snapshot.context.place;
  return written(step?.around ?? beginningAt(search === "" ? path : `${path}?${search}`));
}

function soughtBy(finding: { getSnapshot(): { context: { isGroup: boolean } } } | undefined) {
  if (!finding) return null;
  return finding.getSnapshot().context.isGroup ? "groups" : "people";
}

function opensAt(path: string) {
  return { world: aWorld(), path, answers: { "im.loginStatus": () => "loggedIn" as const } };
}

/** What the event says of the place; events of this model are of one type. */
function pathOf(event: { type: string; place?: Place }): string {
  const { path, search } = event.place ?? placeOf("");
  return search === "" ? path : `${path}?${search}`;
}

/** The same for somebody who opens the page at the list of calls, or at the scanner. */
export const [pagesAtCallsModel, pagesAtScanModel] = [openedAt(CALLS), openedAt(SCAN)];
/** The same for somebody who opens the page at the list of calls. */
export const pagesAtCallsModel = openedAt(CALLS);

/** The same for somebody who opens it at an invitation into the team. */
export const pagesAtGroupModel = openedAt(INVITATION);

function openedAt(path: string): ChartModel<typeof pagesMachine> {
  return {
    ...pagesModel,
    input: { ...pagesModel.input, place: placeOf(path) },
    around: { start: path, after: (around, label) => PLACES[label] ?? around },
    opens: () => opensAt(path),
  };
}
function addressOf(event: { type: string; place?: Place }): string {
  const { path = "", search = "" } = event.place ?? {};
  return `${path}?${search}`;
}
