import { assign, type EventObject, enqueueActions, forwardTo, log, sendTo, setup, stateIn } from "xstate";
import type { CallParticipant, SignalContent } from "../domain/call.ts";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { Black, ContactEvent } from "../domain/people.ts";
import type { GatewayEvent } from "../domain/platform-events.ts";
import type { Ring } from "../ports/platform.ts";
import { port, stream } from "../ports/stub.ts";
import { type CallRoomOutput, callRoomMachine } from "./call-room.ts";
import {
  type CallContext,
  type CallEvent,
  type CallInput,
  type CallOutcome,
  type EndReason,
  isAcceptOpen,
  keptOf,
  type OutgoingSignal,
  outcomeOf,
  outgoingSignal,
  parted,
  reunited,
  ringEnd,
} from "./call-rules.ts";

/** One incoming call. Gets only signals of this call from its peer (R1). Each final state is an end reason. */

export interface CalleeContext extends CallContext {
  /** Identifies this device within this call, so that the inviter can name the device that accepted (R10). */
  deviceID: string;
  /** Whether this user was invited (3-20). */
  isJoin: true;
  /** Ring time in milliseconds; 0 for a call that is accepted automatically (R7, 11-25). */
  ringTime: number;
  /** When the call stops ringing at the inviter, in milliseconds since the epoch. */
  ringsUntil: number;
  /** Whether the user chose the camera: by accepting a video call, or by having started one (R7). */
  camera: boolean;
}

const REJECT: SignalContent = { kind: "reject", isBusy: false };
const HUNGUP: SignalContent = { kind: "hungup" };
const FAILED: SignalContent = { kind: "hungup", hasFailed: true };
/** The inviter cancels at the timeout. After this many more milliseconds no cancel is expected (0-08). */
const GRACE = 5000;

const ENDS: readonly EndReason[] = [
  "missed",
  "declined",
  "calledOff",
  "hungUp",
  "answeredElsewhere",
  "failed",
  "completed",
  "peerLost",
  "connectionLost",
  "replaced",
];

