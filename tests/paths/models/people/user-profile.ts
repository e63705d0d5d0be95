import type { Relationship } from "../../../../machines/domain/relationship.ts";
import { selectBlocked, userProfileMachine } from "../../../../machines/people/user-profile.ts";
import { aFriend, aWorld, BEN } from "../../../fakes/world.ts";
import { aStranger } from "../../../fakes/world-people.ts";
import { press } from "../../gestures.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Moment, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";

const STRANGER: Relationship = { baseInfo: aStranger(), friend: null, isBlocked: false };
const BEN_AS_FRIEND = aFriend({ userID: BEN, nickname: "Ben", remark: "Benny" });
const FRIEND: Relationship = { ...STRANGER, friend: BEN_AS_FRIEND };
const BLOCKED: Relationship = { ...FRIEND, isBlocked: true };
const BIRTH = 946_684_800_000;

interface Ledger {
  known: boolean;
  remark: string | null;
  blocked: boolean;
  birth: number | null;
  /** Whether the user is in the list of friends, which the screen uses until the server answers. */
  listed: boolean;
}

const START: Ledger = { known: false, remark: null, blocked: false, birth: null, listed: false };
const { read, at, remember } = ledgerFrom(START);

export const userProfileModel: ChartModel<typeof userProfileMachine> = {
  chart: "userProfile",
  machine: userProfileMachine,
  input: { userID: BEN },
  events: {
    "im.friendChanged": { type: "im.friendChanged", friend: BEN_AS_FRIEND },
    "im.friendRemoved": { type: "im.friendRemoved", userID: BEN },
    "im.blackChanged": { type: "im.blackChanged", person: aStranger() },
    "im.blackRemoved": { type: "im.blackRemoved", userID: BEN },
    "im.contactsChanged": { type: "im.contactsChanged" },
    "im.syncFinished": { type: "im.syncFinished" },
    "user.retryPerson": { type: "user.retryPerson" },
    "user.setRemark": { type: "user.setRemark", remark: "Ben B." },
    "user.setBlocked on": { type: "user.setBlocked", blocked: true },
    "user.setBlocked off": { type: "user.setBlocked", blocked: false },
    "user.unfriend": { type: "user.unfriend" },
  },
  answers: {
    loadPerson: {
      done: {
        "": () => STRANGER,
        friend: () => FRIEND,
        blocked: () => BLOCKED,
        nobody: () => null,
      },
      failed: ["network"],
    },
    loadPersonDetails: {
      done: { "": () => ({ mayBeAdded: true, birth: BIRTH }), unknown: () => null },
      failed: ["network"],
    },
    setRemark: { failed: ["network"] },
    block: { failed: ["network"] },
    unblock: { failed: ["network"] },
    unfriend: { failed: ["network"] },
  },
  key: ({ context: { baseInfo, friend, isBlocked, details } }) =>
    [baseInfo !== null, friend?.remark, isBlocked, details.birth].join(),
  around: remember(goOn),
  isRest: ({ value }) => value.who === "known" && value.details === "known" && value.change === "settled",

  opens: () => ({
    world: aWorld({ friends: [] }),
    path: `/userCardSetting?userID=${BEN}`,
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  // Other models test what follows; the held call keeps the user on this page.
  begin: async ({ ports }: Stage) => ports.hold("im.loginStatus"),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "userProfile"),
  calls: {
    loadPerson: "im.loadPerson",
    loadPersonDetails: "account.loadPersonDetails",
    setRemark: "im.setRemark",
    block: "im.block",
    unblock: "im.unblock",
    unfriend: "im.unfriend",
  },
  tells: ["toasts <- toast.add", "navigation <- navigation.back"],
  logged: ["loadPerson", "loadPersonDetails"],
  press: {
    "user.retryPerson": press("button: Retry"),
    "user.setBlocked": press("switch: Block"),
    "user.unfriend": press("button: Delete friend", "button in dialog: Delete friend"),
  },
  pressable(label, { value, context }, around) {
    const { known, listed } = read(around);
    if (label === "user.retryPerson") return !known && !listed;
    // The remark has its own screen and test.
    if (label === "user.setRemark") return false;
    if (!label.startsWith("user.")) return true;
    if (value.change !== "settled" || !(known || listed)) return false;
    if (label === "user.unfriend") return context.friend !== null;
    return (label === "user.setBlocked off") === context.isBlocked;
  },
  reads: (snapshot) => ({
    ...snapshot.value,
    name: snapshot.context.baseInfo?.nickname ?? null,
    remark: snapshot.context.friend?.remark ?? null,
    isBlocked: selectBlocked(snapshot),
    birth: snapshot.context.details.birth ?? null,
  }),
  rows: {
    "who.loading": (moment) => ({
      asks: [["im.loadPerson", { userID: BEN }]],
      reads: { who: "loading", ...known(moment) },
      sees: isShown(moment) ? settings(moment) : ["text: Loading", "!switch: Block"],
    }),
    "who.known": (moment) => ({ reads: { who: "known", ...known(moment) }, sees: settings(moment) }),
    "who.unknown": (moment) => ({
      reads: { who: "unknown", ...known(moment) },
      sees: isShown(moment) ? settings(moment) : ["text: Nobody has this ID", "!button: Retry"],
    }),
    "who.failed": (moment) => ({
      reads: { who: "failed", ...known(moment) },
      sees: isShown(moment) ? settings(moment) : ["text: Failed to get user information", "button: Retry"],
    }),
    "details.loading": (moment) => ({
      asks: [["account.loadPersonDetails", { userID: BEN }]],
      reads: { details: "loading", birth: at(moment.step).birth },
    }),
    "details.known": (moment) => ({ reads: { details: "known", birth: at(moment.step).birth } }),
    "details.missing": (moment) => ({ reads: { details: "missing", birth: at(moment.step).birth } }),
    "change.settled": (moment) => ({
      reads: { change: "settled", isBlocked: at(moment.step).blocked },
      sees: switchIn(moment, at(moment.step).blocked ? "switch (checked): Block" : "switch: Block"),
    }),
    "change.savingRemark": (moment) => ({
      asks: [["im.setRemark", { userID: BEN, remark: "Ben B." }]],
      reads: { change: "savingRemark", isBlocked: at(moment.step).blocked },
    }),
    "change.blocking": (moment) => ({
      asks: [["im.block", { userID: BEN }]],
      reads: { change: "blocking", isBlocked: true },
      sees: switchIn(moment, "switch (busy): Block"),
    }),
    "change.unblocking": (moment) => ({
      asks: [["im.unblock", { userID: BEN }]],
      reads: { change: "unblocking", isBlocked: false },
      sees: switchIn(moment, "switch (busy): Block"),
    }),
    "change.unfriending": (moment) => ({
      asks: [["im.unfriend", { userID: BEN }]],
      reads: { change: "unfriending", isBlocked: at(moment.step).blocked },
      sees: at(moment.step).remark === null ? [] : ["button (disabled): Deleting friend"],
    }),
  },
  leads: {
    "who.*": {
      "im.friendChanged": "who.loading",
      "im.friendRemoved": "who.loading",
      "im.blackChanged": "who.loading",
      "im.blackRemoved": "who.loading",
      "im.contactsChanged": "who.loading",
      "im.syncFinished": "who.loading",
    },
    "who.loading": {
      "loadPerson done": "who.known",
      "loadPerson done (friend)": "who.known",
      "loadPerson done (blocked)": "who.known",
      "loadPerson done (nobody)": "who.unknown",
      "loadPerson failed (network)": "who.failed",
    },
    "who.known": {},
    "who.unknown": {},
    "who.failed": { "user.retryPerson": "who.loading" },
    "details.loading": {
      "loadPersonDetails done": "details.known",
      "loadPersonDetails done (unknown)": "details.known",
      "loadPersonDetails failed (network)": "details.missing",
    },
    "details.known": {},
    "details.missing": { "im.syncFinished": "details.loading" },
    "change.settled": {
      "user.setRemark": ({ context }) => (context.friend ? "change.savingRemark" : null),
      "user.setBlocked on": ({ context }) => (context.isBlocked ? null : "change.blocking"),
      "user.setBlocked off": ({ context }) => (context.isBlocked ? "change.unblocking" : null),
      "user.unfriend": ({ context }) => (context.friend ? "change.unfriending" : null),
    },
    "change.savingRemark": {
      "setRemark done": "change.settled",
      "setRemark failed (network)": "change.settled",
    },
    "change.blocking": { "block done": "change.settled", "block failed (network)": "change.settled" },
    "change.unblocking": { "unblock done": "change.settled", "unblock failed (network)": "change.settled" },
    "change.unfriending": {
      "unfriend done": "change.settled",
      "unfriend failed (network)": "change.settled",
    },
  },
  told({ label }): Wire[] {
    const back = (from: string): Wire => ["navigation <- navigation.back", { from }];
    if (label === "setRemark done") return [back("/changeNameOrRemark")];
    if (label === "unfriend done") return [back("/userCardSetting")];
    if (!/^(setRemark|block|unblock|unfriend) failed/.test(label)) return [];
    return [["toasts <- toast.add", { toast: { tone: "error", failure: "network" } }]];
  },
  noise: {
    "events about another user": ({ ports }) => {
      ports.emit.contacts({ type: "im.friendChanged", friend: aFriend() });
      ports.emit.contacts({ type: "im.blackChanged", person: aFriend() });
      ports.emit.contacts({ type: "im.blackRemoved", userID: aFriend().userID });
      ports.emit.contacts({ type: "im.friendRemoved", userID: aFriend().userID });
    },
    "a second tap while a change is saved": {
      when: ({ value }) => value.change !== "settled",
      make: ({ app }) => {
        const person = childOf(app, "session", "signedIn", "routeScopes", "userProfile");
        person?.send({ type: "user.setBlocked", blocked: true });
        person?.send({ type: "user.setBlocked", blocked: false });
        person?.send({ type: "user.unfriend" });
      },
    },
  },
};

function goOn(ledger: Ledger, label: string): Ledger {
  switch (label) {
    case "loadPerson done":
      return { ...ledger, known: true, remark: null, blocked: false };
    case "loadPerson done (friend)":
      return { ...ledger, known: true, remark: "Benny", blocked: false };
    case "loadPerson done (blocked)":
      return { ...ledger, known: true, remark: "Benny", blocked: true };
    case "loadPersonDetails done":
      return { ...ledger, birth: BIRTH };
    case "loadPersonDetails done (unknown)":
      return { ...ledger, birth: null };
    case "setRemark done":
      return { ...ledger, remark: ledger.remark === null ? null : "Ben B." };
    case "block done":
      return { ...ledger, blocked: true };
    case "unblock done":
      return { ...ledger, blocked: false };
    case "unfriend done":
      return { ...ledger, remark: null };
    case "im.friendChanged":
      return { ...ledger, listed: true };
    // The list loads again, from a world in which Ben is no friend.
    case "im.friendRemoved":
    case "im.contactsChanged":
    case "im.syncFinished":
      return { ...ledger, listed: false };
    default:
      return ledger;
  }
}

function known(moment: Moment<typeof userProfileMachine>) {
  const is = at(moment.step);
  return { name: is.known ? "Ben" : null, remark: is.remark };
}

function isShown(moment: Moment<typeof userProfileMachine>): boolean {
  return at(moment.step).known || at(moment.step).listed;
}

function switchIn(moment: Moment<typeof userProfileMachine>, expectation: string): string[] {
  return isShown(moment) ? [expectation] : [];
}

function settings(moment: Moment<typeof userProfileMachine>): string[] {
  const { remark } = at(moment.step);
  return remark === null ? ["!text: Remark", "!button: Delete friend"] : ["text: Remark", `text: ${remark}`];
}
