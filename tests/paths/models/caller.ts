import { callerMachine } from "../../../machines/caller.ts";
import type { NoticeKey, Words } from "../../../machines/events.ts";
import {
  aCancel,
  aHungup,
  anAccept,
  anInvitation,
  anInvite,
  aReject,
  aRoomMember,
  ROOM,
} from "../../fakes/signals.ts";
import { ANNA, aParticipant, aWorld, BEN, ME, NOON } from "../../fakes/world.ts";
import type { SnapshotOf, Step } from "../graph.ts";
import { press } from "../hands.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel, Row, Wire } from "../model.ts";
import { comeAndGo, holdSignals, isAbout, linkUp, nameEverything, phoneOf, said } from "./callParts.ts";
import { chartsDoNotFail, helpersDoNotFail } from "./excuses.ts";
import { deafParent } from "./parents.ts";

const MINE = { inviterUserID: ME, inviteeUserIDList: [ANNA] };
const INVITATION = anInvitation(MINE);
/** Anna's own call to me, which would win over mine (R7) or take its place (R8). */
const RECALL = "1".repeat(32);
const DEVICE = "a".repeat(32);
const from = { invitation: MINE };

type Snapshot = SnapshotOf<typeof callerMachine>;

/** One voice call to Anna. */
export const callerModel: ChartModel<typeof callerMachine> = {
  chart: "caller",
  machine: callerMachine,
  input: {
    parent: deafParent,
    clock: { newID: () => ROOM, now: () => NOON },
    userID: ME,
    invitation: INVITATION,
    participant: aParticipant(),
    outputID: "",
  },
  events: {
    "room.up": (snapshot) => (isLinkDown(snapshot) ? { type: "room.up", members: [] } : null),
    "room.up with Anna": (snapshot) => (isLinkDown(snapshot) ? { type: "room.up", members: [ANNA] } : null),
    "room.down": ({ context }) => (context.members ? { type: "room.down" } : null),
    "room.arrived": ({ context }) =>
      context.members?.includes(ANNA) === false ? { type: "room.arrived", userID: ANNA } : null,
    "room.departed": (snapshot) =>
      isAnnaThere(snapshot) ? { type: "room.departed", userID: ANNA, isDropped: false } : null,
    "room.departed dropped": (snapshot) =>
      isAnnaThere(snapshot) ? { type: "room.departed", userID: ANNA, isDropped: true } : null,
    "room.departed somebody else": ({ context }) =>
      context.members ? { type: "room.departed", userID: BEN, isDropped: false } : null,
    "call.outputChosen": ({ context }) =>
      context.members ? { type: "call.outputChosen", outputID: "headset" } : null,
    "signal.accept": anAccept({ ...from, deviceID: DEVICE }),
    "signal.accept of a simple client": anAccept(from),
    "signal.reject": aReject(from),
    "signal.reject busy": aReject({ ...from, isBusy: true }),
    "signal.hungup": aHungup(from),
    "user.hangUp": { type: "user.hangUp" },
    "call.replace": { type: "call.replace" },
  },
  answers: {
    requestAccess: { failed: ["network"] },
    invite: { failed: ["blockedByPeer"] },
    room: { done: { lost: () => ({ cause: "lost" }), duplicate: () => ({ cause: "duplicate" }) } },
  },
  key: ({ context: { members, deviceID } }) => `${members?.join()} ${deviceID}`,
  // The room gives up at the same moment.
  cannot: (label, _, { context }) => label === "after waitTimeout" && context.members === null,
  isRest: ({ value }) => value === "ended",

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    nameEverything(ports, ROOM);
    holdSignals(ports, "invite");
  },
  begin: (stage) =>
    stage.act(() =>
      phoneOf(stage.app)?.send({ type: "user.call", participant: aParticipant(), mediaType: "voice" }),
    ),
  actor: (app) => phoneOf(app, "caller"),
  calls: { requestAccess: "media.requestAccess", invite: "im.sendSignal" },
  tells: [
    "media.join",
    "media.leave",
    "phone <- call.owe",
    "phone <- call.connected",
    "phone <- call.outputChosen",
    "notices <- notice.add",
    "messenger <- phone.record",
  ],
  isOwn: ({ input }) => !isAbout(input, RECALL),
  logged: ["requestAccess", "invite"],
  delays: { joinTimeout: 15_000, waitTimeout: 30_000, peerTimeout: 30_000, returnTimeout: 3000 },
  stimuli: {
    "room.up": (stage) => linkUp(stage, "caller", []),
    "room.up with Anna": (stage) => linkUp(stage, "caller", [aRoomMember()]),
    "room.down": ({ ports }) => ports.emit.room({ type: "room.reconnecting" }),
    "room.arrived": ({ ports }) => ports.emit.room({ type: "room.memberJoined", member: aRoomMember() }),
    "room.departed": ({ ports }) =>
      ports.emit.room({ type: "room.memberLeft", userID: ANNA, isDropped: false }),
    "room.departed dropped": ({ ports }) =>
      ports.emit.room({ type: "room.memberLeft", userID: ANNA, isDropped: true }),
    "room.departed somebody else": ({ ports }) => comeAndGo(ports, BEN),
    "call.outputChosen": ({ app }) =>
      phoneOf(app, "caller", "room")?.send({ type: "user.chooseOutput", outputID: "headset" }),
    "call.replace": ({ ports }) =>
      ports.emit.signals(anInvite({ sentAt: NOON + 1, invitation: { roomID: RECALL } })),
    "room done (lost)": ({ ports }) => ports.emit.room({ type: "room.closed", cause: "lost" }),
    "room done (duplicate)": ({ ports }) => ports.emit.room({ type: "room.closed", cause: "duplicate" }),
  },
  press: { "user.hangUp": press("button: Hang up") },
  reads: ({ value, context }) => ({
    is: value,
    isJoin: context.isJoin,
    name: context.participant.userInfo.nickname,
    isAnnaThere: context.members?.includes(ANNA) ?? null,
    startedAt: context.startedAt,
    partedAt: context.partedAt,
  }),
  rows: {
    requestingAccess: {
      asks: [["media.requestAccess", { roomID: ROOM, userID: ME }]],
      reads: reads("requestingAccess", null, null),
      holds: { rooms: [], ringing: [], awake: 0 },
      sees: sees("text: Connecting"),
    },
    "inRoom.joining": {
      asks: [["media.join", { roomID: ROOM }]],
      reads: reads({ inRoom: "joining" }, null, null),
      holds: { rooms: [ROOM], ringing: [], awake: 0 },
      sees: sees("text: Connecting"),
    },
    "inRoom.calling.inviting": ({ snapshot }) => ({
      asks: [said(ANNA, { kind: "invite" }, INVITATION), owes({ kind: "cancel", acceptedBy: null })],
      reads: reads({ inRoom: { calling: "inviting" } }, isAnnaThere(snapshot), null),
      holds: { rooms: [ROOM], ringing: ["ringback"], awake: 0 },
      sees: sees("text: Waiting for an answer", "!button: Mute"),
    }),
    "inRoom.calling.waiting": ({ snapshot }) => ({
      reads: reads({ inRoom: { calling: "waiting" } }, isAnnaThere(snapshot), null),
      holds: { rooms: [ROOM], ringing: ["ringback"], awake: 0 },
      sees: sees("text: Waiting for an answer", "!button: Mute"),
    }),
    "inRoom.answered": {
      asks: [owes({ kind: "hungup" })],
      reads: reads({ inRoom: "answered" }, null, null),
      holds: { rooms: [ROOM], ringing: [], awake: 0 },
      sees: sees("text: Connecting", "!button: Mute"),
    },
    "inRoom.connected.meeting": ({ snapshot }) => talking("meeting", isAnnaThere(snapshot)),
    "inRoom.connected.together": talking("together", true),
    "inRoom.connected.apart": talking("apart", false, NOON),
    "inRoom.connected.left": talking("left", false, NOON),
    "inRoom.connected.reconnecting": talking("reconnecting", null, NOON),
    ended: ({ step }) => ({
      gone: true,
      // Another call of Anna's rings then.
      holds: { rooms: [], awake: 0, ...(step?.label === "call.replace" ? {} : { ringing: [] }) },
      sees: step?.label === "call.replace" ? ["dialog: Call"] : ["!dialog: Call"],
    }),
  },
  leads: {
    "*": {
      "user.hangUp": "ended",
      "call.replace": "ended",
    },
    requestingAccess: {
      "requestAccess done": "inRoom.joining",
      "requestAccess failed (network)": "ended",
    },
    "inRoom.*": {
      "room done (lost)": "ended",
      "room done (duplicate)": "ended",
      "call.outputChosen": STAYS,
    },
    "inRoom.joining": {
      "signal.accept": "inRoom.answered",
      "signal.accept of a simple client": "inRoom.answered",
      "room.up": "inRoom.calling.inviting",
      "room.up with Anna": "inRoom.calling.inviting",
      "after joinTimeout": "ended",
    },
    "inRoom.calling.*": {
      "signal.accept": taken,
      "signal.accept of a simple client": taken,
      "signal.reject": "ended",
      "signal.reject busy": "ended",
      "signal.hungup": "ended",
      // Who is in the room counts once the call is taken.
      "room.up": STAYS,
      "room.up with Anna": STAYS,
      "room.down": STAYS,
      "room.arrived": STAYS,
      "room.departed": STAYS,
      "room.departed dropped": STAYS,
    },
    "inRoom.calling.inviting": {
      "invite done": "inRoom.calling.waiting",
      "invite failed (blockedByPeer)": "ended",
    },
    "inRoom.calling.waiting": {
      "after waitTimeout": "ended",
    },
    "inRoom.answered": {
      "signal.hungup": "ended",
      "room.up": "inRoom.connected.meeting",
      "room.up with Anna": "inRoom.connected.together",
      "after joinTimeout": "ended",
    },
    "inRoom.connected.*": {
      "signal.hungup": "ended",
    },
    "inRoom.connected.meeting": {
      "after joinTimeout": "ended",
      "room.up": STAYS,
      "room.up with Anna": "inRoom.connected.together",
      "room.down": STAYS,
      "room.arrived": "inRoom.connected.together",
    },
    "inRoom.connected.together": {
      "room.down": "inRoom.connected.reconnecting",
      "room.departed": "inRoom.connected.left",
      "room.departed dropped": "inRoom.connected.apart",
    },
    "inRoom.connected.apart": {
      "room.down": "inRoom.connected.reconnecting",
      "room.arrived": "inRoom.connected.together",
      "after peerTimeout": "ended",
    },
    "inRoom.connected.left": {
      "room.down": "inRoom.connected.reconnecting",
      "room.arrived": "inRoom.connected.together",
      "after returnTimeout": "ended",
    },
    "inRoom.connected.reconnecting": {
      "room.up": "inRoom.connected.apart",
      "room.up with Anna": "inRoom.connected.together",
    },
    ended: {},
  },
  told: (step) => [...changes(step), ...(step.after.value === "ended" ? ending(step) : [])],
  noise: {
    "R1 signals about another call": ({ ports }) => {
      const invitation = { ...MINE, roomID: "e".repeat(32) };
      for (const signal of [anAccept, aReject, aHungup, aCancel]) ports.emit.signals(signal({ invitation }));
    },
    "R1 signals of somebody else about this call": ({ ports }) => {
      for (const signal of [anAccept, aReject, aHungup, aCancel])
        ports.emit.signals(signal({ ...from, from: BEN }));
    },
    "R3 an invitation into the same room": {
      when: ({ value }) => value !== "ended",
      make: ({ ports }) => ports.emit.signals(anInvite()),
    },
    "R1 a cancel by the one who was invited": ({ ports }) => ports.emit.signals(aCancel(from)),
    "R10 a second device accepts, R11 a third one rejects": {
      when: (snapshot) => ["answered", "connected"].includes(phaseOf(snapshot)),
      make: ({ ports }) => {
        ports.emit.signals(anAccept({ ...from, deviceID: "b".repeat(32) }));
        ports.emit.signals(aReject(from));
      },
    },
    "R19 farewells after the end": {
      when: ({ value }) => value === "ended",
      make: ({ ports }) => {
        ports.emit.signals(aReject(from));
        ports.emit.signals(aHungup(from));
      },
    },
    "4-100 somebody else comes and goes": {
      when: ({ context }) => context.members !== null,
      make: ({ ports }) => comeAndGo(ports, BEN),
    },
  },
  excused: {
    ...chartsDoNotFail("room"),
    ...helpersDoNotFail("ringback", "wakeLock"),
  },
};

