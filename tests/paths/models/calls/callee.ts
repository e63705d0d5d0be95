import { calleeMachine } from "../../../../machines/calls/callee.ts";
import type { Invitation, SignalContent } from "../../../../machines/domain/call.ts";
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
} from "../../../fakes/signals.ts";
import { ANNA, aBlack, aParticipant, aWorld, BEN, ME, NOON } from "../../../fakes/world.ts";
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
  signalTo,
  TALK_ENDS,
} from "./call-parts.ts";

/** This device, and the room of the user's call to Anna (R7), which must lose to hers. */
const DEVICE = "9".repeat(32);
const ELSEWHERE = "b".repeat(32);
/** The room of Anna's second call (R8). */
const RECALL = "1".repeat(32);
const INVITATION = anInvitation({ mediaType: "video" });
const { roomID } = INVITATION;
const about = { invitation: INVITATION };
const INVITE = anInvite(about);
const CARD = { userID: ANNA, nickname: "Anna Maria", faceURL: "anna.png", ex: "" };

type Snapshot = SnapshotOf<typeof calleeMachine>;
type Facts = Moment<typeof calleeMachine>;

const spec: Omit<ChartModel<typeof calleeMachine>, "leads"> = {
  chart: "callee",
  machine: calleeMachine,
  input: {
    parent: ignoringParent,
    clock: { newID: () => DEVICE, now: () => NOON },
    userID: ME,
    invitation: INVITATION,
    participant: aParticipant(),
    ringTime: 30_000,
    camera: true,
    outputID: "",
  },
  events: {
    "callRoom.linked": (snapshot, around) =>
      around.startsWith("down") && phaseOf(snapshot) === "joining" ? { type: "callRoom.linked" } : null,
    "callRoom.linked with Anna": (snapshot, around) =>
      around.startsWith("down") && phaseOf(snapshot) === "joining" ? { type: "callRoom.linked" } : null,
    "callRoom.unlinked": (snapshot, around) =>
      around.startsWith("up") && phaseOf(snapshot) === "joining" ? { type: "callRoom.unlinked" } : null,
    "callRoom.met": (snapshot, around) =>
      (around.startsWith("up") && phaseOf(snapshot) === "joining") || isParted(snapshot)
        ? { type: "callRoom.met" }
        : null,
    "callRoom.parted": (snapshot) => (isTogether(snapshot) ? { type: "callRoom.parted" } : null),
    "callRoom.parted as the link is down": (snapshot) =>
      isTogether(snapshot) ? { type: "callRoom.parted" } : null,
    "call.outputChosen": (snapshot, around) =>
      around.startsWith("up") && ["joining", "connected"].includes(phaseOf(snapshot))
        ? { type: "call.outputChosen", outputID: "headset" }
        : null,
    "signal.cancel": aCancel(about),
    "signal.cancel taken elsewhere": aCancel({ ...about, acceptedBy: ELSEWHERE }),
    "signal.cancel taken here": (snapshot) =>
      ["accepting", "joining", "connected"].includes(phaseOf(snapshot))
        ? aCancel({ ...about, acceptedBy: DEVICE })
        : null,
    "signal.hungup": aHungup(about),
    "im.connected": (snapshot) => (isSending(snapshot) ? { type: "im.connected" } : null),
    "im.blackChanged": { type: "im.blackChanged", person: aBlack({ userID: ANNA }) },
    "user.accept": { type: "user.accept" },
    "user.hangUp": { type: "user.hangUp" },
    "call.replace": { type: "call.replace" },
  },
  answers: {
    loadUser: { done: { "": () => CARD }, failed: ["unknown"] },
    answer: { failed: ["unknown", "network", "timeout"] },
    requestAccess: { failed: ["network"] },
    callRoom: {
      done: {
        left: () => ({ end: "left" }),
        peerLost: () => ({ end: "peerLost" }),
        lost: () => ({ end: "lost" }),
        duplicate: () => ({ end: "duplicate" }),
      },
    },
  },
  key: ({ context: { partedAt } }) => `${partedAt !== null}`,
  // The user's connection, and whether the caller's card was loaded.
  around: { start: "down, asking", after: aroundAfter },
  replies: (label) => (label === "callRoom.linked with Anna" ? [{ type: "callRoom.met" }] : []),
  cannot(label, around, snapshot) {
    if (label === "callRoom done (left)" || label === "callRoom done (peerLost)")
      return phaseOf(snapshot) !== "connected" || around.startsWith("down");
    return label.startsWith("loadUser") && !around.endsWith("asking");
  },
  phase: phaseOf,
  evenIgnored: ["user.accept", "signal.cancel", "signal.cancel taken elsewhere", "signal.cancel taken here"],
  isRest: isOver,

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    nameEverything(ports, DEVICE);
    holdSignals(ports, "accept");
  },
  begin: (stage) => stage.act(() => stage.ports.emit.signals(INVITE)),
  actor(app) {
    const callee = callOf(app, "callee");
    return callee?.getSnapshot().context.invitation.roomID === roomID ? callee : undefined;
  },
  calls: { loadUser: "im.loadUser", answer: "im.sendSignal", requestAccess: "media.requestAccess" },
  tells: [
    "media.join",
    "media.leave",
    "callManager <- call.setEndSignal",
    "callManager <- call.keep",
    "callManager <- call.outputChosen",
    "toasts <- toast.add",
    "signedIn <- callManager.record",
  ],
  isOwn: ({ input }) => !isAbout(input, RECALL),
  logged: ["loadUser", "answer", "requestAccess"],
  delays: { ringTimeout: 35_000, retryDelay: 1000, joinTimeout: 15_000 },
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
  press: { "user.accept": press("button: Accept"), "user.hangUp": press("button: Hang up") },
  pressable: (label, snapshot) => label !== "user.accept" || phaseOf(snapshot) === "ringing",
  reads: ({ value, context, tags }) => ({
    is: value,
    isJoin: context.isJoin,
    who: context.participant.userInfo,
    startedAt: context.startedAt,
    partedAt: context.partedAt,
    shows: [...tags].join(),
  }),
  rows: {
    ringing: (moment) => ({
      asks: [setsEndSignal({ kind: "reject", isBusy: false })],
      reads: { ...reads("ringing", moment), shows: "ringing" },
      holds: { rooms: [], ringing: ["ringtone"], awake: 0 },
      sees: [...sees(moment), "text: Incoming video call", "button: Accept", "!button: Mute"],
    }),
    "accepting.answering": (moment) => ({
      asks: [
        sendsSignal(ANNA, { kind: "accept", deviceID: DEVICE }, INVITATION),
        ...(moment.step && isSending(moment.step.before) ? [] : [setsEndSignal({ kind: "hungup" })]),
      ],
      reads: reads({ accepting: "answering" }, moment),
      holds: { rooms: [], ringing: [], awake: 0 },
      sees: [...sees(moment), "text: Connecting", "!button: Accept"],
    }),
    "accepting.unsent": (moment) => ({
      reads: reads({ accepting: "unsent" }, moment),
      holds: { rooms: [], ringing: [], awake: 0 },
      sees: [...sees(moment), "text: Connecting", "!button: Accept"],
    }),
    "accepting.requestingAccess": (moment) => ({
      asks: [["media.requestAccess", { roomID, userID: ME }], keeps(null)],
      reads: reads({ accepting: "requestingAccess" }, moment),
      holds: { rooms: [], ringing: [], awake: 0 },
      sees: [...sees(moment), "text: Connecting", "!button: Accept"],
    }),
    "inRoom.joining.linking": (moment) => ({
      asks: moment.step?.label === "callRoom.unlinked" ? [] : [["media.join", { roomID }]],
      reads: reads({ inRoom: { joining: "linking" } }, moment),
      holds: { rooms: [roomID], ringing: [], awake: 0 },
      sees: [...sees(moment), "text: Connecting", "!button: Accept", "!button: Mute"],
    }),
    "inRoom.joining.meeting": (moment) => ({
      reads: reads({ inRoom: { joining: "meeting" } }, moment),
      holds: { rooms: [roomID], ringing: [], awake: 0 },
      sees: [...sees(moment), "text: Connecting", "!button: Accept", "!button: Mute"],
    }),
    "inRoom.connected": talking,
    missed: over,
    declined: over,
    calledOff: over,
    hungUp: over,
    answeredElsewhere: over,
    failed: over,
    completed: over,
    peerLost: over,
    connectionLost: over,
    // The replacing call loads the card itself.
    replaced: (moment) => ({ ...over(moment), asks: [["im.loadUser", { userID: ANNA }]] }),
  },
  told: (step) => [
    ...(phaseOf(step.before) !== "connected" && phaseOf(step.after) === "connected" ? [keeps(NOON)] : []),
    ...(step.label === "call.outputChosen"
      ? [["callManager <- call.outputChosen", { outputID: "headset" }] as const]
      : []),
    ...(isOver(step.after) ? ending(step) : []),
  ],
  noise: {
    "R1 signals about another call": ({ ports }) => {
      const invitation: Partial<Invitation> = { roomID: "e".repeat(32) };
      for (const signal of [anAccept, aReject, aHungup, aCancel]) ports.emit.signals(signal({ invitation }));
    },
    "R1 signals of another user about this call": ({ ports }) => {
      for (const signal of [anAccept, aReject, aHungup, aCancel])
        ports.emit.signals(signal({ ...about, from: BEN }));
    },
    "6-09 another user is blocked": ({ ports }) =>
      ports.emit.contacts({ type: "im.blackChanged", person: aBlack({ userID: BEN }) }),
    // R4: after a decline it is rejected again.
    "R3 the invitation again": {
      when: ({ value }) => value !== "declined",
      make: ({ ports }) => ports.emit.signals(INVITE),
    },
    "R1 an accept and a reject by the caller": {
      when: (snapshot) => !isOver(snapshot),
      make: ({ ports }) => {
        ports.emit.signals(anAccept(about));
        ports.emit.signals(aReject(about));
      },
    },
    "R19 end signals after the end": {
      when: isOver,
      make: ({ ports }) => {
        ports.emit.signals(aCancel(about));
        ports.emit.signals(aHungup(about));
      },
    },
    "4-100 another user joins and leaves": {
      when: (snapshot) => phaseOf(snapshot) === "connected",
      make: ({ ports }) => comeAndGo(ports, BEN),
    },
  },
  excused: {
    ...chartsDoNotFail("callRoom"),
    ...helpersDoNotFail("ringtone", "wakeLock", "connectionEvents", "contactEvents"),
  },
};

