import { assertEvent, assign, forwardTo, log, sendTo, setup, stateIn } from "xstate";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode, isUnanswered } from "../domain/failure.ts";
import type { ToastContent } from "../domain/toast.ts";
import { memberDirectoryOf } from "../people/member-directory.ts";
import type { MeetingKeyState } from "../ports/meeting-keys.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { endToast } from "./call-rules.ts";
import { type GroupRoomNews, type GroupRoomOutput, groupRoomMachine } from "./group-room.ts";

/** One meeting. Its id is its whole secret: a user who knows it may join, and no device rings. */

export type MeetingNews =
  /** The user left the lobby for the room. */
  { type: "meeting.entered" } | { type: "call.outputChosen"; outputID: string };

/** What the keeper of the meeting does, for the way back after a reload. */
export type MeetingKeeping = { type: "meeting.keep"; roomID: string } | { type: "meeting.over" };

/** An earlier page of this tab was in that meeting. */
export type MeetingKeeperNews = { type: "meetingKeeper.left"; roomID: string };

export type MeetingUserEvent =
  | { type: "user.join" }
  | { type: "user.hangUp" }
  | { type: "user.setDevice"; source: "microphone" | "camera"; on: boolean }
  | { type: "user.setEncryption"; on: boolean };

/** The key of an encrypted meeting is kept outside of the charts (11-44). */
export type MeetingKeyEvent = { type: "meetingKey.changed"; key: MeetingKeyState; canEncrypt: boolean };

export type MeetingKeyCommand = { type: "meetingKey.make" } | { type: "meetingKey.drop" };

export interface MeetingInput {
  parent: Listener<MeetingNews>;
  clock: Clock;
  userID: string;
  roomID: string;
  /** Whether this user makes the meeting: no other user has its link yet. */
  isNew: boolean;
  outputID: string;
}

export interface MeetingContext extends MeetingInput {
  /** What is on when the user joins. */
  camera: boolean;
  microphone: boolean;
  /** Whether this tab has, or had, the meeting's key. */
  isEncrypted: boolean;
  /** Whether the key was dropped at a sign-out: the user needs the whole link again. */
  isKeyLost: boolean;
  /** Whether this browser can encrypt media. */
  canEncrypt: boolean;
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
  "over",
  "stillOn",
] as const;

export interface MeetingOutcome {
  reason: (typeof ENDS)[number];
  failure: FailureCode | null;
}

