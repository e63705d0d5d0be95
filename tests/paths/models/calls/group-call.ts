import { groupCallMachine } from "../../../../machines/calls/group-call.ts";
import type { Invitation, SignalContent, SignalEvent } from "../../../../machines/domain/call.ts";
import type { GroupMember, GroupStanding } from "../../../../machines/domain/people.ts";
import { leavesOf } from "../../../../tools/charts/paths/structure.ts";
import type { FakePorts } from "../../../fakes/ports.ts";
import {
  aCancel,
  aHungup,
  anAccept,
  anInvitation,
  anInvite,
  aReject,
  aRoomMember,
  ROOM,
} from "../../../fakes/signals.ts";
import {
  ANNA,
  aBlack,
  aGroup,
  aMember,
  aParticipant,
  aWorld,
  BEN,
  ME,
  NOON,
  TEAM,
} from "../../../fakes/world.ts";
import type { Step } from "../../graph.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import type { Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import {
  callManagerOf,
  closes,
  holdSignals,
  isAbout,
  isOver,
  nameEverything,
  sendsSignal,
} from "./call-parts.ts";
import {
  CARA,
  cannot,
  endOfInvitee,
  follow,
  isUnnamed,
  keyOf,
  type Ledger,
  NAMES,
  NOTHING_YET,
  type Phase,
  phaseOf,
  read,
  type Snapshot,
  type Status,
  takesAlong,
  unnamed,
} from "./group-call-ledger.ts";

const STRANGER = "1000000009";
/** Also the name of this device. */
const DEVICE = ROOM;
const SMALLER_ROOM = "1".repeat(32);
const LARGER_ROOM = "9".repeat(32);

type Facts = Moment<typeof groupCallMachine>;

/** Anna's invitation to Mia and Ben. */
const INVITATION: Invitation = anInvitation({
  roomID: ROOM,
  inviteeUserIDList: [ME, BEN],
  sessionType: "group",
  groupID: TEAM,
  extra: { initiateTime: NOON },
});
const INVITE = anInvite({ invitation: INVITATION });
const BY_BEN: Invitation = { ...INVITATION, inviterUserID: BEN, inviteeUserIDList: [ME] };
const about = { invitation: INVITATION };

const rivalTo = (roomID: string): Invitation => ({
  ...INVITATION,
  roomID,
  inviterUserID: CARA,
  inviteeUserIDList: [ME],
});

const GROUP = { groupID: TEAM, name: "Team", faceURL: "" };
const cara = aParticipant({ userID: CARA, nickname: "Cara" });

/** What this user invites Cara with. Copies of it say the time that is left, which is shorter. */
const OWN: Invitation = {
  ...INVITATION,
  inviterUserID: ME,
  inviteeUserIDList: [CARA],
  extra: { initiateTime: NOON, startTime: NOON },
};
const fromCara = { from: CARA, invitation: OWN };

const SIGNALS = {
  "signal.invite again": INVITE,
  "signal.invite by Ben": anInvite({ from: BEN, invitation: BY_BEN }),
  "signal.invite to another room": anInvite({
    sentAt: NOON + 1,
    invitation: { ...INVITATION, roomID: LARGER_ROOM },
  }),
  "signal.invite to the smaller room": anInvite({ from: CARA, invitation: rivalTo(SMALLER_ROOM) }),
  "signal.invite to the larger room": anInvite({ from: CARA, invitation: rivalTo(LARGER_ROOM) }),
  "signal.cancel taken elsewhere": aCancel({ ...about, acceptedBy: "tablet" }),
  "signal.cancel taken here": aCancel({ ...about, acceptedBy: DEVICE }),
  "signal.hungup": aHungup(about),
  "signal.cancel by Ben": aCancel({ from: BEN, invitation: BY_BEN }),
  "signal.hungup by Ben": aHungup({ from: BEN, invitation: BY_BEN }),
  "signal.accept": anAccept({ ...fromCara, deviceID: "phone" }),
  "signal.reject": aReject(fromCara),
  "signal.reject busy": aReject({ ...fromCara, isBusy: true }),
  "signal.hungup by Cara": aHungup(fromCara),
} satisfies Record<string, SignalEvent>;

const INVITE_CARA = { type: "user.invite" as const, people: [cara] };

const news = (members: readonly string[]) => ({
  type: "groupRoom.members" as const,
  members,
  since: null,
});

