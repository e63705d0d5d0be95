import { routeScopesMachine } from "../../../../machines/app/route-scopes.ts";
import { type Place, placeOf } from "../../../../machines/domain/route.ts";
import { ANNA, aProfile, aWorld, BEN, ME, NOON, singleChatID, TEAM } from "../../../fakes/world.ts";
import type { ChartModel, Moment } from "../../model.ts";
import { childOf } from "../../stage.ts";
import type { Lead } from "../../transition-table.ts";
import { chartsDoNotFail } from "../excuses.ts";

const CALLS = "/callRecord";
const SCAN = "/scan";
const ELSEWHERE = "/workbench";
const PEOPLE_SEARCH = "/searchToJoin?isGroup=false";
const GROUP_SEARCH = "/searchToJoin?isGroup=true";
const OWN_SEARCH = "/searchFriendOrGroup";
const CHAT = `/chat?conversationID=${singleChatID(ANNA)}`;
const ANNAS_FILES = `/chatMedia?conversationID=${singleChatID(ANNA)}`;
const BENS_FILES = `/chatMedia?conversationID=${singleChatID(BEN)}`;
const CARD = `/userCard?userID=${BEN}`;
const ANNAS_CHAT = `/singleSetting?conversationID=${singleChatID(ANNA)}`;
const ASKING_BEN = `/sendApplication?isGroup=false&sourceID=${BEN}`;
const ASKING_GROUP = `/sendApplication?isGroup=true&sourceID=${TEAM}`;

const SETTINGS = `/groupSetting?groupID=${TEAM}`;
const MEMBERS = `/groupMemberList?groupID=${TEAM}`;
const OTHER_TEAM = "/groupCard?groupID=other";
const NEW_GROUP = "/createGroup";
const OWN_INFO = "/selfInfoDetails";
const OWN_SETTINGS = "/accountSettings";
const PASSWORD = "/changePassword";
const OWN_NAME = `/changeName?originData=${encodeURIComponent(JSON.stringify({ userID: "1", nickname: "M" }))}`;
const INVITATION = `/chooseUser?groupID=${TEAM}`;

const PLACES: Readonly<Record<string, string>> = {
  "place.changed to the calls": CALLS,
  "place.changed to the scanner": SCAN,
  "place.changed to a tab": ELSEWHERE,
  "place.changed to a search for people": PEOPLE_SEARCH,
  "place.changed to a search for groups": GROUP_SEARCH,
  "place.changed to the local search": OWN_SEARCH,
  "place.changed to a chat": CHAT,
  "place.changed to Ben's card": CARD,
  "place.changed to shared media of Anna's chat": ANNAS_FILES,
  "place.changed to shared media of Ben's chat": BENS_FILES,
  "place.changed to the settings of Anna's chat": ANNAS_CHAT,
  "place.changed to asking Ben": ASKING_BEN,
  "place.changed to asking a group": ASKING_GROUP,
  "place.changed to the team": SETTINGS,
  "place.changed to its members": MEMBERS,
  "place.changed to another team": OTHER_TEAM,
  "place.changed to a new group": NEW_GROUP,
  "place.changed to an invitation": INVITATION,
  "place.changed to one's own details": OWN_INFO,
  "place.changed to one's own name": OWN_NAME,
  "place.changed to the account settings": OWN_SETTINGS,
  "place.changed to the password": PASSWORD,
};

const PEOPLE: Readonly<Record<string, string>> = { [CARD]: BEN, [ASKING_BEN]: BEN, [ANNAS_CHAT]: ANNA };
const ASKED: Readonly<Record<string, string>> = { [ASKING_BEN]: BEN, [ASKING_GROUP]: TEAM };
const GROUPS: Readonly<Record<string, string>> = {
  [SETTINGS]: TEAM,
  [MEMBERS]: TEAM,
  [INVITATION]: TEAM,
  [OTHER_TEAM]: "other",
  [ASKING_GROUP]: TEAM,
};
const CHOICES: Readonly<Record<string, unknown>> = {
  [NEW_GROUP]: { kind: "create", groupType: 0, peerID: null },
  [INVITATION]: { kind: "invite", groupID: TEAM },
};

