import type { EventObject } from "xstate";
import type { DeviceCommand, RoomMember } from "../../../../machines/calls/media-room.ts";
import { mediaSessionMachine } from "../../../../machines/calls/media-session.ts";
import { aHungup, aRoomMember, ROOM } from "../../../fakes/signals.ts";
import { ANNA, aParticipant, aWorld, BEN } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail, inUnitTests } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import { callManagerOf, nameEverything, roomOf } from "./call-parts.ts";

const HEADSET = { id: "headset", label: "Headset" };
const SPEAKER = { id: "speaker", label: "Speaker" };
const SEEN = aRoomMember({ camera: true });

type Snapshot = SnapshotOf<typeof mediaSessionMachine>;

const JOINED = "joined.link.connected, joined.media.readable, joined.sound.playing";

const LEFT: Row = { asks: [["media.leave", { roomID: ROOM }]], gone: true, holds: { rooms: [] } };

const PRESENCE: Readonly<Record<string, string>> = {
  "room.connected": "nobody",
  "room.connected with Anna": "there",
  "room.reconnected": "nobody",
  "room.reconnected with Anna": "there",
  "room.memberJoined": "there",
  "room.memberChanged": "seen",
  "room.memberLeft": "nobody",
  "room.memberLeft dropped": "nobody",
};
const MEMBERS: Readonly<Record<string, readonly RoomMember[]>> = {
  nobody: [],
  there: [aRoomMember()],
  seen: [SEEN],
};

function annaAfter(around: string, label: string): string {
  const [presence = "", silence = ""] = around.split(", ");
  if (label === "room.memberSilent") return presence === "nobody" ? around : `${presence}, silent`;
  if (label === "room.memberHeard") return presence;
  if (label === "room.memberChanged" && silence !== "") return `seen, ${silence}`;
  return PRESENCE[label] ?? around;
}

/** The microphone starts by itself, and in a video call the camera, too (4-114, 4-115). */
const SWITCHED_ON: readonly DeviceCommand[] = [
  { type: "device.set", source: "microphone", on: true },
  { type: "device.set", source: "camera", on: true, facing: "user" },
];

/**
 * The media session of a video call to Anna. The invitation is never delivered, so the call itself does not
 * change.
 */
