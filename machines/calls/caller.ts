import {
  assertEvent,
  assign,
  type EventObject,
  enqueueActions,
  forwardTo,
  log,
  sendTo,
  setup,
  stateIn,
} from "xstate";
import type { SignalContent } from "../domain/call.ts";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { Ring } from "../ports/platform.ts";
import { port, stream } from "../ports/stub.ts";
import { type CallRoomOutput, callRoomMachine } from "./call-room.ts";
import {
  CALLER_ENDS,
  type CallContext,
  type CallEvent,
  type CallInput,
  type CallOutcome,
  type CallRing,
  keptOf,
  type OutgoingSignal,
  outcomeOf,
  outgoingSignal,
  parted,
  reunited,
  ringOf,
} from "./call-rules.ts";
import { inviterMachine } from "./inviter.ts";

/** One outgoing call. Gets only signals of this call from its peer (R1). Each final state is an end reason. */

export interface CallerContext extends CallContext {
  /** Whether this user was invited (3-20). */
  isJoin: false;
  /** The invitee's device that accepted, named to the invitee's other devices (R10). Null until it accepts. */
  deviceID: string | null;
  failure: FailureCode | null;
  /** Whether the record of a missed call is stored while it rings (11-25). */
  isRecorded: boolean;
}

const CANCEL: SignalContent = { kind: "cancel", acceptedBy: null };
const HUNGUP: SignalContent = { kind: "hungup" };

