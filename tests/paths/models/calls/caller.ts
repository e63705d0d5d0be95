import { callerMachine } from "../../../../machines/calls/caller.ts";
import type { SignalContent } from "../../../../machines/domain/call.ts";
import type { ToastKey } from "../../../../machines/domain/toast.ts";
import { leavesOf } from "../../../../tools/charts/paths/structure.ts";
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
import { ANNA, aParticipant, aWorld, BEN, ME, NOON } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import {
  arrive,
  callManagerOf,
  callOf,
  comeAndGo,
  depart,
  holdSignals,
  isAbout,
  isOver,
  linkDown,
  linkUp,
  nameEverything,
  roomOf,
  sendsSignal,
  TALK_ENDS,
} from "./call-parts.ts";

const MINE = { inviterUserID: ME, inviteeUserIDList: [ANNA] };
const INVITATION = anInvitation(MINE);
/** The room of Anna's call to the user, which would win (R7) or replace the user's call (R8). */
const RECALL = "1".repeat(32);
const DEVICE = "a".repeat(32);
const from = { invitation: MINE };
const RECORD = { roomID: ROOM, mediaType: "voice", durationSeconds: 0 };
const RING = { ...RECORD, result: "noAnswer", ringSeconds: 30 };
/** The record of the ring says the same. */
const MISSED: readonly string[] = ["cancelled", "noAnswer", "busy", "failed"];

type Snapshot = SnapshotOf<typeof callerMachine>;