/** The places that the paths visit while the local search or shared media stay alive. */
const VISITED: readonly string[] = [
  "place.changed to a tab",
  "place.changed to the local search",
  "place.changed to a chat",
  "place.changed to Ben's card",
  "place.changed to shared media of Anna's chat",
  "place.changed to shared media of Ben's chat",
];

const SHARED_MEDIA: Readonly<Record<string, string>> = {
  [ANNAS_FILES]: singleChatID(ANNA),
  [BENS_FILES]: singleChatID(BEN),
};

const OWN: Readonly<Record<string, true>> = {
  [OWN_INFO]: true,
  [OWN_NAME]: true,
  [OWN_SETTINGS]: true,
  [PASSWORD]: true,
};

/** The pages with one text field. */
const FORMS: Readonly<Record<string, string>> = {
  [OWN_NAME]: OWN_NAME,
  [ASKING_BEN]: ASKING_BEN,
  [ASKING_GROUP]: ASKING_GROUP,
};

interface Ledger {
  at: string;
  search: "people" | "groups" | null;
  sharedMedia: string | null;
}

const aboutSame =
  (about: Readonly<Record<string, unknown>>, place: string, leaf: string) =>
  (_: unknown, around: string): string | null =>
    about[written(around).at] !== undefined && about[written(around).at] === about[place] ? null : leaf;

/** How a region answers a change to any place, if some places have a subject. */
function turning(
  about: Readonly<Record<string, unknown>>,
  [away, turned]: readonly [string, string],
): Record<string, Record<string, Lead<typeof routeScopesMachine>>> {
  const places = Object.entries(PLACES);
  const here = places.filter(([, place]) => about[place] !== undefined);
  const elsewhere = places.filter(([, place]) => about[place] === undefined);
  return {
    [away]: Object.fromEntries(here.map(([label]) => [label, turned])),
    [turned]: Object.fromEntries([
      ...elsewhere.map(([label]) => [label, away]),
      // Pages with the same subject share one child; another subject starts a new one.
      ...here
        .filter(([, place]) => here.some(([, other]) => about[other] !== about[place]))
        .map(([label, place]) => [label, aboutSame(about, place, turned)]),
    ]),
  };
}

