import { assign, log, sendTo, setup } from "xstate";
import { idsOf } from "./calls.ts";
import type {
  AudioOutput,
  CameraFacing,
  DeviceFailure,
  RoomCommand,
  RoomEvent,
  RoomMember,
} from "./events.ts";
import { type Listener, stream } from "./port.ts";

/** The media connection of a call or a meeting: the link, the own devices, and who else is there. */

/**
 * `members`: user ids of those who are in the room. Who falls silent departs like somebody the server lost, and arrives
 * again when something comes of them (R21).
 */
export type RoomNews =
  | { type: "room.up"; members: readonly string[] }
  | { type: "room.down" }
  | { type: "room.arrived"; userID: string }
  | { type: "room.departed"; userID: string; isDropped: boolean }
  | { type: "call.outputChosen"; outputID: string };

export interface RoomContext {
  parent: Listener<RoomNews>;
  roomID: string;
  members: readonly RoomMember[];
  /** User ids of the members nothing comes of. */
  silent: readonly string[];
  /** What the person wants; the states say what is. One change is under way at a time. */
  wants: { microphone: boolean; camera: boolean };
  facing: CameraFacing;
  outputs: readonly AudioOutput[];
  /** Where sound comes out; empty for the browser's own choice. */
  outputID: string;
  /** How it ended, or would if it did now. */
  cause: RoomOutput["cause"];
}

export interface RoomOutput {
  /** "duplicate": the same person joined from another device. */
  cause: "duplicate" | "lost";
}