export const callerMachine = setup({
  types: {
    context: {} as CallerContext,
    events: {} as CallEvent,
    input: {} as CallInput,
    output: {} as CallOutcome,
    children: {} as { callRoom: "callRoom"; inviter: "inviter" },
    tags: {} as "calling" | "connected",
    meta: {} as RuleMeta,
  },
  actors: {
    callRoom: callRoomMachine,
    inviter: inviterMachine,
    requestAccess: port<void, { roomID: string; userID: string }>("requestAccess"),
    sendSignal: port<void, OutgoingSignal>("sendSignal"),
    checkPresence: port<boolean, { userID: string }>("checkPresence"),
    sendCallRing: port<void, CallRing>("sendCallRing"),
    ring: stream<EventObject, Ring>("ring"),
    wakeLock: stream("wakeLock"),
  },
  actions: {
    setDevice: assign(({ event }) => {
      assertEvent(event, "signal.accept");
      return { deviceID: event.deviceID };
    }),
    markStart: assign({ startedAt: ({ context }) => context.clock.now() }),
    markParting: assign(({ context }) => parted(context, context.clock.now())),
    markReturn: assign(({ context }) => reunited(context, context.clock.now())),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureCode(error) })),
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
    /** Stores the call for a reload. */
    tellKept: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "call.keep" as const, call: keptOf(context) }),
    ),
    markRecorded: assign({ isRecorded: true }),
    markUnrecorded: assign({ isRecorded: false }),
    nameDevice: enqueueActions(({ context, enqueue }) => {
      if (context.deviceID === null) return;
      const content: SignalContent = { kind: "cancel", acceptedBy: context.deviceID };
      enqueue.sendTo(context.parent, { type: "call.sendSignal", signal: outgoingSignal(context, content) });
    }),
    beginCallRoom: sendTo("callRoom", { type: "callRoom.begin" }),
    tellConnected: sendTo(({ context }) => context.parent, { type: "call.connected" }),
    passOutput: forwardTo(({ context }) => context.parent),
    reportFailure: log(({ event }) => `caller: ${event.type}`),
  },
  guards: {
    isBusy: ({ event }) => event.type === "signal.reject" && event.isBusy,
    hasPeerFailed: ({ event }) => event.type === "signal.hungup" && event.hasFailed,
    isJoining: stateIn({ inRoom: "joining" }),
    hasMet: stateIn({ inRoom: { connected: "talking" } }),
    isOffline: (_, { isOnline }: { isOnline: boolean }) => !isOnline,
    endsAs: (_, { end, is }: CallRoomOutput & { is: CallRoomOutput["end"] }) => end === is,
  },
  delays: {
    joinTimeout: 15_000,
    /** Longer than the callee's: the callee learns from its own limit that it failed. */
    meetTimeout: 17_000,
    waitTimeout: ({ context }) => context.invitation.timeout * 1000,
  },
}).createMachine({
  id: "caller",
  context: ({ input }) => ({
    ...input,
    isJoin: false,
    deviceID: null,
    startedAt: null,
    partedAt: null,
    endSignal: null,
    failure: null,
    isRecorded: false,
  }),
  output: ({ context, event }) => ({
    ...outcomeOf(context, endingIn(event, CALLER_ENDS), context.failure),
    isRecorded: context.isRecorded,
  }),
  initial: "requestingAccess",
  on: { "call.replace": ".replaced" },
  states: {
    requestingAccess: {
      description: "Requests a token for a new room (0-01). Hanging up here sends no signal (4-74).",
      invoke: {
        id: "requestAccess",
        src: "requestAccess",
        input: ({ context }) => ({ roomID: context.invitation.roomID, userID: context.userID }),
        onDone: "inRoom",
        onError: {
          target: "notStarted",
          actions: [{ type: "setFailure", params: ({ event }) => ({ error: event.error }) }, "reportFailure"],
        },
      },
      on: { "user.hangUp": "abandoned" },
    },
    inRoom: {
      invoke: {
        id: "callRoom",
        src: "callRoom",
        input: ({ context: { invitation, participant, outputID }, self }) => ({
          parent: self,
          roomID: invitation.roomID,
          peerID: participant.userInfo.userID,
          outputID,
          camera: invitation.mediaType === "video",
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
          { guard: "isJoining", target: "notStarted" },
          { target: "failed", actions: "sendEndSignal" },
        ],
        onError: { target: "failed", actions: ["sendEndSignal", "reportFailure"] },
      },
      on: { "call.outputChosen": { actions: "passOutput" } },
      initial: "joining",
      states: {
        joining: {
          description:
            "Connects to the media room first, so that a callee who accepts finds the caller there (0-03).",
          meta: { rule: "R16" },
          after: { joinTimeout: "#caller.notStarted" },
          on: {
            "callRoom.linked": "calling",
            "signal.accept": { target: "answered", actions: "setDevice" },
            "user.hangUp": "#caller.abandoned",
          },
        },
        calling: {
          tags: "calling",
          entry: [{ type: "setEndSignal", params: { content: CANCEL } }, "tellKept"],
          invoke: {
            id: "ringback",
            src: "ring",
            input: { kind: "ringback" },
            onError: { actions: "reportFailure" },
          },
          on: {
            "signal.accept": { target: "answered", actions: "setDevice" },
            "signal.reject": [
              { guard: "isBusy", target: "#caller.busy", actions: "sendEndSignal" },
              { target: "#caller.declined", actions: "sendEndSignal" },
            ],
            "signal.hungup": [
              { guard: "hasPeerFailed", target: "#caller.failed", actions: "sendEndSignal" },
              { target: "#caller.declined", actions: "sendEndSignal" },
            ],
            "user.hangUp": { target: "#caller.cancelled", actions: "sendEndSignal" },
            "call.replace": { target: "#caller.replaced", actions: "sendEndSignal" },
          },
          initial: "inviting",
          states: {
            inviting: {
              description:
                "Sends the invitation. If that fails it may still have arrived, so it is cancelled.",
              meta: { rule: "R13" },
              invoke: {
                id: "invite",
                src: "sendSignal",
                input: ({ context }) => outgoingSignal(context, { kind: "invite" }),
                onDone: "waiting",
                onError: {
                  target: "#caller.notStarted",
                  actions: [
                    "sendEndSignal",
                    { type: "setFailure", params: ({ event }) => ({ error: event.error }) },
                    "reportFailure",
                  ],
                },
              },
            },
            waiting: {
              description:
                "The peer's devices ring. The first answer counts; the other devices get a cancel. The invitation is repeated, as the server does not store it for a peer who is offline.",
              meta: { rule: "R3, R10, R11, R12" },
              invoke: { ...child("inviter"), input: ({ context }) => context },
              after: { waitTimeout: { target: "#caller.noAnswer", actions: "sendEndSignal" } },
              initial: "checking",
              states: {
                checking: {
                  description: "A peer who is online gets the invitation.",
                  meta: { rule: "11-25" },
                  invoke: {
                    id: "checkPresence",
                    src: "checkPresence",
                    input: ({ context }) => ({ userID: context.participant.userInfo.userID }),
                    onDone: [
                      {
                        guard: { type: "isOffline", params: ({ event }) => ({ isOnline: event.output }) },
                        target: "recording",
                      },
                      { target: "settled" },
                    ],
                    onError: { target: "settled", actions: "reportFailure" },
                  },
                },
                recording: {
                  description:
                    "The peer is offline. The record of a missed call is stored already now: the server pushes it, and a closed tab rings. The call counts as recorded unless that fails.",
                  meta: { rule: "11-25" },
                  entry: ["markRecorded", "tellKept"],
                  invoke: {
                    id: "sendCallRing",
                    src: "sendCallRing",
                    input: ({ context }) => ringOf(context),
                    onDone: "settled",
                    onError: { target: "settled", actions: ["markUnrecorded", "tellKept", "reportFailure"] },
                  },
                },
                settled: {},
              },
            },
          },
        },
        answered: {
          description:
            "Accepted. Waits for the media connection, which is usually already up (0-04). If the peer hangs up, the peer's devices that still ring get the hangup too.",
          meta: { rule: "R11, R14, R16" },
          entry: [{ type: "setEndSignal", params: { content: HUNGUP } }, "beginCallRoom"],
          after: { meetTimeout: { target: "#caller.failed", actions: "sendEndSignal" } },
          on: {
            "callRoom.linked": "connected",
            "signal.hungup": [
              { guard: "hasPeerFailed", target: "#caller.failed", actions: "sendEndSignal" },
              { target: "#caller.hungUp", actions: "sendEndSignal" },
            ],
            "user.hangUp": { target: "#caller.cancelled", actions: "sendEndSignal" },
          },
        },
        connected: {
          description: "Accepted, and the media connection was up (0-03).",
          entry: "tellConnected",
          invoke: child("wakeLock"),
          initial: "meeting",
          states: {
            meeting: {
              description:
                'The peer accepted and is joining the room: "Connecting" is shown, and no timer. The two have not talked, so no end counts as completed. Losing this side\'s connection does not extend the timeout.',
              meta: { rule: "R11, R14, R16, R21" },
              after: { meetTimeout: { target: "#caller.failed", actions: "sendEndSignal" } },
              on: {
                "callRoom.met": "talking",
                "signal.hungup": [
                  { guard: "hasPeerFailed", target: "#caller.failed", actions: "sendEndSignal" },
                  { target: "#caller.hungUp", actions: "sendEndSignal" },
                ],
                "user.hangUp": { target: "#caller.cancelled", actions: "sendEndSignal" },
              },
            },
            talking: {
              description:
                "Both are in the room: the timer runs. The peer's devices that still ring are told which device accepted. A hangup that says that an accept failed is of another device of the peer: the room says when the peer is gone.",
              meta: { rule: "R10, R14, R16, R21" },
              tags: "connected",
              entry: ["nameDevice", "markStart", "tellKept"],
              on: {
                "callRoom.parted": { actions: ["markParting", "tellKept"] },
                "callRoom.met": { actions: ["markReturn", "tellKept"] },
                "signal.hungup": [{ guard: "hasPeerFailed" }, { target: "#caller.completed" }],
                "user.hangUp": { target: "#caller.completed", actions: "sendEndSignal" },
              },
            },
          },
        },
      },
    },
    abandoned: {
      type: "final",
      description: "The user hung up before an invitation was sent.",
      output: "abandoned",
    },
    notStarted: { type: "final", description: "The invitation was not sent.", output: "notStarted" },
    cancelled: { type: "final", description: "The user hung up before both had met.", output: "cancelled" },
    declined: { type: "final", description: "The peer declined.", output: "declined" },
    hungUp: {
      type: "final",
      description: "The peer accepted, and hung up before both had met.",
      meta: { rule: "R14" },
      output: "hungUp",
    },
    busy: { type: "final", description: "The peer is in another call.", output: "busy" },
    noAnswer: { type: "final", description: "The ring timed out.", output: "noAnswer" },
    failed: { type: "final", description: "The invitation was sent, but both never met.", output: "failed" },
    completed: { type: "final", description: "Both talked, then one hung up.", output: "completed" },
    peerLost: { type: "final", description: "The peer disconnected.", output: "peerLost" },
    connectionLost: {
      type: "final",
      description: "This side's media connection was lost.",
      output: "connectionLost",
    },
    answeredElsewhere: {
      type: "final",
      description: "Another device of this user joined the room.",
      output: "answeredElsewhere",
    },
    replaced: {
      type: "final",
      description: "Another call with the same peer replaced it.",
      meta: { rule: "R7, R8" },
      output: "replaced",
    },
  },
});