const spec: ChartModel<typeof groupCallMachine> = {
  chart: "groupCall",
  machine: groupCallMachine,
  input: {
    parent: ignoringParent,
    clock: { newID: () => DEVICE, now: () => NOON },
    userID: ME,
    outputID: "",
    entry: "ring",
    group: { groupID: TEAM, name: "", faceURL: "" },
    invitation: INVITATION,
    inviter: aParticipant().userInfo,
    people: [],
    ringTime: 30_000,
    camera: false,
    microphone: true,
    heardAt: NOON,
  },
  events: {
    "user.accept": { type: "user.accept" },
    "user.hangUp": { type: "user.hangUp" },
    "user.invite": (snapshot) => (isAt(snapshot, "alone") ? null : INVITE_CARA),
    "user.invite while alone": (snapshot) => (isAt(snapshot, "alone") ? INVITE_CARA : null),
    "groupRoom.members nobody": news([]),
    "groupRoom.members Anna": (snapshot) => (isAt(snapshot, "waiting") ? null : news([ANNA])),
    "groupRoom.members Anna again": (snapshot) => (isAt(snapshot, "waiting") ? news([ANNA]) : null),
    "groupRoom.members silent": (_, page) => (read(page).members?.includes(ANNA) ? news([]) : null),
    "groupRoom.members Cara too": (_, page) => {
      const { members } = read(page);
      return members && !members.includes(CARA) ? news([...members, CARA]) : null;
    },
    "invitee.ended": { type: "invitee.ended", userID: CARA, status: "declined" },
    "call.outputChosen": { type: "call.outputChosen", outputID: "headset" },
    "im.connected": (snapshot) => (phaseOf(snapshot) === "accepting" ? { type: "im.connected" } : null),
    "im.groupLeft": { type: "im.groupLeft", groupID: TEAM },
    "im.groupDismissed": { type: "im.groupDismissed", groupID: TEAM },
    "im.blackChanged": { type: "im.blackChanged", person: aBlack({ userID: ANNA }) },
    "im.blackChanged Ben": { type: "im.blackChanged", person: aBlack({ userID: BEN }) },
    ...SIGNALS,
    "signal.cancel": (snapshot) => (phaseOf(snapshot) === "calling" ? null : aCancel(about)),
    "signal.cancel while calling": (snapshot) => (phaseOf(snapshot) === "calling" ? aCancel(about) : null),
  },
  answers: {
    lookUpGroup: {
      done: {
        member: (): GroupStanding => ({ group: aGroup({ groupName: "Team" }), me: aMember() }),
        outsider: (): GroupStanding => ({ group: aGroup({ groupName: "Team" }), me: null }),
      },
      failed: ["network"],
    },
    loadInvited: { done: { all: () => [memberOf(BEN)] }, failed: ["network"] },
    answer: { failed: ["network", "unknown"] },
    requestAccess: { failed: ["network"] },
    loadNames: { done: { all: ({ context }) => context.wanted.map(memberOf) }, failed: ["network"] },
    checkRival: {
      done: { member: () => [memberOf(CARA)], stranger: () => [] },
      failed: ["network"],
    },
    groupRoom: {
      done: {
        lost: () => ({ end: "lost" }),
        duplicate: () => ({ end: "duplicate" }),
        removed: () => ({ end: "removed" }),
      },
    },
  },
  around: {
    start: NOTHING_YET.ring,
    after: follow,
    key: keyOf,
  },
  replies: (label, _, page) => {
    const status = endOfInvitee(label, read(page));
    return status ? [{ type: "invitee.ended", userID: CARA, status }] : [];
  },
  cannot: (label, page, snapshot) => cannot(label, read(page), snapshot),
  evenIgnored: ["signal.cancel taken here"],
  isApart: true,
  isRest: isOver,

  // Others who are in leave at the same time.
  opens: () => ({ world: aWorld({ groups: [aGroup()] }), answers: { "media.wasLast": () => true } }),
  prepare(ports) {
    nameEverything(ports, DEVICE);
    holdSignals(ports, "accept");
  },
  async begin(stage) {
    await stage.act(() => stage.ports.emit.signals(INVITE));
    await stage.act(() => stage.ports.resolve("im.loadMembersByID", [memberOf(ANNA)]));
  },
  actor(app) {
    const call = callManagerOf(app, "groupCall");
    return call?.getSnapshot().context.invitation.roomID === ROOM ? call : undefined;
  },
  calls: {
    lookUpGroup: "im.lookUpGroup",
    loadInvited: "im.loadMembersByID",
    answer: "im.sendSignal",
    requestAccess: "media.requestAccess",
    loadNames: "im.loadMembersByID",
    checkRival: "im.loadMembersByID",
  },
  tells: [
    "media.join",
    "media.leave",
    "im.sendGroupCallNotice",
    "media.wasLast",
    "callManager <- call.setEndSignals",
    "callManager <- call.outputChosen",
    "toasts <- toast.add",
  ],
  isOwn: ({ call, input }) =>
    call !== "im.sendSignal" || !isAbout(input, `"kind":"invite"`) || isAbout(input, `"timeout":30`),
  logged: ["lookUpGroup", "loadInvited", "answer", "requestAccess", "loadNames", "checkRival"],
  delays: {
    ringTimeout: 35_000,
    retryDelay: 1000,
    joinTimeout: 15_000,
    aloneTimeout: 60_000,
    othersTimeout: 30_000,
    namesPause: 5000,
  },
  stimuli: {
    "groupRoom.members nobody": (stage) => meet(stage),
    "groupRoom.members Anna": (stage) => meet(stage, ANNA),
    "groupRoom.members Anna again": (stage) => meet(stage, ANNA),
    "groupRoom.members Cara too": ({ ports }) => comes(ports, CARA),
    "groupRoom.members silent": ({ ports }) => ports.emit.room({ type: "room.memberSilent", userID: ANNA }),
    "call.outputChosen": ({ app }) =>
      callManagerOf(app, "groupCall", "groupRoom", "mediaSession")?.send({
        type: "user.chooseOutput",
        outputID: "headset",
      }),
    "groupRoom done (lost)": closes("lost"),
    "groupRoom done (duplicate)": closes("duplicate"),
    "groupRoom done (removed)": closes("removed"),
  },
  reads: ({ context, tags }) => ({
    shows: [...tags].join(),
    group: context.group.name,
    people: context.people.map(({ user, status }) => `${user.nickname} of ${user.userID}: ${status}`),
    startedAt: context.startedAt,
  }),
  rows: {
    ringing: (moment) => ({
      asks: [looksUp(BEN)],
      reads: { ...readsAfter(moment), shows: "ringing" },
      holds: { rooms: [], ringing: ["ringtone"], awake: 0 },
    }),
    "entering.accepting": (moment) => ({
      asks: [accepts(ledgerOf(moment)), setsEndSignals(ledgerOf(moment))],
      reads: { ...readsAfter(moment), shows: "" },
      holds: { rooms: [], ringing: [], awake: 0 },
    }),
    "entering.unsent": (moment) => ({
      reads: { ...readsAfter(moment), shows: "" },
      holds: { rooms: [], ringing: [], awake: 0 },
    }),
    "entering.requestingAccess": (moment) => ({
      asks: [["media.requestAccess", { roomID: ROOM, userID: ME }]],
      reads: { ...readsAfter(moment), shows: "" },
      holds: { rooms: [], ringing: [], awake: 0 },
    }),
    "inRoom.talk.joining": (moment) => ({
      asks: [["media.join", { roomID: ROOM, isMany: true }]],
      reads: { ...readsAfter(moment), shows: "" },
      holds: { rooms: [ROOM], ringing: [], awake: 0 },
    }),
    "inRoom.talk.calling.quiet": talking("calling"),
    "inRoom.talk.calling.ringing": talking("calling", "ringback"),
    "inRoom.talk.talking.together": talking("connected"),
    "inRoom.talk.talking.waiting": talking("connected"),
    "inRoom.talk.talking.alone": talking("connected"),
    "inRoom.names.known": {},
    "inRoom.names.loading": (moment) => ({ asks: [looksUp(...ledgerOf(moment).wanted)] }),
    "inRoom.names.unanswered": {},
    "inRoom.rivals.none": {},
    "inRoom.rivals.checking": { asks: [looksUp(CARA)] },
    "inRoom.others.awaited": {},
    "inRoom.others.missed": {},
    completed: over,
    cancelled: over,
    noAnswer: over,
    missed: over,
    declined: over,
    calledOff: over,
    answeredElsewhere: over,
    failed: over,
    connectionLost: over,
    removed: over,
    moved,
  },
  told,
  noise: {
    "R28 another group is left and dismissed": ({ ports }) => {
      ports.emit.groups({ type: "im.groupLeft", groupID: "another" });
      ports.emit.groups({ type: "im.groupDismissed", groupID: "another" });
    },
    "R1 signals of a user who has no part in this call": ({ ports }) => {
      for (const signal of [anAccept, aReject, aHungup, aCancel])
        ports.emit.signals(signal({ ...about, from: STRANGER }));
    },
    "R26 answers to an earlier invitation": {
      when: (snapshot) => !isOver(snapshot),
      make: ({ ports }) => {
        const invitation = { ...INVITATION, extra: { initiateTime: NOON - 1 } };
        for (const signal of [anAccept, aReject, aHungup])
          ports.emit.signals(signal({ from: CARA, invitation }));
      },
    },
    "R27 an older invitation of the inviter to another room": {
      when: ({ value }) => value === "ringing",
      make: ({ ports }) =>
        ports.emit.signals(
          anInvite({ sentAt: NOON - 1, invitation: { ...INVITATION, roomID: LARGER_ROOM } }),
        ),
    },
    "R3 R24 the invitation to this room again": {
      when: (snapshot) => !isOver(snapshot) && snapshot.value !== "ringing",
      make: ({ ports }) => ports.emit.signals(INVITE),
    },
  },
  excused: {
    ...chartsDoNotFail("groupRoom"),
    ...helpersDoNotFail("ringtone", "ringback", "wakeLock", "connectionEvents", "contactEvents"),
  },
};

