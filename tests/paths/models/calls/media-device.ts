import { mediaDeviceMachine } from "../../../../machines/calls/media-device.ts";
import type { CameraFacing, DeviceEvent, DeviceSource } from "../../../../machines/calls/media-room.ts";
import { ROOM } from "../../../fakes/signals.ts";
import { aParticipant, aWorld } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Moment, Wire } from "../../model.ts";
import { type Leads, STAYS } from "../../transition-table.ts";
import { inUnitTests } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import { callManagerOf, nameEverything, roomOf } from "./call-parts.ts";

type Snapshot = SnapshotOf<typeof mediaDeviceMachine>;
type Facts = Moment<typeof mediaDeviceMachine>;

const LEADS: Leads<typeof mediaDeviceMachine> = {
  off: {
    "user.toggle": "starting",
  },
  // One change runs at a time; a toggle in the meantime comes after it.
  starting: {
    "user.toggle": STAYS,
    "device.on": (snapshot) => (isWanted(snapshot) ? "on" : "stopping"),
    "device.on the other way": (snapshot) => (isWanted(snapshot) ? "on" : "stopping"),
    "device.failed denied": "unavailable.denied",
    "device.failed missing": "unavailable.missing",
    "device.failed taken": "unavailable.failing",
  },
  on: {
    "user.toggle": "stopping",
    "user.flip": "starting",
    "device.lost": "unavailable.missing",
    "device.lost forbidden": "unavailable.denied",
    // The host muted it by the server.
    "device.off": "off",
  },
  stopping: {
    "user.toggle": STAYS,
    "device.off": (snapshot) => (isWanted(snapshot) ? "starting" : "off"),
    // A device that failed to switch off is on, and shown so.
    "device.failed denied": "on",
    "device.failed missing": "on",
    "device.failed taken": "on",
  },
  "unavailable.*": {
    "user.toggle": "starting",
    // A user who goes on without the device is not heard or seen by surprise later.
    "user.hideHint": "off",
  },
  "unavailable.denied": { "device.allowed": "starting" },
  "unavailable.missing": { "device.found": "starting" },
  "unavailable.failing": { "device.found": "starting" },
};

/** One device of a video call to Anna. The invitation is never delivered, so the call itself does not change. */
function modelOf(source: DeviceSource): ChartModel<typeof mediaDeviceMachine> {
  const other: DeviceSource = source === "camera" ? "microphone" : "camera";
  const isCamera = source === "camera";
  const command = (on: boolean, facing: CameraFacing): Wire => [
    "media.command",
    { type: "device.set", source, on, ...(isCamera ? { facing } : {}) },
  ];
  return {
    chart: "mediaDevice",
    machine: mediaDeviceMachine,
    input: { parent: ignoringParent, source, isWanted: true },
    events: {
      "device.on": ({ context }) => ({
        type: "device.on",
        source,
        ...(isCamera ? { facing: context.facing } : {}),
      }),
      "device.on the other way": ({ context }) =>
        isCamera ? { type: "device.on", source, facing: turned(context.facing) } : null,
      "device.off": { type: "device.off", source },
      "device.failed denied": { type: "device.failed", source, cause: "denied" },
      "device.failed missing": { type: "device.failed", source, cause: "missing" },
      "device.failed taken": { type: "device.failed", source, cause: "failed" },
      "device.lost": { type: "device.lost", source },
      "device.lost forbidden": { type: "device.lost", source, cause: "denied" },
      "device.found": { type: "device.found", source },
      "device.allowed": { type: "device.allowed", source },
      "user.toggle": { type: "user.toggle" },
      "user.hideHint": { type: "user.hideHint" },
      "user.flip": () => (isCamera ? { type: "user.flip" } : null),
    },
    answers: {},
    key: ({ context }) => `${context.isWanted} ${context.facing}`,
    phase: ({ context }) => `${context.isWanted} ${context.facing}`,
    isRest: ({ value }) => typeof value === "object" || value === "on" || value === "off",

    opens: () => ({ world: aWorld() }),
    prepare(ports) {
      nameEverything(ports, ROOM);
      ports.hold("im.sendSignal");
    },
    async begin(stage) {
      const participant = aParticipant();
      await stage.act(() =>
        callManagerOf(stage.app)?.send({ type: "user.call", participant, mediaType: "video" }),
      );
      await stage.act(() => stage.ports.emit.room({ type: "room.connected", members: [] }));
    },
    actor: (app) => roomOf(app, source),
    calls: {},
    tells: ["media.command"],
    isOwn: ({ input }) =>
      typeof input === "object" && input !== null && "source" in input && input.source === source,
    reads: (snapshot) => ({
      is: snapshot.value,
      isWanted: snapshot.context.isWanted,
      facing: snapshot.context.facing,
      trouble: [...snapshot.tags].join(),
    }),
    rows: {
      off: ({ snapshot }) => ({ reads: reads("off", false, snapshot) }),
      starting: (moment) => ({
        asks: [command(true, facingAfter(moment))],
        reads: reads("starting", isFresh(moment) || isWanted(moment.snapshot), moment.snapshot),
      }),
      on: (moment) => ({ reads: { ...reads("on", true, moment.snapshot), facing: facingAfter(moment) } }),
      stopping: ({ snapshot }) => ({
        asks: [command(false, snapshot.context.facing)],
        reads: reads("stopping", snapshot.context.isWanted, snapshot),
      }),
      "unavailable.denied": { reads: unavailable("denied") },
      "unavailable.missing": { reads: unavailable("missing") },
      "unavailable.failing": { reads: unavailable("failing") },
    },
    excused: inUnitTests(
      "group-room",
      "mediaDevice | device.mute",
      "mediaDevice.starting | device.off",
      "mediaDevice.unavailable | device.mute",
    ),
    noise: {
      "an event of the other device": ({ ports }) => {
        for (const event of wordsOf(other)) ports.emit.room(event);
      },
      "an event of this device at the wrong time": {
        when: ({ value }) => value === "off",
        make: ({ ports }) => {
          for (const event of wordsOf(source)) ports.emit.room(event);
        },
      },
    },
  };
}

/** A camera can do everything a microphone can, so its paths cover the whole table. */
export const cameraModel: ChartModel<typeof mediaDeviceMachine> = { ...modelOf("camera"), leads: LEADS };
export const microphoneModel = modelOf("microphone");

function wordsOf(source: DeviceSource): DeviceEvent[] {
  return [
    { type: "device.on", source },
    { type: "device.off", source },
    { type: "device.failed", source, cause: "denied" },
    { type: "device.lost", source },
    { type: "device.found", source },
    { type: "device.allowed", source },
  ];
}

function reads(is: string, wanted: boolean, { context }: Snapshot) {
  return { is, isWanted: wanted, facing: context.facing, trouble: "" };
}

/** The failed camera may be the one on the back, so the next try uses the front. */
function unavailable(trouble: string) {
  return { is: { unavailable: trouble }, isWanted: false, facing: "user", trouble };
}

/** A start is for a device that the user wants; only a press during it changes that. */
function isFresh({ step }: Facts): boolean {
  return step?.before.value !== "starting";
}

/** A camera faces where the browser reports, and the user can flip it. */
function facingAfter({ snapshot, step }: Facts): CameraFacing {
  const before = step?.before.context.facing ?? snapshot.context.facing;
  if (step?.label === "user.flip" || step?.label === "device.on the other way") return turned(before);
  return before;
}

function turned(facing: CameraFacing): CameraFacing {
  return facing === "user" ? "environment" : "user";
}

function isWanted({ context }: Snapshot): boolean {
  return context.isWanted;
}