function reads(
  is: unknown,
  annaIsThere: boolean | null,
  startedAt: number | null,
  partedAt: number | null = null,
) {
  return { is, isJoin: false, name: "Anna", isAnnaThere: annaIsThere, startedAt, partedAt };
}

/** The clock of the call stands still while they are apart (R21). */
function talking(is: string, annaIsThere: boolean | null, partedAt: number | null = null): Row {
  return {
    reads: reads({ inRoom: { connected: is } }, annaIsThere, NOON, partedAt),
    holds: { rooms: [ROOM], ringing: [], awake: 1 },
    sees: sees(
      "button: Mute",
      "text: 00:00",
      is === "apart" ? "text: Anna has connection trouble" : "!text: Anna has connection trouble",
    ),
  };
}

/** The call in front; who starts one can always end it and never accept it (6-19, 2-111). */
function sees(...sights: string[]): string[] {
  return ["dialog: Call", "heading: Anna", "button: Hang up", "!button: Accept", ...sights];
}

/** What the phone is to say if the call is torn down from now on (R20). */
function owes(words: Words): Wire {
  return ["phone <- call.owe", { letter: { to: ANNA, signal: { ...words, invitation: INVITATION } } }];
}

/** What is said on the way from one state to the next. */
function changes({ label, before, after }: Step<typeof callerMachine>): Wire[] {
  const [was, is] = [phaseOf(before), phaseOf(after)];
  const becomesConnected = is === "connected" && was !== "connected";
  // R10: the first device is named once both are there.
  const { deviceID } = before.context.deviceID === null ? after.context : before.context;
  const meets = leafOf(after) === "together" && leafOf(before) !== "together";
  const names = meets && (before.context.deviceID !== null || label === "signal.accept");
  return [
    ...(becomesConnected ? [owes({ kind: "hungup" }), "phone <- call.connected"] : []),
    ...(names ? [said(ANNA, { kind: "cancel", acceptedBy: deviceID ?? DEVICE }, INVITATION)] : []),
    ...(label === "call.outputChosen"
      ? [["phone <- call.outputChosen", { outputID: "headset" }] as const]
      : []),
  ];
}