export const roomMachine = setup({
  types: {
    context: {} as RoomContext,
    events: {} as
      | RoomEvent
      | { type: "user.toggleMicrophone" }
      | { type: "user.toggleCamera" }
      | { type: "user.flipCamera" }
      | { type: "user.enableSound" }
      | { type: "user.chooseOutput"; outputID: string },
    input: {} as Pick<RoomContext, "parent" | "roomID" | "outputID"> & { camera: boolean },
    output: {} as RoomOutput,
    children: {} as { media: "media" },
  },
  actors: { media: stream<RoomCommand, { roomID: string }>("media") },
  actions: {
    setMembers: assign((_, { members }: { members: readonly RoomMember[] }) => ({ members, silent: [] })),
    setMember: assign({
      members: ({ context }, { member }: { member: RoomMember }) => [
        ...context.members.filter(({ userID }) => userID !== member.userID),
        member,
      ],
    }),
    dropMember: assign(({ context }, params: { userID: string }) => ({
      members: context.members.filter(({ userID }) => userID !== params.userID),
      silent: without(context.silent, params.userID),
    })),
    addSilent: assign({
      silent: ({ context }, { userID }: { userID: string }) => [...context.silent, userID],
    }),
    dropSilent: assign({
      silent: ({ context }, { userID }: { userID: string }) => without(context.silent, userID),
    }),
    toggleMicrophone: assign({
      wants: ({ context: { wants } }) => ({ ...wants, microphone: !wants.microphone }),
    }),
    toggleCamera: assign({ wants: ({ context: { wants } }) => ({ ...wants, camera: !wants.camera }) }),
    wantMicrophone: assign({
      wants: ({ context }, { on }: { on: boolean }) => ({ ...context.wants, microphone: on }),
    }),
    wantCamera: assign({
      wants: ({ context }, { on }: { on: boolean }) => ({ ...context.wants, camera: on }),
    }),
    turnCamera: assign({ facing: ({ context }) => (context.facing === "user" ? "environment" : "user") }),
    setFacing: assign((_, { facing }: { facing: CameraFacing }) => ({ facing })),
    setCause: assign((_, { cause }: RoomOutput) => ({ cause })),
    setOutputs: assign((_, { outputs }: { outputs: readonly AudioOutput[] }) => ({ outputs })),
    setOutput: assign((_, { outputID }: { outputID: string }) => ({ outputID })),
    startMicrophone: sendTo("media", { type: "microphone.set", on: true }),
    stopMicrophone: sendTo("media", { type: "microphone.set", on: false }),
    startCamera: sendTo("media", ({ context }) => ({
      type: "camera.set" as const,
      on: true,
      facing: context.facing,
    })),
    stopCamera: sendTo("media", ({ context }) => ({
      type: "camera.set" as const,
      on: false,
      facing: context.facing,
    })),
    startSound: sendTo("media", { type: "sound.start" }),
    applyOutput: sendTo("media", ({ context }) => ({
      type: "output.set" as const,
      outputID: context.outputID,
    })),
    tellUp: sendTo(
      ({ context }) => context.parent,
      (_, { members }: { members: readonly RoomMember[] }) => ({
        type: "room.up" as const,
        members: idsOf(members),
      }),
    ),
    tellDown: sendTo(({ context }) => context.parent, { type: "room.down" }),
    tellArrival: sendTo(
      ({ context }) => context.parent,
      (_, { userID }: { userID: string }) => ({ type: "room.arrived" as const, userID }),
    ),
    tellDeparture: sendTo(
      ({ context }) => context.parent,
      (_, departure: { userID: string; isDropped: boolean }) => ({
        type: "room.departed" as const,
        ...departure,
      }),
    ),
    tellOutput: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "call.outputChosen" as const, outputID: context.outputID }),
    ),
    reportFailure: log(({ event }) => `room: ${event.type}`),
  },
  guards: {
    wantsMicrophone: ({ context }) => context.wants.microphone,
    wantsNoMicrophone: ({ context }) => !context.wants.microphone,
    wantsCamera: ({ context }) => context.wants.camera,
    wantsNoCamera: ({ context }) => !context.wants.camera,
    isDenied: (_, { cause }: { cause: DeviceFailure }) => cause === "denied",
    isMissing: (_, { cause }: { cause: DeviceFailure }) => cause === "missing",
    isHeard: ({ context: { members, silent } }, { userID }: { userID: string }) =>
      idsOf(members).includes(userID) && !silent.includes(userID),
    isSilent: ({ context }, { userID }: { userID: string }) => context.silent.includes(userID),
    isLostAlready: ({ context }, { userID, isDropped }: { userID: string; isDropped: boolean }) =>
      isDropped && context.silent.includes(userID),
  },
  delays: { bannerDelay: 1000, reconnectTimeout: 30_000 },
}).createMachine({
  id: "room",
  context: ({ input: { camera, ...input } }) => ({
    ...input,
    members: [],
    silent: [],
    wants: { microphone: true, camera },
    facing: "user",
    outputs: [],
    cause: "lost",
  }),
  output: ({ context }): RoomOutput => ({ cause: context.cause }),
  invoke: {
    id: "media",
    src: "media",
    input: ({ context }) => ({ roomID: context.roomID }),
    onError: { target: ".ended", actions: "reportFailure" },
  },
  initial: "connecting",
  on: {
    "room.closed": {
      target: ".ended",
      actions: { type: "setCause", params: ({ event }) => ({ cause: event.cause }) },
    },
  },
  states: {
    connecting: {
      description:
        "The media library loads, the room is joined; the chosen output counts again (4-113). Who waits limits how long.",
      on: {
        "room.connected": {
          target: "joined",
          actions: [
            { type: "setMembers", params: ({ event }) => ({ members: event.members }) },
            "applyOutput",
            { type: "tellUp", params: ({ event }) => ({ members: event.members }) },
          ],
        },
      },
    },
    joined: {
      description:
        "Who is silent counts as gone for now, and as lost no sooner for being given up by the server.",
      meta: { rule: "R21" },
      type: "parallel",
      on: {
        "room.memberJoined": {
          actions: [
            { type: "setMember", params: ({ event }) => ({ member: event.member }) },
            { type: "tellArrival", params: ({ event }) => ({ userID: event.member.userID }) },
          ],
        },
        "room.memberLeft": [
          {
            guard: { type: "isLostAlready", params: ({ event }) => event },
            actions: { type: "dropMember", params: ({ event }) => ({ userID: event.userID }) },
          },
          {
            actions: [
              { type: "dropMember", params: ({ event }) => ({ userID: event.userID }) },
              {
                type: "tellDeparture",
                params: ({ event }) => ({ userID: event.userID, isDropped: event.isDropped }),
              },
            ],
          },
        ],
        "room.memberSilent": {
          guard: { type: "isHeard", params: ({ event }) => event },
          actions: [
            { type: "addSilent", params: ({ event }) => ({ userID: event.userID }) },
            { type: "tellDeparture", params: ({ event }) => ({ userID: event.userID, isDropped: true }) },
          ],
        },
        "room.memberHeard": {
          guard: { type: "isSilent", params: ({ event }) => event },
          actions: [
            { type: "dropSilent", params: ({ event }) => ({ userID: event.userID }) },
            { type: "tellArrival", params: ({ event }) => ({ userID: event.userID }) },
          ],
        },
        "room.memberChanged": {
          actions: { type: "setMember", params: ({ event }) => ({ member: event.member }) },
        },
      },
      states: {
        link: {
          initial: "connected",
          states: {
            connected: {
              on: { "room.reconnecting": { target: "unstable", actions: "tellDown" } },
            },
            unstable: {
              description: "Signal or media are gone for now. Half a minute, then the call is lost.",
              meta: { rule: "R17" },
              after: { reconnectTimeout: "#room.ended" },
              on: {
                "room.reconnected": {
                  target: "connected",
                  actions: [
                    { type: "setMembers", params: ({ event }) => ({ members: event.members }) },
                    { type: "tellUp", params: ({ event }) => ({ members: event.members }) },
                  ],
                },
              },
              initial: "brief",
              states: {
                brief: {
                  description: "Too short to mention.",
                  after: { bannerDelay: "noticeable" },
                },
                noticeable: { description: "A banner says so (4-110)." },
              },
            },
          },
        },
        microphone: {
          initial: "off",
          on: { "user.toggleMicrophone": { actions: "toggleMicrophone" } },
          states: {
            off: { always: { guard: "wantsMicrophone", target: "starting" } },
            starting: {
              entry: "startMicrophone",
              on: {
                "microphone.on": "on",
                "microphone.failed": [
                  { guard: { type: "isDenied", params: ({ event }) => event }, target: "unavailable.denied" },
                  {
                    guard: { type: "isMissing", params: ({ event }) => event },
                    target: "unavailable.missing",
                  },
                  { target: "unavailable.failing" },
                ],
              },
            },
            on: {
              description: "A device that goes away mutes; it never ends the call.",
              meta: { rule: "R15" },
              always: { guard: "wantsNoMicrophone", target: "stopping" },
              on: { "microphone.lost": "unavailable.missing" },
            },
            stopping: {
              entry: "stopMicrophone",
              on: { "microphone.off": "off", "microphone.failed": "off" },
            },
            unavailable: {
              description: "One listens on, is told why nobody hears it, and may try again.",
              meta: { rule: "R15" },
              entry: { type: "wantMicrophone", params: { on: false } },
              always: { guard: "wantsMicrophone", target: "starting" },
              initial: "failing",
              states: {
                denied: { description: "The browser refused." },
                missing: { description: "There is none, or no longer." },
                failing: { description: "It does not start: another program may have it." },
              },
            },
          },
        },
        camera: {
          initial: "off",
          on: { "user.toggleCamera": { actions: "toggleCamera" } },
          states: {
            off: { always: { guard: "wantsCamera", target: "starting" } },
            starting: {
              entry: "startCamera",
              on: {
                "camera.on": {
                  target: "on",
                  actions: { type: "setFacing", params: ({ event }) => ({ facing: event.facing }) },
                },
                "camera.failed": [
                  { guard: { type: "isDenied", params: ({ event }) => event }, target: "unavailable.denied" },
                  {
                    guard: { type: "isMissing", params: ({ event }) => event },
                    target: "unavailable.missing",
                  },
                  { target: "unavailable.failing" },
                ],
              },
            },
            on: {
              always: { guard: "wantsNoCamera", target: "stopping" },
              on: {
                "user.flipCamera": { target: "starting", actions: "turnCamera" },
                "camera.lost": "unavailable.missing",
              },
            },
            stopping: {
              entry: "stopCamera",
              on: { "camera.off": "off", "camera.failed": "off" },
            },
            unavailable: {
              description:
                "The call goes on by voice; one is told why and may try again. What is missing may be the camera on the other side of the phone: the next try takes the usual one.",
              meta: { rule: "R15" },
              entry: [
                { type: "wantCamera", params: { on: false } },
                { type: "setFacing", params: { facing: "user" } },
              ],
              always: { guard: "wantsCamera", target: "starting" },
              initial: "failing",
              states: {
                denied: { description: "The browser refused." },
                missing: { description: "There is none, or no longer." },
                failing: { description: "It does not start: another program may have it." },
              },
            },
          },
        },
        sound: {
          initial: "playing",
          on: {
            "outputs.changed": {
              actions: { type: "setOutputs", params: ({ event }) => ({ outputs: event.outputs }) },
            },
            "user.chooseOutput": {
              actions: [
                { type: "setOutput", params: ({ event }) => ({ outputID: event.outputID }) },
                "applyOutput",
                "tellOutput",
              ],
            },
          },
          states: {
            playing: { on: { "sound.blocked": "blocked" } },
            blocked: {
              description: "The browser waits for a tap before it plays sound (10-13).",
              on: { "user.enableSound": { actions: "startSound" }, "sound.playing": "playing" },
            },
          },
        },
      },
    },
    ended: { type: "final" },
  },
});

function without(userIDs: readonly string[], userID: string): readonly string[] {
  return userIDs.filter((id) => id !== userID);
}