/** Anna's call rings. */
export const groupCallModel: ChartModel<typeof groupCallMachine> = {
  ...spec,
  leads: {
    "*": {
      "im.groupLeft": "removed",
      "im.groupDismissed": "removed",
      "lookUpGroup done (member)": STAYS,
      "lookUpGroup done (outsider)": "removed",
      "lookUpGroup failed (network)": STAYS,
    },
    ringing: {
      "user.accept": "entering.accepting",
      "user.hangUp": "declined",
      "loadInvited done (all)": STAYS,
      "loadInvited failed (network)": STAYS,
      "signal.invite again": STAYS,
      "signal.invite by Ben": STAYS,
      "signal.invite to another room": "moved",
      // R25: it rings until the last inviter cancels.
      "signal.cancel": offBy(ANNA),
      "signal.hungup": offBy(ANNA),
      "signal.cancel by Ben": offBy(BEN),
      "signal.hungup by Ben": offBy(BEN),
      "im.blackChanged": offBy(ANNA, "declined"),
      "im.blackChanged Ben": offBy(BEN, "declined"),
      "signal.cancel taken elsewhere": ifInvitedBy(ANNA, "answeredElsewhere"),
      "signal.cancel taken here": ifInvitedBy(ANNA, "answeredElsewhere"),
      "after ringTimeout": "missed",
    },
    "entering.*": {
      // R32: others may be in the room.
      "signal.cancel": ifInvitedBy(ANNA, STAYS),
      "signal.hungup": ifInvitedBy(ANNA, STAYS),
      "signal.cancel by Ben": ifInvitedBy(BEN, STAYS),
      "signal.hungup by Ben": ifInvitedBy(BEN, STAYS),
      "signal.cancel taken elsewhere": ifInvitedBy(ANNA, "answeredElsewhere"),
    },
    "entering.accepting": {
      "answer done": "entering.requestingAccess",
      "answer failed (network)": "entering.unsent",
      "answer failed (unknown)": "failed",
      "im.connected": "entering.accepting",
      "user.hangUp": "declined",
    },
    "entering.unsent": {
      "after retryDelay": "entering.accepting",
      "user.hangUp": "declined",
    },
    "entering.requestingAccess": {
      "requestAccess done": (_, page) => {
        const names = unnamed(read(page)).length > 0 ? "loading" : "known";
        return `inRoom.talk.joining, inRoom.names.${names}, inRoom.rivals.none, inRoom.others.awaited`;
      },
      "requestAccess failed (network)": "failed",
      "user.hangUp": "cancelled",
    },
    "inRoom.*": {
      "groupRoom done (duplicate)": "answeredElsewhere",
      "groupRoom done (removed)": "removed",
    },
    "inRoom.talk.*": {
      "call.outputChosen": STAYS,
      "signal.accept": ifRinging(STAYS),
      "signal.reject": ifRinging(STAYS),
      "signal.reject busy": ifRinging(STAYS),
      "signal.hungup by Cara": ifRinging(STAYS),
      "invitee.ended": afterEnd,
      // R10, R32: a device that is in the room stays.
      "signal.cancel": ifInvitedBy(ANNA, STAYS),
      "signal.hungup": ifInvitedBy(ANNA, STAYS),
      "user.invite": (_, page) => (read(page).members === null ? null : STAYS),
      "checkRival done (member)": (_, page) => (takesAlong(read(page)) ? STAYS : null),
    },
    "inRoom.talk.joining": {
      "user.hangUp": "cancelled",
      "groupRoom.members nobody": arrival,
      "groupRoom.members Anna": "inRoom.talk.talking.together",
      "groupRoom done (lost)": "failed",
      "after joinTimeout": "failed",
    },
    "inRoom.talk.calling.*": {
      "user.hangUp": "cancelled",
      "groupRoom.members Anna": "inRoom.talk.talking.together",
      "groupRoom.members Cara too": "inRoom.talk.talking.together",
      "groupRoom done (lost)": "failed",
      // R32: the room is empty.
      "signal.cancel while calling": ifInvitedBy(ANNA, "calledOff"),
      "signal.hungup": ifInvitedBy(ANNA, "calledOff"),
    },
    "inRoom.talk.calling.quiet": {
      "user.invite": "inRoom.talk.calling.ringing",
      "checkRival done (member)": (_, page) =>
        takesAlong(read(page)) ? "inRoom.talk.calling.ringing" : null,
      "after aloneTimeout": "noAnswer",
    },
    "inRoom.talk.calling.ringing": {},
    "inRoom.talk.talking.*": {
      "user.hangUp": "completed",
      "groupRoom done (lost)": "connectionLost",
    },
    "inRoom.talk.talking.together": {
      "groupRoom.members nobody": leftBehind,
      "groupRoom.members silent": leftBehind,
      "groupRoom.members Anna": STAYS,
      "groupRoom.members Cara too": STAYS,
    },
    "inRoom.talk.talking.waiting": {
      "groupRoom.members Anna again": "inRoom.talk.talking.together",
      "groupRoom.members Cara too": "inRoom.talk.talking.together",
    },
    "inRoom.talk.talking.alone": {
      "user.invite while alone": "inRoom.talk.talking.waiting",
      "groupRoom.members Anna": "inRoom.talk.talking.together",
      "groupRoom.members Cara too": "inRoom.talk.talking.together",
      "after aloneTimeout": "completed",
    },
    "inRoom.names.known": {
      "groupRoom.members Anna": asksForName(ANNA),
      "groupRoom.members Cara too": asksForName(CARA),
      "checkRival done (member)": (_, page) =>
        takesAlong(read(page)) && isUnnamed(read(page), CARA) ? "inRoom.names.loading" : null,
    },
    "inRoom.names.loading": {
      "loadNames done (all)": afterNames,
      "loadNames failed (network)": "inRoom.names.unanswered",
    },
    "inRoom.names.unanswered": {
      "after namesPause": "inRoom.names.loading",
    },
    "inRoom.rivals.none": {
      "signal.invite to another room": "inRoom.rivals.checking",
      "signal.invite to the smaller room": "inRoom.rivals.checking",
      "signal.invite to the larger room": "inRoom.rivals.checking",
    },
    "inRoom.rivals.checking": {
      "checkRival done (member)": afterCheck,
      "checkRival done (stranger)": "inRoom.rivals.none",
      "checkRival failed (network)": "inRoom.rivals.none",
    },
    "inRoom.others.awaited": { "after othersTimeout": "inRoom.others.missed" },
    "inRoom.others.missed": {},
    completed: {},
    cancelled: {},
    noAnswer: {},
    missed: {},
    declined: {},
    calledOff: {},
    answeredElsewhere: {},
    failed: {},
    connectionLost: {},
    removed: {},
    moved: {},
  },
};

