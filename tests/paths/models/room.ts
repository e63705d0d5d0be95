import { roomMachine } from "../../../machines/room.ts";
import { aHungup, aRoomMember, ROOM } from "../../fakes/signals.ts";
import { ANNA, aParticipant, aWorld, BEN } from "../../fakes/world.ts";
import type { SnapshotOf } from "../graph.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel, Moment, Row, Wire } from "../model.ts";
import { nameEverything, phoneOf } from "./callParts.ts";
import { helpersDoNotFail } from "./excuses.ts";
import { deafParent } from "./parents.ts";

const HEADSET = { id: "headset", label: "Headset" };
const SPEAKER = { id: "speaker", label: "Speaker" };
const SEEN = aRoomMember({ camera: true });

type Snapshot = SnapshotOf<typeof roomMachine>;
type Device = "microphone" | "camera";

/** A camera that did not start, or went away, may be the one on the other side of the phone; the next try is the usual. */
const USUAL_SIDE = { facing: "user" };

/** Where the state of a device stays until somebody wants something else. */
const RESTING: readonly string[] = ["off", "on"];

/** Microphone and camera are on by default in a video call (4-114, 4-115). */
const JOINED =
  "joined.link.connected, joined.microphone.starting, joined.camera.starting, joined.sound.playing";

