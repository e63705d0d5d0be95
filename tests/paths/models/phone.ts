import { phoneMachine } from "../../../machines/phone.ts";
import type { CallOutcome, EndReason } from "../../../machines/vocabulary/calls.ts";
import type { RoomEvent } from "../../../machines/vocabulary/rooms.ts";
import type { Invitation, SignalEvent, Words } from "../../../machines/vocabulary/signals.ts";
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
import { ANNA, aParticipant, aWorld, BEN, ME, NOON, singleChatID } from "../../fakes/world.ts";
import type { SnapshotOf, Step } from "../graph.ts";
import { inOrder, press } from "../hands.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel, Row, Wire } from "../model.ts";
import type { Stage } from "../stage.ts";
import { letterTo, nameEverything, phoneOf, roomOf } from "./callParts.ts";
import { chartsDoNotFail, helpersDoNotFail } from "./excuses.ts";
import { deafParent } from "./parents.ts";

/** Anna's calls: the first wins against mine (R7), the second loses, and comes later than the first. */
const SMALLER = "1".repeat(32);
const LARGER = "9".repeat(32);
/** Anna had called before she took my call, or before she called anew. */
const OVERTAKEN = "3".repeat(32);
const BENS = "b".repeat(32);
/** Ben calls again at once, and hears again that the line is busy: it is another call (4-87). */
const BENS_NEXT = "e".repeat(31).concat("0");

const CANCEL: Words = { kind: "cancel", acceptedBy: null };
const HUNGUP: Words = { kind: "hungup" };
const REJECT: Words = { kind: "reject", isBusy: false };
const BUSY: Words = { kind: "reject", isBusy: true };

/** Anna is there as soon as she has accepted; how long she takes is the caller's affair. */
const REACHED: RoomEvent = { type: "room.connected", members: [aRoomMember()] };

type Snapshot = SnapshotOf<typeof phoneMachine>;
type Line = "free" | "calling" | "talking" | "ringing" | "accepted";

