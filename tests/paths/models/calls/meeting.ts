import { meetingMachine } from "../../../../machines/calls/meeting.ts";
import { Failure, type FailureCode } from "../../../../machines/domain/failure.ts";
import { aHungup, anInvite, aRoomMember } from "../../../fakes/signals.ts";
import { ANNA, aWorld, BEN, ME, NOON } from "../../../fakes/world.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail, inUnitTests } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import { callManagerOf, closes, isAbout, isOver } from "./call-parts.ts";

const MEETING = "a".repeat(32);

type Snapshot = SnapshotOf<typeof meetingMachine>;
type Facts = Moment<typeof meetingMachine>;

/** The user's choices in the lobby, the creator of the room according to the server, and the members in the room. */
interface Ledger {
  camera: boolean;
  microphone: boolean;
  host: "unknown" | "nobody" | "me" | "Anna";
  inside: readonly string[];
}

const { read, at, remember } = ledgerFrom<Ledger>({
  camera: false,
  microphone: true,
  host: "unknown",
  inside: [],
});

const members = (...userIDs: string[]) => ({
  type: "groupRoom.members" as const,
  members: userIDs,
  silent: [],
  since: null,
});

export const meetingModel: ChartModel<typeof meetingMachine> = {
  chart: "meeting",
  machine: meetingMachine,
  input: {
    parent: ignoringParent,
    clock: { newID: () => MEETING, now: () => NOON },
    userID: ME,
    roomID: MEETING,
    isNew: false,
    outputID: "",
  },
  events: {
    "user.join": { type: "user.join" },
    "user.hangUp": { type: "user.hangUp" },
    "user.setDevice camera on": { type: "user.setDevice", source: "camera", on: true },
    "user.setDevice microphone off": { type: "user.setDevice", source: "microphone", on: false },
    "groupRoom.members nobody": (snapshot) => (isJoining(snapshot) ? members() : null),
    "groupRoom.members Anna": (snapshot) => (isJoining(snapshot) ? members(ANNA) : null),
    "groupRoom.members Ben too": (snapshot, page) =>
      isConnected(snapshot) && !read(page).inside.includes(BEN) ? members(...read(page).inside, BEN) : null,
    "call.outputChosen": (snapshot) =>
      isConnected(snapshot) ? { type: "call.outputChosen", outputID: "headset" } : null,
  },
  answers: {
    requestAccess: { failed: ["restricted"] },
    roomInfo: {
      done: {
        nobody: () => ({ madeBy: null }),
        me: () => ({ madeBy: ME }),
        Anna: () => ({ madeBy: ANNA }),
      },
      failed: ["unknown", "network", "timeout"],
    },
    groupRoom: {
      done: {
        lost: () => ({ end: "lost" }),
        duplicate: () => ({ end: "duplicate" }),
        removed: () => ({ end: "removed" }),
        ended: () => ({ end: "ended" }),
        left: () => ({ end: "left" }),
        stillOn: () => ({ end: "stillOn" }),
      },
    },
  },
  around: remember(after),
  cannot(label, page) {
    const { host } = read(page);
    if (label === "groupRoom done (ended)") return host !== "Anna";
    if (label === "groupRoom done (left)") return host !== "me";
    return label === "groupRoom done (stillOn)" && (host !== "me" || read(page).inside.length === 0);
  },
  evenIgnored: ["user.setDevice camera on", "user.join"],
  isRest: isOver,

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    ports.platform.newID = () => MEETING;
  },
  begin: (stage) =>
    stage.act(() => callManagerOf(stage.app)?.send({ type: "user.openMeeting", roomID: MEETING })),
  actor: (app) => callManagerOf(app, "meeting"),
  calls: { requestAccess: "media.requestAccess", roomInfo: "media.roomInfo" },
  isOwn: ({ call, input }) => !call.startsWith("memberDirectory") || isAbout(input, `"groupID":""`),
  tells: [
    "media.join",
    "media.leave",
    "callManager <- meeting.entered",
    "callManager <- call.outputChosen",
    "groupRoom <- groupRoom.setHost",
    "memberDirectory <- memberDirectory.meet",
    "toasts <- toast.add",
  ],
  logged: ["requestAccess", "roomInfo"],
  delays: { joinTimeout: 15_000, hostPause: 5000 },
  stimuli: {
    "groupRoom.members nobody": ({ ports }) => ports.emit.room({ type: "room.connected", members: [] }),
    "groupRoom.members Anna": ({ ports }) =>
      ports.emit.room({ type: "room.connected", members: [aRoomMember()] }),
    "groupRoom.members Ben too": ({ ports }) =>
      ports.emit.room({
        type: "room.memberJoined",
        member: aRoomMember({ userID: BEN }),
      }),
    "call.outputChosen": ({ app }) =>
      callManagerOf(app, "meeting", "groupRoom", "mediaSession")?.send({
        type: "user.chooseOutput",
        outputID: "headset",
      }),
    "groupRoom done (lost)": closes("lost"),
    "groupRoom done (duplicate)": closes("duplicate"),
    "groupRoom done (removed)": closes("removed"),
    "groupRoom done (ended)": ({ ports }) =>
      ports.emit.room({ type: "room.packet", userID: ANNA, packet: { kind: "end" } }),
    async "groupRoom done (left)"(stage) {
      callManagerOf(stage.app, "meeting", "groupRoom")?.send({ type: "user.endForAll" });
      await stage.advance(500);
    },
    async "groupRoom done (stillOn)"(stage) {
      stage.ports.answer("media.moderate", () => {
        throw new Failure("network");
      });
      callManagerOf(stage.app, "meeting", "groupRoom")?.send({ type: "user.endForAll" });
      await stage.advance(500);
      await stage.advance(2000);
    },
  },
  reads: ({ value, context, tags }) => ({
    is: value,
    camera: context.camera,
    microphone: context.microphone,
    startedAt: context.startedAt,
    shows: [...tags].join(),
  }),
  rows: {
    lobby: (moment) => ({
      reads: { ...reads("lobby", moment), shows: "lobby" },
      holds: { rooms: [], awake: 0 },
    }),
    requestingAccess: (moment) => ({
      asks: [["media.requestAccess", { roomID: MEETING, userID: ME }]],
      reads: { ...reads("requestingAccess", moment), shows: "connecting" },
      holds: { rooms: [], awake: 0 },
    }),
    "inRoom.joining": (moment) => ({
      asks: [["media.join", { roomID: MEETING, isMany: true }]],
      reads: { ...reads({ inRoom: "joining" }, moment), shows: "connecting" },
      holds: { rooms: [MEETING], awake: 0 },
    }),
    "inRoom.connected.findingHost": (moment) => ({
      ...connected("findingHost", moment),
      asks: [["media.roomInfo", { roomID: MEETING }]],
    }),
    "inRoom.connected.hostUnanswered": (moment) => connected("hostUnanswered", moment),
    "inRoom.connected.settled": (moment) => connected("settled", moment),
    left: over,
    notStarted: over,
    failed: over,
    connectionLost: over,
    answeredElsewhere: over,
    removed: over,
    ended: over,
    over,
    stillOn: over,
  },
  leads: {
    "*": { "user.hangUp": "left" },
    lobby: {
      "user.join": "requestingAccess",
      "user.setDevice camera on": STAYS,
      "user.setDevice microphone off": STAYS,
    },
    requestingAccess: {
      "requestAccess done": "inRoom.joining",
      "requestAccess failed (restricted)": "notStarted",
    },
    "inRoom.*": {
      "groupRoom done (duplicate)": "answeredElsewhere",
      "groupRoom done (removed)": "removed",
      "groupRoom done (ended)": "ended",
      "groupRoom done (left)": "over",
      "groupRoom done (stillOn)": "stillOn",
      "call.outputChosen": STAYS,
    },
    "inRoom.joining": {
      "groupRoom.members nobody": "inRoom.connected.findingHost",
      "groupRoom.members Anna": "inRoom.connected.findingHost",
      "groupRoom done (lost)": "failed",
      "after joinTimeout": "failed",
    },
    "inRoom.connected.*": {
      "groupRoom.members Ben too": STAYS,
      "groupRoom done (lost)": "connectionLost",
    },
    "inRoom.connected.findingHost": {
      "roomInfo done (nobody)": "inRoom.connected.settled",
      "roomInfo done (me)": "inRoom.connected.settled",
      "roomInfo done (Anna)": "inRoom.connected.settled",
      "roomInfo failed (unknown)": "inRoom.connected.settled",
      "roomInfo failed (network)": "inRoom.connected.hostUnanswered",
      "roomInfo failed (timeout)": "inRoom.connected.hostUnanswered",
    },
    "inRoom.connected.hostUnanswered": { "after hostPause": "inRoom.connected.findingHost" },
    "inRoom.connected.settled": {},
    left: {},
    notStarted: {},
    failed: {},
    connectionLost: {},
    answeredElsewhere: {},
    removed: {},
    ended: {},
    over: {},
    stillOn: {},
  },
  told,
  noise: {
    "R31 an invitation during the meeting": {
      when: isConnected,
      make: ({ ports }) => ports.emit.signals(anInvite()),
    },
    "R1 a signal about an unknown call": ({ ports }) => ports.emit.signals(aHungup({ from: BEN })),
  },
  excused: {
    ...chartsDoNotFail("groupRoom"),
    ...helpersDoNotFail("meetingKey", "wakeLock"),
    ...inUnitTests("meeting", "meeting.lobby | user.setEncryption", "meeting.inRoom | meetingKey.changed"),
  },
};