export const callerModel: ChartModel<typeof callerMachine> = {
  chart: "caller",
  machine: callerMachine,
  input: {
    parent: ignoringParent,
    clock: { newID: () => ROOM, now: () => NOON },
    userID: ME,
    invitation: INVITATION,
    participant: aParticipant(),
    outputID: "",
  },
  events: {
    "callRoom.linked": (snapshot, around) =>
      around === "down" && isWaiting(snapshot) ? { type: "callRoom.linked" } : null,
    "callRoom.linked with Anna": (snapshot, around) =>
      around === "down" && isWaiting(snapshot) ? { type: "callRoom.linked" } : null,
    "callRoom.unlinked": (snapshot, around) =>
      around !== "down" && isWaiting(snapshot) ? { type: "callRoom.unlinked" } : null,
    "callRoom.met": (snapshot, around) =>
      (around === "up" && leafOf(snapshot) === "meeting") || isParted(snapshot)
        ? { type: "callRoom.met" }
        : null,
    "callRoom.parted": (snapshot) => (isTogether(snapshot) ? { type: "callRoom.parted" } : null),
    "callRoom.parted as the link is down": (snapshot) =>
      isTogether(snapshot) ? { type: "callRoom.parted" } : null,
    "call.outputChosen": (_, around) =>
      around === "down" ? null : { type: "call.outputChosen", outputID: "headset" },
    "signal.accept": anAccept({ ...from, deviceID: DEVICE }),
    "signal.accept of a simple client": anAccept(from),
    "signal.reject": aReject(from),
    "signal.reject busy": aReject({ ...from, isBusy: true }),
    "signal.hungup": aHungup(from),
    "signal.hungup failed": aHungup({ ...from, hasFailed: true }),
    "user.hangUp": { type: "user.hangUp" },
    "call.replace": { type: "call.replace" },
  },
  answers: {
    requestAccess: { failed: ["network"] },
    invite: { failed: ["blockedByPeer"] },
    checkPresence: { done: { online: () => true, offline: () => false }, failed: ["network"] },
    sendCallRing: { failed: ["timeout"] },
    callRoom: {
      done: {
        left: () => ({ end: "left" }),
        peerLost: () => ({ end: "peerLost" }),
        lost: () => ({ end: "lost" }),
        duplicate: () => ({ end: "duplicate" }),
      },
    },
  },
  key: ({ context: { deviceID, partedAt, isRecorded } }) => `${deviceID} ${partedAt !== null} ${isRecorded}`,
  // The user's connection, and whether Anna is in the room.
  around: { start: "down", after: (around, label) => LINK[label] ?? around },
  replies(label, snapshot, around) {
    if (label.startsWith("signal.accept") && leafOf(snapshot) === "answered")
      return { down: [], up: [LINKED], there: [LINKED, MET] }[around] ?? [];
    return label === "callRoom.linked with Anna" && leafOf(snapshot) === "meeting" ? [MET] : [];
  },
  // Without a connection, the room gives up when the wait ends. A peer who is not there cannot leave.
  cannot(label, around, snapshot) {
    if (label === "callRoom done (left)" || label === "callRoom done (peerLost)")
      return leafOf(snapshot) !== "talking" || around === "down";
    return label === "after waitTimeout" && around === "down";
  },
  evenIgnored: ["callRoom.linked", "callRoom.linked with Anna", "callRoom.unlinked"],
  isRest: ({ status }) => status === "done",

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    nameEverything(ports, ROOM);
    holdSignals(ports, "invite");
  },
  begin: (stage) =>
    stage.act(() =>
      callManagerOf(stage.app)?.send({ type: "user.call", participant: aParticipant(), mediaType: "voice" }),
    ),
  actor: (app) => callOf(app, "caller"),
  calls: {
    requestAccess: "media.requestAccess",
    invite: "im.sendSignal",
    checkPresence: "im.checkPresence",
    sendCallRing: "im.sendCallRing",
  },
  tells: [
    "media.join",
    "media.leave",
    "callManager <- call.setEndSignal",
    "callManager <- call.keep",
    "callManager <- call.connected",
    "callManager <- call.outputChosen",
    "toasts <- toast.add",
    "signedIn <- callManager.record",
  ],
  // The inviter repeats the invitation while it rings.
  isOwn: ({ input }) => !isAbout(input, RECALL) && !isRepeat(input),
  logged: ["requestAccess", "invite", "checkPresence", "sendCallRing"],
  delays: { joinTimeout: 15_000, meetTimeout: 17_000, waitTimeout: 30_000 },
  stimuli: {
    "callRoom.linked": (stage) => linkUp(stage),
    "callRoom.linked with Anna": (stage) => linkUp(stage, aRoomMember()),
    "callRoom.unlinked": linkDown,
    "callRoom.met": (stage) =>
      roomOf(stage.app)
        ?.getSnapshot()
        .matches({ joined: { link: "unstable" } })
        ? linkUp(stage, aRoomMember())
        : arrive(stage),
    "callRoom.parted": (stage) => depart(stage, true),
    "callRoom.parted as the link is down": linkDown,
    "call.outputChosen": ({ app }) => roomOf(app)?.send({ type: "user.chooseOutput", outputID: "headset" }),
    "call.replace": ({ ports }) =>
      ports.emit.signals(anInvite({ sentAt: NOON + 1, invitation: { roomID: RECALL } })),
    "callRoom done (left)": TALK_ENDS.left,
    "callRoom done (peerLost)": TALK_ENDS.peerLost,
    "callRoom done (lost)": TALK_ENDS.lost,
    "callRoom done (duplicate)": TALK_ENDS.duplicate,
  },
  press: { "user.hangUp": press("button: Hang up") },
  reads: ({ value, context, tags, children }, { app }) => ({
    is: value,
    // R3: the inviter repeats the invitation.
    isRepeated: "inviter" in children,
    deviceID: context.deviceID,
    camera: roomOf(app)?.getSnapshot().context.camera ?? null,
    isJoin: context.isJoin,
    name: context.participant.userInfo.nickname,
    startedAt: context.startedAt,
    partedAt: context.partedAt,
    shows: [...tags].join(),
  }),
  rows: {
    requestingAccess: {
      asks: [["media.requestAccess", { roomID: ROOM, userID: ME }]],
      reads: reads("requestingAccess"),
      holds: { rooms: [], ringing: [], awake: 0 },
      sees: sees("text: Connecting"),
    },
    "inRoom.joining": {
      asks: [["media.join", { roomID: ROOM }]],
      reads: reads({ inRoom: "joining" }),
      holds: { rooms: [ROOM], ringing: [], awake: 0 },
      sees: sees("text: Connecting"),
    },
    "inRoom.calling.inviting": {
      asks: [
        sendsSignal(ANNA, { kind: "invite" }, INVITATION),
        setsEndSignal({ kind: "cancel", acceptedBy: null }),
        keeps({ startedAt: null, partedAt: null }),
      ],
      reads: { ...reads({ inRoom: { calling: "inviting" } }), shows: "calling" },
      holds: { rooms: [ROOM], ringing: ["ringback"], awake: 0 },
      sees: sees("text: Waiting for an answer", "!button: Mute"),
    },
    "inRoom.calling.waiting.checking": {
      asks: [["im.checkPresence", { userID: ANNA }]],
      ...waiting("checking"),
    },
    "inRoom.calling.waiting.recording": {
      asks: [["im.sendCallRing", { userID: ANNA, record: RING }]],
      ...waiting("recording"),
    },
    "inRoom.calling.waiting.settled": waiting("settled"),
    "inRoom.answered": ({ step }) => ({
      reads: reads({ inRoom: "answered" }, deviceAfter(step)),
      holds: { rooms: [ROOM], ringing: [], awake: 0 },
      sees: sees("text: Connecting", "!button: Mute"),
    }),
    "inRoom.connected.meeting": ({ step }) => ({
      reads: reads({ inRoom: { connected: "meeting" } }, deviceAfter(step)),
      holds: { rooms: [ROOM], ringing: [], awake: 1 },
      sees: sees("text: Connecting", "!text: 00:00", "!button: Mute"),
    }),
    "inRoom.connected.talking": talking,
    abandoned: over,
    notStarted: over,
    cancelled: over,
    declined: over,
    hungUp: over,
    busy: over,
    noAnswer: over,
    failed: over,
    completed: over,
    peerLost: over,
    connectionLost: over,
    answeredElsewhere: over,
    replaced: over,
  },
  leads: {
    "*": {
      "call.replace": "replaced",
    },
    requestingAccess: {
      "requestAccess done": "inRoom.joining",
      "requestAccess failed (network)": "notStarted",
      "user.hangUp": "abandoned",
    },
    "inRoom.*": {
      "callRoom done (left)": "completed",
      "callRoom done (peerLost)": "peerLost",
      "callRoom done (lost)": "failed",
      "callRoom done (duplicate)": "answeredElsewhere",
      "call.outputChosen": STAYS,
    },
    "inRoom.joining": {
      "signal.accept": "inRoom.answered",
      "signal.accept of a simple client": "inRoom.answered",
      "callRoom.linked": "inRoom.calling.inviting",
      "callRoom.linked with Anna": "inRoom.calling.inviting",
      "callRoom done (lost)": "notStarted",
      "after joinTimeout": "notStarted",
      "user.hangUp": "abandoned",
    },
    // Members count once the call is accepted; before that, only the end of the room matters.
    "inRoom.calling.*": {
      "signal.accept": "inRoom.answered",
      "signal.accept of a simple client": "inRoom.answered",
      "signal.reject": "declined",
      "signal.reject busy": "busy",
      "signal.hungup": "declined",
      "signal.hungup failed": "failed",
      "user.hangUp": "cancelled",
    },
    "inRoom.calling.inviting": {
      "invite done": "inRoom.calling.waiting.checking",
      "invite failed (blockedByPeer)": "notStarted",
    },
    "inRoom.calling.waiting.*": {
      "after waitTimeout": "noAnswer",
    },
    // 11-25: the server pushes the record to a peer who is offline.
    "inRoom.calling.waiting.checking": {
      "checkPresence done (online)": "inRoom.calling.waiting.settled",
      "checkPresence done (offline)": "inRoom.calling.waiting.recording",
      "checkPresence failed (network)": "inRoom.calling.waiting.settled",
    },
    "inRoom.calling.waiting.recording": {
      "sendCallRing done": "inRoom.calling.waiting.settled",
      "sendCallRing failed (timeout)": "inRoom.calling.waiting.settled",
    },
    "inRoom.calling.waiting.settled": {},
    "inRoom.answered": {
      "signal.hungup": "hungUp",
      "signal.hungup failed": "failed",
      "callRoom.linked": "inRoom.connected.meeting",
      "callRoom.linked with Anna": "inRoom.connected.meeting",
      "after meetTimeout": "failed",
      "user.hangUp": "cancelled",
    },
    "inRoom.connected.meeting": {
      "callRoom.met": "inRoom.connected.talking",
      "after meetTimeout": "failed",
      "signal.hungup": "hungUp",
      "signal.hungup failed": "failed",
      "user.hangUp": "cancelled",
    },
    "inRoom.connected.talking": {
      "callRoom.parted": STAYS,
      "callRoom.parted as the link is down": STAYS,
      "callRoom.met": STAYS,
      "callRoom done (lost)": "connectionLost",
      "signal.hungup": "completed",
      "user.hangUp": "completed",
    },
    abandoned: {},
    notStarted: {},
    cancelled: {},
    declined: {},
    hungUp: {},
    busy: {},
    noAnswer: {},
    failed: {},
    completed: {},
    peerLost: {},
    connectionLost: {},
    answeredElsewhere: {},
    replaced: {},
  },
  told: (step) => [...changes(step), ...(isOver(step.after) ? ending(step) : [])],
  noise: {
    "R1 signals about another call": ({ ports }) => {
      const invitation = { ...MINE, roomID: "e".repeat(32) };
      for (const signal of [anAccept, aReject, aHungup, aCancel]) ports.emit.signals(signal({ invitation }));
    },
    "R1 signals of another user about this call": ({ ports }) => {
      for (const signal of [anAccept, aReject, aHungup, aCancel])
        ports.emit.signals(signal({ ...from, from: BEN }));
    },
    "R3 an invitation into the same room": {
      when: (snapshot) => !isOver(snapshot),
      make: ({ ports }) => ports.emit.signals(anInvite()),
    },
    "R1 a cancel by the callee": ({ ports }) => ports.emit.signals(aCancel(from)),
    "R10 an accept by a second device, R11 a reject by a third": {
      when: (snapshot) => ["answered", "connected"].includes(phaseOf(snapshot)),
      make: ({ ports }) => {
        ports.emit.signals(anAccept({ ...from, deviceID: "b".repeat(32) }));
        ports.emit.signals(aReject(from));
      },
    },
    "R19 end signals after the end": {
      when: isOver,
      make: ({ ports }) => {
        ports.emit.signals(aReject(from));
        ports.emit.signals(aHungup(from));
      },
    },
    "4-100 another user joins and leaves": {
      when: (snapshot) => !isOver(snapshot) && leafOf(snapshot) !== "joining",
      make: ({ ports }) => comeAndGo(ports, BEN),
    },
  },
  excused: {
    ...chartsDoNotFail("callRoom", "inviter"),
    ...helpersDoNotFail("ringback", "wakeLock"),
  },
};