/** The line, with Anna at the other end: her calls and mine, and Ben who calls in between. */
export const phoneModel: ChartModel<typeof phoneMachine> = {
  chart: "phone",
  machine: phoneMachine,
  input: { parent: deafParent, clock: { newID: () => ROOM, now: () => NOON }, userID: ME },
  events: {
    "user.call": { type: "user.call", participant: aParticipant(), mediaType: "voice" },
    "user.call with video": { type: "user.call", participant: aParticipant(), mediaType: "video" },
    "user.call oneself": {
      type: "user.call",
      participant: aParticipant({ userID: ME }),
      mediaType: "voice",
    },
    "user.call Ben": {
      type: "user.call",
      participant: aParticipant({ userID: BEN, nickname: "Ben" }),
      mediaType: "voice",
    },
    "user.minimise": { type: "user.minimise" },
    "user.restore": { type: "user.restore" },
    "signal.invite": ({ context }) =>
      context.call?.invitation.roomID === LARGER
        ? null
        : anInvite({ sentAt: NOON + 1, invitation: { roomID: SMALLER, mediaType: "video" } }),
    "signal.invite to a larger room": (snapshot) =>
      lineOf(snapshot) === "free" ? null : anInvite({ sentAt: NOON + 2, invitation: { roomID: LARGER } }),
    "signal.invite that was overtaken": (snapshot) =>
      ["free", "calling"].includes(lineOf(snapshot))
        ? null
        : anInvite({ sentAt: NOON - 1, invitation: { roomID: OVERTAKEN } }),
    "signal.invite by Ben": (snapshot) =>
      lineOf(snapshot) === "free"
        ? null
        : anInvite({ from: BEN, invitation: { roomID: BENS, inviterUserID: BEN } }),
    "signal.invite by Ben once more": (snapshot) =>
      lineOf(snapshot) !== "free" && ["b", "b, e"].includes(buried(snapshot.context.tombstones))
        ? anInvite({ from: BEN, invitation: { roomID: BENS_NEXT, inviterUserID: BEN } })
        : null,
    "signal.invite that is too old": anInvite({
      sentAt: NOON - 27_001,
      invitation: { roomID: "c".repeat(32) },
    }),
    "signal.invite in another's name": anInvite({ from: BEN, invitation: { roomID: "d".repeat(32) } }),
    "signal.accept": (snapshot) => anAccept(about(snapshot)),
    "signal.reject": (snapshot) => aReject(about(snapshot)),
    "signal.cancel": (snapshot) => aCancel(about(snapshot)),
    "signal.cancel taken elsewhere": (snapshot) =>
      lineOf(snapshot) === "ringing" ? aCancel({ ...about(snapshot), acceptedBy: "a".repeat(32) }) : null,
    "signal.hungup": (snapshot) => aHungup(about(snapshot)),
    "signal.cancel ahead of its call": (snapshot) =>
      lineOf(snapshot) === "free" ? aCancel({ invitation: { roomID: SMALLER } }) : null,
    "call.outputChosen": (snapshot) =>
      isOutgoing(snapshot) ? { type: "call.outputChosen", outputID: "headset" } : null,
    // What a call says because of something else: within that step (`replies`, `told`).
    "call.connected": { type: "call.connected" },
    "call.say": (snapshot) => ({ type: "call.say", letter: letterTo(ANNA, HUNGUP, invitationIn(snapshot)) }),
    "call.owe and the page is left": (snapshot, around) =>
      around.includes("left")
        ? null
        : { type: "call.owe", letter: letterTo(ANNA, HUNGUP, invitationIn(snapshot)) },
  },
  answers: {
    prepareMedia: { failed: ["network"] },
    call: { done: { "hung up": (snapshot) => outcome(HUNG_UP[lineOf(snapshot)]) } },
  },
  evenIgnored: ["user.call oneself", "user.minimise"],
  replies(label, snapshot) {
    const line = lineOf(snapshot);
    const done = (reason: EndReason) =>
      [{ type: "xstate.done.actor.call", output: outcome(reason) }] as unknown as readonly SignalEvent[];
    if (snapshot.context.next) return done("replaced");
    switch (`${line}: ${label}`) {
      case "calling: signal.accept":
        return [{ type: "call.connected" }];
      case "calling: signal.reject":
      case "calling: signal.hungup":
        return done("declined");
      case "talking: signal.hungup":
        return done("completed");
      case "ringing: signal.cancel taken elsewhere":
        return done("answeredElsewhere");
      case "ringing: signal.cancel":
      case "ringing: signal.hungup":
      case "accepted: signal.cancel":
      case "accepted: signal.hungup":
        return done("missed");
      default:
        return [];
    }
  },
  key: ({ context: { call, tombstones } }) =>
    `${call?.invitation.roomID} ${call?.ringTime} ${call?.camera} ${buried(tombstones)}`,
  around: { start: "", after: aroundAfter },
  cannot: cannotCome,
  phase(snapshot) {
    const [first] = buried(snapshot.context.tombstones);
    return lineOf(snapshot) === "free" ? `after ${first}` : `${lineOf(snapshot)} ${first !== undefined}`;
  },
  isRest: ({ value }) => value === "free",

  opens: () => ({
    world: aWorld(),
    path: `/chat?conversationID=${singleChatID(ANNA)}`,
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  prepare(ports) {
    nameEverything(ports, ROOM);
    ports.hold("media.prepare");
  },
  actor: (app) => phoneOf(app),
  calls: {},
  tells: [
    "media.prepare",
    ...["accept", "reject", "cancel", "hungup"].flatMap((kind) => [
      `caller <- signal.${kind}`,
      `callee <- signal.${kind}`,
    ]),
    "caller <- call.replace",
    "callee <- call.replace",
    "courier <- courier.deliver",
    "notices <- notice.add",
    "messenger <- phone.record",
    "messenger <- phone.known",
    "last word",
  ],
  logged: ["prepareMedia"],
  stimuli: {
    "user.call": dial,
    "call.outputChosen": ({ app }) => roomOf(app)?.send({ type: "user.chooseOutput", outputID: "headset" }),
    "call.owe": ({ ports }) => {
      const mark = ports.wire.length;
      ports.closePage();
      const said = ports.wire.slice(mark).filter(({ call }) => call === "im.sendSignal");
      ports.note("last word", { said: said.map(({ input }) => input) });
    },
    "prepareMedia failed (network)": ({ ports }) => ports.reject("media.prepare", "network"),
    "call done (hung up)": ({ app }) => phoneOf(app, "call")?.send({ type: "user.hangUp" }),
  },
  press: {
    "user.call": call("Voice call"),
    "user.call with video": call("Video call"),
    "user.minimise": press("button: Minimise"),
    "user.restore": press("button: Return to call"),
    "call done (hung up)": press("button: Hang up"),
  },
  pressable: (label, snapshot) =>
    !NOBODY_PRESSES.includes(label) &&
    (label !== "user.minimise" || windowOf(snapshot) === "full") &&
    (!label.endsWith("(hung up)") || windowOf(snapshot) === "full"),
  reads: ({ value, context, tags }) => ({
    line: typeof value === "object" ? value.engaged.line : value,
    window: typeof value === "object" ? value.engaged.window : null,
    shows: [...tags].sort().join(),
    room: context.call?.invitation.roomID ?? null,
    who: context.call?.participant.userInfo.nickname ?? null,
    mediaType: context.call?.invitation.mediaType ?? null,
    camera: context.call?.camera ?? null,
    outputID: context.outputID,
    tombstones: buried(context.tombstones),
  }),
  rows: {
    free: ({ snapshot }) => ({
      reads: {
        ...remembered(snapshot),
        line: "free",
        window: null,
        shows: "",
        room: null,
        who: null,
        mediaType: null,
        camera: null,
      },
      holds: { rooms: [], ringing: [], awake: 0 },
      sees: ["heading: Anna", "!dialog: Call", "!button: Return to call"],
    }),
    "engaged.line.outgoing.calling": ({ snapshot }) => ({
      reads: { ...remembered(snapshot), ...dialled(snapshot), line: { outgoing: "calling" } },
      holds: { rooms: [ROOM], ringing: ["ringback"], awake: 0 },
      sees: inFront(snapshot, "text: Waiting for an answer", "text: Waiting to connect"),
    }),
    "engaged.line.outgoing.talking": ({ snapshot }) => ({
      reads: { ...remembered(snapshot), ...dialled(snapshot), line: { outgoing: "talking" } },
      holds: { rooms: [ROOM], ringing: [], awake: 1 },
      sees: inFront(snapshot, "button: Mute", "text: In call"),
    }),
    "engaged.line.incoming": ({ snapshot }) => incoming(snapshot),
    "engaged.window.full": { reads: { window: "full", shows: "engaged" } },
    "engaged.window.minimised": { reads: { window: "minimised", shows: "engaged,minimised" } },
  },
  leads: {
    "*": {
      "call.say": STAYS,
      "call.owe and the page is left": STAYS,
      "call.outputChosen": STAYS,
      // R1: dropped with a line in the log.
      "signal.invite that is too old": STAYS,
      "signal.invite in another's name": STAYS,
    },
    free: {
      "user.call": "engaged.line.outgoing.calling, engaged.window.full",
      "user.call with video": "engaged.line.outgoing.calling, engaged.window.full",
      "user.call Ben": "engaged.line.outgoing.calling, engaged.window.full",
      // R4: one that was called off before it came only leaves a line in the log.
      "signal.invite": (snapshot) =>
        isRemembered(SMALLER, snapshot) ? STAYS : "engaged.line.incoming, engaged.window.full",
      // R4 and R5: what belongs to no call leaves a tombstone, a late accept is answered once.
      "signal.accept": (snapshot) => (isLate(snapshot) ? STAYS : null),
      "signal.reject": STAYS,
      "signal.cancel": STAYS,
      "signal.hungup": STAYS,
      "signal.cancel ahead of its call": STAYS,
    },
    "engaged.line.*": {
      // R1: the call gets all that is said about it, and knows what concerns it.
      "signal.accept": STAYS,
      "signal.reject": STAYS,
      "signal.cancel": STAYS,
      "signal.cancel taken elsewhere": STAYS,
      "signal.hungup": STAYS,
      "signal.invite": unlessDouble(SMALLER),
      "signal.invite that was overtaken": STAYS,
      "signal.invite by Ben": STAYS,
      "signal.invite by Ben once more": STAYS,
      "prepareMedia failed (network)": STAYS,
      "call done (hung up)": "free",
    },
    "engaged.line.outgoing.calling": {
      "call.connected": "engaged.line.outgoing.talking",
      // R7: "signal.invite to a larger room" is nothing: of two calls that cross mine goes on.
    },
    "engaged.line.outgoing.talking": {
      "signal.invite to a larger room": STAYS,
    },
    "engaged.line.incoming": {
      "signal.invite to a larger room": unlessDouble(LARGER),
    },
    "engaged.window.full": {
      "user.minimise": "engaged.window.minimised",
    },
    "engaged.window.minimised": {
      "user.restore": "engaged.window.full",
      // Whoever calls the person they are talking to wants to see the call; for somebody else they have to end it.
      "user.call": "engaged.window.full",
      "user.call with video": "engaged.window.full",
      "user.call Ben": STAYS,
      "user.call oneself": STAYS,
    },
  },
  told,
  noise: {
    "R1 signals of somebody else about this call": ({ ports }) => {
      for (const signal of [anAccept, aReject, aHungup, aCancel])
        for (const roomID of [ROOM, SMALLER, LARGER])
          ports.emit.signals(signal({ from: BEN, invitation: { roomID } }));
    },
    "R1 an accept of a call nobody made": ({ ports }) =>
      ports.emit.signals(anAccept({ invitation: { roomID: "e".repeat(32) } })),
    "R3 the invitation once more, from whoever": {
      when: (snapshot) => lineOf(snapshot) !== "free",
      make: ({ app, ports }) => {
        const invitation = phoneOf(app)?.getSnapshot().context.call.invitation;
        ports.emit.signals(anInvite({ invitation }));
        ports.emit.signals(anInvite({ from: BEN, invitation }));
      },
    },
    "a second call of one's own": {
      when: (snapshot) => windowOf(snapshot) === "full",
      make: ({ app }) =>
        phoneOf(app)?.send({ type: "user.call", participant: aParticipant(), mediaType: "voice" }),
    },
  },
  excused: {
    ...chartsDoNotFail("call", "courier"),
    ...helpersDoNotFail("lastWord"),
  },
};

/** The call on the whole screen, or its badge, and what they say. */
function inFront(snapshot: Snapshot, inFull: string, onBadge: string): string[] {
  return windowOf(snapshot) === "full"
    ? ["dialog: Call", "button: Hang up", "!button: Return to call", inFull]
    : ["!dialog: Call", "button: Return to call", onBadge];
}

/** Calls from the chat, as a person does. */
function call(item: string) {
  return inOrder(press("button: More", `menuitem in dialog: ${item}`), async (_, stage) => {
    await stage.act(() => {
      const room = roomOf(stage.app)?.getSnapshot();
      if (room?.value === "connecting") stage.ports.emit.room(REACHED);
    });
  });
}

/** Calls Anna and waits until the invitation is out. */
async function dial(stage: Stage, event: unknown): Promise<void> {
  const phone = phoneOf(stage.app);
  const wasFree = lineOf(phone?.getSnapshot()) === "free";
  phone?.send(event as { type: string });
  if (!wasFree || lineOf(phone?.getSnapshot()) === "free") return;
  await stage.settle();
  stage.ports.emit.room(REACHED);
  await stage.settle();
}

/** What is not in the chat with Anna. */
const NOBODY_PRESSES: readonly string[] = ["user.call oneself", "user.call Ben"];

/** How a call ends that one ends oneself. */
const HUNG_UP: Readonly<Record<Line, EndReason>> = {
  free: "completed",
  calling: "cancelled",
  talking: "completed",
  ringing: "declined",
  accepted: "declined",
};

const IN_A_CALL: Wire = ["notices <- notice.add", { notice: { tone: "info", key: "alreadyInCall" } }];

/** Behind the badge of a call nobody else is called. */
function isRefused({ label, before }: Step<typeof phoneMachine>): boolean {
  return windowOf(before) === "minimised" && ["user.call Ben", "user.call oneself"].includes(label);
}

function outcome(reason: EndReason): CallOutcome {
  return { reason, failure: null, startedAt: reason === "completed" ? NOON : null, endedAt: NOON };
}

function lineOf({ value, context }: Pick<Snapshot, "value" | "context">): Line {
  if (typeof value === "string") return "free";
  const { line } = value.engaged;
  if (typeof line === "object") return line.outgoing;
  return context.call?.ringTime === 0 ? "accepted" : "ringing";
}

/** How the call is shown, while there is one. */
function windowOf({ value }: Pick<Snapshot, "value">): "full" | "minimised" | null {
  return typeof value === "object" ? value.engaged.window : null;
}

function isOutgoing(snapshot: Snapshot): boolean {
  return ["calling", "talking"].includes(lineOf(snapshot));
}

/** The present call, or my last one. */
function about({ context }: Snapshot): { invitation: Invitation } {
  return { invitation: context.call?.invitation ?? mine("voice") };
}

function mine(mediaType: Invitation["mediaType"]): Invitation {
  return anInvitation({ inviterUserID: ME, inviteeUserIDList: [ANNA], mediaType });
}

function invitationIn(snapshot: Snapshot): Invitation {
  return about(snapshot).invitation;
}

/** Which rooms are remembered, and which of them were answered late (R5). */
function buried(tombstones: readonly { roomID: string; userID: string; isAnswered: boolean }[]): string {
  const known = [ROOM, SMALLER, LARGER, OVERTAKEN, BENS, BENS_NEXT];
  return tombstones
    .filter(
      ({ roomID, userID }) =>
        known.includes(roomID) && userID === ([BENS, BENS_NEXT].includes(roomID) ? BEN : ANNA),
    )
    .map(({ roomID, isAnswered }) => `${roomID[0]}${isAnswered ? " answered" : ""}`)
    .sort()
    .join(", ");
}

function isRemembered(roomID: string, { context }: Snapshot): boolean {
  return context.tombstones.some((one) => one.roomID === roomID && one.userID === ANNA);
}

/** R5: Anna takes a call that is over, and has not heard so yet. */
function isLate(snapshot: Snapshot): boolean {
  const { roomID } = invitationIn(snapshot);
  return snapshot.context.tombstones.some((one) => one.roomID === roomID && !one.isAnswered);
}

/** R3: into the room of the present call nobody is invited again. */
function unlessDouble(roomID: string) {
  return ({ context }: Snapshot) => (context.call?.invitation.roomID === roomID ? null : STAYS);
}

function remembered({ context }: Snapshot) {
  return { outputID: context.outputID, tombstones: buried(context.tombstones) };
}

function dialled({ context }: Snapshot) {
  const mediaType = context.call?.invitation.mediaType;
  return { room: ROOM, who: "Anna", mediaType, camera: mediaType === "video" };
}

function incoming(snapshot: Snapshot): Row {
  const { call } = snapshot.context;
  const room = call?.invitation.roomID ?? "";
  const isRinging = lineOf(snapshot) === "ringing";
  return {
    reads: {
      ...remembered(snapshot),
      line: "incoming",
      room,
      who: "Anna",
      mediaType: room === SMALLER ? "video" : "voice",
      camera: call?.camera,
    },
    holds: { rooms: isRinging ? [] : [room], ringing: isRinging ? ["ringtone"] : [], awake: 0 },
    sees: inFront(snapshot, isRinging ? "button: Accept" : "text: Connecting", "text: Waiting to connect"),
  };
}

/** Whether the media library still loads, and whether the page was left. */
function aroundAfter(around: string, label: string, snapshot: Snapshot): string {
  const left = around.includes("left") || label.includes("is left") ? "left" : "";
  if (lineOf(snapshot) === "free") return left;
  const hasFailed = around.includes("failed") || label.startsWith("prepareMedia");
  return `${left} ${hasFailed ? "failed" : "loading"}`;
}

/** What is not there does not end. For fewer paths, much is tried only where no call was before. */
function cannotCome(label: string, around: string, snapshot: Snapshot): boolean {
  const line = lineOf(snapshot);
  const graves = buried(snapshot.context.tombstones);
  if (label === "user.call Ben") return line === "free" || graves !== "";
  if (label === "call.connected" || label === "call.say") return true;
  if (label.startsWith("call done")) return line === "free";
  if (label.startsWith("prepareMedia")) return around.includes("failed") || graves !== "";
  if (label.includes("is left")) return graves.includes(",") || windowOf(snapshot) === "minimised";
  if (label === "user.minimise") return graves !== "" || (line !== "free" && around !== " loading");
  if (label === "user.call with video") return graves !== "";
  if (label === "signal.invite by Ben") return graves !== "" && graves !== "b";
  if (label === "signal.invite that was overtaken") return graves !== "" && graves !== "3";
  return graves.includes(",") && label === "user.call";
}

/* ---------------------------------------------------------------- what it says */

function told(step: Step<typeof phoneMachine>): readonly Wire[] {
  const { label, before, after } = step;
  const [was, is] = [lineOf(before), lineOf(after)];
  return [
    ...((was === "free" && is !== "free") || replaces(label, before) ? (["media.prepare"] as const) : []),
    ...(isRefused(step) ? [IN_A_CALL] : []),
    ...passedOn(step),
    ...spoken(step),
    ...(label === "call.owe and the page is left" ? [lastWord(before)] : []),
    ...(isDropped(step) ? [["log", `phone: dropped signal.invite`] as const] : []),
  ];
}

/** What a call hears (R1). */
function passedOn({ label, event, before }: Step<typeof phoneMachine>): Wire[] {
  const was = lineOf(before);
  const { type, ...payload } = event;
  if (replaces(label, before)) return [`${isOutgoing(before) ? "caller" : "callee"} <- call.replace`];
  if (was === "free" || type === "signal.invite" || !type.startsWith("signal.")) return [];
  return [[`${isOutgoing(before) ? "caller" : "callee"} <- ${type}`, payload]];
}

/** Another call of Anna's takes the place of this one (R7, R8). */
function replaces(label: string, before: Snapshot): boolean {
  if (label !== "signal.invite" && label !== "signal.invite to a larger room") return false;
  const room = label === "signal.invite" ? SMALLER : LARGER;
  const was = lineOf(before);
  const isKnown =
    room === before.context.call?.invitation.roomID ||
    buried(before.context.tombstones).includes(room[0] ?? "");
  return was !== "free" && !isKnown && !(was === "calling" && room === LARGER);
}

/** Whether an invitation is not even answered (R2, R4, 4-86). */
function isDropped({ label, before }: Step<typeof phoneMachine>): boolean {
  const graves = buried(before.context.tombstones);
  const room = before.context.call?.invitation.roomID;
  switch (label) {
    case "signal.invite that is too old":
    case "signal.invite in another's name":
      return true;
    case "signal.invite":
      return room !== SMALLER && graves.includes("1");
    case "signal.invite to a larger room":
      return room !== LARGER && graves.includes("9");
    case "signal.invite by Ben":
      return graves.includes("b");
    case "signal.invite by Ben once more":
      return graves.includes("e");
    case "signal.invite that was overtaken":
      return graves.includes("3");
    default:
      return false;
  }
}

/** Farewells, notices and records. */
function spoken(step: Step<typeof phoneMachine>): Wire[] {
  const { label, before } = step;
  const was = lineOf(before);
  const invitation = invitationIn(before);
  const send = (words: Words, to = ANNA, about = invitation): Wire => [
    "courier <- courier.deliver",
    { letter: letterTo(to, words, about) },
  ];
  const record = (result: string): Wire => [
    "messenger <- phone.record",
    {
      userID: ANNA,
      record: { roomID: ROOM, mediaType: invitation.mediaType, result, durationSeconds: 0 },
    },
  ];
  const known: Wire = ["messenger <- phone.known", { userID: ANNA, roomID: invitation.roomID }];
  const notice = (key: string): Wire => ["notices <- notice.add", { notice: { tone: "info", key } }];
  if (replaces(label, before)) return was === "calling" ? [send(CANCEL)] : [];
  switch (`${was}: ${label}`) {
    case "calling: call done (hung up)":
      return [send(CANCEL), record("cancelled")];
    case "talking: call done (hung up)":
      return [send(HUNGUP), record("completed")];
    case "ringing: call done (hung up)":
      return [send(REJECT), known];
    case "accepted: call done (hung up)":
      return [send(HUNGUP), known];
    case "calling: signal.reject":
    case "calling: signal.hungup":
      return [send(CANCEL), notice("callDeclined"), record("declined")];
    case "talking: signal.hungup":
      return [record("completed")];
    case "ringing: signal.cancel taken elsewhere":
      return [notice("callAnsweredElsewhere"), known];
  }
  if (label.startsWith("signal.invite by Ben") && was !== "free" && !isDropped(step)) {
    const roomID = label.endsWith("once more") ? BENS_NEXT : BENS;
    return [send(BUSY, BEN, anInvitation({ roomID, inviterUserID: BEN }))];
  }
  if (label === "signal.invite that was overtaken" && !isDropped(step))
    return [send(BUSY, ANNA, anInvitation({ roomID: OVERTAKEN }))];
  const isLate = buried(before.context.tombstones)
    .split(", ")
    .includes(invitation.roomID[0] ?? "");
  if (label === "signal.accept" && was === "free" && isLate) return [send(HUNGUP)];
  return [];
}

/** What is said when the page is left (R20). */
function lastWord(snapshot: Snapshot): Wire {
  const words = { free: null, calling: CANCEL, talking: HUNGUP, ringing: REJECT, accepted: HUNGUP }[
    lineOf(snapshot)
  ];
  return ["last word", { said: words ? [letterTo(ANNA, words, invitationIn(snapshot))] : [] }];
}