/** Mia calls Cara. */
export const groupCallStartModel: ChartModel<typeof groupCallMachine> = {
  ...spec,
  input: {
    ...spec.input,
    entry: "start",
    group: GROUP,
    inviter: { userID: ME, nickname: "", faceURL: "", ex: "" },
    people: [cara],
    invitation: { ...INVITATION, inviterUserID: ME, inviteeUserIDList: [], extra: { startTime: NOON } },
    heardAt: 0,
  },
  around: {
    ...spec.around,
    start: NOTHING_YET.start,
    after: follow,
  },
  begin: (stage) => calls(stage),
};

/** Mia joins a call by its row in the chat. */
export const groupCallJoinModel: ChartModel<typeof groupCallMachine> = {
  ...spec,
  input: {
    ...spec.input,
    entry: "join",
    group: GROUP,
    invitation: { ...INVITATION, inviteeUserIDList: [], extra: { startTime: NOON } },
    heardAt: 0,
  },
  around: { ...spec.around, start: NOTHING_YET.join, after: follow },
  delays: { ...spec.delays, aloneTimeout: 10_000 },
  begin: (stage) => {
    const { userInfo: inviter } = aParticipant();
    const call = {
      type: "user.joinCall",
      group: GROUP,
      roomID: ROOM,
      mediaType: "voice",
      inviter,
      startedAt: NOON,
    };
    return stage.act(() => callManagerOf(stage.app)?.send(call));
  },
};

