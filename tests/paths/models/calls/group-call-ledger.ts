/** The expected state of a group call after the labels of a path. */
import type { groupCallMachine } from "../../../../machines/calls/group-call.ts";
import { leavesOf } from "../../../../tools/charts/paths/structure.ts";
import { ANNA, BEN, NOON } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";

export const CARA = "1000000004";

export const NAMES: Readonly<Record<string, string>> = { [ANNA]: "Anna", [BEN]: "Ben", [CARA]: "Cara" };

export type Snapshot = SnapshotOf<typeof groupCallMachine>;

export type Status = "ringing" | "joined" | "declined" | "busy" | "noAnswer" | "outside" | "left";

interface Known {
  userID: string;
  /** Empty until it is loaded. */
  name: string;
  status: Status;
}

const ledgers = new Map<string, Ledger>();

/** The scene of a path, besides the way into the room. Its events come in no other path. */
type Scene = "ring" | "off" | "names" | "rival" | "company" | "invite" | "group";

export interface Ledger {
  scene: Scene | null;
  entry: "ring" | "start" | "join" | "move";
  /** Milliseconds since noon. */
  at: number;
  groupName: string;
  /** Whether the answers about the group and the names of the invited users are here. */
  isLookedUp: boolean;
  isNamed: boolean;
  people: readonly Known[];
  /** The users whose names are being loaded. */
  wanted: readonly string[];
  /** The members in the room; null before this user is in. */
  members: readonly string[] | null;
  since: number | null;
  /** Since when the others are gone. */
  aloneAt: number | null;
  startedAt: number | null;
  /** Whether Cara rings, invited by this user, and whether she accepted. */
  isInviting: boolean;
  hasAccepted: boolean;
  /** The inviters of this user. */
  inviters: readonly string[];
  answer: "reject" | "hungup" | null;
  isCalledOff: boolean;
  rival: "smaller" | "larger" | null;
}

const SCENES: Readonly<Record<Scene, readonly string[]>> = {
  ring: [
    "signal.invite again",
    "signal.invite by Ben",
    "signal.invite to another room",
    "signal.cancel by Ben",
    "signal.hungup by Ben",
    "im.blackChanged Ben",
    "after ringTimeout",
  ],
  off: [],
  names: [
    "loadInvited failed (network)",
    "groupRoom.members Cara too",
    "loadNames done (all)",
    "loadNames failed (network)",
    "after namesPause",
  ],
  rival: [
    "signal.invite to the smaller room",
    "signal.invite to the larger room",
    "checkRival done (member)",
    "checkRival done (stranger)",
    "checkRival failed (network)",
  ],
  company: [
    "groupRoom.members silent",
    "groupRoom.members Anna again",
    "user.invite while alone",
    "after aloneTimeout",
    "after othersTimeout",
  ],
  invite: [
    "user.invite",
    "signal.accept",
    "signal.reject",
    "signal.reject busy",
    "signal.hungup by Cara",
    "groupRoom.members Cara too",
    "after othersTimeout",
  ],
  group: ["lookUpGroup done (outsider)", "lookUpGroup failed (network)", "im.groupLeft", "im.groupDismissed"],
};

/** A signal of the inviter that ends the ring, or comes too late to end it. */
const OFF: readonly string[] = [
  "signal.cancel",
  "signal.cancel while calling",
  "signal.cancel taken elsewhere",
  "signal.cancel taken here",
  "signal.hungup",
  "im.blackChanged",
];

const WITHIN_SCENES: readonly string[] = Object.values(SCENES).flat();

const BLANK: Ledger = {
  scene: null,
  entry: "ring",
  at: 0,
  groupName: "",
  isLookedUp: false,
  isNamed: false,
  people: [],
  wanted: [],
  members: null,
  since: null,
  aloneAt: null,
  startedAt: null,
  isInviting: false,
  hasAccepted: false,
  inviters: [],
  answer: null,
  isCalledOff: false,
  rival: null,
};

export const NOTHING_YET: Readonly<Record<Ledger["entry"], string>> = {
  ring: pageOf({
    entry: "ring",
    people: [
      { userID: ANNA, name: "Anna", status: "joined" },
      { userID: BEN, name: "", status: "ringing" },
    ],
    inviters: [ANNA],
    answer: "reject",
  }),
  start: pageOf({
    entry: "start",
    groupName: "Team",
    people: [{ userID: CARA, name: "Cara", status: "ringing" }],
  }),
  join: pageOf({ entry: "join", groupName: "Team" }),
  move: pageOf({
    entry: "move",
    groupName: "Team",
    people: [{ userID: CARA, name: "Cara", status: "ringing" }],
    inviters: [ANNA],
    answer: "hungup",
  }),
};