export const calleeModel: ChartModel<typeof calleeMachine> = {
  ...spec,
  leads: {
    "*": {
      "call.replace": "replaced",
      // The overlay shows without the card, which only adds details (4-91).
      "loadUser done": STAYS,
      "loadUser failed (unknown)": STAYS,
    },
    ringing: {
      "signal.cancel": "calledOff",
      "signal.cancel taken elsewhere": "answeredElsewhere",
      "signal.hungup": "calledOff",
      "im.blackChanged": "declined",
      "user.accept": "accepting.answering",
      "user.hangUp": "declined",
      "after ringTimeout": "missed",
    },
    "accepting.*": {
      // R10: "signal.cancel taken here" does nothing. The inviter confirms the accept with it.
      "signal.cancel": "hungUp",
      "signal.cancel taken elsewhere": "answeredElsewhere",
      "signal.hungup": "hungUp",
      "user.hangUp": "declined",
    },
    "accepting.answering": {
      "im.connected": "accepting.answering",
      "answer done": "accepting.requestingAccess",
      "answer failed (unknown)": "failed",
      "answer failed (network)": "accepting.unsent",
      "answer failed (timeout)": "accepting.unsent",
    },
    "accepting.unsent": {
      "after retryDelay": "accepting.answering",
    },
    "accepting.requestingAccess": {
      "requestAccess done": "inRoom.joining.linking",
      "requestAccess failed (network)": "failed",
    },
    "inRoom.*": {
      "callRoom done (left)": "completed",
      "callRoom done (peerLost)": "peerLost",
      "callRoom done (lost)": "failed",
      "callRoom done (duplicate)": "answeredElsewhere",
      "call.outputChosen": STAYS,
    },
    "inRoom.joining.*": {
      // R10: "signal.cancel taken elsewhere" does nothing. If two devices accept, the inviter names the
      // first, and the media server keeps the one that joined last. That may be this one: if it left, no
      // device would stay. If the other device joins later, the server removes this one.
      "signal.cancel": "hungUp",
      "signal.hungup": "hungUp",
      "user.hangUp": "declined",
      "callRoom.met": "inRoom.connected",
    },
    "inRoom.joining.linking": {
      "callRoom.linked": "inRoom.joining.meeting",
      "callRoom.linked with Anna": "inRoom.joining.meeting",
      "after joinTimeout": "failed",
    },
    "inRoom.joining.meeting": {
      "callRoom.unlinked": "inRoom.joining.linking",
      "after joinTimeout": "peerLost",
    },
    "inRoom.connected": {
      "callRoom.parted": STAYS,
      "callRoom.parted as the link is down": STAYS,
      "callRoom.met": STAYS,
      "callRoom done (lost)": "connectionLost",
      "signal.hungup": "completed",
      "user.hangUp": "completed",
    },
    missed: {},
    declined: {},
    calledOff: {},
    hungUp: {},
    answeredElsewhere: {},
    failed: {},
    completed: {},
    peerLost: {},
    connectionLost: {},
    replaced: {},
  },
};