export const routeScopesModel: ChartModel<typeof routeScopesMachine> = {
  chart: "routeScopes",
  machine: routeScopesMachine,
  input: { profile: aProfile(), clock: { newID: () => "", now: () => NOON }, place: placeOf(ELSEWHERE) },
  events: Object.fromEntries(Object.entries(PLACES).map(([label, path]) => [label, went(path)])),
  answers: {},
  // The subject of a closed region distinguishes no vertices.
  key: ({ value, context: { search, personID, target, groupID, choice, sharedMediaID, formID } }) =>
    [
      value.search === "open" && search.isGroup,
      value.person === "somebody" && personID,
      value.asking === "asked" && target?.id,
      value.groups === "grouped" && groupID,
      value.people === "choosing" && choice?.kind,
      value.sharedMedia === "open" && sharedMediaID,
      value.form === "filling" && formID,
    ].join(),
  around: { start: beginningAt(ELSEWHERE), after: goOn },
  isApart: true,
  // A few places show that these two stay alive. With every place the graph would be four times as large.
  cannot: (label, _, { value: { own, sharedMedia } }) =>
    (own === "sought" || sharedMedia === "open") && !VISITED.includes(label),
  isRest: ({ value }) =>
    value.calls === "unlisted" &&
    value.scan === "away" &&
    value.search === "closed" &&
    value.own === "unsought" &&
    value.sharedMedia === "closed" &&
    value.person === "nobody" &&
    value.asking === "unasked" &&
    value.groups === "ungrouped" &&
    value.people === "unchosen" &&
    value.form === "unformed" &&
    value.ownProfile === "forgotten" &&
    value.password === "kept",

  opens: () => opensAt(ELSEWHERE),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes"),
  calls: {},
  tells: [
    "storage.readSearches",
    "im.loadCalls",
    "im.loadPerson",
    "im.lookUpGroup",
    "account.loadOwnDetails",
    "im.loadOlder",
  ],
  // Chats load their history with the same call.
  isOwn: ({ call, input }) => call !== "im.loadOlder" || JSON.stringify(input).includes('"count":100'),
  stimuli: {
    "place.changed": ({ ports }, event) => {
      ports.visit(addressOf(event));
    },
  },
  reads: ({ children }) => ({
    hasCallList: children.callList !== undefined,
    hasScanner: children.scanner !== undefined,
    search: soughtBy(children.directorySearch),
    own: children.localSearch?.getSnapshot().context.userID ?? null,
    sharedMedia: children.sharedMedia?.getSnapshot().context.conversationID ?? null,
    person: children.userProfile?.getSnapshot().context.userID ?? null,
    asked: children.contactRequest?.getSnapshot().context.target.id ?? null,
    group: children.group?.getSnapshot().context.groupID ?? null,
    hasOwn: children.profileEditing !== undefined,
    hasPassword: children.passwordChange !== undefined,
    form: children.formDraft?.getSnapshot().context.formID ?? null,
    choice: children.memberPicker?.getSnapshot().context.choice ?? null,
  }),
  rows: {
    "calls.unlisted": { reads: { hasCallList: false } },
    "calls.listed": { asks: ["im.loadCalls"], reads: { hasCallList: true } },
    "scan.away": { reads: { hasScanner: false }, holds: { scans: 0 } },
    "scan.scanning": { reads: { hasScanner: true }, holds: { scans: 1 } },
    "search.closed": { reads: { search: null } },
    "search.open": (moment) => ({ reads: { search: ledger(moment).search } }),
    "own.unsought": { reads: { own: null } },
    "own.sought": { asks: [["storage.readSearches", { userID: ME }]], reads: { own: ME } },
    "sharedMedia.closed": { reads: { sharedMedia: null } },
    "sharedMedia.open": (moment) => ({
      asks: [["im.loadOlder", { conversationID: ledger(moment).sharedMedia, cursor: null, count: 100 }]],
      reads: { sharedMedia: ledger(moment).sharedMedia },
    }),
    "person.nobody": { reads: { person: null } },
    "person.somebody": (moment) => ({
      asks: [["im.loadPerson", { userID: PEOPLE[ledger(moment).at] }]],
      reads: { person: PEOPLE[ledger(moment).at] },
    }),
    "asking.unasked": { reads: { asked: null } },
    "asking.asked": (moment) => ({ reads: { asked: ASKED[ledger(moment).at] } }),
    "groups.ungrouped": { reads: { group: null } },
    "groups.grouped": (moment) => ({
      asks: [["im.lookUpGroup", { groupID: GROUPS[ledger(moment).at] }]],
      reads: { group: GROUPS[ledger(moment).at] },
    }),
    "people.unchosen": { reads: { choice: null } },
    "people.choosing": (moment) => ({ reads: { choice: CHOICES[ledger(moment).at] } }),
    "form.unformed": { reads: { form: null } },
    "form.filling": (moment) => ({ reads: { form: FORMS[ledger(moment).at] } }),
    "ownProfile.forgotten": { reads: { hasOwn: false } },
    "ownProfile.known": { asks: [["account.loadOwnDetails", { userID: ME }]], reads: { hasOwn: true } },
    "password.kept": { reads: { hasPassword: false } },
    "password.changing": { reads: { hasPassword: true } },
  },
  leads: {
    ...turning({ [CALLS]: true }, ["calls.unlisted", "calls.listed"]),
    ...turning({ [SCAN]: true }, ["scan.away", "scan.scanning"]),
    "search.closed": {
      "place.changed to a search for people": "search.open",
      "place.changed to a search for groups": "search.open",
    },
    "search.open": {
      // The other kind of search starts again. Coming back to the same search keeps its results.
      "place.changed to a search for people": (_, around) =>
        written(around).search === "groups" ? "search.open" : null,
      "place.changed to a search for groups": (_, around) =>
        written(around).search === "people" ? "search.open" : null,
      ...Object.fromEntries(
        Object.entries(PLACES)
          .filter(([, place]) => goTo({ at: "", search: "people", sharedMedia: null }, place).search === null)
          .map(([label]) => [label, "search.closed"]),
      ),
    },
    "own.unsought": { "place.changed to the local search": "own.sought" },
    // The search stays when the user comes back from a result; only a tab ends it.
    "own.sought": { "place.changed to a tab": "own.unsought" },
    "sharedMedia.closed": {
      "place.changed to shared media of Anna's chat": "sharedMedia.open",
      "place.changed to shared media of Ben's chat": "sharedMedia.open",
    },
    // The user may come back from the message that the page led to.
    "sharedMedia.open": {
      "place.changed to shared media of Anna's chat": holdsOther(singleChatID(ANNA)),
      "place.changed to shared media of Ben's chat": holdsOther(singleChatID(BEN)),
      "place.changed to a tab": "sharedMedia.closed",
    },
    ...turning(PEOPLE, ["person.nobody", "person.somebody"]),
    ...turning(ASKED, ["asking.unasked", "asking.asked"]),
    ...turning(GROUPS, ["groups.ungrouped", "groups.grouped"]),
    ...turning(FORMS, ["form.unformed", "form.filling"]),
    ...turning(CHOICES, ["people.unchosen", "people.choosing"]),
    ...turning(OWN, ["ownProfile.forgotten", "ownProfile.known"]),
    ...turning({ [PASSWORD]: true }, ["password.kept", "password.changing"]),
  },
  noise: {
    "the same place twice again": async ({ ports, settle }) => {
      const { path, search } = ports.address.current;
      for (let time = 0; time < 2; time += 1) {
        ports.visit(`${path}?${search}`);
        await settle();
      }
    },
  },
  excused: chartsDoNotFail(
    "callList",
    "scanner",
    "directorySearch",
    "localSearch",
    "sharedMedia",
    "userProfile",
    "contactRequest",
    "group",
    "memberPicker",
    "formDraft",
    "profileEditing",
    "passwordChange",
  ),
};