function pageOf(changes: Partial<Ledger>): string {
  return JSON.stringify({ ...BLANK, ...changes } satisfies Ledger);
}

export function read(page: string): Ledger {
  const ledger: Ledger = ledgers.get(page) ?? JSON.parse(page);
  ledgers.set(page, ledger);
  return ledger;
}

/** Times do not decide what can come. */
export function keyOf(page: string): string {
  const { at: _, since: __, aloneAt: ___, startedAt, ...rest } = read(page);
  return JSON.stringify({ ...rest, hasStarted: startedAt !== null });
}

export function follow(page: string, label: string, snapshot: Snapshot): string {
  const before = read(page);
  const ledger = after({ ...before, scene: sceneOf(label, before) }, label);
  const leaves = leavesOf(snapshot);
  const isLoading = leaves.includes("inRoom.names.loading");
  const isFresh = before.wanted.length === 0 || label.startsWith("loadNames");
  const isTalking = leaves.some((leaf) => leaf.startsWith("inRoom.talk.talking"));
  return JSON.stringify({
    ...ledger,
    wanted: isLoading ? (isFresh ? unnamed(ledger) : before.wanted) : [],
    startedAt: ledger.startedAt ?? (isTalking ? NOON + ledger.at : null),
  } satisfies Ledger);
}

function sceneOf(label: string, { scene, answer, members }: Ledger): Scene | null {
  if (scene !== null) return scene;
  if (OFF.includes(label)) return answer === "reject" ? "ring" : "off";
  if (label === "groupRoom.members nobody") return members === null ? null : "company";
  const scenes = Object.keys(SCENES) as Scene[];
  return scenes.find((scene) => SCENES[scene].includes(label)) ?? null;
}

function after(ledger: Ledger, label: string): Ledger {
  const { members } = ledger;
  const ended = endOfInvitee(label, ledger);
  switch (label) {
    case "user.accept":
      return { ...ledger, answer: "hungup" };
    case "loadInvited done (all)":
      return { ...named(ledger, [BEN], NAMES), isNamed: true };
    case "loadInvited failed (network)":
      return { ...ledger, isNamed: true };
    case "loadNames done (all)":
      return named(ledger, ledger.wanted, NAMES);
    case "after namesPause":
      return { ...ledger, at: ledger.at + 5000 };
    case "lookUpGroup done (member)":
      return { ...ledger, groupName: "Team", isLookedUp: true };
    case "lookUpGroup failed (network)":
      return { ...ledger, isLookedUp: true };
    case "signal.invite again":
      return invitedBy(ledger, ANNA);
    case "signal.invite by Ben":
      return invitedBy(ledger, BEN);
    case "signal.cancel":
    case "signal.cancel while calling":
    case "signal.hungup":
      return calledOffBy(ledger, ANNA);
    case "signal.cancel by Ben":
    case "signal.hungup by Ben":
    case "im.blackChanged Ben":
      return calledOffBy(ledger, BEN);
    case "im.blackChanged":
      return calledOffBy(ledger, ANNA);
    case "groupRoom.members nobody":
      return met(ledger, []);
    case "groupRoom.members Anna":
    case "groupRoom.members Anna again":
      return met(ledger, [ANNA]);
    case "groupRoom.members silent":
      return met(ledger, []);
    case "groupRoom.members Cara too":
      return { ...met(ledger, [...(members ?? []), CARA]), isInviting: false };
    case "user.invite":
    case "user.invite while alone":
      return invites(ledger, "Cara");
    case "signal.accept":
      return { ...ledger, hasAccepted: true };
    case "signal.reject":
    case "signal.reject busy":
    case "signal.hungup by Cara":
      return ended ? { ...withStatus(ledger, CARA, ended), isInviting: false } : ledger;
    case "after othersTimeout":
      return {
        ...ledger,
        at: ledger.at + 30_000,
        isInviting: false,
        people: ledger.people.map((person) =>
          person.status === "ringing" ? { ...person, status: "noAnswer" as const } : person,
        ),
      };
    case "signal.invite to the smaller room":
      return { ...ledger, rival: "smaller" };
    case "signal.invite to the larger room":
      return { ...ledger, rival: "larger" };
    case "checkRival done (member)":
      return { ...(takesAlong(ledger) ? invites(ledger, "") : ledger), rival: null };
    case "checkRival done (stranger)":
    case "checkRival failed (network)":
      return { ...ledger, rival: null };
    default:
      return ledger;
  }
}