const LINKED = { type: "callRoom.linked" } as const;
const MET = { type: "callRoom.met" } as const;

const LINK: Readonly<Record<string, string>> = {
  "callRoom.linked": "up",
  "callRoom.linked with Anna": "there",
  "callRoom.unlinked": "down",
  "callRoom.met": "there",
  "callRoom.parted": "up",
  "callRoom.parted as the link is down": "down",
};

function reads(is: unknown, deviceID: string | null = null) {
  const camera = is === "requestingAccess" ? null : false;
  const none = { startedAt: null, partedAt: null, shows: "" };
  return { is, isRepeated: false, isJoin: false, name: "Anna", deviceID, camera, ...none };
}

/** The device that accepted the call, if it says so (R10); the first one counts. */
function deviceAfter(step: Step<typeof callerMachine> | null): string | null {
  if (!step) return null;
  const isFirst = ["before", "calling"].includes(phaseOf(step.before));
  if (isFirst && step.label.startsWith("signal.accept"))
    return step.label === "signal.accept" ? DEVICE : null;
  return step.before.context.deviceID;
}

function waiting(is: "checking" | "recording" | "settled"): Row {
  return {
    reads: { ...reads({ inRoom: { calling: { waiting: is } } }), shows: "calling", isRepeated: true },
    holds: { rooms: [ROOM], ringing: ["ringback"], awake: 0 },
    sees: sees("text: Waiting for an answer", "!button: Mute"),
  };
}