/** How a call ends: the farewell, the room, the notice, the record. */
function ending({ label, before }: Step<typeof callerMachine>): Wire[] {
  const phase = leafOf(before) === "meeting" ? "meeting" : phaseOf(before);
  const wasJoined = before.value !== "requestingAccess";
  const { farewell, notice, record } = endOf(label, phase);
  return [
    ...(wasJoined ? [["media.leave", { roomID: ROOM }] as const] : []),
    ...(farewell ? [said(ANNA, farewell, INVITATION)] : []),
    ...(notice ? [["notices <- notice.add", { notice }] as const] : []),
    ...(record
      ? [["messenger <- phone.record", { userID: ANNA, record: { ...RECORD, ...record } }] as const]
      : []),
  ];
}

const RECORD = { roomID: ROOM, mediaType: "voice", durationSeconds: 0 };
const CANCEL: Words = { kind: "cancel", acceptedBy: null };
const HUNGUP: Words = { kind: "hungup" };

interface End {
  farewell?: Words;
  notice?: { tone: "info" | "error"; key: NoticeKey | "rtc.invitationFailed"; failure?: string };
  record?: { result: string; durationSeconds?: number };
}

type Phase = "before" | "calling" | "answered" | "connected";

const notStarted = (failure: string) =>
  ({ tone: "error", key: "rtc.invitationFailed", failure }) as const satisfies End["notice"];
