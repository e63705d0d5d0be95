import { assertEvent, assign, forwardTo, log, sendTo, setup } from "xstate";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import type { Listener } from "../ports/stub.ts";
import { type CallRoomNews, isIn, withMember } from "./call-rules.ts";
import { type MediaSessionNews, type MediaSessionOutput, mediaSessionMachine } from "./media-session.ts";

/** The media room of one call, and whether the peer is in it. Caller and callee share it. */

export interface CallRoomContext {
  parent: Listener<CallRoomNews>;
  roomID: string;
  peerID: string;
  outputID: string;
  camera: boolean;
  /** User ids in the media room; null while this side is disconnected. */
  members: readonly string[] | null;
}

export interface CallRoomOutput {
  end: (typeof ENDS)[number];
}

/** `left`, `peerLost`: of the peer. `lost`: this side's connection. `duplicate`: another device of this user. */
const ENDS = ["left", "peerLost", "lost", "duplicate"] as const;

export const callRoomMachine = setup({
  types: {
    context: {} as CallRoomContext,
    events: {} as MediaSessionNews | { type: "callRoom.begin" },
    input: {} as Omit<CallRoomContext, "members">,
    output: {} as CallRoomOutput,
    children: {} as { mediaSession: "mediaSession" },
    tags: {} as "peerAway",
    meta: {} as RuleMeta,
  },
  actors: { mediaSession: mediaSessionMachine },
  actions: {
    setMembers: assign(({ event }) => {
      assertEvent(event, "room.up");
      return { members: event.members };
    }),
    clearMembers: assign({ members: null }),
    addMember: assign(({ context, event }) => {
      assertEvent(event, "room.arrived");
      return { members: withMember(context.members, event.userID, true) };
    }),
    dropMember: assign(({ context, event }) => {
      assertEvent(event, "room.departed");
      return { members: withMember(context.members, event.userID, false) };
    }),
    tellLinked: sendTo(({ context }) => context.parent, { type: "callRoom.linked" }),
    tellUnlinked: sendTo(({ context }) => context.parent, { type: "callRoom.unlinked" }),
    tellMet: sendTo(({ context }) => context.parent, { type: "callRoom.met" }),
    tellParted: sendTo(({ context }) => context.parent, { type: "callRoom.parted" }),
    passOutput: forwardTo(({ context }) => context.parent),
    reportFailure: log(({ event }) => `callRoom: ${event.type}`),
  },
  guards: {
    isLinkUp: ({ context }) => context.members !== null,
    isPeerThere: ({ context }) => isIn(context.members, context.peerID),
    isPeer: ({ context, event }) => event.type === "room.departed" && event.userID === context.peerID,
    hasPeerLeft: ({ context, event }) =>
      event.type === "room.departed" && event.userID === context.peerID && !event.isDropped,
    isDuplicate: (_, { cause }: MediaSessionOutput) => cause === "duplicate",
  },
  delays: { peerTimeout: 30_000, returnTimeout: 3000 },
}).createMachine({
  id: "callRoom",
  context: ({ input }) => ({ ...input, members: null }),
  output: ({ event }): CallRoomOutput => ({ end: endingIn(event, ENDS) }),
  invoke: {
    id: "mediaSession",
    src: "mediaSession",
    input: ({ context: { roomID, outputID, camera }, self }) => ({ parent: self, roomID, outputID, camera }),
    onDone: [
      { guard: { type: "isDuplicate", params: ({ event }) => event.output }, target: ".duplicate" },
      { target: ".lost" },
    ],
    onError: { target: ".lost", actions: "reportFailure" },
  },
  initial: "waiting",
  on: {
    "room.arrived": { actions: "addMember" },
    "room.departed": { actions: "dropMember" },
    "call.outputChosen": { actions: "passOutput" },
  },
  states: {
    waiting: {
      description: "Waits until the call is accepted and both are in the room.",
      on: {
        "room.up": { actions: ["setMembers", "tellLinked"] },
        "room.down": { actions: ["clearMembers", "tellUnlinked"] },
      },
      initial: "untaken",
      states: {
        untaken: {
          description: "The call is not accepted yet: joins and leaves do not matter.",
          on: {
            "callRoom.begin": [
              { guard: "isLinkUp", target: "taken", actions: "tellLinked" },
              { target: "taken" },
            ],
          },
        },
        taken: { always: { guard: "isPeerThere", target: "#callRoom.talking" } },
      },
    },
    talking: {
      on: {
        "room.down": { target: ".unlinked", actions: "clearMembers" },
        "room.departed": [
          { guard: "hasPeerLeft", target: ".leaving", actions: "dropMember" },
          { guard: "isPeer", target: ".apart", actions: "dropMember" },
        ],
      },
      initial: "together",
      states: {
        together: { entry: "tellMet" },
        apart: {
          description:
            "The peer sends no media, or the media server lost it. It may come back within 30 seconds.",
          meta: { rule: "R21" },
          tags: "peerAway",
          entry: "tellParted",
          always: { guard: "isPeerThere", target: "together" },
          after: { peerTimeout: "#callRoom.peerLost" },
        },
        leaving: {
          description: "The peer left. A client that does a full reconnect also leaves and is back at once.",
          meta: { rule: "R18" },
          entry: "tellParted",
          always: { guard: "isPeerThere", target: "together" },
          after: { returnTimeout: "#callRoom.left" },
        },
        unlinked: {
          description:
            "This side is disconnected; the media session limits the time. After the reconnect, checks whether the peer is still there.",
          meta: { rule: "R17" },
          entry: "tellParted",
          on: { "room.up": { target: "apart", actions: "setMembers" } },
        },
      },
    },
    left: { type: "final", description: "The peer left for good.", output: "left" },
    peerLost: { type: "final", description: "The peer did not come back.", output: "peerLost" },
    lost: { type: "final", description: "This side's connection is lost.", output: "lost" },
    duplicate: {
      type: "final",
      description: "Another device of this user joined the room.",
      meta: { rule: "R10" },
      output: "duplicate",
    },
  },
});