/** The timer stands still while they are apart (R21). */
function talking({ step }: Moment<typeof callerMachine>): Row {
  return {
    reads: {
      ...reads({ inRoom: { connected: "talking" } }, deviceAfter(step)),
      startedAt: NOON,
      partedAt: partedAfter(step),
      shows: "connected",
    },
    holds: { rooms: [ROOM], ringing: [], awake: 1 },
    sees: sees(
      "button: Mute",
      "text: 00:00",
      `${step?.around === "up" ? "" : "!"}text: Anna has a poor connection`,
    ),
  };
}

function partedAfter(step: Step<typeof callerMachine> | null): number | null {
  if (step?.label.startsWith("callRoom.parted")) return NOON;
  return step && step.label !== "callRoom.met" ? step.before.context.partedAt : null;
}

function over({ step }: Moment<typeof callerMachine>): Row {
  return {
    gone: true,
    holds: { rooms: [], awake: 0, ...(step?.label === "call.replace" ? {} : { ringing: [] }) },
    sees: step?.label === "call.replace" ? ["dialog: Call"] : ["!dialog: Call"],
  };
}

/** The call is in front. The caller can end it at any time and never accept it (6-19, 2-111). */
function sees(...expectations: string[]): string[] {
  return ["dialog: Call", "heading: Anna", "button: Hang up", "!button: Accept", ...expectations];
}