/** The media connection of a video call to Anna, whose invitation never arrives: the call itself stands still. */
export const roomModel: ChartModel<typeof roomMachine> = {
  chart: "room",
  machine: roomMachine,
  input: { parent: deafParent, roomID: ROOM, outputID: "", camera: true },
  events: {
    "room.connected": { type: "room.connected", members: [] },
    "room.connected with Anna": { type: "room.connected", members: [aRoomMember()] },
    "room.reconnecting": { type: "room.reconnecting" },
    "room.reconnected": { type: "room.reconnected", members: [] },
    "room.reconnected with Anna": { type: "room.reconnected", members: [aRoomMember()] },
    "room.closed duplicate": { type: "room.closed", cause: "duplicate" },
    "room.closed lost": { type: "room.closed", cause: "lost" },
    "room.memberJoined": ({ context }) =>
      context.members.length === 0 ? { type: "room.memberJoined", member: aRoomMember() } : null,
    "room.memberLeft": ({ context }) =>
      context.members.length > 0 ? { type: "room.memberLeft", userID: ANNA, isDropped: false } : null,
    "room.memberLeft dropped": ({ context }) =>
      context.members.length > 0 ? { type: "room.memberLeft", userID: ANNA, isDropped: true } : null,
    "room.memberChanged": ({ context }) =>
      context.members.length > 0 ? { type: "room.memberChanged", member: SEEN } : null,
    "room.memberSilent": { type: "room.memberSilent", userID: ANNA },
    "room.memberHeard": { type: "room.memberHeard", userID: ANNA },
    "microphone.on": { type: "microphone.on" },
    "microphone.off": { type: "microphone.off" },
    "microphone.failed denied": { type: "microphone.failed", cause: "denied" },
    "microphone.failed missing": { type: "microphone.failed", cause: "missing" },
    "microphone.failed taken": { type: "microphone.failed", cause: "failed" },
    "microphone.lost": { type: "microphone.lost" },
    "camera.on": ({ context }) => ({ type: "camera.on", facing: context.facing }),
    "camera.on the other one": ({ context }) => ({
      type: "camera.on",
      facing: context.facing === "user" ? "environment" : "user",
    }),
    "camera.off": { type: "camera.off" },
    "camera.failed denied": { type: "camera.failed", cause: "denied" },
    "camera.failed missing": { type: "camera.failed", cause: "missing" },
    "camera.failed taken": { type: "camera.failed", cause: "failed" },
    "camera.lost": { type: "camera.lost" },
    "sound.blocked": { type: "sound.blocked" },
    "sound.playing": { type: "sound.playing" },
    "outputs.changed": { type: "outputs.changed", outputs: [SPEAKER, HEADSET] },
    "user.toggleMicrophone": { type: "user.toggleMicrophone" },
    "user.toggleCamera": { type: "user.toggleCamera" },
    "user.flipCamera": { type: "user.flipCamera" },
    "user.enableSound": { type: "user.enableSound" },
    "user.chooseOutput": { type: "user.chooseOutput", outputID: HEADSET.id },
  },
  answers: {},
  key: ({ context: { wants, facing, members, silent } }) =>
    `${wants.microphone} ${wants.camera} ${facing} ${members.length} ${silent.join()}`,
  // What goes away may be the camera on the other side of the phone.
  phase: (snapshot) => {
    const { value, context } = snapshot;
    const mayGo = typeof value === "object" && value.joined.camera === "on" && !isDisturbed(snapshot);
    return mayGo && context.members.length === 0 ? context.facing : "";
  },
  // One thing moves at a time, for fewer paths; that the others stay as they are shows in every row.
  cannot(label, _, snapshot) {
    if (label.startsWith("room.closed")) return false;
    if (label.startsWith("microphone") || label.startsWith("camera"))
      if (snapshot.context.silent.length > 0) return true;
    if (!/microphone|camera/i.test(label)) return !isResting(snapshot, "microphone", "camera");
    return isDisturbed(snapshot) || (/camera/i.test(label) && !isResting(snapshot, "microphone"));
  },
  evenIgnored: ["room.memberSilent", "room.memberHeard"],
  isRest: ({ value }) => value === "ended",

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    nameEverything(ports, ROOM);
    ports.hold("im.sendSignal");
  },
  begin: (stage) =>
    stage.act(() =>
      phoneOf(stage.app)?.send({ type: "user.call", participant: aParticipant(), mediaType: "video" }),
    ),
  actor: (app) => phoneOf(app, "caller", "room"),
  calls: {},
  tells: [
    "media.command",
    "media.leave",
    "caller <- room.up",
    "caller <- room.down",
    "caller <- room.arrived",
    "caller <- room.departed",
    "caller <- call.outputChosen",
    "notices <- notice.add",
  ],
  delays: { bannerDelay: 1000, reconnectTimeout: 30_000 },
  reads: ({ value, context }) => ({
    ...(typeof value === "object" ? value.joined : { link: value }),
    members: context.members,
    silent: context.silent,
    facing: context.facing,
    outputs: context.outputs.map(({ id }) => id),
    outputID: context.outputID,
  }),
  rows: {
    connecting: {
      reads: { link: "connecting", members: [], silent: [], facing: "user", outputs: [], outputID: "" },
      holds: { rooms: [ROOM] },
    },
    "joined.link.connected": link("connected"),
    "joined.link.unstable.brief": link({ unstable: "brief" }),
    "joined.link.unstable.noticeable": link({ unstable: "noticeable" }),
    "joined.microphone.off": { reads: { microphone: "off" } },
    "joined.microphone.starting": {
      asks: [["media.command", { type: "microphone.set", on: true }]],
      reads: { microphone: "starting" },
    },
    "joined.microphone.on": { reads: { microphone: "on" } },
    "joined.microphone.stopping": {
      asks: [["media.command", { type: "microphone.set", on: false }]],
      reads: { microphone: "stopping" },
    },
    "joined.microphone.unavailable.denied": { reads: { microphone: { unavailable: "denied" } } },
    "joined.microphone.unavailable.missing": { reads: { microphone: { unavailable: "missing" } } },
    "joined.microphone.unavailable.failing": { reads: { microphone: { unavailable: "failing" } } },
    "joined.camera.off": { reads: { camera: "off" } },
    "joined.camera.starting": ({ snapshot: { context } }) => ({
      asks: [["media.command", { type: "camera.set", on: true, facing: context.facing }]],
      reads: { camera: "starting" },
    }),
    "joined.camera.on": { reads: { camera: "on" } },
    "joined.camera.stopping": ({ snapshot: { context } }) => ({
      asks: [["media.command", { type: "camera.set", on: false, facing: context.facing }]],
      reads: { camera: "stopping" },
    }),
    "joined.camera.unavailable.denied": { reads: { camera: { unavailable: "denied" }, ...USUAL_SIDE } },
    "joined.camera.unavailable.missing": { reads: { camera: { unavailable: "missing" }, ...USUAL_SIDE } },
    "joined.camera.unavailable.failing": { reads: { camera: { unavailable: "failing" }, ...USUAL_SIDE } },
    "joined.sound.playing": { reads: { sound: "playing" } },
    "joined.sound.blocked": { reads: { sound: "blocked" } },
    ended: { asks: [["media.leave", { roomID: ROOM }]], gone: true, holds: { rooms: [] } },
  },
  leads: {
    "*": {
      "room.closed duplicate": "ended",
      "room.closed lost": "ended",
    },
    connecting: {
      "room.connected": JOINED,
      "room.connected with Anna": JOINED,
    },
    "joined.*": {
      "room.memberJoined": STAYS,
      "room.memberLeft": STAYS,
      "room.memberLeft dropped": STAYS,
      "room.memberChanged": STAYS,
      "room.memberSilent": (snapshot) => (isHeard(snapshot) ? STAYS : null),
      "room.memberHeard": ({ context }) => (context.silent.includes(ANNA) ? STAYS : null),
    },
    "joined.link.connected": {
      "room.reconnecting": "joined.link.unstable.brief",
    },
    "joined.link.unstable.*": {
      "room.reconnected": "joined.link.connected",
      "room.reconnected with Anna": "joined.link.connected",
      "after reconnectTimeout": "ended",
    },
    "joined.link.unstable.brief": {
      "after bannerDelay": "joined.link.unstable.noticeable",
    },
    "joined.link.unstable.noticeable": {},
    "joined.microphone.off": {
      "user.toggleMicrophone": "joined.microphone.starting",
    },
    "joined.microphone.starting": {
      "microphone.on": started("microphone"),
      "microphone.failed denied": "joined.microphone.unavailable.denied",
      "microphone.failed missing": "joined.microphone.unavailable.missing",
      "microphone.failed taken": "joined.microphone.unavailable.failing",
      "user.toggleMicrophone": STAYS,
    },
    "joined.microphone.on": {
      "microphone.lost": "joined.microphone.unavailable.missing",
      "user.toggleMicrophone": "joined.microphone.stopping",
    },
    "joined.microphone.stopping": {
      "microphone.off": stopped("microphone"),
      "microphone.failed denied": stopped("microphone"),
      "microphone.failed missing": stopped("microphone"),
      "microphone.failed taken": stopped("microphone"),
      "user.toggleMicrophone": STAYS,
    },
    "joined.microphone.unavailable.*": {
      "user.toggleMicrophone": "joined.microphone.starting",
    },
    "joined.microphone.unavailable.denied": {},
    "joined.microphone.unavailable.missing": {},
    "joined.microphone.unavailable.failing": {},
    "joined.camera.off": {
      "user.toggleCamera": "joined.camera.starting",
    },
    "joined.camera.starting": {
      "camera.on": started("camera"),
      "camera.on the other one": started("camera"),
      "camera.failed denied": "joined.camera.unavailable.denied",
      "camera.failed missing": "joined.camera.unavailable.missing",
      "camera.failed taken": "joined.camera.unavailable.failing",
      "user.toggleCamera": STAYS,
    },
    "joined.camera.on": {
      "camera.lost": "joined.camera.unavailable.missing",
      "user.toggleCamera": "joined.camera.stopping",
      "user.flipCamera": "joined.camera.starting",
    },
    "joined.camera.stopping": {
      "camera.off": stopped("camera"),
      "camera.failed denied": stopped("camera"),
      "camera.failed missing": stopped("camera"),
      "camera.failed taken": stopped("camera"),
      "user.toggleCamera": STAYS,
    },
    "joined.camera.unavailable.*": {
      "user.toggleCamera": "joined.camera.starting",
    },
    "joined.camera.unavailable.denied": {},
    "joined.camera.unavailable.missing": {},
    "joined.camera.unavailable.failing": {},
    "joined.sound.*": {
      "outputs.changed": STAYS,
      "user.chooseOutput": STAYS,
    },
    "joined.sound.playing": {
      "sound.blocked": "joined.sound.blocked",
    },
    "joined.sound.blocked": {
      "sound.playing": "joined.sound.playing",
      "user.enableSound": STAYS,
    },
    ended: {},
  },
  told({ label, event, before }): readonly Wire[] {
    const up = (...members: string[]): Wire => ["caller <- room.up", { members }];
    const departed = (isDropped: boolean): Wire => ["caller <- room.departed", { userID: ANNA, isDropped }];
    const output = (outputID: string): Wire => ["media.command", { type: "output.set", outputID }];
    const notice = (words: object): Wire => ["notices <- notice.add", { notice: words }];
    const lost = notice({ tone: "error", key: "callFailed" });
    const wasSilent = before.context.silent.includes(ANNA);
    const wasHeard = isHeard(before) && before.value !== "connecting";
    const told: Record<string, readonly Wire[]> = {
      "room.closed lost": [lost],
      "room.closed duplicate": [notice({ tone: "info", key: "callAnsweredElsewhere" })],
      "after reconnectTimeout": [lost],
      "room.connected": [up(), output("")],
      "room.connected with Anna": [up(ANNA), output("")],
      "room.reconnecting": ["caller <- room.down"],
      "room.reconnected": [up()],
      "room.reconnected with Anna": [up(ANNA)],
      "room.memberJoined": [["caller <- room.arrived", { userID: ANNA }]],
      "room.memberLeft": [departed(false)],
      // Who is silent counts as gone already; only a proper farewell is news (R18, R21).
      "room.memberLeft dropped": wasSilent ? [] : [departed(true)],
      "room.memberSilent": wasHeard ? [departed(true)] : [],
      "room.memberHeard": wasSilent ? [["caller <- room.arrived", { userID: ANNA }]] : [],
      "user.enableSound": [["media.command", { type: "sound.start" }]],
      "user.chooseOutput": [output("headset"), ["caller <- call.outputChosen", { outputID: "headset" }]],
    };
    return told[label] ?? told[event.type] ?? [];
  },
  noise: {
    "a late word that the room is reached": {
      when: ({ value }) => value !== "connecting",
      make: ({ ports }) => ports.emit.room({ type: "room.connected", members: [aRoomMember()] }),
    },
    "a word about a link that is up": {
      when: ({ value }) => !JSON.stringify(value).includes("unstable"),
      make: ({ ports }) => ports.emit.room({ type: "room.reconnected", members: [aRoomMember()] }),
    },
    "somebody comes and goes before the room is reached": {
      when: ({ value }) => value === "connecting",
      make: ({ ports }) => {
        ports.emit.room({ type: "room.memberJoined", member: aRoomMember({ userID: BEN }) });
        ports.emit.room({ type: "room.memberLeft", userID: BEN, isDropped: false });
      },
    },
    "the microphone's word out of turn": {
      when: (snapshot) => isResting(snapshot, "microphone"),
      make: ({ ports }) => {
        ports.emit.room({ type: "microphone.on" });
        ports.emit.room({ type: "microphone.off" });
        ports.emit.room({ type: "microphone.failed", cause: "denied" });
      },
    },
    "the camera's word out of turn": {
      when: (snapshot) => isResting(snapshot, "camera"),
      make: ({ ports }) => {
        ports.emit.room({ type: "camera.on", facing: "environment" });
        ports.emit.room({ type: "camera.off" });
        ports.emit.room({ type: "camera.failed", cause: "denied" });
      },
    },
    "a device that goes away while it is not on": {
      when: ({ value }) => typeof value === "string" || !JSON.stringify(value).includes('"on"'),
      make: ({ ports }) => {
        ports.emit.room({ type: "microphone.lost" });
        ports.emit.room({ type: "camera.lost" });
      },
    },
    "sound that plays anyway": {
      when: ({ value }) => !JSON.stringify(value).includes("blocked"),
      make: ({ ports }) => ports.emit.room({ type: "sound.playing" }),
    },
    "a signal from somebody else about this room": ({ ports }) => ports.emit.signals(aHungup({ from: BEN })),
  },
  excused: helpersDoNotFail("media"),
};

