import type { CallWindow } from "../../../../machines/app/call-place.ts";
import { callManagerMachine } from "../../../../machines/calls/call-manager.ts";
import type { CallOutcome, EndReason } from "../../../../machines/calls/call-rules.ts";
import type { RoomEvent } from "../../../../machines/calls/media-room.ts";
import type { Invitation, SignalContent, SignalEvent } from "../../../../machines/domain/call.ts";
import { placeOf } from "../../../../machines/domain/route.ts";
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
import { ANNA, aParticipant, aWorld, BEN, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import { inOrder, press } from "../../gestures.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import type { Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail, inUnitTests } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import {
  BENS,
  BENS_NEXT,
  BLANK,
  endedRoomsIn,
  follow,
  invitationOf,
  isDropped,
  isLate,
  LARGER,
  type Ledger,
  type LineState,
  nameEndedRooms,
  OVERTAKEN,
  read,
  refusedBefore,
  replaces,
  SMALLER,
} from "./call-manager-ledger.ts";
import { callManagerOf, nameEverything, roomOf, signalTo } from "./call-parts.ts";

const CANCEL: SignalContent = { kind: "cancel", acceptedBy: null };
const HUNGUP: SignalContent = { kind: "hungup" };
const REJECT: SignalContent = { kind: "reject", isBusy: false };
const BUSY: SignalContent = { kind: "reject", isBusy: true };

/** Anna joins as soon as she accepts; the caller's model covers the delay. */
const REACHED: RoomEvent = { type: "room.connected", members: [aRoomMember()] };

type Snapshot = SnapshotOf<typeof callManagerMachine>;

/** A second call to the same peer shows the running call. A call to another user needs its end first. */
const ASIDE = {
  "user.restore": "engaged.window.full",
  "user.call": "engaged.window.full",
  "user.call with video": "engaged.window.full",
  "user.call Ben": STAYS,
  "user.call self": STAYS,
};
const MINIMISE = { "user.minimise": "engaged.window.aside.minimised" };
const DOCK = { "user.dock": "engaged.window.aside.docked" };

