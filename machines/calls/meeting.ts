import { assertEvent, assign, forwardTo, log, sendTo, setup, stateIn } from "xstate";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import { memberDirectoryOf } from "../people/member-directory.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { type GroupRoomNews, type GroupRoomOutput, groupRoomMachine } from "./group-room.ts";

/** One meeting. Its id is its whole secret: who knows it may join, and nobody is rung. */

export type MeetingNews =
  /** The user left the lobby for the room. */
  { type: "meeting.entered" } | { type: "call.outputChosen"; outputID: string };

export type MeetingUserEvent =
  | { type: "user.join" }
  | { type: "user.hangUp" }
  | { type: "user.setDevice"; source: "microphone" | "camera"; on: boolean };

export interface MeetingInput {
  parent: Listener<MeetingNews>;
  clock: Clock;
  userID: string;
  roomID: string;
  outputID: string;
}

export interface MeetingContext extends MeetingInput {
  /** What is on when the user joins. */
  camera: boolean;
  microphone: boolean;
  /** Milliseconds since the epoch; null before the user is in. */
  startedAt: number | null;
  failure: FailureCode | null;
}

const ENDS = [
  "left",
  "notStarted",
  "failed",
  "connectionLost",
  "answeredElsewhere",
  "removed",
  "ended",
] as const;

export interface MeetingOutcome {
  reason: (typeof ENDS)[number];
  failure: FailureCode | null;
}

export const meetingMachine = setup({
  types: {
    context: {} as MeetingContext,
    events: {} as MeetingUserEvent | GroupRoomNews,
    input: {} as MeetingInput,
    output: {} as MeetingOutcome,
    children: {} as { groupRoom: "groupRoom" },
    tags: {} as "lobby" | "connecting" | "connected",
    meta: {} as RuleMeta,
  },
  actors: {
    groupRoom: groupRoomMachine,
    requestAccess: port<void, { roomID: string; userID: string }>("requestAccess"),
    roomInfo: port<{ madeBy: string | null }, { roomID: string }>("roomInfo"),
    wakeLock: stream("wakeLock"),
  },
  actions: {
    setDevice: assign(({ event }) => {
      assertEvent(event, "user.setDevice");
      return event.source === "camera" ? { camera: event.on } : { microphone: event.on };
    }),
    markStart: assign({ startedAt: ({ context }) => context.clock.now() }),
    setHost: sendTo("groupRoom", (_, { madeBy }: { madeBy: string | null }) => ({
      type: "groupRoom.setHost" as const,
      hostID: madeBy,
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureCode(error) })),
    /** Names and pictures come from the accounts, never from the room. */
    meetMembers: sendTo(memberDirectoryOf, ({ event }) => {
      assertEvent(event, "groupRoom.members");
      return { type: "memberDirectory.meet" as const, groupID: "", userIDs: event.members };
    }),
    tellEntered: sendTo(({ context }) => context.parent, { type: "meeting.entered" }),
    passOutput: forwardTo(({ context }) => context.parent),
    reportFailure: log(({ event }) => `meeting: ${event.type}`),
  },
  guards: {
    isIn: stateIn({ inRoom: "connected" }),
    endsAs: (_, { end, is }: GroupRoomOutput & { is: GroupRoomOutput["end"] }) => end === is,
  },
  delays: { joinTimeout: 15_000 },
}).createMachine({
  id: "meeting",
  context: ({ input }) => ({
    ...input,
    camera: false,
    microphone: true,
    startedAt: null,
    failure: null,
  }),
  output: ({ context, event }) => ({ reason: endingIn(event, ENDS), failure: context.failure }),
  initial: "lobby",
  states: {
    lobby: {
      description: "The user looks at the own picture and chooses what is on. Nothing is sent yet.",
      meta: { rule: "11-41" },
      tags: "lobby",
      on: {
        "user.setDevice": { actions: "setDevice" },
        "user.join": { target: "requestingAccess", actions: "tellEntered" },
        "user.hangUp": "left",
      },
    },
    requestingAccess: {
      description: "Requests a token for the room. The server makes the room if there is none.",
      tags: "connecting",
      invoke: {
        id: "requestAccess",
        src: "requestAccess",
        input: ({ context: { roomID, userID } }) => ({ roomID, userID }),
        onDone: "inRoom",
        onError: {
          target: "notStarted",
          actions: [{ type: "setFailure", params: ({ event }) => ({ error: event.error }) }, "reportFailure"],
        },
      },
      on: { "user.hangUp": "left" },
    },
    inRoom: {
      invoke: {
        id: "groupRoom",
        src: "groupRoom",
        input: ({ context: { clock, userID, roomID, outputID, camera, microphone }, self }) => ({
          parent: self,
          clock,
          userID,
          roomID,
          outputID,
          camera,
          microphone,
        }),
        onDone: [
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "duplicate" }) },
            target: "answeredElsewhere",
          },
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "removed" }) },
            target: "removed",
          },
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "ended" }) },
            target: "ended",
          },
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "left" }) },
            target: "left",
          },
          { guard: "isIn", target: "connectionLost" },
          { target: "failed" },
        ],
        onError: { target: "failed", actions: "reportFailure" },
      },
      on: {
        "call.outputChosen": { actions: "passOutput" },
        "groupRoom.members": { actions: "meetMembers" },
      },
      initial: "joining",
      states: {
        joining: {
          description: "Connects to the media room.",
          meta: { rule: "R16" },
          tags: "connecting",
          after: { joinTimeout: "#meeting.failed" },
          on: {
            "groupRoom.members": { target: "connected", actions: "meetMembers" },
            "user.hangUp": "#meeting.left",
          },
        },
        connected: {
          description: "In the meeting, alone or with others. A meeting has no time limit for who is alone.",
          meta: { rule: "R31" },
          tags: "connected",
          entry: "markStart",
          invoke: [
            child("wakeLock"),
            {
              id: "roomInfo",
              src: "roomInfo",
              input: ({ context }) => ({ roomID: context.roomID }),
              onDone: { actions: { type: "setHost", params: ({ event }) => event.output } },
              onError: { actions: "reportFailure" },
            },
          ],
          on: {
            "user.hangUp": "#meeting.left",
          },
        },
      },
    },
    left: { type: "final", description: "The user left, or ended the meeting for all.", output: "left" },
    notStarted: { type: "final", description: "There was no access to the room.", output: "notStarted" },
    failed: { type: "final", description: "The room was not reached.", output: "failed" },
    connectionLost: {
      type: "final",
      description: "This side's media connection was lost.",
      output: "connectionLost",
    },
    answeredElsewhere: {
      type: "final",
      description: "Another device of this user joined the room.",
      meta: { rule: "R10" },
      output: "answeredElsewhere",
    },
    removed: { type: "final", description: "The host removed this user.", output: "removed" },
    ended: { type: "final", description: "The host ended the meeting for all.", output: "ended" },
  },
});