function named(ledger: Ledger, wanted: readonly string[], names: Readonly<Record<string, string>>): Ledger {
  const people = ledger.people.map((person) =>
    person.name === "" && wanted.includes(person.userID)
      ? { ...person, name: names[person.userID] ?? person.userID }
      : person,
  );
  return { ...ledger, people };
}

function invitedBy(ledger: Ledger, userID: string): Ledger {
  return { ...ledger, inviters: [...ledger.inviters.filter((inviter) => inviter !== userID), userID] };
}

/** While it rings, an invitation is gone. Later it only counts that the inviter may not come. */
function calledOffBy(ledger: Ledger, userID: string): Ledger {
  if (!ledger.inviters.includes(userID)) return ledger;
  if (ledger.answer !== "reject") return { ...ledger, isCalledOff: true };
  return { ...ledger, inviters: ledger.inviters.filter((inviter) => inviter !== userID) };
}

/** The room reports its members. A user who started the call, or moved to it, now invites Cara. */
function met(before: Ledger, members: readonly string[]): Ledger {
  const isArrival = before.members === null && (before.entry === "start" || before.entry === "move");
  const known = before.people.map((person): Known => {
    if (members.includes(person.userID)) return { ...person, status: "joined" };
    return person.status === "joined" ? { ...person, status: "left" } : person;
  });
  const added = members
    .filter((userID) => !known.some((person) => person.userID === userID))
    .map((userID): Known => ({ userID, name: "", status: "joined" }));
  return {
    ...before,
    members,
    people: [...known, ...added],
    aloneAt: aloneAfter(before, members),
    since: before.since ?? (members.length > 0 ? NOON + before.at : null),
    isInviting: before.isInviting || isArrival,
  };
}

function aloneAfter({ members: before, aloneAt, at }: Ledger, members: readonly string[]): number | null {
  if (members.length > 0) return null;
  return before?.length ? NOON + at : aloneAt;
}

function invites(ledger: Ledger, name: string): Ledger {
  const isKnown = ledger.people.some(({ userID }) => userID === CARA);
  const people = isKnown
    ? ledger.people
    : [...ledger.people, { userID: CARA, name, status: "ringing" as const }];
  return { ...withStatus({ ...ledger, people }, CARA, "ringing"), isInviting: true, hasAccepted: false };
}

function withStatus(ledger: Ledger, userID: string, status: Status): Ledger {
  const people = ledger.people.map((person) => (person.userID === userID ? { ...person, status } : person));
  return { ...ledger, people };
}

/** How Cara's ring ends. R10: after her accept a reject of another device does not count. */
export function endOfInvitee(label: string, { isInviting, hasAccepted }: Ledger): Status | null {
  if (!isInviting || (hasAccepted && label.startsWith("signal.reject"))) return null;
  return ENDS[label] ?? null;
}

const ENDS: Readonly<Record<string, Status>> = {
  "signal.reject": "declined",
  "signal.reject busy": "busy",
  "signal.hungup by Cara": "declined",
  "groupRoom.members Cara too": "joined",
  "after othersTimeout": "noAnswer",
};

export function unnamed({ people }: Ledger): readonly string[] {
  return people.filter(({ name }) => name === "").map(({ userID }) => userID);
}

export function isUnnamed({ people }: Ledger, userID: string): boolean {
  return (people.find((person) => person.userID === userID)?.name ?? "") === "";
}

/** R24: in the smaller room, this user invites Cara to it. */
export function takesAlong({ rival, members, isInviting }: Ledger): boolean {
  return rival === "larger" && members !== null && !members.includes(CARA) && !isInviting;
}

export type Phase = "ringing" | "accepting" | "access" | "joining" | "calling" | "talking" | "ended";

