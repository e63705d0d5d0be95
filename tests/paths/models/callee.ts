import { calleeMachine } from "../../../machines/callee.ts";
import type { Invitation, NoticeKey, Words } from "../../../machines/events.ts";
import {
  aCancel,
  aHungup,
  anAccept,
  anInvitation,
  anInvite,
  aReject,
  aRoomMember,
} from "../../fakes/signals.ts";
import { ANNA, aParticipant, aWorld, BEN, ME, NOON } from "../../fakes/world.ts";
import type { SnapshotOf, Step } from "../graph.ts";
import { press } from "../hands.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel, Moment, Row, Wire } from "../model.ts";
import {
  comeAndGo,
  holdSignals,
  isAbout,
  letterTo,
  linkUp,
  nameEverything,
  phoneOf,
  said,
} from "./callParts.ts";
import { chartsDoNotFail, helpersDoNotFail } from "./excuses.ts";
import { deafParent } from "./parents.ts";

/** This device, and the room of one's own call to Anna (R7), which must lose to hers. */
const DEVICE = "9".repeat(32);
const ELSEWHERE = "b".repeat(32);
/** Anna calls once more (R8). */
const RECALL = "1".repeat(32);
const INVITATION = anInvitation({ mediaType: "video" });
const { roomID } = INVITATION;
const about = { invitation: INVITATION };
const INVITE = anInvite(about);
const CARD = { userID: ANNA, nickname: "Anna Maria", faceURL: "anna.png", ex: "" };

type Snapshot = SnapshotOf<typeof calleeMachine>;