function after(ledger: Ledger, label: string): Ledger {
  switch (label) {
    case "user.setDevice camera on":
      return { ...ledger, camera: true };
    case "user.setDevice microphone off":
      return { ...ledger, microphone: false };
    case "groupRoom.members Anna":
      return { ...ledger, inside: [ANNA] };
    case "groupRoom.members Ben too":
      return { ...ledger, inside: [...ledger.inside, BEN] };
    case "roomInfo done (me)":
      return { ...ledger, host: "me" };
    case "roomInfo done (Anna)":
      return { ...ledger, host: "Anna" };
    case "roomInfo done (nobody)":
    case "roomInfo failed (unknown)":
      return { ...ledger, host: "nobody" };
    default:
      return ledger;
  }
}

function reads(is: unknown, { step }: Facts) {
  const { camera, microphone } = at(step);
  return { is, camera, microphone, startedAt: null };
}

function connected(state: "findingHost" | "hostUnanswered" | "settled", moment: Facts): Row {
  return {
    reads: { ...reads({ inRoom: { connected: state } }, moment), startedAt: NOON, shows: "connected" },
    holds: { rooms: [MEETING], awake: 1 },
  };
}

function over(): Row {
  return { gone: true, holds: { rooms: [], awake: 0 } };
}

function told({ label, before, after: now, around }: Step<typeof meetingMachine>): readonly Wire[] {
  const isInRoom = isJoining(before) || isConnected(before);
  const meets = (...userIDs: string[]): Wire => [
    "memberDirectory <- memberDirectory.meet",
    { groupID: "", userIDs },
  ];
  const host = (hostID: string | null): Wire => ["groupRoom <- groupRoom.setHost", { hostID }];
  const notJoined = (failure: FailureCode): Wire => [
    "toasts <- toast.add",
    { toast: { tone: "error", key: "meeting.joinFailed", failure } },
  ];
  const all: Record<string, readonly Wire[]> = {
    "user.join": before.value === "lobby" ? ["callManager <- meeting.entered"] : [],
    "groupRoom.members nobody": [meets()],
    "groupRoom.members Anna": [meets(ANNA)],
    "groupRoom.members Ben too": [meets(...read(around).inside)],
    "call.outputChosen": [["callManager <- call.outputChosen", { outputID: "headset" }]],
    "roomInfo done (nobody)": [host(null)],
    "roomInfo done (me)": [host(ME)],
    "roomInfo done (Anna)": [host(ANNA)],
    "groupRoom done (lost)": [isConnected(before) ? toast("error", "callLost") : notJoined("network")],
    "groupRoom done (duplicate)": [toast("info", "meeting.takenOver")],
    "groupRoom done (removed)": [toast("info", "meeting.removed")],
    "groupRoom done (ended)": [toast("info", "meeting.endedByHost")],
    "groupRoom done (stillOn)": [toast("error", "meeting.stillOn")],
    "after joinTimeout": [notJoined("network")],
    "requestAccess failed (restricted)": [notJoined("restricted")],
  };
  const leaves: readonly Wire[] = isInRoom && isOver(now) ? [["media.leave", { roomID: MEETING }]] : [];
  return [...(all[label] ?? []), ...leaves];
}

function toast(tone: "info" | "error", key: string): Wire {
  return ["toasts <- toast.add", { toast: { tone, key } }];
}

function isJoining({ value }: Snapshot): boolean {
  return typeof value === "object" && value.inRoom === "joining";
}

function isConnected({ value }: Snapshot): boolean {
  return typeof value === "object" && typeof value.inRoom === "object";
}
