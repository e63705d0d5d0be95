import type {
  Answer,
  Application,
  ApplicationEvent,
  ApplicationLists,
  Viewed,
} from "../../../../machines/domain/contact-request.ts";
import type { ContactEvent } from "../../../../machines/domain/people.ts";
import type { SyncEvent } from "../../../../machines/domain/platform-events.ts";
import type { Place } from "../../../../machines/domain/route.ts";
import {
  contactRequestsMachine,
  pendingCount,
  unhandledCount,
} from "../../../../machines/people/contact-requests.ts";
import type { App } from "../../../../src/wiring/index.ts";
import {
  ANNA,
  aBlack,
  aFriendApplication,
  aGroupApplication,
  aWorld,
  BEN,
  ME,
  NOON,
  someApplications,
} from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const NONE = someApplications();
const BENS = aFriendApplication();
const TO_TEAM = aGroupApplication();
const LISTS = someApplications({ receivedFriends: [BENS], receivedGroups: [TO_TEAM] });

/** The stored entries of requests that the user has seen. */
const SEEN = { bens: `${BEN}_${NOON - 60_000}`, bensLater: `${BEN}_${NOON}` };

/** Events after which the lists load again. */
const RELOADS: Readonly<Record<string, ContactEvent | SyncEvent>> = {
  "im.syncFinished": { type: "im.syncFinished" },
  "im.blackChanged": { type: "im.blackChanged", person: aBlack() },
  "im.blackRemoved": { type: "im.blackRemoved", userID: BEN },
  "im.contactsChanged": { type: "im.contactsChanged" },
};

interface News {
  event: ApplicationEvent;
  /** The change applied to `LISTS`, and to lists that are not loaded yet. */
  listed: Partial<ApplicationLists>;
  unlisted: Partial<ApplicationLists>;
}

const AGAIN = aFriendApplication({ createTime: NOON, reqMsg: "Ben again" });
const ACCEPTED = aFriendApplication({ handleResult: 1 });
const DECLINED = aFriendApplication({ handleResult: -1 });
const TO_CREW = aGroupApplication({ groupID: "crew", groupName: "Crew", createTime: NOON });
const LET_IN = aGroupApplication({ handleResult: 1 });
const MINE = aFriendApplication({ fromUserID: ME, toUserID: ANNA, toNickname: "Anna" });
const MY_OWN = aGroupApplication({ userID: ME, groupID: "crew", groupName: "Crew" });

const FOR_ANOTHER = "im.applicationChanged, for another group";
const YES_TO_BEN = "user.answerApplication, yes to Ben";
const YES_TO_GROUP = "user.answerApplication, yes to the group";

const NEWS: Readonly<Record<string, News>> = {
  "im.applicationChanged, asked again": {
    event: changed(AGAIN),
    listed: { receivedFriends: [AGAIN] },
    unlisted: { receivedFriends: [AGAIN] },
  },
  "im.applicationChanged, accepted elsewhere": {
    event: changed(ACCEPTED),
    listed: { receivedFriends: [ACCEPTED] },
    unlisted: { receivedFriends: [ACCEPTED] },
  },
  [FOR_ANOTHER]: {
    event: changed(TO_CREW),
    listed: { receivedGroups: [TO_CREW] },
    unlisted: { receivedGroups: [TO_CREW] },
  },
  "im.applicationChanged, sent to Anna": {
    event: changed(MINE),
    listed: { sentFriends: [MINE] },
    unlisted: { sentFriends: [MINE] },
  },
  "im.applicationChanged, sent to a group": {
    event: changed(MY_OWN),
    listed: { sentGroups: [MY_OWN] },
    unlisted: { sentGroups: [MY_OWN] },
  },
  "im.applicationsHidden": {
    event: { type: "im.applicationsHidden", groupID: TO_TEAM.groupID },
    listed: { receivedGroups: [] },
    unlisted: {},
  },
};

