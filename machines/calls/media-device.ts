import { assertEvent, assign, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Listener } from "../ports/stub.ts";
import type { CameraFacing, DeviceCommand, DeviceEvent, DeviceSource } from "./media-room.ts";

/** This user's microphone or camera in a media room: wanted state against real state. */

export interface MediaDeviceContext {
  parent: Listener<DeviceCommand>;
  source: DeviceSource;
  /** What the user wants; the states say what is real. Only one change runs at a time. */
  isWanted: boolean;
  facing: CameraFacing;
}

export const mediaDeviceMachine = setup({
  types: {
    context: {} as MediaDeviceContext,
    events: {} as
      | DeviceEvent
      /** Off, whatever the user wants: the host asked for it. */
      | { type: "device.mute" }
      | { type: "user.toggle" }
      /** The user goes on without the device. */
      | { type: "user.hideHint" }
      | { type: "user.flip" },
    input: {} as Pick<MediaDeviceContext, "parent" | "source" | "isWanted">,
    tags: {} as "denied" | "missing" | "failing",
    meta: {} as RuleMeta,
  },
  actions: {
    toggle: assign({ isWanted: ({ context }) => !context.isWanted }),
    dropWish: assign({ isWanted: false }),
    keepOn: assign({ isWanted: true }),
    giveUp: assign({ isWanted: false, facing: "user" }),
    turnRound: assign({ facing: ({ context }) => (context.facing === "user" ? "environment" : "user") }),
    setFacing: assign(({ context, event }) => {
      assertEvent(event, "device.on");
      return { facing: event.facing ?? context.facing };
    }),
    switchOn: sendTo(
      ({ context }) => context.parent,
      ({ context }) => commandOf(context, true),
    ),
    switchOff: sendTo(
      ({ context }) => context.parent,
      ({ context }) => commandOf(context, false),
    ),
  },
  guards: {
    isWanted: ({ context }) => context.isWanted,
    isScreen: ({ context }) => context.source === "screen",
    isUnwanted: ({ context }) => !context.isWanted,
    isDenied: ({ event }) =>
      (event.type === "device.failed" || event.type === "device.lost") && event.cause === "denied",
    isMissing: ({ event }) => event.type === "device.failed" && event.cause === "missing",
  },
}).createMachine({
  id: "mediaDevice",
  context: ({ input }) => ({ ...input, facing: "user" }),
  initial: "off",
  on: { "user.toggle": { actions: "toggle" }, "device.mute": { actions: "dropWish" } },
  states: {
    off: { always: { guard: "isWanted", target: "starting" } },
    starting: {
      entry: "switchOn",
      on: {
        "device.on": { target: "on", actions: "setFacing" },
        "device.off": { guard: "isScreen", target: "off", actions: "dropWish" },
        "device.failed": [
          { guard: "isDenied", target: "unavailable.denied" },
          { guard: "isMissing", target: "unavailable.missing" },
          { target: "unavailable.failing" },
        ],
      },
    },
    on: {
      description:
        "If the device disappears, the user is muted; the call goes on. The host may mute it by the server, and the browser may stop a shared screen.",
      meta: { rule: "R15, R30" },
      always: { guard: "isUnwanted", target: "stopping" },
      on: {
        "user.flip": { target: "starting", actions: "turnRound" },
        "device.lost": [
          { guard: "isDenied", target: "unavailable.denied" },
          { target: "unavailable.missing" },
        ],
        "device.off": { target: "off", actions: "dropWish" },
      },
    },
    stopping: {
      description:
        "If switching off fails, the device stays shown as on, so that the user does not believe to be muted.",
      entry: "switchOff",
      on: {
        "device.off": "off",
        "device.failed": { target: "on", actions: "keepOn" },
      },
    },
    unavailable: {
      description:
        "The call goes on without the device; the user sees why and may try again. The next try uses the front camera, as the rear one may be missing. A device that appears or is allowed is taken, unless the user hid the hint or the host muted this user meanwhile.",
      meta: { rule: "R15" },
      entry: "giveUp",
      always: { guard: "isWanted", target: "starting" },
      on: { "user.hideHint": "off", "device.mute": "off" },
      initial: "failing",
      states: {
        denied: {
          tags: "denied",
          description: "The browser refused access, or the user took it back.",
          on: { "device.allowed": { target: "#mediaDevice.starting", actions: "keepOn" } },
        },
        missing: {
          tags: "missing",
          description: "There is no such device, or it was removed.",
          on: { "device.found": { target: "#mediaDevice.starting", actions: "keepOn" } },
        },
        failing: {
          tags: "failing",
          description: "The device does not start: another program may use it. Another device may start.",
          on: { "device.found": { target: "#mediaDevice.starting", actions: "keepOn" } },
        },
      },
    },
  },
});

function commandOf({ source, facing }: MediaDeviceContext, on: boolean): DeviceCommand {
  return { type: "device.set", source, on, ...(source === "camera" ? { facing } : {}) };
}