export const callManagerModel: ChartModel<typeof callManagerMachine> = {
  chart: "callManager",
  machine: callManagerMachine,
  input: {
    parent: ignoringParent,
    clock: { newID: () => ROOM, now: () => NOON },
    userID: ME,
    place: placeOf("/conversation"),
  },
  events: {
    "user.call": { type: "user.call", participant: aParticipant(), mediaType: "voice" },
    "user.call with video": { type: "user.call", participant: aParticipant(), mediaType: "video" },
    "user.call self": {
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
    "user.dock": { type: "user.dock" },
    "user.restore": { type: "user.restore" },
    "signal.invite": anInvite({ sentAt: NOON + 1, invitation: { roomID: SMALLER, mediaType: "video" } }),
    "push.answered": { type: "push.answered", roomID: SMALLER },
    "push.answered for another call": (_, page) =>
      read(page).line === "ringing" ? { type: "push.answered", roomID: "f".repeat(32) } : null,
    "signal.invite to a larger room": anInvite({ sentAt: NOON + 2, invitation: { roomID: LARGER } }),
    "signal.invite that was overtaken": (_, page) =>
      ["free", "calling"].includes(read(page).line)
        ? null
        : anInvite({ sentAt: NOON - 1, invitation: { roomID: OVERTAKEN } }),
    "signal.invite by Ben": (_, page) =>
      isFree(page) ? null : anInvite({ from: BEN, invitation: { roomID: BENS, inviterUserID: BEN } }),
    "signal.invite by Ben once more": (_, page) =>
      !isFree(page) && ["b", "b, e"].includes(endedRoomsIn(read(page)))
        ? anInvite({ from: BEN, invitation: { roomID: BENS_NEXT, inviterUserID: BEN } })
        : null,
    "signal.invite that is too old": anInvite({
      sentAt: NOON - 27_001,
      invitation: { roomID: "c".repeat(32) },
    }),
    "signal.invite in another's name": anInvite({ from: BEN, invitation: { roomID: "d".repeat(32) } }),
    "signal.accept": (_, page) => anAccept(about(page)),
    "signal.reject": (_, page) => aReject(about(page)),
    "signal.cancel": (_, page) => aCancel(about(page)),
    "signal.cancel taken elsewhere": (_, page) =>
      read(page).line === "ringing" ? aCancel({ ...about(page), acceptedBy: "a".repeat(32) }) : null,
    "signal.hungup": (_, page) => aHungup(about(page)),
    "signal.cancel ahead of its call": (_, page) =>
      isFree(page) ? aCancel({ invitation: { roomID: SMALLER } }) : null,
    "call.outputChosen": (_, page) =>
      isOutgoing(read(page)) ? { type: "call.outputChosen", outputID: "headset" } : null,
    // Events that a call sends because of another event come within that step (`replies`, `told`).
    "call.connected": { type: "call.connected" },
    "call.keep": {
      type: "call.keep",
      call: { roomID: ROOM, mediaType: "voice", peerID: ANNA, startedAt: NOON, partedAt: null },
    },
    "call.sendSignal": (_, page) => ({
      type: "call.sendSignal",
      signal: signalTo(ANNA, HUNGUP, about(page).invitation),
    }),
    "call.setEndSignal and the page is left": (_, page) =>
      read(page).isLeft
        ? null
        : { type: "call.setEndSignal", signal: signalTo(ANNA, HUNGUP, about(page).invitation) },
  },
  answers: {
    prepareMedia: { failed: ["network"] },
    call: { done: { "hung up": (snapshot) => outcome(HUNG_UP[lineOf(snapshot)]) } },
  },
  evenIgnored: ["user.call self", "user.minimise", "user.dock"],
  replies(label, _, page) {
    const ledger = read(page);
    const done = (reason: EndReason) =>
      [{ type: "xstate.done.actor.call", output: outcome(reason) }] as unknown as readonly SignalEvent[];
    if (replaces(label, ledger)) return done("replaced");
    switch (`${ledger.line}: ${label}`) {
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
        return done("missed");
      case "accepted: signal.cancel":
      case "accepted: signal.hungup":
        return done("hungUp");
      default:
        return [];
    }
  },
  around: { start: BLANK, after: follow },
  cannot: cannotCome,
  phase(_, page) {
    const [first] = endedRoomsIn(read(page));
    return isFree(page) ? `after ${first}` : `${read(page).line} ${first !== undefined}`;
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
  actor: (app) => callManagerOf(app),
  calls: {},
  tells: [
    "media.prepare",
    ...["accept", "reject", "cancel", "hungup"].flatMap((kind) => [
      `caller <- signal.${kind}`,
      `callee <- signal.${kind}`,
    ]),
    "callee <- user.accept",
    "caller <- call.replace",
    "callee <- call.replace",
    "signalQueue <- signalQueue.deliver",
    "toasts <- toast.add",
    "signedIn <- callManager.record",
    "signedIn <- callManager.known",
    "end signal",
    "storage.keepCall",
    "storage.dropCall",
  ],
  logged: ["prepareMedia"],
  stimuli: {
    "user.call": dial,
    "call.outputChosen": ({ app }) => roomOf(app)?.send({ type: "user.chooseOutput", outputID: "headset" }),
    "call.setEndSignal": ({ ports }) => {
      const mark = ports.wire.length;
      ports.closePage();
      const sent = ports.wire.slice(mark).filter(({ call }) => call === "im.sendSignal");
      ports.note("end signal", { sent: sent.map(({ input }) => input) });
    },
    "prepareMedia failed (network)": ({ ports }) => ports.reject("media.prepare", "network"),
    "call done (hung up)": ({ app }) => callManagerOf(app, "call")?.send({ type: "user.hangUp" }),
  },
  press: {
    "user.call": call("Voice call"),
    "user.call with video": call("Video call"),
    "user.minimise": press("button: Minimise"),
    "user.restore": press("button: Return to call"),
    "call done (hung up)": press("button: Hang up"),
  },
  pressable: (label, snapshot) =>
    !NOT_PRESSED.includes(label) &&
    (!["user.minimise", "call done (hung up)"].includes(label) || fills(snapshot)) &&
    (!(label === "user.restore" || label.startsWith("user.call")) || !fills(snapshot)),
  reads: ({ value, context, tags }) => ({
    line: typeof value === "object" ? value.engaged.line : value,
    window: windowOf({ value }),
    shows: [...tags].sort().join(),
    room: context.call?.invitation.roomID ?? null,
    who: context.call?.participant.userInfo.nickname ?? null,
    mediaType: context.call?.invitation.mediaType ?? null,
    camera: context.call?.camera ?? null,
    outputID: context.outputID,
    endedCalls: nameEndedRooms(context.endedCalls.filter(isOfTheirs)),
    refused: Object.fromEntries(
      context.endedCalls.flatMap(({ roomID, refusal }) => (refusal ? [[roomID, refusal]] : [])),
    ),
  }),
  rows: {
    free: ({ step }) => ({
      reads: {
        ...remembered(step),
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
    "engaged.line.outgoing.calling": ({ snapshot, step }) => ({
      reads: { ...remembered(step), ...present(step), line: { outgoing: "calling" } },
      holds: { rooms: [ROOM], ringing: ["ringback"], awake: 0 },
      sees: inFront(snapshot, "text: Waiting for an answer", "text: Waiting to connect"),
    }),
    "engaged.line.outgoing.talking": ({ snapshot, step }) => ({
      reads: { ...remembered(step), ...present(step), line: { outgoing: "talking" } },
      holds: { rooms: [ROOM], ringing: [], awake: 1 },
      sees: inFront(snapshot, "button: Mute", "text: In call"),
    }),
    "engaged.line.incoming": incoming,
    "engaged.line.group": {},
    "engaged.line.meeting.lobby": {},
    "engaged.line.meeting.inside": {},
    "engaged.window.aside.unchosen": { reads: { window: "unchosen", shows: "engaged,unchosen" } },
    "engaged.window.full": { reads: { window: "full", shows: "engaged" } },
    "engaged.window.aside.minimised": { reads: { window: "minimised", shows: "engaged,minimised" } },
    "engaged.window.aside.docked": { reads: { window: "docked", shows: "docked,engaged" } },
  },
  leads: {
    "*": {
      "call.sendSignal": STAYS,
      "call.keep": STAYS,
      "call.setEndSignal and the page is left": STAYS,
      "call.outputChosen": STAYS,
      // 11-25: remembered, because the invitation may come later. A call that rings here is accepted.
      "push.answered": STAYS,
    },
    free: {
      "user.call": "engaged.line.outgoing.calling, engaged.window.aside.unchosen",
      "user.call with video": "engaged.line.outgoing.calling, engaged.window.aside.unchosen",
      "user.call Ben": "engaged.line.outgoing.calling, engaged.window.aside.unchosen",
      // R4: an invitation that was cancelled before it came only writes a log line. A rejected invitation is rejected again.
      "signal.invite": ringsUnless(SMALLER),
      "signal.invite to a larger room": ringsUnless(LARGER),
      // R1: dropped with a log line.
      "signal.invite that is too old": STAYS,
      "signal.invite in another's name": STAYS,
      // R4, R5: a signal without a call marks its room as ended. A late accept is answered once.
      "signal.accept": (_, page) => (isLate(read(page)) ? STAYS : null),
      "signal.reject": STAYS,
      "signal.cancel": STAYS,
      "signal.hungup": STAYS,
      "signal.cancel ahead of its call": STAYS,
    },
    "engaged.line.*": {
      // R1: the call gets all signals and ignores those that do not concern it.
      "signal.accept": STAYS,
      "signal.reject": STAYS,
      "signal.cancel": STAYS,
      "signal.cancel taken elsewhere": STAYS,
      "signal.hungup": STAYS,
      "signal.invite": unlessDouble(SMALLER),
      "signal.invite that was overtaken": STAYS,
      "signal.invite that is too old": STAYS,
      "signal.invite in another's name": STAYS,
      "signal.invite by Ben": STAYS,
      "signal.invite by Ben once more": STAYS,
      "prepareMedia failed (network)": STAYS,
      "call done (hung up)": "free",
    },
    "engaged.line.outgoing.calling": {
      "call.connected": "engaged.line.outgoing.talking",
      // R7: of two crossing calls, one continues.
      "signal.invite to a larger room": (_, page) => (LARGER in read(page).endedRooms ? STAYS : null),
    },
    "engaged.line.outgoing.talking": {
      "signal.invite to a larger room": STAYS,
    },
    "engaged.line.incoming": {
      "signal.invite to a larger room": unlessDouble(LARGER),
      "push.answered for another call": (_, page) => (read(page).line === "ringing" ? STAYS : null),
    },
    "engaged.line.group": {},
    "engaged.line.meeting.lobby": {},
    "engaged.line.meeting.inside": {},
    "engaged.window.aside.unchosen": { ...ASIDE, ...MINIMISE, ...DOCK },
    "engaged.window.full": { ...MINIMISE, ...DOCK },
    "engaged.window.aside.minimised": { ...ASIDE, ...DOCK },
    "engaged.window.aside.docked": { ...ASIDE, ...MINIMISE },
  },
  told,
  noise: {
    "R1 signals of another user about this call": ({ ports }) => {
      for (const signal of [anAccept, aReject, aHungup, aCancel])
        for (const roomID of [ROOM, SMALLER, LARGER])
          ports.emit.signals(signal({ from: BEN, invitation: { roomID } }));
    },
    "R1 an accept of an unknown call": ({ ports }) =>
      ports.emit.signals(anAccept({ invitation: { roomID: "e".repeat(32) } })),
    "R3 the invitation again, from any user": {
      when: ({ value }) => value !== "free",
      make: ({ app, ports }) => {
        const invitation = callManagerOf(app)?.getSnapshot().context.call.invitation;
        ports.emit.signals(anInvite({ invitation }));
        ports.emit.signals(anInvite({ from: BEN, invitation }));
      },
    },
    "a second call by the user": {
      when: (snapshot) => windowOf(snapshot) === "full",
      make: ({ app }) =>
        callManagerOf(app)?.send({ type: "user.call", participant: aParticipant(), mediaType: "voice" }),
    },
  },
  excused: {
    ...chartsDoNotFail("call", "signalQueue", "groupCall", "meeting", "invitationCheck", "groupNotices"),
    ...helpersDoNotFail("endSignal", "callKeeper", "meetingKeeper"),
    ...inUnitTests(
      "group-call",
      "callManager | call.notice",
      "callManager | invitationCheck.passed",
      "callManager | invitationCheck.refused",
      "callManager.free | invitationCheck.passed",
      "callManager | call.setEndSignals",
      "callManager.free | signal.invite #1",
      "callManager.free | user.callGroup",
      "callManager.free | user.joinCall",
      "callManager.free | meetingKeeper.left",
      "callManager.settlingGroup | always #1",
      "callManager.settlingGroup | always #2",
      "callManager.engaged.line.group | groupCall done #1",
      "callManager.engaged.line.group | groupCall done #2",
      "callManager.engaged.line.group | signal.*",
      "callManager.engaged.line.group | signal.invite #1",
      "callManager.engaged.line.group | signal.invite #2",
      "callManager.engaged.line.group | signal.invite #3",
      "callManager.engaged.window.aside | user.callGroup #1",
      "callManager.engaged.window.aside | user.callGroup #2",
      "callManager.engaged.window.aside | user.joinCall #1",
      "callManager.engaged.window.aside | user.joinCall #2",
    ),
    ...inUnitTests(
      "meeting",
      "callManager.free | user.openMeeting",
      "callManager.engaged.line.meeting | meeting done",
      "callManager.engaged.line.meeting.lobby | meeting.entered",
      "callManager.engaged.line.meeting.lobby | invitationCheck.passed",
      "callManager.engaged.line.meeting.lobby | signal.invite #1",
      "callManager.engaged.line.meeting.lobby | signal.invite #2",
      "callManager.engaged.window.aside | user.openMeeting #1",
      "callManager.engaged.window.aside | user.openMeeting #2",
    ),
  },
  unreachable: {
    "engaged.line.group": "tests/unit/calls/group-call.ts tests it",
    "engaged.line.meeting.lobby": "tests/unit/calls/meeting.ts tests it",
    "engaged.line.meeting.inside": "tests/unit/calls/meeting.ts tests it",
  },
};

function inFront(snapshot: Snapshot, inFull: string, onBadge: string): string[] {
  return fills(snapshot)
    ? ["dialog: Call", "button: Hang up", "!button: Return to call", inFull]
    : ["!dialog: Call", "button: Return to call", onBadge];
}

function call(item: string) {
  return inOrder(press("button: More", `menuitem in dialog: ${item}`), async (_, stage) => {
    await stage.act(() => {
      const room = roomOf(stage.app)?.getSnapshot();
      if (room?.value === "connecting") stage.ports.emit.room(REACHED);
    });
  });
}

async function dial(stage: Stage, event: unknown): Promise<void> {
  const callManager = callManagerOf(stage.app);
  const isFree = () => callManager?.getSnapshot().value === "free";
  const wasFree = isFree();
  callManager?.send(event as { type: string });
  if (!wasFree || isFree()) return;
  await stage.settle();
  stage.ports.emit.room(REACHED);
  await stage.settle();
}

/** A phone has no button for it. */
const NOT_PRESSED: readonly string[] = ["user.call self", "user.call Ben", "user.dock"];

const HUNG_UP: Readonly<Record<LineState, EndReason>> = {
  free: "completed",
  calling: "cancelled",
  talking: "completed",
  ringing: "declined",
  accepted: "declined",
};

const IN_A_CALL: Wire = ["toasts <- toast.add", { toast: { tone: "info", key: "alreadyInCall" } }];

/** A call to another user beside a running call is refused. */
function isRefused({ label, before }: CallManagerStep): boolean {
  return isAside(before) && ["user.call Ben", "user.call self"].includes(label);
}

function outcome(reason: EndReason): CallOutcome {
  return { reason, failure: null, startedAt: reason === "completed" ? NOON : null, endedAt: NOON };
}

function lineOf({ value, context }: Pick<Snapshot, "value" | "context">): LineState {
  if (typeof value === "string") return "free";
  const { line } = value.engaged;
  if (typeof line === "object" && "outgoing" in line) return line.outgoing;
  return context.call?.ringTime === 0 ? "accepted" : "ringing";
}

function windowOf({ value }: Pick<Snapshot, "value">): CallWindow | null {
  if (typeof value === "string") return null;
  const { window } = value.engaged;
  return typeof window === "object" ? window.aside : window;
}

/** A phone: a call whose window the user has not chosen fills it too. */
function fills(snapshot: Pick<Snapshot, "value">): boolean {
  return ["unchosen", "full"].includes(windowOf(snapshot) ?? "");
}

function isAside(snapshot: Pick<Snapshot, "value">): boolean {
  return ["unchosen", "minimised", "docked"].includes(windowOf(snapshot) ?? "");
}

function isOfTheirs({ roomID, userID }: { roomID: string; userID: string }): boolean {
  if (roomID === BENS || roomID === BENS_NEXT) return userID === BEN;
  return userID === ANNA && [ROOM, SMALLER, LARGER, OVERTAKEN].includes(roomID);
}

function isOutgoing({ line }: Ledger): boolean {
  return line === "calling" || line === "talking";
}

function isFree(page: string): boolean {
  return read(page).line === "free";
}

function about(page: string) {
  return { invitation: invitationOf(read(page)) };
}

/** R4: an invitation to a cancelled or ended room does not ring. */
function ringsUnless(roomID: string) {
  return (_: Snapshot, page: string) =>
    roomID in read(page).endedRooms ? STAYS : "engaged.line.incoming, engaged.window.aside.unchosen";
}

/** R3: a second invitation to the current room changes nothing. */
function unlessDouble(roomID: string) {
  return (_: Snapshot, page: string) => (read(page).room === roomID ? null : STAYS);
}

type CallManagerStep = Step<typeof callManagerMachine>;

function remembered(step: CallManagerStep | null) {
  const output = step?.label === "call.outputChosen" ? "headset" : (step?.before.context.outputID ?? "");
  const ledger = read(step?.around ?? BLANK);
  return { outputID: output, endedCalls: endedRoomsIn(ledger), refused: ledger.refused };
}

function present(step: CallManagerStep | null) {
  const { room, mediaType, camera } = read(step?.around ?? BLANK);
  return { room, who: "Anna", mediaType, camera };
}

function incoming({ snapshot, step }: Moment<typeof callManagerMachine>): Row {
  const { line, room } = read(step?.around ?? BLANK);
  const isRinging = line === "ringing";
  return {
    reads: { ...remembered(step), ...present(step), line: "incoming" },
    holds: { rooms: isRinging ? [] : [room], ringing: isRinging ? ["ringtone"] : [], awake: 0 },
    sees: inFront(snapshot, isRinging ? "button: Accept" : "text: Connecting", "text: Waiting to connect"),
  };
}

/** Events without their cause cannot come. To keep paths few, many events come only before any other call. */
function cannotCome(label: string, page: string, snapshot: Snapshot): boolean {
  const ledger = read(page);
  const { line, isLoading, isLeft } = ledger;
  const endedRooms = endedRoomsIn(ledger);
  if (ledger.isAnswered) return label !== "signal.invite";
  if (label === "push.answered for another call") return endedRooms !== "";
  if (label === "push.answered")
    return (
      endedRooms !== "" || isLeft || !(line === "free" || (line === "ringing" && ledger.room === SMALLER))
    );
  if (label === "user.call Ben") return line === "free" || endedRooms !== "";
  if (["call.connected", "call.sendSignal", "call.keep"].includes(label)) return true;
  if (label.startsWith("call done")) return line === "free";
  if (label.startsWith("prepareMedia")) return !isLoading || endedRooms !== "";
  if (label.includes("is left")) return endedRooms.includes(",") || (isAside(snapshot) && !fills(snapshot));
  if (["user.minimise", "user.dock"].includes(label))
    return endedRooms !== "" || (line !== "free" && (isLeft || !isLoading));
  if (label === "user.call with video") return endedRooms !== "";
  if (label === "signal.invite by Ben") return endedRooms !== "" && endedRooms !== "b";
  if (label === "signal.invite that was overtaken") return endedRooms !== "" && endedRooms !== "3";
  if (label === "signal.invite to a larger room" && line === "free")
    return endedRooms !== "" && endedRooms !== "9";
  return endedRooms.includes(",") && label === "user.call";
}

/* ---------------------------------------------------------------- what it says */

function told(step: CallManagerStep): readonly Wire[] {
  const { label } = step;
  const [was, is] = [read(step.aroundBefore), read(step.around)];
  return [
    ...((was.line === "free" && is.line !== "free") || replaces(label, was)
      ? (["media.prepare"] as const)
      : []),
    ...(isRefused(step) ? [IN_A_CALL] : []),
    ...kept(was, is),
    ...passedOn(step, was),
    ...spoken(label, was),
    ...(label === "call.setEndSignal and the page is left" ? [endSignal(was)] : []),
    ...(isDropped(label, was) ? [["log", `callManager: dropped signal.invite`] as const] : []),
  ];
}

/** 2-97, R20: a call is stored across a reload: the user's from the invitation, the peer's from the accept. */
function kept(was: Ledger, is: Ledger): Wire[] {
  const keeps = (startedAt: number | null): Wire => [
    "storage.keepCall",
    {
      userID: ME,
      call: { roomID: ROOM, mediaType: is.mediaType, peerID: ANNA, startedAt, partedAt: null },
    },
  ];
  const { room: roomID, mediaType } = is;
  const call = { roomID, mediaType, peerID: ANNA, startedAt: null, partedAt: null, isIncoming: true };
  const accepted: Wire = ["storage.keepCall", { userID: ME, call }];
  const isOver = was.line !== "free" && (is.line === "free" || is.room !== was.room);
  return [
    ...(isOver ? [["storage.dropCall", { userID: ME }] as const] : []),
    ...(was.line !== "calling" && is.line === "calling" ? [keeps(null)] : []),
    ...(was.line !== "talking" && is.line === "talking" ? [keeps(NOON)] : []),
    ...(is.line === "accepted" && (was.line !== "accepted" || is.room !== was.room) ? [accepted] : []),
  ];
}

/** The signals that a call gets (R1). */
function passedOn({ label, event }: CallManagerStep, was: Ledger): Wire[] {
  const { type, ...payload } = event;
  const call = isOutgoing(was) ? "caller" : "callee";
  if (replaces(label, was)) return [`${call} <- call.replace`];
  if (label === "push.answered") return was.line === "ringing" ? ["callee <- user.accept"] : [];
  if (was.line === "free" || type === "signal.invite" || !type.startsWith("signal.")) return [];
  return [[`${call} <- ${type}`, payload]];
}

function spoken(label: string, was: Ledger): Wire[] {
  const invitation = invitationOf(was);
  const send = (content: SignalContent, to = ANNA, about = invitation): Wire => [
    "signalQueue <- signalQueue.deliver",
    { signal: signalTo(to, content, about) },
  ];
  const record = (result: string): Wire => [
    "signedIn <- callManager.record",
    {
      userID: ANNA,
      record: { roomID: ROOM, mediaType: was.mediaType, result, durationSeconds: 0 },
    },
  ];
  const known: Wire = [
    "signedIn <- callManager.known",
    // A call that was accepted and never connected counts as not talked in.
    { userID: ANNA, roomID: was.room, hasTalked: false },
  ];
  const toast = (key: string): Wire => ["toasts <- toast.add", { toast: { tone: "info", key } }];
  if (replaces(label, was)) return was.line === "calling" ? [send(CANCEL)] : [];
  switch (`${was.line}: ${label}`) {
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
      return [send(CANCEL), toast("callDeclined"), record("declined")];
    case "talking: signal.hungup":
      return [record("completed")];
    case "ringing: signal.cancel taken elsewhere":
      return [toast("callAnsweredElsewhere"), known];
    // R9: the user has accepted by then.
    case "accepted: signal.cancel":
    case "accepted: signal.hungup":
      return [toast("callOver"), known];
    case "free: signal.accept":
      return isLate(was) ? [send(HUNGUP)] : [];
  }
  const refused = isDropped(label, was) ? null : refusedBy(label, was);
  const content = refusedBefore(label, was) === "declined" ? REJECT : BUSY;
  return refused ? [send(content, refused.inviterUserID, refused)] : [];
}

function refusedBy(label: string, was: Ledger): Invitation | null {
  const { line, room } = was;
  const isAgain = refusedBefore(label, was) !== null;
  if (line === "free" && !isAgain) return null;
  switch (label) {
    case "signal.invite by Ben":
      return anInvitation({ roomID: BENS, inviterUserID: BEN });
    case "signal.invite by Ben once more":
      return anInvitation({ roomID: BENS_NEXT, inviterUserID: BEN });
    case "signal.invite that was overtaken":
      return anInvitation({ roomID: OVERTAKEN });
    case "signal.invite":
      return room === LARGER || isAgain ? anInvitation({ roomID: SMALLER, mediaType: "video" }) : null;
    case "signal.invite to a larger room":
      return isAgain ? anInvitation({ roomID: LARGER }) : null;
    default:
      return null;
  }
}

/** The signal when the page is left (R20). */
function endSignal(was: Ledger): Wire {
  const content = { free: null, calling: CANCEL, talking: HUNGUP, ringing: REJECT, accepted: HUNGUP }[
    was.line
  ];
  return ["end signal", { sent: content ? [signalTo(ANNA, content, invitationOf(was))] : [] }];
}