/** Mia calls Cara, and moves to Anna's call of the same group (R24). */
export const groupCallMoveModel: ChartModel<typeof groupCallMachine> = {
  ...spec,
  deafElsewhere: "the call before it listens too; the other starts test it",
  input: {
    ...spec.input,
    entry: "move",
    group: GROUP,
    inviter: { userID: ANNA, nickname: "", faceURL: "", ex: "" },
    people: [cara],
  },
  around: {
    ...spec.around,
    start: NOTHING_YET.move,
    after: follow,
  },
  async begin(stage) {
    const { ports } = stage;
    nameEverything(ports, LARGER_ROOM);
    await calls(stage);
    nameEverything(ports, DEVICE);
    await stage.act(() => ports.resolve("media.requestAccess"));
    await stage.act(() => ports.emit.room({ type: "room.connected", members: [] }));
    await stage.act(() => ports.emit.signals(INVITE));
    await stage.act(() => ports.resolve("im.loadMembersByID", [memberOf(ANNA)]));
  },
};

function calls(stage: Stage): Promise<void> {
  const call = { type: "user.callGroup", group: GROUP, people: [cara], mediaType: "voice" };
  return stage.act(() => callManagerOf(stage.app)?.send(call));
}

function memberOf(userID: string): GroupMember {
  return aMember({ userID, nickname: NAMES[userID] ?? userID });
}

