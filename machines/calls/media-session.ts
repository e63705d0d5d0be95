import { assertEvent, assign, forwardTo, log, sendTo, setup } from "xstate";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import { type Listener, stream } from "../ports/stub.ts";
import { idsOf } from "./call-rules.ts";
import { mediaDeviceMachine } from "./media-device.ts";
import type { AudioOutput, DeviceCommand, RoomCommand, RoomEvent, RoomMember } from "./media-room.ts";

/** The media connection of a call: the link, this user's devices, the other members. */

/**
 * `members`: user ids in the room. A member that sends no media is reported as departed with `isDropped`, like a
 * member the server lost, and as arrived when its media return (R21).
 */
export type MediaSessionNews =
  | { type: "room.up"; members: readonly string[] }
  | { type: "room.down" }
  | { type: "room.arrived"; userID: string }
  | { type: "room.departed"; userID: string; isDropped: boolean }
  /** The member is not in the room any more, by the server. A departed one that only sends no media still is. */
  | { type: "room.gone"; userID: string }
  | Extract<RoomEvent, { type: "room.speakers" | "room.packet" }>
  | { type: "call.outputChosen"; outputID: string };

export interface MediaSessionContext {
  parent: Listener<MediaSessionNews>;
  roomID: string;
  members: readonly RoomMember[];
  silent: readonly string[];
  /** What is on at the start. */
  camera: boolean;
  microphone: boolean;
  /** Whether the room is one of many: a group call or a meeting. */
  isMany: boolean;
  /** Whether media and packets are end-to-end encrypted. */
  isEncrypted: boolean;
  outputs: readonly AudioOutput[];
  /** Id of the audio output; empty for the browser's default. */
  outputID: string;
}

export interface MediaSessionOutput {
  /** "duplicate": the same user joined from another device. */
  cause: (typeof ENDS)[number];
}

/** "removed": the host removed this user, or the server closed the room. */
const ENDS = ["duplicate", "lost", "removed"] as const;