export const meetingMachine = setup({
  types: {
    context: {} as MeetingContext,
    events: {} as MeetingUserEvent | MeetingKeyEvent | GroupRoomNews,
    input: {} as MeetingInput,
    output: {} as MeetingOutcome,
    children: {} as { groupRoom: "groupRoom"; meetingKey: "meetingKey" },
    tags: {} as "lobby" | "connecting" | "connected",
    meta: {} as RuleMeta,
  },
  actors: {
    groupRoom: groupRoomMachine,
    requestAccess: port<void, { roomID: string; userID: string }>("requestAccess"),
    roomInfo: port<{ madeBy: string | null }, { roomID: string }>("roomInfo"),
    wakeLock: stream("wakeLock"),
    meetingKey: stream<MeetingKeyCommand, { roomID: string }>("meetingKey"),
  },
  actions: {
    setDevice: assign(({ event }) => {
      assertEvent(event, "user.setDevice");
      return event.source === "camera" ? { camera: event.on } : { microphone: event.on };
    }),
    setKey: assign((_, { key, canEncrypt }: MeetingKeyEvent) => ({
      isEncrypted: key !== "none",
      isKeyLost: key === "lost",
      canEncrypt,
    })),
    changeKey: sendTo("meetingKey", (_, { on }: { on: boolean }) => ({
      type: on ? ("meetingKey.make" as const) : ("meetingKey.drop" as const),
    })),
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
    canSetEncryption: ({ context }) => mayEncrypt(context),
    canJoin: ({ context }) => canJoin(context),
    getsKey: ({ context: { isEncrypted } }, { key }: { key: MeetingKeyState }) =>
      key === "kept" && !isEncrypted,
    isIn: stateIn({ inRoom: "connected" }),
    isUnanswered: (_, { failure }: { failure: FailureCode }) => isUnanswered(failure),
    endsAs: (_, { end, is }: GroupRoomOutput & { is: GroupRoomOutput["end"] }) => end === is,
  },
  delays: { joinTimeout: 15_000, hostPause: 5000 },
}).createMachine({
  id: "meeting",
  context: ({ input }) => ({
    ...input,
    camera: false,
    microphone: true,
    isEncrypted: false,
    isKeyLost: false,
    canEncrypt: false,
    startedAt: null,
    failure: null,
  }),
  output: ({ context, event }) => ({ reason: endingIn(event, ENDS), failure: context.failure }),
  invoke: {
    id: "meetingKey",
    src: "meetingKey",
    input: ({ context: { roomID } }) => ({ roomID }),
    onError: { actions: "reportFailure" },
  },
  initial: "lobby",
  states: {
    lobby: {
      description: "The user looks at the own picture and chooses what is on. Nothing is sent yet.",
      meta: { rule: "11-41" },
      tags: "lobby",
      on: {
        "user.setDevice": { actions: "setDevice" },
        "user.setEncryption": {
          guard: "canSetEncryption",
          actions: { type: "changeKey", params: ({ event }) => event },
        },
        "meetingKey.changed": { actions: { type: "setKey", params: ({ event }) => event } },
        "user.join": { guard: "canJoin", target: "requestingAccess", actions: "tellEntered" },
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
      description: "Leaves when the user opens the whole link of a meeting that was joined without its key.",
      meta: { rule: "11-44" },
      invoke: {
        id: "groupRoom",
        src: "groupRoom",
        input: ({ context, self }) => ({
          parent: self,
          clock: context.clock,
          userID: context.userID,
          roomID: context.roomID,
          outputID: context.outputID,
          camera: context.camera,
          microphone: context.microphone,
          isEncrypted: context.isEncrypted,
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
            target: "over",
          },
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "stillOn" }) },
            target: "stillOn",
          },
          { guard: "isIn", target: "connectionLost" },
          { target: "failed" },
        ],
        onError: { target: "failed", actions: "reportFailure" },
      },
      on: {
        "call.outputChosen": { actions: "passOutput" },
        "groupRoom.members": { actions: "meetMembers" },
        "meetingKey.changed": {
          guard: { type: "getsKey", params: ({ event }) => event },
          target: "left",
        },
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
          description:
            "In the meeting, alone or with others. A meeting has no time limit for a user who is alone.",
          meta: { rule: "R31" },
          tags: "connected",
          entry: "markStart",
          invoke: child("wakeLock"),
          on: {
            "user.hangUp": "#meeting.left",
          },
          initial: "findingHost",
          states: {
            findingHost: {
              description: "Requests the host's id. Without it nobody can mute, remove, or end for all.",
              meta: { rule: "R30" },
              invoke: {
                id: "roomInfo",
                src: "roomInfo",
                input: ({ context }) => ({ roomID: context.roomID }),
                onDone: {
                  target: "settled",
                  actions: { type: "setHost", params: ({ event }) => event.output },
                },
                onError: [
                  {
                    guard: {
                      type: "isUnanswered",
                      params: ({ event }) => ({ failure: failureCode(event.error) }),
                    },
                    target: "hostUnanswered",
                    actions: "reportFailure",
                  },
                  { target: "settled", actions: "reportFailure" },
                ],
              },
            },
            hostUnanswered: {
              description: "The server did not answer: requests again after a pause.",
              meta: { rule: "R30" },
              after: { hostPause: "findingHost" },
            },
            settled: { description: "The host is known, or the server has none to name." },
          },
        },
      },
    },
    left: { type: "final", description: "The user left.", output: "left" },
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
    over: {
      type: "final",
      description: "This user, the host, ended the meeting for all.",
      meta: { rule: "R30" },
      output: "over",
    },
    stillOn: {
      type: "final",
      description: "The host left, but others may still be in.",
      meta: { rule: "R30" },
      output: "stillOn",
    },
  },
});

/** Returns the toast for an end; null for none. */
export function meetingToast(outcome: MeetingOutcome): ToastContent | null {
  switch (outcome.reason) {
    case "ended":
      return { tone: "info", key: "meeting.endedByHost" };
    case "removed":
      return { tone: "info", key: "meeting.removed" };
    case "stillOn":
      return { tone: "error", key: "meeting.stillOn" };
    case "answeredElsewhere":
      return { tone: "info", key: "meeting.takenOver" };
    case "notStarted":
    case "failed":
      return { tone: "error", key: "meeting.joinFailed", failure: outcome.failure ?? "network" };
    default:
      return endToast(outcome);
  }
}

/** Whether the host, perhaps this user, ended the meeting for all. */
export function isOverForAll({ reason }: MeetingOutcome): boolean {
  return reason === "ended" || reason === "over";
}

/** Whether the user decides if the meeting is encrypted (11-44). */
export function mayEncrypt({
  isNew,
  canEncrypt,
  isKeyLost,
}: Pick<MeetingContext, "isNew" | "canEncrypt" | "isKeyLost">): boolean {
  return isNew && canEncrypt && !isKeyLost;
}

/** False for an encrypted meeting whose key is lost, or in a browser that cannot encrypt. */
export function canJoin({
  isEncrypted,
  canEncrypt,
  isKeyLost,
}: Pick<MeetingContext, "isEncrypted" | "canEncrypt" | "isKeyLost">): boolean {
  return !isKeyLost && (canEncrypt || !isEncrypted);
}