/** The members in the room now. The first report connects this user. */
function meet({ app, ports }: Stage, ...userIDs: readonly string[]): void {
  const call = callManagerOf(app, "groupCall")?.getSnapshot();
  const inside: readonly string[] | null = call?.context.members ?? null;
  const members = userIDs.map((userID) => aRoomMember({ userID }));
  if (inside === null) ports.emit.room({ type: "room.connected", members });
  for (const userID of inside ?? []) ports.emit.room({ type: "room.memberLeft", userID, isDropped: false });
  if (inside !== null) for (const userID of userIDs) comes(ports, userID);
}

function comes(ports: FakePorts, userID: string): void {
  ports.emit.room({ type: "room.memberJoined", member: aRoomMember({ userID }) });
}

function ledgerOf({ snapshot, step }: Facts): Ledger {
  return step ? read(step.around) : read(NOTHING_YET[snapshot.context.entry]);
}

/** ---------------------------------------------------------------- expectations */

type Lead = (snapshot: Snapshot, page: string) => string | null;

function offBy(userID: string, end = "calledOff"): Lead {
  return (_, page) => {
    const { inviters } = read(page);
    if (!inviters.includes(userID)) return null;
    return inviters.length === 1 ? end : STAYS;
  };
}

function ifInvitedBy(userID: string, target: string): Lead {
  return (_, page) => {
    const { inviters, entry } = read(page);
    if (!inviters.includes(userID)) return null;
    return target === "calledOff" && entry === "move" ? STAYS : target;
  };
}

function ifRinging(target: string): Lead {
  return (_, page) => (read(page).isInviting ? target : null);
}

function afterEnd(snapshot: Snapshot): string {
  const leaves = leavesOf(snapshot);
  if (leaves.includes("inRoom.talk.calling.ringing")) return "inRoom.talk.calling.quiet";
  return leaves.includes("inRoom.talk.talking.waiting") ? "inRoom.talk.talking.alone" : STAYS;
}

function arrival(_: Snapshot, page: string): string {
  const { entry, isCalledOff } = read(page);
  if (entry === "start" || entry === "move") return "inRoom.talk.calling.ringing";
  return isCalledOff ? "calledOff" : "inRoom.talk.calling.quiet";
}

function leftBehind(_: Snapshot, page: string): string {
  return `inRoom.talk.talking.${read(page).isInviting ? "waiting" : "alone"}`;
}

function asksForName(userID: string): Lead {
  return (_, page) => (isUnnamed(read(page), userID) ? "inRoom.names.loading" : null);
}

/** A user who came meanwhile is asked for at once. */
function afterNames(_: Snapshot, page: string): string {
  const ledger = read(page);
  const isDone = unnamed(ledger).every((userID) => ledger.wanted.includes(userID));
  return `inRoom.names.${isDone ? "known" : "loading"}`;
}

function afterCheck(_: Snapshot, page: string): string {
  return read(page).rival === "smaller" ? "moved" : "inRoom.rivals.none";
}

function readsAfter(moment: Facts) {
  const { groupName, people, startedAt } = ledgerOf(moment);
  return {
    group: groupName,
    people: people.map(({ userID, name, status }) => `${name} of ${userID}: ${status}`),
    startedAt,
  };
}