const ANSWERS: Readonly<Record<string, { answer: Answer; listed: Partial<ApplicationLists> }>> = {
  [YES_TO_BEN]: {
    answer: { application: { kind: "friend", fromUserID: BEN, toUserID: ME }, accept: true },
    listed: { receivedFriends: [ACCEPTED] },
  },
  "user.answerApplication, no to Ben": {
    answer: { application: { kind: "friend", fromUserID: BEN, toUserID: ME }, accept: false },
    listed: { receivedFriends: [DECLINED] },
  },
  [YES_TO_GROUP]: {
    answer: {
      application: { kind: "group", userID: BEN, groupID: TO_TEAM.groupID },
      accept: true,
    },
    listed: { receivedGroups: [LET_IN] },
  },
};

const PLACES = {
  friends: { path: "/newFriend", search: "" },
  groups: { path: "/newGroup", search: "" },
  elsewhere: { path: "/contact", search: "" },
} as const satisfies Record<string, Place>;
type At = keyof typeof PLACES;

interface Ledger {
  at: At;
  isRead: boolean;
  /**
   * The labels of events and answers since the lists loaded (joined by `AND`), and whether a load was running
   * then.
   */
  news: string;
  isLate: boolean;
  /** The answer that is being sent, and the one that waits. */
  sending: string;
  /** Whether the stored entries are read, and what the user has seen. */
  isOpen: boolean;
  seen: Viewed;
}

const AND = " & ";

const START: Ledger = {
  at: "friends",
  isRead: false,
  news: "",
  isLate: false,
  sending: "",
  isOpen: false,
  seen: { friend: [], group: [] },
};

type Value = { lists: string; answers: string; eyes: string };

const goingTo =
  (at: At) =>
  ({ value }: { value: Value }, around: string) =>
    ledger(around).at !== at &&
    ledger(around).sending === "" &&
    (value.lists === "ready" || !ledger(around).isOpen)
      ? ({ type: "place.changed", place: PLACES[at] } as const)
      : null;

