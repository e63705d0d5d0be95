import { assertEvent, assign, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Listener } from "../ports/stub.ts";
import type { CameraFacing, DeviceCommand, DeviceEvent, DeviceSource } from "./media-room.ts";

/** A microphone or a camera of one's own in a media room: what the person wants of it against what it does. */

export interface MediaDeviceContext {
  parent: Listener<DeviceCommand>;
  source: DeviceSource;
  /** What the person wants; the states say what is. One change is under way at a time. */
  isWanted: boolean;
  /** Where a camera looks. */
  facing: CameraFacing;
}

export const mediaDeviceMachine = setup({
  types: {
    context: {} as MediaDeviceContext,
    events: {} as DeviceEvent | { type: "user.toggle" } | { type: "user.flip" },
    input: {} as Pick<MediaDeviceContext, "parent" | "source" | "isWanted">,
    tags: {} as "denied" | "missing" | "failing",
    meta: {} as RuleMeta,
  },
  actions: {
    toggle: assign({ isWanted: ({ context }) => !context.isWanted }),
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
    isUnwanted: ({ context }) => !context.isWanted,
    isDenied: ({ event }) => event.type === "device.failed" && event.cause === "denied",
    isMissing: ({ event }) => event.type === "device.failed" && event.cause === "missing",
  },
}).createMachine({
  id: "mediaDevice",
  context: ({ input }) => ({ ...input, facing: "user" }),
  initial: "off",
  on: { "user.toggle": { actions: "toggle" } },
  states: {
    off: { always: { guard: "isWanted", target: "starting" } },
    starting: {
      entry: "switchOn",
      on: {
        "device.on": { target: "on", actions: "setFacing" },
        "device.failed": [
          { guard: "isDenied", target: "unavailable.denied" },
          { guard: "isMissing", target: "unavailable.missing" },
          { target: "unavailable.failing" },
        ],
      },
    },
    on: {
      description: "A device that goes away mutes; it never ends the call.",
      meta: { rule: "R15" },
      always: { guard: "isUnwanted", target: "stopping" },
      on: {
        "user.flip": { target: "starting", actions: "turnRound" },
        "device.lost": "unavailable.missing",
      },
    },
    stopping: {
      description: "What does not go off is still on, and shown so: nobody believes themselves unheard.",
      entry: "switchOff",
      on: {
        "device.off": "off",
        "device.failed": { target: "on", actions: "keepOn" },
      },
    },
    unavailable: {
      description:
        "The call goes on without; one is told why and may try again. A camera that is missing may be the one on the other side of the phone: the next try takes the usual one.",
      meta: { rule: "R15" },
      entry: "giveUp",
      always: { guard: "isWanted", target: "starting" },
      initial: "failing",
      states: {
        denied: { tags: "denied", description: "The browser refused." },
        missing: { tags: "missing", description: "There is none, or no longer." },
        failing: { tags: "failing", description: "It does not start: another program may have it." },
      },
    },
  },
});

function commandOf({ source, facing }: MediaDeviceContext, on: boolean): DeviceCommand {
  return { type: "device.set", source, on, ...(source === "camera" ? { facing } : {}) };
}