export const calleeMachine = setup({
  types: {
    context: {} as CalleeContext,
    events: {} as CallEvent | ContactEvent | GatewayEvent,
    input: {} as CallInput & Pick<CalleeContext, "ringTime" | "camera">,
    output: {} as CallOutcome,
    children: {} as { callRoom: "callRoom" },
    tags: {} as "ringing" | "connected",
    meta: {} as RuleMeta,
  },
  actors: {
    callRoom: callRoomMachine,
    requestAccess: port<void, { roomID: string; userID: string }>("requestAccess"),
    sendSignal: port<void, OutgoingSignal>("sendSignal"),
    loadUser: port<CallParticipant["userInfo"], { userID: string }>("loadUser"),
    connectionEvents: stream("connectionEvents"),
    contactEvents: stream("contactEvents"),
    ring: stream<EventObject, Ring>("ring"),
    wakeLock: stream("wakeLock"),
  },
  actions: {
    setUser: assign({
      participant: ({ context }, { userInfo }: { userInfo: CallParticipant["userInfo"] }) => ({
        ...context.participant,
        userInfo,
      }),
    }),
    markStart: assign({ startedAt: ({ context }) => context.clock.now() }),
    markParting: assign(({ context }) => parted(context, context.clock.now())),
    markReturn: assign(({ context }) => reunited(context, context.clock.now())),
    setEndSignal: enqueueActions(({ context, enqueue }, { content }: { content: SignalContent }) => {
      enqueue.assign({ endSignal: content });
      enqueue.sendTo(context.parent, { type: "call.setEndSignal", signal: outgoingSignal(context, content) });
    }),
    sendEndSignal: enqueueActions(({ context, enqueue }) => {
      if (context.endSignal)
        enqueue.sendTo(context.parent, {
          type: "call.sendSignal",
          signal: outgoingSignal(context, context.endSignal),
        });
    }),
    sendFailure: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "call.sendSignal" as const, signal: outgoingSignal(context, FAILED) }),
    ),
    /** Stores the call for a reload. */
    tellKept: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "call.keep" as const, call: keptOf(context) }),
    ),
    beginCallRoom: sendTo("callRoom", { type: "callRoom.begin" }),
    passOutput: forwardTo(({ context }) => context.parent),
    reportFailure: log(({ event }) => `callee: ${event.type}`),
  },
  guards: {
    isExpected: ({ context }) => context.ringTime === 0,
    isTaken: ({ event }) => event.type === "signal.cancel" && event.acceptedBy !== null,
    isTakenHere: ({ context, event }) =>
      event.type === "signal.cancel" && event.acceptedBy === context.deviceID,
    isPeer: ({ context }, { person }: { person: Black }) =>
      person.userID === context.participant.userInfo.userID,
    isOpen: ({ context }, { failure }: { failure: FailureCode }) =>
      isAcceptOpen(failure, context.ringsUntil, context.clock.now()),
    isLinked: stateIn({ inRoom: { joining: "meeting" } }),
    hasMet: stateIn({ inRoom: "connected" }),
    endsAs: (_, { end, is }: CallRoomOutput & { is: CallRoomOutput["end"] }) => end === is,
  },
  delays: { ringTimeout: ({ context }) => context.ringTime + GRACE, retryDelay: 1000, joinTimeout: 15_000 },
}).createMachine({
  id: "callee",
  context: ({ input }) => ({
    ...input,
    ringsUntil: ringEnd(input, input.clock.now()),
    deviceID: input.clock.newID(),
    isJoin: true,
    startedAt: null,
    partedAt: null,
    endSignal: null,
  }),
  output: ({ context, event }) => outcomeOf(context, endingIn(event, ENDS)),
  /** The overlay first shows the data of the invitation; the profile only adds to it (4-91). */
  invoke: {
    id: "loadUser",
    src: "loadUser",
    input: ({ context }) => ({ userID: context.participant.userInfo.userID }),
    onDone: { actions: { type: "setUser", params: ({ event }) => ({ userInfo: event.output }) } },
    onError: { actions: "reportFailure" },
  },
  initial: "arriving",
  on: { "call.replace": ".replaced" },
  states: {
    arriving: {
      description:
        "A call that won over an own call to the same user, or that the user answered in its notification, is accepted automatically.",
      meta: { rule: "R7, 11-25" },
      always: [{ guard: "isExpected", target: "accepting" }, { target: "ringing" }],
    },
    ringing: {
      description:
        "Stops ringing shortly after the inviter should have cancelled. Blocking the inviter, perhaps on another device, declines the call: the server refuses the cancel of a blocked user.",
      meta: { rule: "R9, R10, R11, R12" },
      tags: "ringing",
      entry: { type: "setEndSignal", params: { content: REJECT } },
      invoke: [
        {
          id: "ringtone",
          src: "ring",
          input: ({ context: { invitation, participant } }) => ({
            kind: "ringtone",
            name: participant.userInfo.nickname,
            mediaType: invitation.mediaType,
          }),
          onError: { actions: "reportFailure" },
        },
        child("contactEvents"),
      ],
      after: { ringTimeout: "missed" },
      on: {
        "user.accept": "accepting",
        "user.hangUp": { target: "declined", actions: "sendEndSignal" },
        "im.blackChanged": {
          guard: { type: "isPeer", params: ({ event }) => event },
          target: "declined",
          actions: "sendEndSignal",
        },
        "signal.cancel": [{ guard: "isTaken", target: "answeredElsewhere" }, { target: "calledOff" }],
        "signal.hungup": "calledOff",
      },
    },
    accepting: {
      description:
        "Sends the accept, then requests the token (4-77, 4-78). A cancel still ends the call, unless it names this device as the one that accepted.",
      meta: { rule: "R9, R10, R13, R14" },
      entry: { type: "setEndSignal", params: { content: HUNGUP } },
      on: {
        "user.hangUp": { target: "declined", actions: "sendEndSignal" },
        "signal.cancel": [
          { guard: "isTakenHere" },
          { guard: "isTaken", target: "answeredElsewhere" },
          { target: "hungUp" },
        ],
        "signal.hungup": "hungUp",
      },
      initial: "answering",
      states: {
        answering: {
          description:
            "Sends the accept again when the connection comes back: an accept on the old connection may be lost.",
          meta: { rule: "R13" },
          invoke: [
            child("connectionEvents"),
            {
              id: "answer",
              src: "sendSignal",
              input: ({ context }) => outgoingSignal(context, { kind: "accept", deviceID: context.deviceID }),
              onDone: "requestingAccess",
              onError: [
                {
                  guard: {
                    type: "isOpen",
                    params: ({ event }) => ({ failure: failureCode(event.error) }),
                  },
                  target: "unsent",
                  actions: "reportFailure",
                },
                { target: "#callee.failed", actions: ["sendFailure", "reportFailure"] },
              ],
            },
          ],
          on: { "im.connected": { target: "answering", reenter: true } },
        },
        unsent: {
          description:
            "The server did not answer: the device may be offline. The accept is sent again while the call rings at the inviter. An inviter who has given up answers a late accept (R5).",
          meta: { rule: "R13" },
          after: { retryDelay: "answering" },
        },
        requestingAccess: {
          description:
            "The inviter waits from now on. If the page goes, the next page says that the call failed.",
          meta: { rule: "R14, R20" },
          entry: "tellKept",
          invoke: {
            id: "requestAccess",
            src: "requestAccess",
            input: ({ context }) => ({ roomID: context.invitation.roomID, userID: context.userID }),
            onDone: "#callee.inRoom",
            onError: { target: "#callee.failed", actions: ["sendFailure", "reportFailure"] },
          },
        },
      },
    },
    inRoom: {
      invoke: {
        id: "callRoom",
        src: "callRoom",
        input: ({ context: { invitation, participant, outputID, camera }, self }) => ({
          parent: self,
          roomID: invitation.roomID,
          peerID: participant.userInfo.userID,
          outputID,
          camera,
        }),
        onDone: [
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "duplicate" }) },
            target: "answeredElsewhere",
          },
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "left" }) },
            target: "completed",
          },
          {
            guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "peerLost" }) },
            target: "peerLost",
            actions: "sendEndSignal",
          },
          { guard: "hasMet", target: "connectionLost", actions: "sendEndSignal" },
          { target: "failed", actions: "sendFailure" },
        ],
        onError: { target: "failed", actions: ["sendFailure", "reportFailure"] },
      },
      on: { "call.outputChosen": { actions: "passOutput" } },
      initial: "joining",
      states: {
        joining: {
          description:
            "Waits for the media connection and the inviter. A cancel ends the call, unless it names a device. If two devices accepted, the media server keeps the one that joined last, which may not be the one the inviter names. If this device left for the named one, both could be gone.",
          meta: { rule: "R9, R10, R16" },
          entry: "beginCallRoom",
          after: {
            joinTimeout: [
              { guard: "isLinked", target: "#callee.peerLost", actions: "sendFailure" },
              { target: "#callee.failed", actions: "sendFailure" },
            ],
          },
          on: {
            "callRoom.met": "connected",
            "signal.cancel": [{ guard: "isTaken" }, { target: "#callee.hungUp" }],
            "signal.hungup": "#callee.hungUp",
            "user.hangUp": { target: "#callee.declined", actions: "sendEndSignal" },
          },
          initial: "linking",
          states: {
            linking: { on: { "callRoom.linked": "meeting" } },
            meeting: { on: { "callRoom.unlinked": "linking" } },
          },
        },
        connected: {
          description: "Both are in the room. From now on only a hungup ends the call; a cancel is too late.",
          meta: { rule: "R9, R19, R21" },
          tags: "connected",
          entry: ["markStart", "tellKept"],
          invoke: child("wakeLock"),
          on: {
            "callRoom.parted": { actions: "markParting" },
            "callRoom.met": { actions: "markReturn" },
            "signal.hungup": "#callee.completed",
            "user.hangUp": { target: "#callee.completed", actions: "sendEndSignal" },
          },
        },
      },
    },
    missed: { type: "final", description: "The ring timed out and no cancel came.", output: "missed" },
    declined: {
      type: "final",
      description: "The user declined, blocked the inviter, or hung up before both met.",
      output: "declined",
    },
    calledOff: { type: "final", description: "The inviter cancelled.", output: "calledOff" },
    hungUp: {
      type: "final",
      description: "The inviter cancelled or hung up after the accept, before both had met.",
      meta: { rule: "R9, R14" },
      output: "hungUp",
    },
    answeredElsewhere: {
      type: "final",
      description: "Another device of this user took the call.",
      meta: { rule: "R10" },
      output: "answeredElsewhere",
    },
    failed: { type: "final", description: "Accepted, but the room was not reached.", output: "failed" },
    completed: { type: "final", description: "Both talked, then one hung up.", output: "completed" },
    peerLost: {
      type: "final",
      description: "The inviter disconnected without a signal, or never was in the room.",
      meta: { rule: "R16, R21" },
      output: "peerLost",
    },
    connectionLost: {
      type: "final",
      description: "This side's media connection was lost.",
      output: "connectionLost",
    },
    replaced: {
      type: "final",
      description: "The same user calls again.",
      meta: { rule: "R8" },
      output: "replaced",
    },
  },
});