export const mediaSessionMachine = setup({
  types: {
    context: {} as MediaSessionContext,
    events: {} as
      | RoomEvent
      | DeviceCommand
      | Extract<RoomCommand, { type: "packet.send" }>
      /** The host asked this user to be muted. */
      | { type: "mediaSession.mute" }
      | { type: "user.enableSound" }
      | { type: "user.chooseOutput"; outputID: string },
    input: {} as Pick<MediaSessionContext, "parent" | "roomID" | "outputID" | "camera"> &
      Partial<Pick<MediaSessionContext, "microphone" | "isMany" | "isEncrypted">>,
    output: {} as MediaSessionOutput,
    children: {} as {
      media: "media";
      microphone: "mediaDevice";
      camera: "mediaDevice";
      screen: "mediaDevice";
    },
    tags: {} as "reconnecting" | "soundBlocked" | "unreadable",
    meta: {} as RuleMeta,
  },
  actors: {
    media: stream<RoomCommand, { roomID: string; isMany: boolean; isEncrypted: boolean }>("media"),
    mediaDevice: mediaDeviceMachine,
  },
  actions: {
    setMembers: assign(({ event }) => {
      assertEvent(event, ["room.connected", "room.reconnected"]);
      return { members: event.members, silent: [] };
    }),
    setMember: assign(({ context, event }) => {
      assertEvent(event, ["room.memberJoined", "room.memberChanged"]);
      const others = context.members.filter(({ userID }) => userID !== event.member.userID);
      return { members: [...others, event.member] };
    }),
    dropMember: assign(({ context, event }) => {
      assertEvent(event, "room.memberLeft");
      const members = context.members.filter(({ userID }) => userID !== event.userID);
      return { members, silent: without(context.silent, event.userID) };
    }),
    addSilent: assign(({ context, event }) => {
      assertEvent(event, "room.memberSilent");
      return { silent: [...context.silent, event.userID] };
    }),
    dropSilent: assign(({ context, event }) => {
      assertEvent(event, "room.memberHeard");
      return { silent: without(context.silent, event.userID) };
    }),
    setOutputs: assign(({ event }) => {
      assertEvent(event, "outputs.changed");
      return { outputs: event.outputs };
    }),
    setOutput: assign(({ event }) => {
      assertEvent(event, "user.chooseOutput");
      return { outputID: event.outputID };
    }),
    tellDevice: forwardTo(({ event }) => {
      assertEvent(event, [
        "device.on",
        "device.off",
        "device.failed",
        "device.lost",
        "device.found",
        "device.allowed",
      ]);
      return event.source;
    }),
    switchDevice: forwardTo("media"),
    passPacket: forwardTo("media"),
    passUp: forwardTo(({ context }) => context.parent),
    muteMicrophone: sendTo("microphone", { type: "device.mute" }),
    startSound: sendTo("media", { type: "sound.start" }),
    applyOutput: sendTo("media", ({ context }) => ({
      type: "output.set" as const,
      outputID: context.outputID,
    })),
    tellUp: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "room.up" as const, members: idsOf(context.members) }),
    ),
    tellDown: sendTo(({ context }) => context.parent, { type: "room.down" }),
    tellArrival: sendTo(
      ({ context }) => context.parent,
      (_, { userID }: { userID: string }) => ({ type: "room.arrived" as const, userID }),
    ),
    tellDeparture: sendTo(
      ({ context }) => context.parent,
      (_, { userID, isDropped }: { userID: string; isDropped: boolean }) => ({
        type: "room.departed" as const,
        userID,
        isDropped,
      }),
    ),
    tellGone: sendTo(
      ({ context }) => context.parent,
      (_, { userID }: { userID: string }) => ({ type: "room.gone" as const, userID }),
    ),
    tellOutput: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "call.outputChosen" as const, outputID: context.outputID }),
    ),
    reportFailure: log(({ event }) => `mediaSession: ${event.type}`),
  },
  guards: {
    isDuplicate: ({ event }) => event.type === "room.closed" && event.cause === "duplicate",
    isRemoved: ({ event }) => event.type === "room.closed" && event.cause === "removed",
    isHeard: ({ context: { members, silent } }, { userID }: { userID: string }) =>
      idsOf(members).includes(userID) && !silent.includes(userID),
    isSilent: ({ context }, { userID }: { userID: string }) => context.silent.includes(userID),
    isLostAlready: ({ context }, { userID, isDropped }: { userID: string; isDropped: boolean }) =>
      isDropped && context.silent.includes(userID),
  },
  delays: { bannerDelay: 1000, reconnectTimeout: 30_000 },
}).createMachine({
  id: "mediaSession",
  context: ({ input }) => ({
    microphone: true,
    isMany: false,
    isEncrypted: false,
    ...input,
    members: [],
    silent: [],
    outputs: [],
  }),
  output: ({ event }): MediaSessionOutput => ({ cause: endingIn(event, ENDS) }),
  invoke: {
    id: "media",
    src: "media",
    input: ({ context: { roomID, isMany, isEncrypted } }) => ({ roomID, isMany, isEncrypted }),
    onError: { target: ".lost", actions: "reportFailure" },
  },
  initial: "connecting",
  on: {
    "room.closed": [
      { guard: "isDuplicate", target: ".duplicate" },
      { guard: "isRemoved", target: ".removed" },
      { target: ".lost" },
    ],
  },
  states: {
    connecting: {
      description:
        "Loads the media library and joins the room. Then applies the chosen output (4-113). The parent limits the time.",
      on: { "room.connected": { target: "joined", actions: ["setMembers", "applyOutput", "tellUp"] } },
    },
    joined: {
      description:
        "A member that sends no media counts as away. If the server then drops that member, the timeout does not start again.",
      meta: { rule: "R21" },
      type: "parallel",
      invoke: [
        {
          id: "microphone",
          src: "mediaDevice",
          input: ({ context, self }) => ({
            parent: self,
            source: "microphone",
            isWanted: context.microphone,
          }),
          onError: { actions: "reportFailure" },
        },
        {
          id: "camera",
          src: "mediaDevice",
          input: ({ context, self }) => ({ parent: self, source: "camera", isWanted: context.camera }),
          onError: { actions: "reportFailure" },
        },
        {
          id: "screen",
          src: "mediaDevice",
          input: ({ self }) => ({ parent: self, source: "screen", isWanted: false }),
          onError: { actions: "reportFailure" },
        },
      ],
      on: {
        "device.*": { actions: "tellDevice" },
        "device.set": { actions: "switchDevice" },
        "packet.send": { actions: "passPacket" },
        "mediaSession.mute": { actions: "muteMicrophone" },
        "room.speakers": { actions: "passUp" },
        "room.packet": { actions: "passUp" },
        "room.memberJoined": {
          actions: [
            "setMember",
            { type: "tellArrival", params: ({ event }) => ({ userID: event.member.userID }) },
          ],
        },
        "room.memberLeft": [
          {
            guard: { type: "isLostAlready", params: ({ event }) => event },
            actions: ["dropMember", { type: "tellGone", params: ({ event }) => event }],
          },
          {
            actions: [
              "dropMember",
              { type: "tellDeparture", params: ({ event }) => event },
              { type: "tellGone", params: ({ event }) => event },
            ],
          },
        ],
        "room.memberSilent": {
          guard: { type: "isHeard", params: ({ event }) => event },
          actions: [
            "addSilent",
            { type: "tellDeparture", params: ({ event }) => ({ userID: event.userID, isDropped: true }) },
          ],
        },
        "room.memberHeard": {
          guard: { type: "isSilent", params: ({ event }) => event },
          actions: ["dropSilent", { type: "tellArrival", params: ({ event }) => event }],
        },
        "room.memberChanged": { actions: "setMember" },
      },
      states: {
        link: {
          initial: "connected",
          states: {
            connected: { on: { "room.reconnecting": { target: "unstable", actions: "tellDown" } } },
            unstable: {
              description: "Signalling or media are interrupted. After 30 seconds the call is lost.",
              meta: { rule: "R17" },
              after: { reconnectTimeout: "#mediaSession.lost" },
              on: {
                "room.reconnected": { target: "connected", actions: ["setMembers", "tellUp"] },
              },
              initial: "brief",
              states: {
                brief: { description: "Too short to show a banner.", after: { bannerDelay: "noticeable" } },
                noticeable: { tags: "reconnecting", description: "A banner shows the reconnect (4-110)." },
              },
            },
          },
        },
        media: {
          initial: "readable",
          states: {
            readable: { on: { "room.unreadable": "unreadable" } },
            unreadable: {
              description: "Others encrypt their media with a key that this device does not have.",
              meta: { rule: "11-44" },
              tags: "unreadable",
              on: { "room.readable": "readable" },
            },
          },
        },
        sound: {
          initial: "playing",
          on: {
            "outputs.changed": { actions: "setOutputs" },
            "user.chooseOutput": { actions: ["setOutput", "applyOutput", "tellOutput"] },
          },
          states: {
            playing: { on: { "sound.blocked": "blocked" } },
            blocked: {
              description: "The browser needs a tap before it plays sound (10-13).",
              tags: "soundBlocked",
              on: { "user.enableSound": { actions: "startSound" }, "sound.playing": "playing" },
            },
          },
        },
      },
    },
    lost: {
      type: "final",
      description: "The connection was lost for good, or never came up.",
      output: "lost",
    },
    removed: {
      type: "final",
      description: "The host removed this user, or the server closed the room.",
      meta: { rule: "R30" },
      output: "removed",
    },
    duplicate: {
      type: "final",
      description: "The same user is in the room on another device.",
      meta: { rule: "R10" },
      output: "duplicate",
    },
  },
});

function without(userIDs: readonly string[], userID: string): readonly string[] {
  return userIDs.filter((id) => id !== userID);
}