/** A call that won against the user's call to Anna (R7): it is accepted without asking. */
export const calleeByGlareModel: ChartModel<typeof calleeMachine> = {
  ...spec,
  input: { ...spec.input, ringTime: 0 },
  begin: async (stage) => {
    const participant = aParticipant();
    await stage.act(() =>
      callManagerOf(stage.app)?.send({ type: "user.call", participant, mediaType: "video" }),
    );
    await stage.act(() => stage.ports.emit.signals(INVITE));
  },
  isOwn: (entry) => (spec.isOwn?.(entry) ?? true) && !isAbout(entry.input, `"roomID":"${DEVICE}"`),
  unreachable: {
    ringing: "the call is accepted without asking",
    missed: "the call is accepted without asking",
    calledOff: "the call is accepted without asking",
  },
};

function aroundAfter(around: string, label: string): string {
  const [link = "", card = ""] = around.split(", ");
  return `${LINK[label] ?? link}, ${label.startsWith("loadUser") ? "asked" : card}`;
}

const LINK: Readonly<Record<string, string>> = {
  "callRoom.linked": "up",
  "callRoom.linked with Anna": "up",
  "callRoom.unlinked": "down",
  "callRoom.met": "up",
  "callRoom.parted": "up without Anna",
  "callRoom.parted as the link is down": "down",
};

