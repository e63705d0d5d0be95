import { assertEvent, assign, log, sendTo, setup } from "xstate";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import type { Listener } from "../ports/stub.ts";
import { isIn, type TalkNews, withMember } from "./call-rules.ts";
import { type MediaSessionNews, mediaSessionMachine } from "./media-session.ts";

/** The media room of one call, and whether the other side is in it. The one who calls and the one called share it. */

export interface CallRoomContext {
  parent: Listener<TalkNews>;
  roomID: string;
  /** User id of the other side. */
  peerID: string;
  outputID: string;
  camera: boolean;
  /** User ids of those in the media room; null while the own link is down. */
  members: readonly string[] | null;
}

export interface CallRoomOutput {
  end: (typeof ENDS)[number];
}

/** The other side left, the other side is lost, the own connection is, or the same person took over elsewhere. */
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
    passOutput: sendTo(
      ({ context }) => context.parent,
      ({ event }) => {
        assertEvent(event, "call.outputChosen");
        return event;
      },
    ),
    reportFailure: log(({ event }) => `callRoom: ${event.type}`),
  },
  guards: {
    isLinkUp: ({ context }) => context.members !== null,
    isPeerThere: ({ context }) => isIn(context.members, context.peerID),
    isPeer: ({ context, event }) => event.type === "room.departed" && event.userID === context.peerID,
    hasPeerLeft: ({ context, event }) =>
      event.type === "room.departed" && event.userID === context.peerID && !event.isDropped,
    isDuplicate: (_, { cause }: { cause: "duplicate" | "lost" }) => cause === "duplicate",
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
      description: "Until the call is taken and both are there.",
      on: {
        "room.up": { actions: ["setMembers", "tellLinked"] },
        "room.down": { actions: ["clearMembers", "tellUnlinked"] },
      },
      initial: "untaken",
      states: {
        untaken: {
          description: "Nobody has taken the call yet: who comes and goes does not matter.",
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
            "Nothing comes of the other side, or the media server lost it. It may come back for a while.",
          meta: { rule: "R21" },
          tags: "peerAway",
          entry: "tellParted",
          always: { guard: "isPeerThere", target: "together" },
          after: { peerTimeout: "#callRoom.peerLost" },
        },
        leaving: {
          description:
            "The other side left. A client that reconnects in full does so, too, and is back at once.",
          meta: { rule: "R18" },
          entry: "tellParted",
          always: { guard: "isPeerThere", target: "together" },
          after: { returnTimeout: "#callRoom.left" },
        },
        unlinked: {
          description:
            "The own link is down; the room limits for how long. Then it shows whether the other side is there.",
          meta: { rule: "R17" },
          entry: "tellParted",
          on: { "room.up": { target: "apart", actions: "setMembers" } },
        },
      },
    },
    left: { type: "final", description: "The other side left for good.", output: "left" },
    peerLost: { type: "final", description: "The other side did not come back.", output: "peerLost" },
    lost: { type: "final", description: "The own connection is gone.", output: "lost" },
    duplicate: {
      type: "final",
      description: "One's own other device is in the room now.",
      meta: { rule: "R10" },
      output: "duplicate",
    },
  },
});
