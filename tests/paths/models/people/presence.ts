import { presenceMachine, selectIsOnline } from "../../../../machines/people/presence.ts";
import { ANNA, aConversation, aWorld, BEN, singleChatID } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Moment } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

type Presence = SnapshotOf<typeof presenceMachine>;

interface Ledger {
  views: Readonly<Record<string, number>>;
  /** Whether Ben's row is visible in a list. */
  isListed: boolean;
  there: readonly string[];
}

const START: Ledger = { views: { [ANNA]: 0, [BEN]: 0 }, isListed: false, there: [] };
const { at, remember } = ledgerFrom(START);

export const presenceModel: ChartModel<typeof presenceMachine> = {
  chart: "presence",
  machine: presenceMachine,
  input: undefined,
  events: {
    "user.watched Anna": ({ context }) =>
      viewsOf(context, ANNA) < 2 && viewsOf(context, BEN) === 0 ? watched(ANNA) : null,
    "user.watched Ben": ({ context }) => (viewsOf(context, BEN) < 1 ? watched(BEN) : null),
    "user.unwatched Anna": ({ context }) => (viewsOf(context, ANNA) > 0 ? unwatched(ANNA) : null),
    "user.unwatched Ben": ({ context }) => (viewsOf(context, BEN) > 0 ? unwatched(BEN) : null),
    "user.listed Ben": ({ context }) =>
      context.listed.length === 0 ? { type: "user.listed", userIDs: [BEN] } : null,
    "user.listed nobody": ({ context }) =>
      context.listed.length > 0 ? { type: "user.listed", userIDs: [] } : null,
    "im.presence Anna came": { type: "im.presence", userID: ANNA, isOnline: true },
    "im.presence Anna left": { type: "im.presence", userID: ANNA, isOnline: false },
    "im.connecting": { type: "im.connecting" },
    "im.connected": { type: "im.connected" },
    "im.connectFailed": { type: "im.connectFailed", code: 0 },
    "page.offline": { type: "page.offline" },
    "page.hidden": { type: "page.hidden" },
    "page.visible": { type: "page.visible" },
  },
  answers: {
    loadPresence: {
      done: { "": () => [ANNA, BEN], "Ben alone": () => [BEN], nobody: () => [] },
      failed: ["network"],
    },
  },
  key: ({ context: { watched, listed, online } }) => JSON.stringify([watched, listed, [...online].sort()]),
  around: remember((before, label, { value }) => goOn(before, label, value)),
  phase: ({ context }) => [viewsOf(context, ANNA), context.online.includes(ANNA)].join(),
  evenIgnored: ["im.presence Anna came"],
  isRest: ({ value }) => isAt(value, "known") || isAt(value, "resting"),

  opens: () => ({
    world: aWorld({ conversations: [aConversation()] }),
    // The list of chats would list its rows by itself.
    path: "/contact",
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  // A visible page tries to reconnect; the fake would settle that at once.
  prepare: (ports) => ports.hold("im.reconnect"),
  actor: (app) => childOf(app, "session", "signedIn", "presence"),
  calls: { loadPresence: "im.loadPresence" },
  logged: ["loadPresence"],
  delays: { askAgain: 30_000 },
  press: {
    "user.watched Anna": go(`/chat?conversationID=${singleChatID(ANNA)}`),
    "user.watched Ben": go(`/userCard?userID=${BEN}`),
    "user.unwatched": go("/contact"),
  },
  // One page is in front at a time, and it shows one user.
  pressable: (label, { context: { watched } }) =>
    !label.startsWith("user.listed") && (!label.startsWith("user.watched") || watched.length === 0),
  stimuli: {
    "user.watched": ({ app }, event) => childOf(app, "session", "signedIn", "presence")?.send(event),
    "user.unwatched": ({ app }, event) => childOf(app, "session", "signedIn", "presence")?.send(event),
    "user.listed": ({ app }, event) => childOf(app, "session", "signedIn", "presence")?.send(event),
  },
  reads: (snapshot) => ({
    page: snapshot.value.page,
    presence: snapshot.value.presence,
    anna: selectIsOnline(snapshot.context, ANNA),
    ben: selectIsOnline(snapshot.context, BEN),
  }),
  rows: {
    "page.visible": { reads: { page: "visible" } },
    "page.hidden": { reads: { page: "hidden" } },
    "presence.offline": (moment) => ({
      reads: { presence: "offline", ...said(moment) },
      sees: shown(moment),
    }),
    "presence.online.resting": (moment) => ({
      reads: { presence: { online: "resting" }, ...said(moment) },
      sees: shown(moment),
    }),
    "presence.online.asking": (moment) => ({
      asks: [["im.loadPresence", { userIDs: askedFor(at(moment.step)) }]],
      reads: { presence: { online: "asking" }, ...said(moment) },
      sees: shown(moment),
    }),
    "presence.online.known": (moment) => ({
      reads: { presence: { online: "known" }, ...said(moment) },
      sees: shown(moment),
    }),
  },
  leads: {
    "*": {
      "user.watched Anna": STAYS,
      "user.watched Ben": STAYS,
      "user.unwatched Anna": STAYS,
      "user.unwatched Ben": STAYS,
      "user.listed Ben": STAYS,
      "user.listed nobody": STAYS,
    },
    "page.visible": { "page.hidden": "page.hidden" },
    "page.hidden": { "page.visible": "page.visible" },
    "presence.*": {
      "im.connected": (snapshot) =>
        isAsked(snapshot) ? "presence.online.asking" : "presence.online.resting",
      "im.connecting": "presence.offline",
      "im.connectFailed": "presence.offline",
      "page.offline": "presence.offline",
    },
    "presence.offline": {},
    "presence.online.resting": {
      "user.watched Anna": ({ value }) => (value.page === "visible" ? "presence.online.asking" : STAYS),
      "user.watched Ben": ({ value }) => (value.page === "visible" ? "presence.online.asking" : STAYS),
      "user.listed Ben": ({ value }) => (value.page === "visible" ? "presence.online.asking" : STAYS),
      "page.visible": ({ context }) => (isShown(context) ? "presence.online.asking" : null),
      "im.presence Anna came": ifWatched,
      "im.presence Anna left": ifWatched,
    },
    "presence.online.asking": {
      "user.watched Anna": (snapshot) =>
        viewsOf(snapshot.context, ANNA) === 0 ? "presence.online.asking" : STAYS,
      "user.watched Ben": benShown,
      "user.listed Ben": benShown,
      "im.presence Anna came": ifWatched,
      "im.presence Anna left": ifWatched,
      "loadPresence done": "presence.online.known",
      "loadPresence done (Ben alone)": "presence.online.known",
      "loadPresence done (nobody)": "presence.online.known",
      "loadPresence failed (network)": "presence.online.known",
    },
    "presence.online.known": {
      "user.watched Anna": (snapshot) =>
        viewsOf(snapshot.context, ANNA) === 0 ? "presence.online.asking" : STAYS,
      "user.watched Ben": benShown,
      "user.listed Ben": benShown,
      "page.visible": ({ context }) => (isShown(context) ? "presence.online.asking" : null),
      "im.presence Anna came": ifWatched,
      "im.presence Anna left": ifWatched,
      "after askAgain": (snapshot) =>
        isAsked(snapshot) ? "presence.online.asking" : "presence.online.resting",
    },
  },
  noise: {
    "presence of a user whom no view shows": ({ ports }) =>
      ports.emit.presence({ type: "im.presence", userID: "somebody", isOnline: true }),
    "an online event while online": ({ ports }) => ports.emit.page({ type: "page.online" }),
  },
};

function watched(userID: string) {
  return { type: "user.watched", userID } as const;
}

function unwatched(userID: string) {
  return { type: "user.unwatched", userID } as const;
}

function go(path: string) {
  return (_: unknown, stage: Stage) => stage.act(() => stage.ports.visit(path));
}

function viewsOf({ watched }: Presence["context"], userID: string): number {
  return watched.filter((one) => one === userID).length;
}

function isAt({ presence }: Presence["value"], state: "resting" | "asking" | "known"): boolean {
  return typeof presence === "object" && presence.online === state;
}

/** A user is watched, and the page is visible. */
function isAsked({ value, context }: Presence): boolean {
  return value.page === "visible" && isShown(context);
}

function isShown({ watched, listed }: Presence["context"]): boolean {
  return watched.length + listed.length > 0;
}

/** A user who is shown already is not asked for again. */
function benShown({ context }: Presence): string {
  const isNew = viewsOf(context, BEN) === 0 && context.listed.length === 0;
  return isNew ? "presence.online.asking" : STAYS;
}

function ifWatched({ context }: Presence): string | null {
  return viewsOf(context, ANNA) > 0 ? STAYS : null;
}

const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  "loadPresence done": [ANNA, BEN],
  "loadPresence done (Ben alone)": [BEN],
  "loadPresence done (nobody)": [],
  "loadPresence failed (network)": [],
};

function goOn({ views, isListed, there }: Ledger, label: string, value: Presence["value"]): Ledger {
  const [, verb, name] = /^user\.(watched|unwatched) (Anna|Ben)$/.exec(label) ?? [];
  const userID = name === "Anna" ? ANNA : BEN;
  if (verb)
    return {
      there,
      isListed,
      views: { ...views, [userID]: (views[userID] ?? 0) + (verb === "watched" ? 1 : -1) },
    };
  if (label.startsWith("user.listed")) return { views, isListed: label.endsWith("Ben"), there };
  const answer = ANSWERS[label];
  if (answer) return { views, isListed, there: answer };
  // Offline or without requests, nothing is known. A new connection starts empty.
  if (value.presence === "offline" || label === "im.connected") return { views, isListed, there: [] };
  if (label === "after askAgain") return { views, isListed, there: isAt(value, "asking") ? there : [] };
  if (label.startsWith("im.presence Anna") && (views[ANNA] ?? 0) > 0) {
    const others = there.filter((one) => one !== ANNA);
    return { views, isListed, there: label.endsWith("came") ? [ANNA, ...others] : others };
  }
  return { views, isListed, there };
}

function lookedAt({ views }: Ledger): string[] {
  return [ANNA, BEN].filter((userID) => (views[userID] ?? 0) > 0);
}

function askedFor({ isListed, ...ledger }: Ledger): string[] {
  return [...new Set([...lookedAt({ isListed, ...ledger }), ...(isListed ? [BEN] : [])])];
}

function said(moment: Moment<typeof presenceMachine>) {
  const { there } = at(moment.step);
  return { anna: there.includes(ANNA), ben: there.includes(BEN) };
}

function shown(moment: Moment<typeof presenceMachine>): string[] {
  const { there, ...rest } = at(moment.step);
  const [one] = lookedAt({ there, ...rest });
  return [one !== undefined && there.includes(one) ? "text: online" : "!text: online"];
}