export function phaseOf({ value }: Snapshot): Phase {
  if (value === "ringing") return "ringing";
  const text = JSON.stringify(value);
  if (text.includes("accepting") || text.includes("unsent")) return "accepting";
  if (text.includes("requestingAccess")) return "access";
  if (text.includes("joining")) return "joining";
  if (text.includes("calling")) return "calling";
  return text.includes("talking") ? "talking" : "ended";
}

/** Keeps paths short: each has one scene, and does the same thing once. */
export function cannot(label: string, ledger: Ledger, snapshot: Snapshot): boolean {
  const { entry, scene } = ledger;
  if (label === "invitee.ended") return true;
  if (entry !== "ring")
    return !OF_OTHER_STARTS[entry].includes(label) || isOutOfPlace(label, ledger, snapshot);
  const isOfNoScene = !WITHIN_SCENES.includes(label);
  const isFit = scene === null || isOfNoScene || SCENES[scene].includes(label);
  return !isFit || isOutOfPlace(label, ledger, snapshot);
}

/** What depends on how this user came. The rest is for paths from an invitation. */
const OF_OTHER_STARTS: Readonly<Record<"start" | "join" | "move", readonly string[]>> = {
  start: ["requestAccess done", "groupRoom.members nobody", "groupRoom.members Cara too", "user.hangUp"],
  join: [
    "requestAccess done",
    "groupRoom.members nobody",
    "groupRoom.members Anna",
    "loadNames done (all)",
    "after aloneTimeout",
  ],
  move: [
    "answer done",
    "requestAccess done",
    "groupRoom.members nobody",
    "signal.cancel",
    "signal.cancel while calling",
    "user.hangUp",
  ],
};

function isOutOfPlace(label: string, ledger: Ledger, snapshot: Snapshot): boolean {
  const { scene, entry, members, isInviting } = ledger;
  const phase = phaseOf(snapshot);
  const isInside = phase === "calling" || phase === "talking";
  if (OFF.includes(label)) return scene !== null && scene !== (phase === "ringing" ? "ring" : "off");
  switch (label) {
    case "user.accept":
      return !ledger.isNamed;
    case "loadInvited done (all)":
    case "loadInvited failed (network)":
      return ledger.isNamed;
    case "answer done":
      return scene === "ring";
    case "answer failed (network)":
    case "answer failed (unknown)":
    case "im.connected":
    case "requestAccess failed (network)":
    case "after joinTimeout":
      return scene !== null;
    case "groupRoom done (lost)":
    case "groupRoom done (duplicate)":
    case "groupRoom done (removed)":
      return scene !== null && scene !== "invite";
    case "call.outputChosen":
      return scene !== null || phase !== "talking";
    case "lookUpGroup done (member)":
      return ledger.isLookedUp || scene !== null || phase !== "ringing";
    case "lookUpGroup failed (network)":
    case "im.groupDismissed":
      return ledger.isLookedUp || phase !== "ringing";
    case "lookUpGroup done (outsider)":
    case "im.groupLeft":
      return ledger.isLookedUp || (scene === null && phase !== "ringing" && phase !== "talking");
    case "groupRoom.members nobody":
      return members !== null && (members.length === 0 || !["company", "invite", null].includes(scene));
    case "groupRoom.members Anna":
      return members !== null && (members.length > 0 || (scene !== null && scene !== "company"));
    case "groupRoom.members Cara too":
      return !isInside || (!isInviting && (phase !== "talking" || scene !== null));
    case "groupRoom.members silent":
      return phase !== "talking";
    case "signal.accept":
    case "signal.reject":
    case "signal.reject busy":
    case "signal.hungup by Cara":
      return !isInviting;
    case "groupRoom.members Anna again":
      return (members?.length ?? 0) > 0;
    case "user.invite while alone":
      return ledger.at > 0;
    case "user.invite":
      return !isInside || isInviting || ledger.at > 0 || (members?.includes(CARA) ?? false);
    case "after othersTimeout":
      return !isInside;
    case "after aloneTimeout":
      if (entry === "join") return ledger.startedAt !== null || ledger.people.length > 0;
      return !leavesOf(snapshot).includes("inRoom.others.missed");
    default:
      return SCENES.ring.includes(label) && !mayRing(label, phase);
  }
}

function mayRing(label: string, phase: Phase): boolean {
  if (phase === "talking") return label === "signal.cancel by Ben";
  return (
    phase === "ringing" || (phase === "accepting" && label.endsWith("by Ben") && !label.includes("invite"))
  );
}