export const contactRequestsModel: ChartModel<typeof contactRequestsMachine> = {
  chart: "contactRequests",
  machine: contactRequestsMachine,
  input: { userID: ME, place: PLACES.friends },
  events: {
    ...RELOADS,
    ...Object.fromEntries(
      Object.entries(NEWS).map(([label, { event }]) => [
        label,
        // One at a time: each has the same effect on the lists, whatever the others did.
        ({ value }: { value: Value }, around: string) =>
          ledger(around).news === "" && value.answers === "resting" ? event : null,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(ANSWERS).map(([label, { answer }]) => [
        label,
        (_: unknown, around: string) =>
          canAnswer(label, ledger(around)) ? ({ type: "user.answerApplication", answer } as const) : null,
      ]),
    ),
    "user.retryApplications": { type: "user.retryApplications" },
    "place.changed to the friends": goingTo("friends"),
    "place.changed to the groups": goingTo("groups"),
    "place.changed to elsewhere": goingTo("elsewhere"),
  },
  answers: {
    loadApplications: { done: { "": () => LISTS }, failed: ["network"] },
    answerApplication: { failed: ["requestHandled"] },
    readViewed: {
      done: { "": () => ({ friend: [], group: [] }), "Ben seen": () => ({ friend: [SEEN.bens], group: [] }) },
      failed: ["unknown"],
    },
  },
  cannot: (label, around, { value }) =>
    // The lists get the event, too.
    (label.startsWith("answerApplication") && value.answers === "resting") ||
    // A loaded list contains both of two answers, or none.
    ((label in RELOADS || label === "user.retryApplications") && isBetweenAnswers(around)),
  key: ({ value, context: { late } }) => `${value.lists === "loading" ? late.length : 0}`,
  // Events and answers during a load are newer than its result.
  phase({ value }, around) {
    if (value.lists !== "loading" || value.eyes === "opening") return "";
    return ledger(around).isLate ? "being read, and there is news" : "being read";
  },
  evenIgnored: Object.keys(NEWS),
  around: { start: JSON.stringify(START), after: afterStep },
  isRest: ({ value }) => value.lists === "ready" && value.answers === "resting" && value.eyes !== "opening",

  opens: () => ({
    world: aWorld(),
    path: "/newFriend",
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  actor: (app) => childOf(app, "session", "signedIn", "contactRequests"),
  calls: {
    loadApplications: "im.loadApplications",
    answerApplication: "im.answerApplication",
    readViewed: "storage.readViewed",
  },
  tells: ["storage.writeViewed", "toasts <- toast.add"],
  logged: ["loadApplications", "readViewed"],
  stimuli: {
    "place.changed to the friends": ({ ports }) => ports.visit("/newFriend"),
    "place.changed to the groups": ({ ports }) => ports.visit("/newGroup"),
    "place.changed to elsewhere": ({ ports }) => ports.visit("/contact"),
  },
  press: {
    "user.retryApplications": press("button: Retry"),
    "user.answerApplication, yes to Ben": press("button: Accept Ben's request"),
    "user.answerApplication, yes to the group": press("button: Accept Ben's request"),
  },
  pressable(label, { value }, around) {
    const { at } = ledger(around);
    if (label === "user.retryApplications") return value.lists === "failed" && isEmpty(around);
    if (label === "user.answerApplication, yes to Ben") return at === "friends";
    if (label === "user.answerApplication, yes to the group") return at === "groups";
    // Declining needs the page of the request.
    return label !== "user.answerApplication, no to Ben";
  },
  reads: ({ value, context }) => ({
    ...value,
    lists: context.lists,
    is: value.lists,
    pending: [pendingCount(context, "friend"), pendingCount(context, "group")],
    unhandled: [unhandledCount(context, "friend"), unhandledCount(context, "group")],
  }),
  rows: {
    "lists.loading": ({ step }) => ({
      asks: ["im.loadApplications"],
      reads: { is: "loading", ...countsAt(step) },
      sees: rows(step) ?? ["text: Loading"],
    }),
    "lists.ready": ({ step }) => ({
      reads: { is: "ready", ...countsAt(step) },
      sees: rows(step) ?? [`text: No ${ledgerAt(step).at === "groups" ? "group" : "friend"} requests yet`],
    }),
    "lists.failed": ({ step }) => ({
      reads: { is: "failed", ...countsAt(step) },
      sees: rows(step) ?? ["text: Couldn't load your requests", "button: Retry"],
    }),
    "answers.resting": { reads: { answers: "resting" } },
    "answers.sending": ({ step }) => ({
      asks: [["im.answerApplication", ANSWERS[ledgerAt(step).sending.split(AND)[0] ?? ""]?.answer]],
      reads: { answers: "sending" },
    }),
    "eyes.opening": { asks: [["storage.readViewed", { userID: ME }]], reads: { eyes: "opening" } },
    "eyes.atFriends": { reads: { eyes: "atFriends" } },
    "eyes.atGroups": { reads: { eyes: "atGroups" } },
    "eyes.elsewhere": { reads: { eyes: "elsewhere" } },
  },
  leads: {
    "lists.*": {
      ...Object.fromEntries(Object.keys(RELOADS).map((label) => [label, "lists.loading"])),
      // Another user may have answered.
      "answerApplication failed (requestHandled)": "lists.loading",
      "answerApplication done": ({ context: { answers } }) => (answers.length > 0 ? STAYS : "lists.loading"),
      ...Object.fromEntries(Object.keys(NEWS).map((label) => [label, STAYS])),
    },
    "lists.loading": {
      "loadApplications done": "lists.ready",
      "loadApplications failed (network)": "lists.failed",
    },
    "lists.ready": {},
    "lists.failed": { "user.retryApplications": "lists.loading" },
    "answers.resting": Object.fromEntries(Object.keys(ANSWERS).map((label) => [label, "answers.sending"])),
    "answers.sending": {
      [YES_TO_GROUP]: STAYS,
      "answerApplication done": nextAnswer,
      "answerApplication failed (requestHandled)": nextAnswer,
    },
    "eyes.opening": {
      "readViewed done": eyesAt,
      "readViewed done (Ben seen)": eyesAt,
      "readViewed failed (unknown)": eyesAt,
      "place.changed to the friends": STAYS,
      "place.changed to the groups": STAYS,
      "place.changed to elsewhere": STAYS,
    },
    "eyes.*": {
      "place.changed to the friends": "eyes.atFriends",
      "place.changed to the groups": "eyes.atGroups",
      "place.changed to elsewhere": "eyes.elsewhere",
    },
    "eyes.atFriends": {},
    "eyes.atGroups": {},
    "eyes.elsewhere": {},
  },
  told({ label, aroundBefore, around }) {
    const after = ledger(around).seen;
    const before = seenEarlier(ledger(aroundBefore).seen, label);
    const told: Wire[] = [];
    const isMarked = JSON.stringify(before) !== JSON.stringify(after);
    if (isMarked) told.push(["storage.writeViewed", { userID: ME, viewed: after }]);
    if (label === "answerApplication failed (requestHandled)")
      told.push(["toasts <- toast.add", { toast: { tone: "error", failure: "requestHandled" } }]);
    return told;
  },
  excused: {
    ...helpersDoNotFail("viewedStore"),
    "contactRequests.lists | answerApplication done #2":
      "a request that another replaces while it is answered; its screen test covers this (0-09)",
  },
  noise: {
    "the start of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncStarted", reinstall: false }),
    "an answer to an unknown request": {
      when: ({ context: { lists } }) => lists.receivedFriends.length + lists.receivedGroups.length === 0,
      make: ({ app }) => answerAll(app),
    },
    "the same answer again": {
      when: ({ context: { answers } }) => answers.length > 0,
      make: ({ app }) => {
        const actor = childOf(app, "session", "signedIn", "contactRequests");
        const [answer] = actor?.getSnapshot().context.answers ?? [];
        actor?.send({ type: "user.answerApplication", answer });
      },
    },
  },
};

function changed(application: Application): ApplicationEvent {
  return { type: "im.applicationChanged", application };
}

function answerAll(app: App): void {
  for (const { answer } of Object.values(ANSWERS))
    childOf(app, "session", "signedIn", "contactRequests")?.send({ type: "user.answerApplication", answer });
}

function ledger(around: string): Ledger {
  return JSON.parse(around) as Ledger;
}

type Told = { around: string } | null;

function ledgerAt(step: Told): Ledger {
  return step ? ledger(step.around) : START;
}

function eyesAt(_: unknown, around: string): string {
  return { friends: "eyes.atFriends", groups: "eyes.atGroups", elsewhere: "eyes.elsewhere" }[
    ledger(around).at
  ];
}

function afterStep(around: string, label: string, { value }: { value: Value }): string {
  const before = ledger(around);
  const isLate = value.lists === "loading";
  const after = changedBy(before, label, isLate);
  return JSON.stringify({ ...after, seen: seenBy(after, label) } satisfies Ledger);
}

function changedBy(before: Ledger, label: string, isLate: boolean): Ledger {
  if (label in NEWS) return { ...before, news: label, isLate };
  if (label in ANSWERS) return { ...before, sending: joined(before.sending, label) };
  const [answer = "", waiting = ""] = before.sending.split(AND);
  if (label === "answerApplication done")
    return { ...before, sending: waiting, news: joined(before.news, answer), isLate };
  if (label.startsWith("answerApplication failed")) return { ...before, sending: waiting, isLate: false };
  if (label === "loadApplications done")
    // The answer contains all events before the load. It is always the same here.
    return { ...before, isRead: true, news: before.isLate ? before.news : "", isLate: false };
  if (label.startsWith("loadApplications failed") || label in RELOADS) return { ...before, isLate: false };
  if (label.startsWith("readViewed")) return { ...before, isOpen: true };
  for (const at of ["friends", "groups", "elsewhere"] as const)
    if (label === `place.changed to ${at === "elsewhere" ? at : `the ${at}`}`) return { ...before, at };
  return before;
}

function seenBy(after: Ledger, label: string): Viewed {
  const seen = seenEarlier(after.seen, label);
  if (!after.isOpen || after.at === "elsewhere") return seen;
  const kind = after.at === "friends" ? "friend" : "group";
  const { receivedFriends, receivedGroups } = listsIn(after);
  const shown = (kind === "friend" ? receivedFriends : receivedGroups).map(({ createTime }) =>
    createTime === NOON ? SEEN.bensLater : SEEN.bens,
  );
  return shown.every((entry) => seen[kind].includes(entry)) ? seen : { ...seen, [kind]: shown };
}

function seenEarlier(seen: Viewed, label: string): Viewed {
  return label === "readViewed done (Ben seen)" ? { ...seen, friend: [SEEN.bens] } : seen;
}

function listsIn({ isRead, news }: Ledger): ApplicationLists {
  if (!isRead) return { ...NONE, ...NEWS[news]?.unlisted };
  const made = news.split(AND).map((one) => NEWS[one]?.listed ?? ANSWERS[one]?.listed);
  return Object.assign({}, LISTS, ...made);
}

/** One answer at a time. One for the group may wait behind the one for Ben, as they are in different lists. */
function canAnswer(label: string, { news, isRead, isOpen, at, sending }: Ledger): boolean {
  if (news !== "" || !isRead) return false;
  const canWait = label === YES_TO_GROUP && sending === YES_TO_BEN && isOpen && at === "friends";
  return sending === "" || canWait;
}

/** The first of two answers is done, and the second is on its way. */
function isBetweenAnswers(around: string): boolean {
  const { news, sending } = ledger(around);
  return news !== "" && sending !== "";
}

function nextAnswer(_: unknown, around: string): string {
  return ledger(around).sending.includes(AND) ? "answers.sending" : "answers.resting";
}

function joined(one: string, other: string): string {
  return one === "" ? other : `${one}${AND}${other}`;
}

function countsAt(step: Told) {
  const now = ledgerAt(step);
  const lists = listsIn(now);
  const waiting = [lists.receivedFriends, lists.receivedGroups].map((list) =>
    list.filter(({ handleResult }) => handleResult === 0),
  );
  const seen = [now.seen.friend, now.seen.group];
  return {
    lists,
    pending: waiting.map((list) => list.length),
    unhandled: waiting.map(
      (list, index) =>
        list.filter(
          ({ createTime }) => !seen[index]?.includes(createTime === NOON ? SEEN.bensLater : SEEN.bens),
        ).length,
    ),
  };
}

function isEmpty(around: string): boolean {
  const now = ledger(around);
  const { receivedFriends, sentFriends, receivedGroups, sentGroups } = listsIn(now);
  if (now.at === "friends") return receivedFriends.length + sentFriends.length === 0;
  return now.at === "groups" && receivedGroups.length + sentGroups.length === 0;
}

function rows(step: Told): string[] | null {
  const now = ledgerAt(step);
  const { receivedFriends, sentFriends, receivedGroups } = listsIn(now);
  if (now.at === "elsewhere") return [`link (current): ${tabName(countsAt(step).pending)}`];
  if (isEmpty(JSON.stringify(now))) return null;
  const [request] = now.at === "friends" ? receivedFriends : receivedGroups;
  const expectations = now.at === "friends" && sentFriends.length > 0 ? ["text: Anna", "text: Waiting"] : [];
  const accept = "Accept Ben's request";
  if (!request) return expectations;
  if (request.handleResult !== 0)
    return [
      ...expectations,
      `text: ${request.handleResult > 0 ? "Accepted" : "Declined"}`,
      `!button: ${accept}`,
    ];
  const isSending = now.sending.includes(now.at === "friends" ? "Ben" : "group");
  const asks = request.kind === "group" ? `Wants to join ${request.groupName}: ` : "";
  return [
    ...expectations,
    `button${isSending ? " (busy)" : ""}: ${accept}`,
    `text: ${asks}${request.reqMsg}`,
  ];
}

function tabName(pending: readonly number[]): string {
  const count = pending.reduce((sum, one) => sum + one, 0);
  return count > 0 ? `Contacts, ${count} pending` : "Contacts";
}
