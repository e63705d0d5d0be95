import type { OwnDetails, ProfileChange } from "../../../../machines/people/own-profile.ts";
import { profileEditingMachine } from "../../../../machines/people/profile-editing.ts";
import type { FakePorts } from "../../../fakes/ports.ts";
import { aWorld, ME } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Moment, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";

const BIRTH = 946_728_000_000;
const OPEN: OwnDetails = { gender: 0, mayBeAdded: true };
const CLOSED: OwnDetails = { gender: 1, mayBeAdded: false, birth: BIRTH };

const WISHES: Readonly<Record<string, ProfileChange>> = {
  "user.changeProfile nickname": { kind: "nickname", nickname: "Maria" },
  "user.changeProfile gender": { kind: "gender", gender: 2 },
  "user.changeProfile birth": { kind: "birth", birth: 1 },
  "user.changeProfile not to be added": { kind: "mayBeAdded", mayBeAdded: false },
  "user.changeProfile to be added": { kind: "mayBeAdded", mayBeAdded: true },
  "user.changeProfile quiet": { kind: "quiet", quiet: true },
};

interface Ledger {
  details: OwnDetails | null;
  wish: string | null;
}

const START: Ledger = { details: null, wish: null };
const { read, at, remember } = ledgerFrom(START);

export const profileEditingModel: ChartModel<typeof profileEditingMachine> = {
  chart: "profileEditing",
  machine: profileEditingMachine,
  input: { userID: ME },
  events: {
    "im.syncFinished": { type: "im.syncFinished" },
    "user.retryProfile": { type: "user.retryProfile" },
    ...Object.fromEntries(
      Object.entries(WISHES).map(([label, change]) => [
        label,
        { type: "user.changeProfile", change } as const,
      ]),
    ),
  },
  answers: {
    loadOwnDetails: { done: { "": () => OPEN, "not to be added": () => CLOSED }, failed: ["network"] },
    changeProfile: { done: { "": () => undefined }, failed: ["network"] },
  },
  key: ({ value, context: { details, change } }) =>
    [JSON.stringify(details), value.change === "saving" && JSON.stringify(change)].join(),
  around: remember(goOn),
  isRest: ({ value }) => value.facts === "known" && value.change === "settled",

  opens: () => ({
    world: aWorld(),
    path: "/accountSettings",
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  // Other models test what follows; the held call keeps the user on this page.
  begin: async ({ ports }: Stage) => ports.hold("im.loginStatus"),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "profileEditing"),
  calls: { loadOwnDetails: "account.loadOwnDetails", changeProfile: "account.updateProfile" },
  tells: ["im.setQuiet", "toasts <- toast.add", "navigation <- navigation.back"],
  // Do-not-disturb is saved on another server, with the same results for this chart.
  prepare: (ports) => ports.hold("im.setQuiet"),
  stimuli: {
    "changeProfile done": ({ ports }) => changing(ports)?.resolve(),
    "changeProfile failed (network)": ({ ports }) => changing(ports)?.reject("network"),
  },
  logged: ["loadOwnDetails"],
  press: {
    "user.retryProfile": press("text: Couldn't load your information"),
    "user.changeProfile not to be added": press("switch: Friend requests"),
    "user.changeProfile to be added": press("switch: Friend requests"),
    "user.changeProfile quiet": press("switch: No sound"),
  },
  pressable(label, { value }, around) {
    const { details, wish } = read(around);
    if (label === "user.retryProfile") return value.facts === "failed" && details === null;
    if (!label.startsWith("user.")) return true;
    if (wish !== null) return false;
    if (label === "user.changeProfile quiet") return true;
    if (label === "user.changeProfile to be added") return details?.mayBeAdded === false;
    // The other changes are made on their own pages.
    return label === "user.changeProfile not to be added" && details?.mayBeAdded === true;
  },
  reads: ({ value, context: { details } }) => ({ ...value, details }),
  rows: {
    "facts.loading": (moment) => ({
      asks: [["account.loadOwnDetails", { userID: ME }]],
      reads: { facts: "loading", details: at(moment.step).details },
      sees: at(moment.step).details ? [] : ["switch (busy): Friend requests"],
    }),
    "facts.known": (moment) => ({ reads: { facts: "known", details: at(moment.step).details } }),
    "facts.failed": (moment) => ({
      reads: { facts: "failed", details: at(moment.step).details },
      sees: at(moment.step).details
        ? []
        : ["text: Couldn't load your information", "!switch: Friend requests"],
    }),
    "change.settled": (moment) => ({
      reads: { change: "settled", details: at(moment.step).details },
      sees: switches(moment),
    }),
    "change.saving": (moment) => ({
      asks: [asked(moment)],
      reads: { change: "saving", details: at(moment.step).details },
      sees: busySwitches(moment),
    }),
  },
  leads: {
    "facts.*": { "im.syncFinished": "facts.loading", "changeProfile done": loadingUnlessName },
    "facts.loading": {
      "loadOwnDetails done": "facts.known",
      "loadOwnDetails done (not to be added)": "facts.known",
      "loadOwnDetails failed (network)": "facts.failed",
    },
    "facts.known": {},
    "facts.failed": { "user.retryProfile": "facts.loading" },
    "change.settled": Object.fromEntries(Object.keys(WISHES).map((label) => [label, "change.saving"])),
    "change.saving": {
      "changeProfile done": "change.settled",
      "changeProfile failed (network)": "change.settled",
    },
  },
  told({ label, aroundBefore }): Wire[] {
    const { wish } = read(aroundBefore);
    if (label === "changeProfile failed (network)")
      return [["toasts <- toast.add", { toast: { tone: "error", failure: "network" } }]];
    const isNamed = label === "changeProfile done" && wish === "user.changeProfile nickname";
    return isNamed ? [["navigation <- navigation.back", { from: "/changeName" }]] : [];
  },
  noise: {
    "another change in the meantime": {
      when: ({ value }) => value.change === "saving",
      make: ({ app }) =>
        childOf(app, "session", "signedIn", "routeScopes", "profileEditing")?.send({
          type: "user.changeProfile",
          change: { kind: "gender", gender: 1 },
        }),
    },
  },
};

function changing(ports: FakePorts) {
  return ports.pending("im.setQuiet").at(-1) ?? ports.pending("account.updateProfile").at(-1);
}

function loadingUnlessName(_: unknown, around: string): string | null {
  return read(around).wish === "user.changeProfile nickname" ? null : "facts.loading";
}

function goOn(ledger: Ledger, label: string): Ledger {
  const { details, wish } = ledger;
  const change = wish === null ? undefined : WISHES[wish];
  switch (label) {
    case "loadOwnDetails done":
      return { ...ledger, details: OPEN };
    case "loadOwnDetails done (not to be added)":
      return { ...ledger, details: CLOSED };
    case "changeProfile failed (network)":
      return { details, wish: null };
    case "changeProfile done": {
      if (!details || !change || change.kind === "nickname" || change.kind === "quiet")
        return { details, wish: null };
      const { kind: _, ...changed } = change;
      return { details: { ...details, ...changed }, wish: null };
    }
    default:
      return label in WISHES && wish === null ? { details, wish: label } : ledger;
  }
}

function asked(moment: Moment<typeof profileEditingMachine>): Wire {
  const change = WISHES[at(moment.step).wish ?? ""];
  return change?.kind === "quiet"
    ? ["im.setQuiet", change]
    : ["account.updateProfile", { userID: ME, change }];
}

function switches(moment: Moment<typeof profileEditingMachine>): string[] {
  const { details } = at(moment.step);
  if (!details) return [];
  return [details.mayBeAdded ? "switch (checked): Friend requests" : "switch: Friend requests"];
}

function busySwitches(moment: Moment<typeof profileEditingMachine>): string[] {
  const { details } = at(moment.step);
  return ["switch (busy): No sound", ...(details ? ["switch (busy): Friend requests"] : [])];
}