/** A video call from Anna. */
export const calleeModel: ChartModel<typeof calleeMachine> = {
  chart: "callee",
  machine: calleeMachine,
  input: {
    parent: deafParent,
    clock: { newID: () => DEVICE, now: () => NOON },
    userID: ME,
    invitation: INVITATION,
    participant: aParticipant(),
    ringTime: 30_000,
    camera: true,
    outputID: "",
  },
  events: {
    "room.up": (snapshot) => (isLinkDown(snapshot) ? { type: "room.up", members: [] } : null),
    "room.up with Anna": (snapshot) => (isLinkDown(snapshot) ? { type: "room.up", members: [ANNA] } : null),
    "room.down": ({ context }) => (context.members ? { type: "room.down" } : null),
    "room.arrived": ({ context }) =>
      context.members?.includes(ANNA) === false ? { type: "room.arrived", userID: ANNA } : null,
    "room.departed": ({ context }) =>
      context.members?.includes(ANNA) ? { type: "room.departed", userID: ANNA, isDropped: false } : null,
    "room.departed dropped": ({ context }) =>
      context.members?.includes(ANNA) ? { type: "room.departed", userID: ANNA, isDropped: true } : null,
    "room.departed somebody else": ({ context }) =>
      context.members ? { type: "room.departed", userID: BEN, isDropped: false } : null,
    "call.outputChosen": ({ context }) =>
      context.members ? { type: "call.outputChosen", outputID: "headset" } : null,
    "signal.cancel": aCancel(about),
    "signal.cancel taken elsewhere": aCancel({ ...about, acceptedBy: ELSEWHERE }),
    "signal.cancel taken here": (snapshot) =>
      phaseOf(snapshot) === "joining" || phaseOf(snapshot) === "connected"
        ? aCancel({ ...about, acceptedBy: DEVICE })
        : null,
    "signal.hungup": aHungup(about),
    "user.accept": { type: "user.accept" },
    "user.hangUp": { type: "user.hangUp" },
    "call.replace": { type: "call.replace" },
  },
  answers: {
    loadUser: { done: { "": () => CARD }, failed: ["unknown"] },
    answer: { failed: ["unknown"] },
    requestAccess: { failed: ["network"] },
    room: { done: { lost: () => ({ cause: "lost" }), duplicate: () => ({ cause: "duplicate" }) } },
  },
  key: ({ context: { members, participant } }) => `${members?.join()} ${participant.userInfo.nickname}`,
  phase: phaseOf,
  evenIgnored: ["user.accept", "signal.cancel", "signal.cancel taken elsewhere", "signal.cancel taken here"],
  isRest: ({ value }) => value === "ended",

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    nameEverything(ports, DEVICE);
    holdSignals(ports, "accept");
  },
  begin: (stage) => stage.act(() => stage.ports.emit.signals(INVITE)),
  actor(app) {
    const callee = phoneOf(app, "callee");
    return callee?.getSnapshot().context.invitation.roomID === roomID ? callee : undefined;
  },
  calls: { loadUser: "im.loadUser", answer: "im.sendSignal", requestAccess: "media.requestAccess" },
  tells: [
    "media.join",
    "media.leave",
    "phone <- call.owe",
    "phone <- call.outputChosen",
    "notices <- notice.add",
    "messenger <- phone.record",
  ],
  isOwn: ({ input }) => !isAbout(input, RECALL),
  logged: ["loadUser", "answer", "requestAccess"],
  delays: { ringTimeout: 35_000, joinTimeout: 15_000, peerTimeout: 30_000, returnTimeout: 3000 },
  stimuli: {
    "room.up": (stage) => linkUp(stage, "callee", []),
    "room.up with Anna": (stage) => linkUp(stage, "callee", [aRoomMember()]),
    "room.down": ({ ports }) => ports.emit.room({ type: "room.reconnecting" }),
    "room.arrived": ({ ports }) => ports.emit.room({ type: "room.memberJoined", member: aRoomMember() }),
    "room.departed": ({ ports }) =>
      ports.emit.room({ type: "room.memberLeft", userID: ANNA, isDropped: false }),
    "room.departed dropped": ({ ports }) =>
      ports.emit.room({ type: "room.memberLeft", userID: ANNA, isDropped: true }),
    "room.departed somebody else": ({ ports }) => comeAndGo(ports, BEN),
    "call.outputChosen": ({ app }) =>
      phoneOf(app, "callee", "room")?.send({ type: "user.chooseOutput", outputID: "headset" }),
    "call.replace": ({ ports }) =>
      ports.emit.signals(anInvite({ sentAt: NOON + 1, invitation: { roomID: RECALL } })),
    "room done (lost)": ({ ports }) => ports.emit.room({ type: "room.closed", cause: "lost" }),
    "room done (duplicate)": ({ ports }) => ports.emit.room({ type: "room.closed", cause: "duplicate" }),
  },
  press: { "user.accept": press("button: Accept"), "user.hangUp": press("button: Hang up") },
  pressable: (label, snapshot) => label !== "user.accept" || phaseOf(snapshot) === "ringing",
  reads: ({ value, context }) => ({
    card: typeof value === "object" ? value.on.card : null,
    call: typeof value === "object" ? value.on.call : null,
    isJoin: context.isJoin,
    who: context.participant.userInfo,
    isAnnaThere: context.members?.includes(ANNA) ?? null,
    others: context.members?.filter((userID) => userID !== ANNA) ?? [],
    startedAt: context.startedAt,
    partedAt: context.partedAt,
  }),
  rows: {
    "on.card.loading": {
      asks: [["im.loadUser", { userID: ANNA }]],
      reads: { card: "loading", who: aParticipant().userInfo, isJoin: true, others: [] },
      sees: ["dialog: Call", "heading: Anna"],
    },
    "on.card.settled": ({ snapshot }) => ({
      reads: {
        card: "settled",
        who: snapshot.context.participant.userInfo.nickname === "Anna" ? aParticipant().userInfo : CARD,
        isJoin: true,
        others: [],
      },
      sees: ["dialog: Call"],
    }),
    "on.call.ringing": {
      asks: [owes({ kind: "reject", isBusy: false })],
      reads: { call: "ringing", isAnnaThere: null, startedAt: null, partedAt: null },
      holds: { rooms: [], ringing: ["ringtone"], awake: 0 },
      sees: ["text: Incoming video call", "button: Accept", "button: Hang up", "!button: Mute"],
    },
    "on.call.accepting.answering": {
      asks: [said(ANNA, { kind: "accept", deviceID: DEVICE }, INVITATION), owes({ kind: "hungup" })],
      reads: { call: { accepting: "answering" }, isAnnaThere: null, startedAt: null, partedAt: null },
      holds: { rooms: [], ringing: [], awake: 0 },
      sees: ["text: Connecting", "button: Hang up", "!button: Accept"],
    },
    "on.call.accepting.requestingAccess": {
      asks: [["media.requestAccess", { roomID, userID: ME }]],
      reads: { call: { accepting: "requestingAccess" }, isAnnaThere: null, startedAt: null, partedAt: null },
      holds: { rooms: [], ringing: [], awake: 0 },
      sees: ["text: Connecting", "button: Hang up", "!button: Accept"],
    },
    "on.call.inRoom.joining": ({ snapshot }) => ({
      asks: [["media.join", { roomID }]],
      reads: {
        call: { inRoom: "joining" },
        isAnnaThere: isAnnaThere(snapshot),
        startedAt: null,
        partedAt: null,
      },
      holds: { rooms: [roomID], ringing: [], awake: 0 },
      sees: ["text: Connecting", "button: Hang up", "!button: Accept", "!button: Mute"],
    }),
    "on.call.inRoom.connected.together": talking("together", null),
    "on.call.inRoom.connected.apart": talking("apart", NOON),
    "on.call.inRoom.connected.left": talking("left", NOON),
    "on.call.inRoom.connected.reconnecting": talking("reconnecting", NOON),
    ended: ({ step }) => ({
      gone: true,
      // Another call of Anna's rings then.
      holds: { rooms: [], awake: 0, ...(step?.label === "call.replace" ? {} : { ringing: [] }) },
      sees:
        step?.label === "call.replace"
          ? ["text: Incoming voice call", "button: Accept", "button: Hang up"]
          : ["!dialog: Call"],
    }),
  },
  leads: {
    "*": {
      "call.replace": "ended",
    },
    "on.card.loading": {
      "loadUser done": "on.card.settled",
      "loadUser failed (unknown)": "on.card.settled",
    },
    "on.card.settled": {},
    "on.call.*": {
      "signal.hungup": "ended",
      "user.hangUp": "ended",
    },
    "on.call.ringing": {
      "signal.cancel": "ended",
      "signal.cancel taken elsewhere": "ended",
      "user.accept": "on.call.accepting.answering",
      "after ringTimeout": "ended",
    },
    "on.call.accepting.*": {
      "signal.cancel": "ended",
      "signal.cancel taken elsewhere": "ended",
    },
    "on.call.accepting.answering": {
      "answer done": "on.call.accepting.requestingAccess",
      "answer failed (unknown)": "ended",
    },
    "on.call.accepting.requestingAccess": {
      "requestAccess done": "on.call.inRoom.joining",
      "requestAccess failed (network)": "ended",
    },
    "on.call.inRoom.*": {
      "room done (lost)": "ended",
      "room done (duplicate)": "ended",
      "call.outputChosen": STAYS,
    },
    "on.call.inRoom.joining": {
      "signal.cancel": "ended",
      "room.up": STAYS,
      "room.up with Anna": "on.call.inRoom.connected.together",
      "room.down": STAYS,
      "room.arrived": "on.call.inRoom.connected.together",
      "after joinTimeout": "ended",
    },
    "on.call.inRoom.connected.together": {
      "room.down": "on.call.inRoom.connected.reconnecting",
      "room.departed": "on.call.inRoom.connected.left",
      "room.departed dropped": "on.call.inRoom.connected.apart",
    },
    "on.call.inRoom.connected.apart": {
      "room.down": "on.call.inRoom.connected.reconnecting",
      "room.arrived": "on.call.inRoom.connected.together",
      "after peerTimeout": "ended",
    },
    "on.call.inRoom.connected.left": {
      "room.down": "on.call.inRoom.connected.reconnecting",
      "room.arrived": "on.call.inRoom.connected.together",
      "after returnTimeout": "ended",
    },
    "on.call.inRoom.connected.reconnecting": {
      "room.up": "on.call.inRoom.connected.apart",
      "room.up with Anna": "on.call.inRoom.connected.together",
    },
    ended: {},
  },
  told: (step) => [
    ...(step.label === "call.outputChosen"
      ? [["phone <- call.outputChosen", { outputID: "headset" }] as const]
      : []),
    ...(step.after.value === "ended" ? ending(step) : []),
  ],
  noise: {
    "R1 signals about another call": ({ ports }) => {
      const invitation: Partial<Invitation> = { roomID: "e".repeat(32) };
      for (const signal of [anAccept, aReject, aHungup, aCancel]) ports.emit.signals(signal({ invitation }));
    },
    "R1 signals of somebody else about this call": ({ ports }) => {
      for (const signal of [anAccept, aReject, aHungup, aCancel])
        ports.emit.signals(signal({ ...about, from: BEN }));
    },
    "R3 the invitation once more": ({ ports }) => ports.emit.signals(INVITE),
    "R1 an accept and a reject by the one who calls": {
      when: ({ value }) => value !== "ended",
      make: ({ ports }) => {
        ports.emit.signals(anAccept(about));
        ports.emit.signals(aReject(about));
      },
    },
    "R19 farewells after the end": {
      when: ({ value }) => value === "ended",
      make: ({ ports }) => {
        ports.emit.signals(aCancel(about));
        ports.emit.signals(aHungup(about));
      },
    },
    "4-100 somebody else comes and goes": {
      when: ({ context }) => context.members !== null,
      make: ({ ports }) => comeAndGo(ports, BEN),
    },
  },
  excused: {
    ...chartsDoNotFail("room"),
    ...helpersDoNotFail("ringtone", "wakeLock"),
  },
};