function reads(is: unknown, { step }: Facts) {
  return { is, isJoin: true, who: whoAfter(step), startedAt: null, partedAt: null, shows: "" };
}

/** Anna's name in the invitation, until her card is loaded (4-91). */
function whoAfter(step: Facts["step"]) {
  if (step?.label === "loadUser done") return CARD;
  return step?.before.context.participant.userInfo ?? aParticipant().userInfo;
}

/** What is stored in case the page goes, from the accept on (R20). */
function keeps(startedAt: number | null): Wire {
  const call = { roomID, mediaType: "video", peerID: ANNA, startedAt, partedAt: null, isIncoming: true };
  return ["callManager <- call.keep", { call }];
}

/** The call is in front and can be ended at any time (2-111). */
function sees({ step }: Facts): string[] {
  return ["dialog: Call", `heading: ${whoAfter(step).nickname}`, "button: Hang up"];
}

/** The timer stands still while they are apart (R21). */
function talking(moment: Facts): Row {
  const { step } = moment;
  return {
    reads: {
      ...reads({ inRoom: "connected" }, moment),
      startedAt: NOON,
      partedAt: partedAfter(step),
      shows: "connected",
    },
    holds: { rooms: [roomID], ringing: [], awake: 1 },
    sees: [
      ...sees(moment),
      "button: Mute",
      "button: Camera off",
      "!button: Accept",
      "text: 00:00",
      `${step?.around.includes("without Anna") ? "" : "!"}text: ${whoAfter(step).nickname} has a poor connection`,
    ],
  };
}

function partedAfter(step: Facts["step"]): number | null {
  if (step?.label.startsWith("callRoom.parted")) return NOON;
  return step && step.label !== "callRoom.met" ? step.before.context.partedAt : null;
}