function talking(shows: string, ...ringing: readonly "ringback"[]) {
  return (moment: Facts): Row => ({
    reads: { ...readsAfter(moment), shows },
    holds: { rooms: [ROOM], ringing: [...ringing], awake: shows === "connected" ? 1 : 0 },
  });
}

function looksUp(...userIDs: readonly string[]): Wire {
  return ["im.loadMembersByID", { groupID: TEAM, userIDs }];
}

/** The signals that are sent if the call is torn down from now on (R20). */
function setsEndSignals(ledger: Ledger): Wire {
  return ["callManager <- call.setEndSignals", { signals: endSignals(ledger) }];
}

/** One of the inviters gets the id of the device; the others see this user arrive. */
function accepts({ inviters: [first = ANNA] }: Ledger): Wire {
  return sendsSignal(first, { kind: "accept", deviceID: DEVICE }, invitationBy(first));
}

function endSignals({ isInviting, answer, inviters }: Ledger, label = "") {
  const cancel = { to: CARA, signal: { ...CANCEL, invitation: OWN } };
  const reject = label === "im.groupLeft" || label === "im.groupDismissed" ? REJECT_OUTSIDE : REJECT;
  const content: SignalContent = answer === "reject" ? reject : HUNGUP;
  const answers = inviters.map((to) => ({ to, signal: { ...content, invitation: invitationBy(to) } }));
  return [...(isInviting ? [cancel] : []), ...(answer ? answers : [])];
}

function invitationBy(userID: string): Invitation {
  return userID === BEN ? BY_BEN : INVITATION;
}

function over(): Row {
  return { gone: true, holds: { rooms: [], ringing: [], awake: 0 } };
}

/**
 * The call that takes its place: it rings if the inviter called again (R27), and is accepted by itself if not (R24).
 */
function moved({ step }: Facts): Row {
  const isAgain = step?.label === "signal.invite to another room";
  const invitation = isAgain ? { ...INVITATION, roomID: LARGER_ROOM } : rivalTo(SMALLER_ROOM);
  const to = isAgain ? ANNA : CARA;
  const signals = [{ to, signal: { ...(isAgain ? REJECT : HUNGUP), invitation } }];
  return {
    gone: true,
    holds: { rooms: [], ringing: isAgain ? ["ringtone"] : [], awake: 0 },
    asks: [
      ["callManager <- call.setEndSignals", { signals }],
      ["im.lookUpGroup", { groupID: TEAM }],
      isAgain ? looksUp(BEN) : sendsSignal(CARA, { kind: "accept", deviceID: DEVICE }, invitation),
    ],
  };
}

/** The signals and messages to others during the call. */
function told(step: Step<typeof groupCallMachine>): readonly Wire[] {
  const { label, aroundBefore, around } = step;
  const [before, now] = [read(aroundBefore), read(around)];
  const sets = setsEndSignals(now);
  const ending = isOver(step.after) ? endOf(step) : [];
  const ended = endOfInvitee(label, before);
  const hears = ended ? [sets, ...hearsEnd(ended, before)] : [];
  const invites = !before.isInviting && now.isInviting ? [INVITES, sets] : [];
  switch (label) {
    case "signal.invite again":
    case "signal.invite by Ben":
      return [sets];
    case "signal.cancel":
    case "signal.cancel while calling":
    case "signal.hungup":
    case "signal.cancel by Ben":
    case "signal.hungup by Ben":
    case "im.blackChanged":
    case "im.blackChanged Ben": {
      const isOneLess = now.inviters.length < before.inviters.length && !isOver(step.after);
      return isOneLess ? [sets] : ending;
    }
    case "call.outputChosen":
      return [["callManager <- call.outputChosen", { outputID: "headset" }]];
    case "groupRoom.members nobody":
    case "groupRoom.members Anna":
      if (before.members !== null) return [];
      return [...(now.isInviting ? invites : [sets]), ...(now.entry === "start" ? [ON] : []), ...ending];
    default:
      return [...hears, ...invites, ...ending];
  }
}

/** R10: the members in the room were told the name of the device. */
function hearsEnd(ended: Status, { hasAccepted }: Ledger): readonly Wire[] {
  const acceptedBy = ended === "joined" ? (hasAccepted ? "phone" : "another") : null;
  return [sendsSignal(CARA, { kind: "cancel", acceptedBy }, OWN)];
}