/** The same for a call that won against one's own to Anna (R7): it is accepted by itself. */
export const calleeByGlareModel: ChartModel<typeof calleeMachine> = {
  ...calleeModel,
  input: { ...calleeModel.input, ringTime: 0 },
  begin: async (stage) => {
    const participant = aParticipant();
    await stage.act(() => phoneOf(stage.app)?.send({ type: "user.call", participant, mediaType: "video" }));
    await stage.act(() => stage.ports.emit.signals(INVITE));
  },
  isOwn: (entry) => (calleeModel.isOwn?.(entry) ?? true) && !isAbout(entry.input, `"roomID":"${DEVICE}"`),
};

/** The clock of the call stands still while they are apart (R21). */
function talking(is: string, partedAt: number | null) {
  return ({ snapshot }: Moment<typeof calleeMachine>): Row => ({
    reads: {
      call: { inRoom: { connected: is } },
      isAnnaThere: isAnnaThere(snapshot),
      startedAt: NOON,
      partedAt,
    },
    holds: { rooms: [roomID], ringing: [], awake: 1 },
    sees: [
      "button: Mute",
      "button: Camera off",
      "button: Hang up",
      "!button: Accept",
      "text: 00:00",
      `${is === "apart" ? "" : "!"}text: ${snapshot.context.participant.userInfo.nickname} has connection trouble`,
    ],
  });
}