function over({ step }: Facts): Row {
  const isReplaced = step?.label === "call.replace";
  return {
    gone: true,
    holds: { rooms: [], awake: 0, ...(isReplaced ? {} : { ringing: [] }) },
    sees: isReplaced ? ["text: Incoming voice call", "button: Accept", "button: Hang up"] : ["!dialog: Call"],
  };
}

/** The signal that the call manager sends if the call is torn down from now on (R20). */
function setsEndSignal(content: SignalContent): Wire {
  return ["callManager <- call.setEndSignal", { signal: signalTo(ANNA, content, INVITATION) }];
}

/**
 * The effects of an end: the signal, the room, the toast. The caller writes the record, unless the caller
 * disappeared without a signal (R21).
 */
function ending({ label, before }: Step<typeof calleeMachine>): Wire[] {
  const phase = phaseOf(before);
  const { endSignal, toast, result } = endOf(label, phase, isMeeting(before));
  return [
    ...(phase === "joining" || phase === "connected" ? [["media.leave", { roomID }] as const] : []),
    ...(endSignal ? [sendsSignal(ANNA, endSignal, INVITATION)] : []),
    ...(toast ? [["toasts <- toast.add", { toast }] as const] : []),
    ...(result
      ? [["signedIn <- callManager.record", { userID: ANNA, record: { ...RECORD, result } }] as const]
      : []),
  ];
}

const HUNGUP: SignalContent = { kind: "hungup" };

const RECORD = { roomID, mediaType: "video", durationSeconds: 0, isByCallee: true };

interface End {
  endSignal?: SignalContent;
  toast?: { tone: "info" | "error"; key: ToastKey };
  result?: string;
}

type Phase = "ringing" | "accepting" | "joining" | "connected" | "ended";

const FAILED: End = {
  endSignal: { kind: "hungup", hasFailed: true },
  toast: { tone: "error", key: "callFailed" },
};
const LOST: End = { endSignal: HUNGUP, toast: { tone: "error", key: "callLost" } };
const HUNG_UP: End = { toast: { tone: "info", key: "callOver" } };
const TAKEN: End = { toast: { tone: "info", key: "callAnsweredElsewhere" } };

function endOf(label: string, phase: Phase, isLinkUp: boolean): End {
  switch (label) {
    case "user.hangUp":
    case "im.blackChanged":
      return { endSignal: phase === "ringing" ? { kind: "reject", isBusy: false } : HUNGUP };
    case "signal.cancel taken elsewhere":
    case "callRoom done (duplicate)":
      return TAKEN;
    case "callRoom done (lost)":
      return phase === "connected" ? LOST : FAILED;
    case "callRoom done (peerLost)":
      return { ...LOST, result: "completed" };
    case "after ringTimeout":
      return { result: "noAnswer" };
    case "after joinTimeout":
      return isLinkUp ? { ...FAILED, result: "failed" } : FAILED;
    case "answer failed (unknown)":
    case "requestAccess failed (network)":
      return FAILED;
    case "signal.cancel":
    case "signal.hungup":
      return phase === "accepting" || phase === "joining" ? HUNG_UP : {};
    case "call.replace":
    case "callRoom done (left)":
      return {};
    default:
      throw new Error(`Nobody knows how ${label} ends a call`);
  }
}

function phaseOf({ value }: Snapshot): Phase {
  if (value === "ringing") return "ringing";
  if (typeof value === "string") return "ended";
  if ("accepting" in value) return "accepting";
  return value.inRoom === "connected" ? "connected" : "joining";
}

/** The accept is on its way, or could not be sent. */
function isSending(snapshot: Snapshot): boolean {
  return leavesOf(snapshot).some((leaf) => leaf === "accepting.answering" || leaf === "accepting.unsent");
}

function isMeeting(snapshot: Snapshot): boolean {
  return leavesOf(snapshot).includes("inRoom.joining.meeting");
}

function isTogether(snapshot: Snapshot): boolean {
  return phaseOf(snapshot) === "connected" && snapshot.context.partedAt === null;
}

function isParted(snapshot: Snapshot): boolean {
  return phaseOf(snapshot) === "connected" && snapshot.context.partedAt !== null;
}