/** The media room was not reached, and nobody was called. */
const UNREACHED = { notice: { tone: "error", key: "callFailed" } } as const satisfies End;
const FAILED = {
  notice: { tone: "error", key: "callFailed" },
  record: { result: "failed" },
} as const satisfies End;
const LOST = {
  notice: { tone: "error", key: "callLost" },
  record: { result: "completed" },
} as const satisfies End;

/** "meeting": connected, and the other side has not been in the room yet. */
function endOf(label: string, phase: Phase | "meeting"): End {
  switch (label) {
    case "call.replace":
      return phase === "calling" ? { farewell: CANCEL } : {};
    case "requestAccess failed (network)":
      return { notice: notStarted("network") };
    case "invite failed (blockedByPeer)":
      return { farewell: CANCEL, notice: notStarted("blockedByPeer") };
    case "signal.reject":
      return {
        farewell: CANCEL,
        notice: { tone: "info", key: "callDeclined" },
        record: { result: "declined" },
      };
    case "signal.reject busy":
      return { farewell: CANCEL, notice: { tone: "info", key: "callBusy" }, record: { result: "busy" } };
    case "after waitTimeout":
      return {
        farewell: CANCEL,
        notice: { tone: "info", key: "callNoAnswer" },
        record: { result: "noAnswer" },
      };
    case "after joinTimeout":
      return phase === "before" ? UNREACHED : { farewell: HUNGUP, ...FAILED };
    case "after peerTimeout":
      return { farewell: HUNGUP, ...LOST };
    case "after returnTimeout":
      return { record: { result: "completed" } };
    case "room done (duplicate)":
      return { notice: { tone: "info", key: "callAnsweredElsewhere" } };
    case "room done (lost)":
      return {
        before: UNREACHED,
        calling: { farewell: CANCEL, ...FAILED },
        answered: { farewell: HUNGUP, ...FAILED },
        meeting: { farewell: HUNGUP, ...FAILED },
        connected: { farewell: HUNGUP, ...LOST },
      }[phase];
    case "signal.hungup":
      return {
        before: {},
        calling: endOf("signal.reject", phase),
        answered: FAILED,
        meeting: FAILED,
        connected: { record: { result: "completed" } },
      }[phase];
    case "user.hangUp":
      return {
        before: {},
        calling: { farewell: CANCEL, record: { result: "cancelled" } },
        answered: { farewell: HUNGUP, record: { result: "cancelled" } },
        meeting: { farewell: HUNGUP, record: { result: "cancelled" } },
        connected: { farewell: HUNGUP, record: { result: "completed" } },
      }[phase];
    default:
      throw new Error(`Nobody knows how ${label} ends a call`);
  }
}

function phaseOf({ value }: Snapshot): Phase {
  if (typeof value === "string" || value.inRoom === "joining") return "before";
  if (value.inRoom === "answered") return "answered";
  return "calling" in value.inRoom ? "calling" : "connected";
}

/** The innermost state of a call that is connected. */
function leafOf({ value }: Snapshot): string {
  return typeof value === "object" && typeof value.inRoom === "object" && "connected" in value.inRoom
    ? value.inRoom.connected
    : "";
}

/** An accept is remembered until the media link is up; then it depends on who came first (0-03, 0-04). */
function taken(snapshot: Snapshot): string {
  if (isLinkDown(snapshot)) return "inRoom.answered";
  return isAnnaThere(snapshot) ? "inRoom.connected.together" : "inRoom.connected.meeting";
}

function isAnnaThere({ context }: Snapshot): boolean | null {
  return context.members?.includes(ANNA) ?? null;
}

function isLinkDown({ value, context }: Snapshot): boolean {
  return typeof value === "object" && context.members === null;
}