export const mediaSessionModel: ChartModel<typeof mediaSessionMachine> = {
  chart: "mediaSession",
  machine: mediaSessionMachine,
  input: { parent: ignoringParent, roomID: ROOM, outputID: "", camera: true },
  events: {
    "room.connected": { type: "room.connected", members: [] },
    "room.connected with Anna": { type: "room.connected", members: [aRoomMember()] },
    "room.reconnecting": { type: "room.reconnecting" },
    "room.reconnected": { type: "room.reconnected", members: [] },
    "room.reconnected with Anna": { type: "room.reconnected", members: [aRoomMember()] },
    "room.closed duplicate": { type: "room.closed", cause: "duplicate" },
    "room.closed lost": { type: "room.closed", cause: "lost" },
    "room.closed removed": { type: "room.closed", cause: "removed" },
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
    "device.on": { type: "device.on", source: "microphone" },
    "device.off": { type: "device.off", source: "camera" },
    "device.failed": { type: "device.failed", source: "camera", cause: "missing" },
    "device.lost": { type: "device.lost", source: "microphone" },
    "device.found": { type: "device.found", source: "microphone" },
    "device.allowed": { type: "device.allowed", source: "camera" },
    // Commands of a device because of another event come within that step (`replies`, `told`).
    "device.set": { type: "device.set", source: "microphone", on: false },
    "sound.blocked": { type: "sound.blocked" },
    "sound.playing": { type: "sound.playing" },
    "outputs.changed": { type: "outputs.changed", outputs: [SPEAKER, HEADSET] },
    "user.enableSound": { type: "user.enableSound" },
    "user.chooseOutput": { type: "user.chooseOutput", outputID: HEADSET.id },
  },
  answers: {},
  replies: (label) => (label.startsWith("room.connected") ? SWITCHED_ON : []),
  key: ({ context: { members, silent } }) => `${members.length} ${silent.join()}`,
  around: { start: "nobody", after: annaAfter },
  cannot: (label) => label === "device.set",
  evenIgnored: ["room.memberSilent", "room.memberHeard"],
  isRest: ({ status }) => status === "done",

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    nameEverything(ports, ROOM);
    ports.hold("im.sendSignal");
  },
  begin: (stage) =>
    stage.act(() =>
      callManagerOf(stage.app)?.send({ type: "user.call", participant: aParticipant(), mediaType: "video" }),
    ),
  actor: (app) => roomOf(app),
  calls: {},
  tells: [
    "media.command",
    "media.leave",
    "mediaDevice <- device.on",
    "mediaDevice <- device.off",
    "mediaDevice <- device.failed",
    "mediaDevice <- device.lost",
    "mediaDevice <- device.found",
    "mediaDevice <- device.allowed",
    "callRoom <- room.up",
    "callRoom <- room.down",
    "callRoom <- room.arrived",
    "callRoom <- room.departed",
    "callRoom <- room.gone",
    "callRoom <- call.outputChosen",
    "toasts <- toast.add",
  ],
  delays: { bannerDelay: 1000, reconnectTimeout: 30_000 },
  reads: ({ value, context, tags }) => ({
    ...(typeof value === "object" ? value.joined : { link: value }),
    shows: [...tags].sort().join(),
    members: context.members,
    silent: context.silent,
    outputs: context.outputs.map(({ id }) => id),
    outputID: context.outputID,
  }),
  rows: {
    connecting: {
      reads: { link: "connecting", shows: "", members: [], silent: [], outputs: [], outputID: "" },
      holds: { rooms: [ROOM] },
    },
    "joined.link.connected": link("connected"),
    "joined.link.unstable.brief": link({ unstable: "brief" }),
    "joined.link.unstable.noticeable": link({ unstable: "noticeable" }),
    "joined.media.readable": { reads: { media: "readable" } },
    "joined.media.unreadable": {},
    "joined.sound.playing": ({ snapshot }) => ({ reads: { sound: "playing", shows: banner(snapshot) } }),
    "joined.sound.blocked": ({ snapshot }) => ({
      reads: { sound: "blocked", shows: [banner(snapshot), "soundBlocked"].filter(Boolean).join() },
    }),
    lost: LEFT,
    duplicate: LEFT,
    removed: LEFT,
  },
  leads: {
    "*": {
      "room.closed duplicate": "duplicate",
      "room.closed lost": "lost",
      "room.closed removed": "removed",
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
      "device.on": STAYS,
      "device.off": STAYS,
      "device.failed": STAYS,
      "device.lost": STAYS,
      "device.found": STAYS,
      "device.allowed": STAYS,
      "device.set": STAYS,
    },
    "joined.link.connected": {
      "room.reconnecting": "joined.link.unstable.brief",
    },
    "joined.link.unstable.*": {
      "room.reconnected": "joined.link.connected",
      "room.reconnected with Anna": "joined.link.connected",
      "after reconnectTimeout": "lost",
    },
    "joined.link.unstable.brief": {
      "after bannerDelay": "joined.link.unstable.noticeable",
    },
    "joined.link.unstable.noticeable": {},
    "joined.media.readable": {},
    "joined.media.unreadable": {},
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
    lost: {},
    duplicate: {},
    removed: {},
  },
  told({ label, event, before }): readonly Wire[] {
    const up = (...members: string[]): Wire => ["callRoom <- room.up", { members }];
    const departed = (isDropped: boolean): Wire => ["callRoom <- room.departed", { userID: ANNA, isDropped }];
    const gone: Wire = ["callRoom <- room.gone", { userID: ANNA }];
    const output = (outputID: string): Wire => ["media.command", { type: "output.set", outputID }];
    const toast = (words: object): Wire => ["toasts <- toast.add", { toast: words }];
    const lost = toast({ tone: "error", key: "callFailed" });
    const wasSilent = before.context.silent.includes(ANNA);
    const wasHeard = isHeard(before) && before.value !== "connecting";
    const switchedOn = SWITCHED_ON.map((command): Wire => ["media.command", command]);
    if (event.type.startsWith("device."))
      return before.value === "connecting" ? [] : [[`mediaDevice <- ${event.type}`, without(event, "type")]];
    const told: Record<string, readonly Wire[]> = {
      "room.closed lost": [lost],
      "room.closed removed": [lost],
      "room.closed duplicate": [toast({ tone: "info", key: "callAnsweredElsewhere" })],
      "after reconnectTimeout": [lost],
      "room.connected": [up(), output(""), ...switchedOn],
      "room.connected with Anna": [up(ANNA), output(""), ...switchedOn],
      "room.reconnecting": ["callRoom <- room.down"],
      "room.reconnected": [up()],
      "room.reconnected with Anna": [up(ANNA)],
      "room.memberJoined": [["callRoom <- room.arrived", { userID: ANNA }]],
      "room.memberLeft": [departed(false), gone],
      // A silent member already counts as departed; only a proper leave is new (R18, R21).
      "room.memberLeft dropped": wasSilent ? [gone] : [departed(true), gone],
      "room.memberSilent": wasHeard ? [departed(true)] : [],
      "room.memberHeard": wasSilent ? [["callRoom <- room.arrived", { userID: ANNA }]] : [],
      "user.enableSound": [["media.command", { type: "sound.start" }]],
      "user.chooseOutput": [output("headset"), ["callRoom <- call.outputChosen", { outputID: "headset" }]],
    };
    return told[label] ?? told[event.type] ?? [];
  },
  noise: {
    "a late event that the room is connected": {
      when: ({ value }) => value !== "connecting",
      make: ({ ports }) => ports.emit.room({ type: "room.connected", members: [aRoomMember()] }),
    },
    "a reconnect event while connected": {
      when: ({ value }) => !JSON.stringify(value).includes("unstable"),
      make: ({ ports }) => ports.emit.room({ type: "room.reconnected", members: [aRoomMember()] }),
    },
    "a member joins and leaves before the room is connected": {
      when: ({ value }) => value === "connecting",
      make: ({ ports }) => {
        ports.emit.room({ type: "room.memberJoined", member: aRoomMember({ userID: BEN }) });
        ports.emit.room({ type: "room.memberLeft", userID: BEN, isDropped: false });
      },
    },
    "a device event before the room is connected": {
      when: ({ value }) => value === "connecting",
      make: ({ ports }) => ports.emit.room({ type: "device.on", source: "camera", facing: "user" }),
    },
    "a playing event while sound is not blocked": {
      when: ({ value }) => !JSON.stringify(value).includes("blocked"),
      make: ({ ports }) => ports.emit.room({ type: "sound.playing" }),
    },
    "a signal of another user about this room": ({ ports }) => ports.emit.signals(aHungup({ from: BEN })),
  },
  unreachable: {
    "joined.media.unreadable": "only meetings are encrypted; their plain tests and a browser test get here",
  },
  excused: {
    ...helpersDoNotFail("media"),
    ...chartsDoNotFail("microphone", "camera", "screen"),
    ...inUnitTests(
      "media-session",
      "mediaSession.joined | mediaSession.mute",
      "mediaSession.joined | packet.send",
      "mediaSession.joined | room.packet",
      "mediaSession.joined | room.speakers",
      "mediaSession.joined.media.readable | room.unreadable",
      "mediaSession.joined.media.unreadable | room.readable",
    ),
  },
};

function link(is: unknown) {
  return ({ snapshot: { context }, step }: Moment<typeof mediaSessionMachine>): Row => ({
    reads: {
      link: is,
      members: MEMBERS[step?.around.split(",")[0] ?? "nobody"],
      silent: step?.around.endsWith("silent") ? [ANNA] : [],
      outputs: context.outputs.map(({ id }) => id),
      outputID: context.outputID,
    },
    holds: { rooms: [ROOM] },
  });
}

/** The user's connection has been down long enough for a banner (4-110). */
function banner({ value }: Snapshot): string {
  return JSON.stringify(value).includes("noticeable") ? "reconnecting" : "";
}

/** Anna is in the room, and her media arrives (R21). */
function isHeard({ context }: Snapshot): boolean {
  return context.members.length > 0 && !context.silent.includes(ANNA);
}

function without(event: EventObject, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(event).filter(([name]) => name !== key));
}