/** The room is joined; the link may be down, which changes nothing of the rest. */
function link(is: unknown) {
  return ({ snapshot: { context } }: Moment<typeof roomMachine>): Row => ({
    reads: {
      link: is,
      members: context.members,
      silent: context.silent,
      facing: context.facing,
      outputs: context.outputs.map(({ id }) => id),
      outputID: context.outputID,
    },
    holds: { rooms: [ROOM] },
  });
}

/** On, unless the person thought better of it meanwhile: one change is under way at a time. */
function started(device: Device) {
  return ({ context }: Snapshot) => `joined.${device}.${context.wants[device] ? "on" : "stopping"}`;
}

/** Off, unless the person wants it again by now; that it would not stop makes no difference. */
function stopped(device: Device) {
  return ({ context }: Snapshot) => `joined.${device}.${context.wants[device] ? "starting" : "off"}`;
}

/** Anna is there, and something comes of her (R21). */
function isHeard({ context }: Snapshot): boolean {
  return context.members.length > 0 && !context.silent.includes(ANNA);
}

function isResting({ value }: Snapshot, ...devices: Device[]): boolean {
  return typeof value !== "object" || devices.every((device) => isAtRest(value.joined[device]));
}

/** A device that is not available is so until somebody wants it again. */
function isAtRest(is: string | object): boolean {
  return typeof is === "object" || RESTING.includes(is);
}

/** The link is down, or sound is blocked. */
function isDisturbed({ value }: Snapshot): boolean {
  return typeof value === "object" && (value.joined.link !== "connected" || value.joined.sound === "blocked");
}