/** The signals to others, and the message to the user, when the call ends. */
function endOf({
  label,
  before: snapshot,
  around,
  aroundBefore,
}: Step<typeof groupCallMachine>): readonly Wire[] {
  const phase = phaseOf(snapshot);
  const [before, now] = [read(aroundBefore), read(around)];
  const isArrival = label === "groupRoom.members nobody";
  const isInRoom = phase === "joining" || phase === "calling" || phase === "talking";
  const signals = endSignals(before, label).filter(
    ({ signal }) => signal.kind === "cancel" || !hasNoAnswer(label, phase),
  );
  const isLast = now.members?.length === 0;
  const mayBeLast = phase === "talking" && !isLast && LEAVES.includes(label);
  const isTold =
    phase === "talking" || phase === "calling" || isArrival ? isLast && !UNTOLD.includes(label) : false;
  const isLost = label === "groupRoom done (lost)";
  const endedAt = now.aloneAt ?? NOON + now.at + timeOf(label, before);
  const duration = now.since === null ? 0 : (endedAt - now.since) / 1000;
  const toast = toastOf(label, phase, before);
  return [
    ...(isInRoom ? [["media.leave", { roomID: ROOM }] as const] : []),
    ...signals.map((one): Wire => ["im.sendSignal", one]),
    ...(mayBeLast ? [["media.wasLast", { roomID: ROOM }] as const] : []),
    ...(mayBeLast || (isTold && !(isLost && phase === "calling")) ? [overAfter(duration)] : []),
    ...(toast ? [["toasts <- toast.add", { toast }] as const] : []),
  ];
}

function timeOf(label: string, { entry }: Ledger): number {
  if (label !== "after aloneTimeout") return 0;
  return entry === "join" ? 10_000 : 60_000;
}

/** No member waits for an answer: the inviter, or another device of this user, has ended the ring. */
function hasNoAnswer(label: string, phase: Phase): boolean {
  const isByInviter =
    phase !== "calling" && (label.startsWith("signal.cancel") || label.startsWith("signal.hungup"));
  return isByInviter || UNANSWERED.includes(label);
}

const UNANSWERED: readonly string[] = [
  "after ringTimeout",
  "groupRoom done (duplicate)",
  "lookUpGroup done (outsider)",
  "signal.invite to another room",
];

/** Ends of this user alone: the group is not told that the call is over. */
const UNTOLD: readonly string[] = [
  "groupRoom done (duplicate)",
  "groupRoom done (removed)",
  "lookUpGroup done (outsider)",
  "im.groupLeft",
  "im.groupDismissed",
];

/** How this user leaves a call that others are in, and that may be over with it. */
const LEAVES: readonly string[] = ["user.hangUp", "checkRival done (member)"];

function toastOf(label: string, phase: Phase, { people }: Ledger): object | null {
  switch (label) {
    case "answer failed (unknown)":
    case "after joinTimeout":
      return { tone: "error", key: "callFailed" };
    case "requestAccess failed (network)":
      return { tone: "error", key: "rtc.invitationFailed", failure: "network" };
    case "groupRoom done (lost)":
      return { tone: "error", key: phase === "talking" ? "callLost" : "callFailed" };
    case "signal.cancel taken elsewhere":
    case "signal.cancel taken here":
    case "groupRoom done (duplicate)":
      return { tone: "info", key: "callAnsweredElsewhere" };
    case "im.groupLeft":
    case "im.groupDismissed":
    case "lookUpGroup done (outsider)":
    case "groupRoom done (removed)":
      return { tone: "info", key: "callOver" };
    case "after aloneTimeout":
      if (phase === "talking") return null;
      return { tone: "info", key: people.length === 0 ? "callOver" : "callNoAnswer" };
    default:
      return null;
  }
}

const CANCEL: SignalContent = { kind: "cancel", acceptedBy: null };
const REJECT: SignalContent = { kind: "reject", isBusy: false };
const REJECT_OUTSIDE: SignalContent = { ...REJECT, isOutside: true };
const HUNGUP: SignalContent = { kind: "hungup" };
const INVITES = sendsSignal(CARA, { kind: "invite" }, OWN);

const ON = notice({ state: "on", invited: 1 });

function overAfter(durationSeconds: number): Wire {
  return notice({ state: "over", durationSeconds });
}

function notice(words: object): Wire {
  return [
    "im.sendGroupCallNotice",
    { groupID: TEAM, notice: { roomID: ROOM, mediaType: "voice", ...words } },
  ];
}

function isAt(snapshot: Snapshot, state: "alone" | "waiting"): boolean {
  return leavesOf(snapshot).includes(`inRoom.talk.talking.${state}`);
}