/** The signal that the call manager sends if the call is torn down from now on (R20). */
function setsEndSignal(content: SignalContent): Wire {
  return [
    "callManager <- call.setEndSignal",
    { signal: { to: ANNA, signal: { ...content, invitation: INVITATION } } },
  ];
}

/** What the call manager stores in case the page goes (2-97). */
function keeps(
  times: { startedAt: number | null; partedAt: number | null },
  { isRecorded }: Pick<Snapshot["context"], "isRecorded"> = { isRecorded: false },
): Wire {
  const call = {
    roomID: ROOM,
    mediaType: "voice",
    peerID: ANNA,
    ...times,
    ...(isRecorded && { isRecorded }),
  };
  return ["callManager <- call.keep", { call }];
}

function changes(step: Step<typeof callerMachine>): Wire[] {
  const { label, before, after } = step;
  const [was, is] = [phaseOf(before), phaseOf(after)];
  const isTaken = was !== is && !["answered", "connected"].includes(was) && !isOver(after);
  const becomesConnected = is === "connected" && was !== "connected";
  // R10: the first device is named once both are in the room.
  const meets = leafOf(after) === "talking" && leafOf(before) !== "talking";
  const deviceID = deviceAfter(step);
  return [
    ...(isTaken && ["answered", "connected"].includes(is) ? [setsEndSignal({ kind: "hungup" })] : []),
    ...(becomesConnected ? ["callManager <- call.connected"] : []),
    ...(meets && deviceID !== null
      ? [sendsSignal(ANNA, { kind: "cancel", acceptedBy: deviceID }, INVITATION)]
      : []),
    // 2-97: stored across a reload with the times of the call.
    ...(!isOver(after) &&
    (meets ||
      label.startsWith("callRoom.parted") ||
      (leafOf(before) === "talking" && label === "callRoom.met"))
      ? [keeps({ startedAt: NOON, partedAt: partedAfter(step) }, before.context)]
      : []),
    // If the peer ends the call by leaving, both are apart first.
    ...(["callRoom done (left)", "callRoom done (peerLost)"].includes(label)
      ? [keeps({ startedAt: NOON, partedAt: NOON }, before.context)]
      : []),
    ...(label === "checkPresence done (offline)"
      ? [keeps({ startedAt: null, partedAt: null }, { isRecorded: true })]
      : []),
    ...(label === "sendCallRing failed (timeout)" ? [keeps({ startedAt: null, partedAt: null })] : []),
    ...(label === "call.outputChosen"
      ? [["callManager <- call.outputChosen", { outputID: "headset" }] as const]
      : []),
  ];
}

/** The effects of an end: the signal, the room, the toast, the record. */
function ending({ label, before }: Step<typeof callerMachine>): Wire[] {
  const phase = leafOf(before) === "meeting" ? "meeting" : phaseOf(before);
  const wasJoined = before.value !== "requestingAccess";
  const { endSignal, toast, record } = endOf(label, phase);
  return [
    ...(wasJoined ? [["media.leave", { roomID: ROOM }] as const] : []),
    ...(endSignal ? [sendsSignal(ANNA, endSignal, INVITATION)] : []),
    ...(toast ? [["toasts <- toast.add", { toast }] as const] : []),
    ...(record && !(before.context.isRecorded && MISSED.includes(record.result))
      ? [["signedIn <- callManager.record", { userID: ANNA, record: { ...RECORD, ...record } }] as const]
      : []),
  ];
}

const CANCEL: SignalContent = { kind: "cancel", acceptedBy: null };
const HUNGUP: SignalContent = { kind: "hungup" };

interface End {
  endSignal?: SignalContent;
  toast?: { tone: "info" | "error"; key: ToastKey | "rtc.invitationFailed"; failure?: string };
  record?: { result: string; durationSeconds?: number };
}

type Phase = "before" | "calling" | "answered" | "connected";