/** What the phone is to say if the call is torn down from now on (R20). */
function owes(words: Words): Wire {
  return ["phone <- call.owe", { letter: letterTo(ANNA, words, INVITATION) }];
}

/**
 * How a call ends here: the farewell, the room, the notice. The one who called writes it down, unless they went away
 * without a word (R21).
 */
function ending({ label, before }: Step<typeof calleeMachine>): Wire[] {
  const phase = phaseOf(before);
  const { farewell, notice, result } = endOf(label, phase, before.context.members !== null);
  return [
    ...(phase === "joining" || phase === "connected" ? [["media.leave", { roomID }] as const] : []),
    ...(farewell ? [said(ANNA, farewell, INVITATION)] : []),
    ...(notice ? [["notices <- notice.add", { notice }] as const] : []),
    ...(result
      ? [["messenger <- phone.record", { userID: ANNA, record: { ...RECORD, result } }] as const]
      : []),
    // The call that takes its place looks for the card itself.
    ...(label === "call.replace" ? [["im.loadUser", { userID: ANNA }] as const] : []),
  ];
}

const HUNGUP: Words = { kind: "hungup" };

const RECORD = { roomID, mediaType: "video", durationSeconds: 0, isByCallee: true };

interface End {
  farewell?: Words;
  notice?: { tone: "info" | "error"; key: NoticeKey };
  result?: string;
}

type Phase = "ringing" | "accepting" | "joining" | "connected" | "ended";

const FAILED: End = { farewell: HUNGUP, notice: { tone: "error", key: "callFailed" } };
const LOST: End = { farewell: HUNGUP, notice: { tone: "error", key: "callLost" } };
const TAKEN: End = { notice: { tone: "info", key: "callAnsweredElsewhere" } };

function endOf(label: string, phase: Phase, isLinkUp: boolean): End {
  switch (label) {
    case "user.hangUp":
      return { farewell: phase === "ringing" ? { kind: "reject", isBusy: false } : HUNGUP };
    case "signal.cancel taken elsewhere":
    case "room done (duplicate)":
      return TAKEN;
    case "room done (lost)":
      return phase === "connected" ? LOST : FAILED;
    case "after peerTimeout":
      return { ...LOST, result: "completed" };
    case "after ringTimeout":
      return { result: "noAnswer" };
    case "after joinTimeout":
      return isLinkUp ? { ...FAILED, result: "failed" } : FAILED;
    case "answer failed (unknown)":
    case "requestAccess failed (network)":
      return FAILED;
    case "call.replace":
    case "signal.cancel":
    case "signal.hungup":
    case "after returnTimeout":
      return {};
    default:
      throw new Error(`Nobody knows how ${label} ends a call`);
  }
}

function phaseOf({ value }: Snapshot): Phase {
  if (typeof value === "string") return "ended";
  const { call } = value.on;
  if (typeof call === "string") return "ringing";
  if ("accepting" in call) return "accepting";
  return call.inRoom === "joining" ? "joining" : "connected";
}

function isAnnaThere({ context }: Snapshot): boolean | null {
  return context.members?.includes(ANNA) ?? null;
}

function isLinkDown(snapshot: Snapshot): boolean {
  return ["joining", "connected"].includes(phaseOf(snapshot)) && snapshot.context.members === null;
}