export const routeScopesAtGroupModel: ChartModel<typeof routeScopesMachine> = {
  ...routeScopesModel,
  input: { ...routeScopesModel.input, place: placeOf(INVITATION) },
  events: { "place.changed to a tab": went(ELSEWHERE) },
  around: { start: beginningAt(INVITATION), after: goOn },
  opens: () => opensAt(INVITATION),
};

function went(path: string) {
  return { type: "place.changed", place: placeOf(path) } as const;
}

function beginningAt(path: string): string {
  return JSON.stringify(goTo({ at: "", search: null, sharedMedia: null }, path));
}

function goOn(around: string, label: string): string {
  const path = PLACES[label];
  return path === undefined ? around : JSON.stringify(goTo(written(around), path));
}

function goTo({ search, sharedMedia }: Ledger, path: string): Ledger {
  const searches: Readonly<Record<string, Ledger["search"]>> = {
    [PEOPLE_SEARCH]: "people",
    [GROUP_SEARCH]: "groups",
    [CARD]: search,
    [OTHER_TEAM]: search,
    [ASKING_BEN]: search,
    [ASKING_GROUP]: search,
  };
  return {
    at: path,
    search: searches[path] ?? null,
    sharedMedia: SHARED_MEDIA[path] ?? (path === ELSEWHERE ? null : sharedMedia),
  };
}

function holdsOther(conversationID: string) {
  return (_: unknown, around: string): string | null =>
    written(around).sharedMedia === conversationID ? null : "sharedMedia.open";
}

function written(around: string): Ledger {
  const read: Ledger = JSON.parse(around);
  return read;
}

function ledger({ snapshot, step }: Moment<typeof routeScopesMachine>): Ledger {
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

/** The address in the event; all events of this model have the same type. */
function addressOf(event: { type: string; place?: Place }): string {
  const { path = "", search = "" } = event.place ?? {};
  return `${path}?${search}`;
}