const notStarted = (failure: string) =>
  ({ tone: "error", key: "rtc.invitationFailed", failure }) as const satisfies End["toast"];
/** The media room was not reached, and the peer was not called. */
const UNREACHED = { toast: { tone: "error", key: "callFailed" } } as const satisfies End;
const FAILED = {
  toast: { tone: "error", key: "callFailed" },
  record: { result: "failed" },
} as const satisfies End;
const HUNG_UP = {
  toast: { tone: "info", key: "callOver" },
  record: { result: "declined" },
} as const satisfies End;
const LOST = {
  toast: { tone: "error", key: "callLost" },
  record: { result: "completed" },
} as const satisfies End;

function endOf(label: string, phase: Phase | "meeting"): End {
  switch (label) {
    case "call.replace":
      return phase === "calling" ? { endSignal: CANCEL } : {};
    case "requestAccess failed (network)":
      return { toast: notStarted("network") };
    case "invite failed (blockedByPeer)":
      return { endSignal: CANCEL, toast: notStarted("blockedByPeer") };
    case "signal.reject":
      return {
        endSignal: CANCEL,
        toast: { tone: "info", key: "callDeclined" },
        record: { result: "declined" },
      };
    case "signal.reject busy":
      return { endSignal: CANCEL, toast: { tone: "info", key: "callBusy" }, record: { result: "busy" } };
    case "after waitTimeout":
      return {
        endSignal: CANCEL,
        toast: { tone: "info", key: "callNoAnswer" },
        record: { result: "noAnswer" },
      };
    case "after joinTimeout":
      return UNREACHED;
    case "after meetTimeout":
      return { endSignal: HUNGUP, ...FAILED };
    case "callRoom done (peerLost)":
      return { endSignal: HUNGUP, ...LOST };
    case "callRoom done (left)":
      return { record: { result: "completed" } };
    case "callRoom done (duplicate)":
      return { toast: { tone: "info", key: "callAnsweredElsewhere" } };
    case "callRoom done (lost)":
      return {
        before: UNREACHED,
        calling: { endSignal: CANCEL, ...FAILED },
        answered: { endSignal: HUNGUP, ...FAILED },
        meeting: { endSignal: HUNGUP, ...FAILED },
        connected: { endSignal: HUNGUP, ...LOST },
      }[phase];
    case "signal.hungup":
      return {
        before: {},
        calling: endOf("signal.reject", phase),
        answered: { endSignal: HUNGUP, ...HUNG_UP },
        meeting: { endSignal: HUNGUP, ...HUNG_UP },
        connected: { record: { result: "completed" } },
      }[phase];
    case "signal.hungup failed":
      return {
        before: {},
        calling: { endSignal: CANCEL, ...FAILED },
        answered: { endSignal: HUNGUP, ...FAILED },
        meeting: { endSignal: HUNGUP, ...FAILED },
        connected: {},
      }[phase];
    case "user.hangUp":
      return {
        before: {},
        calling: { endSignal: CANCEL, record: { result: "cancelled" } },
        answered: { endSignal: HUNGUP, record: { result: "cancelled" } },
        meeting: { endSignal: HUNGUP, record: { result: "cancelled" } },
        connected: { endSignal: HUNGUP, record: { result: "completed" } },
      }[phase];
    default:
      throw new Error(`Nobody knows how ${label} ends a call`);
  }
}

/** A repeated invitation has less time to ring than the first one. */
function isRepeat(input: unknown): boolean {
  return /"timeout":([12]?[0-9])[,}]/.test(JSON.stringify(input) ?? "");
}

function phaseOf({ value }: Snapshot): Phase {
  if (typeof value === "string" || value.inRoom === "joining") return "before";
  if (value.inRoom === "answered") return "answered";
  return "calling" in value.inRoom ? "calling" : "connected";
}

function leafOf(snapshot: Snapshot): string {
  return leavesOf(snapshot)[0]?.split(".").at(-1) ?? "";
}

function isWaiting(snapshot: Snapshot): boolean {
  return typeof snapshot.value === "object" && leafOf(snapshot) !== "talking";
}

function isTogether(snapshot: Snapshot): boolean {
  return leafOf(snapshot) === "talking" && snapshot.context.partedAt === null;
}

function isParted(snapshot: Snapshot): boolean {
  return leafOf(snapshot) === "talking" && snapshot.context.partedAt !== null;
}
