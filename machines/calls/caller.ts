import { assertEvent, assign, type EventObject, enqueueActions, log, sendTo, setup, stateIn } from "xstate";
import type { Words } from "../domain/call.ts";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
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
  keptOf,
  type Letter,
  letterOf,
  outcomeOf,
  parted,
  reunited,
} from "./call-rules.ts";
import { inviterMachine } from "./inviter.ts";

/**
 * One outgoing call: token, media room, invitation, wait, talk. The phone hands on only signals of this call from its
 * other side (R1). The final states are the reasons it ends for.
 */

export interface CallerContext extends CallContext {
  /** Whether this side was invited (3-20). */
  isJoin: false;
  /** The invitee's device that took the call, to be named to the others (R10); null as long as it said nothing. */
  deviceID: string | null;
  failure: FailureCode | null;
}

const CANCEL: Words = { kind: "cancel", acceptedBy: null };
const HUNGUP: Words = { kind: "hungup" };
/** What is kept of the call over a reload, before both have met and after. */
const UNMET = { type: "tellKept", params: { hasMet: false } } as const;
const MET = { type: "tellKept", params: { hasMet: true } } as const;

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
    sendSignal: port<void, Letter>("sendSignal"),
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
    owe: enqueueActions(({ context, enqueue }, { words }: { words: Words }) => {
      enqueue.assign({ owed: words });
      enqueue.sendTo(context.parent, { type: "call.owe", letter: letterOf(context, words) });
    }),
    sayOwed: enqueueActions(({ context, enqueue }) => {
      if (context.owed)
        enqueue.sendTo(context.parent, { type: "call.say", letter: letterOf(context, context.owed) });
    }),
    tellKept: sendTo(
      ({ context }) => context.parent,
      ({ context }, { hasMet }: { hasMet: boolean }) => ({
        type: "call.keep" as const,
        call: keptOf(context, hasMet),
      }),
    ),
    nameDevice: enqueueActions(({ context, enqueue }) => {
      if (context.deviceID === null) return;
      const words: Words = { kind: "cancel", acceptedBy: context.deviceID };
      enqueue.sendTo(context.parent, { type: "call.say", letter: letterOf(context, words) });
    }),
    beginTalk: sendTo("callRoom", { type: "callRoom.begin" }),
    tellConnected: sendTo(({ context }) => context.parent, { type: "call.connected" }),
    passOutput: sendTo(
      ({ context }) => context.parent,
      ({ event }) => {
        assertEvent(event, "call.outputChosen");
        return event;
      },
    ),
    reportFailure: log(({ event }) => `caller: ${event.type}`),
  },
  guards: {
    isBusy: ({ event }) => event.type === "signal.reject" && event.isBusy,
    isJoining: stateIn({ inRoom: "joining" }),
    hasMet: stateIn({ inRoom: { connected: "talking" } }),
    endsAs: (_, { end, is }: CallRoomOutput & { is: CallRoomOutput["end"] }) => end === is,
  },
  delays: { joinTimeout: 15_000, waitTimeout: ({ context }) => context.invitation.timeout * 1000 },
}).createMachine({
  id: "caller",
  context: ({ input }) => ({
    ...input,
    isJoin: false,
    deviceID: null,
    startedAt: null,
    partedAt: null,
    owed: null,
    failure: null,
  }),
  output: ({ context, event }) => outcomeOf(context, endingIn(event, CALLER_ENDS), context.failure),
  initial: "requestingAccess",
  on: { "call.replace": ".replaced" },
  states: {
    requestingAccess: {
      description: "A token for a room of its own (0-01). Giving up here says nothing to anybody (4-74).",
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
            actions: "sayOwed",
          },
          { guard: "hasMet", target: "connectionLost", actions: "sayOwed" },
          { guard: "isJoining", target: "notStarted" },
          { target: "failed", actions: "sayOwed" },
        ],
        onError: { target: "failed", actions: ["sayOwed", "reportFailure"] },
      },
      on: { "call.outputChosen": { actions: "passOutput" } },
      initial: "joining",
      states: {
        joining: {
          description: "The media connection comes first: who accepts finds the caller there (0-03).",
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
          entry: [{ type: "owe", params: { words: CANCEL } }, UNMET],
          invoke: {
            id: "ringback",
            src: "ring",
            input: { kind: "ringback" },
            onError: { actions: "reportFailure" },
          },
          on: {
            "signal.accept": { target: "answered", actions: "setDevice" },
            "signal.reject": [
              { guard: "isBusy", target: "#caller.busy", actions: "sayOwed" },
              { target: "#caller.declined", actions: "sayOwed" },
            ],
            "signal.hungup": { target: "#caller.declined", actions: "sayOwed" },
            "user.hangUp": { target: "#caller.cancelled", actions: "sayOwed" },
            "call.replace": { target: "#caller.replaced", actions: "sayOwed" },
          },
          initial: "inviting",
          states: {
            inviting: {
              description: "The invitation goes out. One that failed may have arrived, so it is taken back.",
              meta: { rule: "R13" },
              invoke: {
                id: "invite",
                src: "sendSignal",
                input: ({ context }) => letterOf(context, { kind: "invite" }),
                onDone: "waiting",
                onError: {
                  target: "#caller.notStarted",
                  actions: [
                    "sayOwed",
                    { type: "setFailure", params: ({ event }) => ({ error: event.error }) },
                    "reportFailure",
                  ],
                },
              },
            },
            waiting: {
              description:
                "It rings over there. The first answer counts; the other devices are called off. The invitation is repeated, as nobody keeps it for a peer who is not online yet.",
              meta: { rule: "R3, R10, R11, R12" },
              invoke: {
                id: "inviter",
                src: "inviter",
                input: ({ context }) => context,
                onError: { actions: "reportFailure" },
              },
              after: { waitTimeout: { target: "#caller.noAnswer", actions: "sayOwed" } },
            },
          },
        },
        answered: {
          description: "Accepted; remembered until the media link is up, which it mostly is (0-04).",
          meta: { rule: "R16" },
          entry: [{ type: "owe", params: { words: HUNGUP } }, "beginTalk"],
          after: { joinTimeout: { target: "#caller.failed", actions: "sayOwed" } },
          on: {
            "callRoom.linked": "connected",
            "signal.hungup": "#caller.failed",
            "user.hangUp": { target: "#caller.cancelled", actions: "sayOwed" },
          },
        },
        connected: {
          description: "Accepted, and the media link was up (0-03): the timer runs.",
          tags: "connected",
          entry: ["markStart", "tellConnected"],
          invoke: { id: "wakeLock", src: "wakeLock", onError: { actions: "reportFailure" } },
          initial: "meeting",
          states: {
            meeting: {
              description:
                "The other side accepted and is on its way into the room. Nobody has talked yet, however it ends; that the own link goes down gives it no more time.",
              meta: { rule: "R16, R21" },
              after: { joinTimeout: { target: "#caller.failed", actions: "sayOwed" } },
              on: {
                "callRoom.met": "talking",
                "signal.hungup": "#caller.failed",
                "user.hangUp": { target: "#caller.cancelled", actions: "sayOwed" },
              },
            },
            talking: {
              description: "Both have met. Devices that still ring over there are told who took it.",
              meta: { rule: "R10, R21" },
              entry: ["nameDevice", MET],
              on: {
                "callRoom.parted": { actions: ["markParting", MET] },
                "callRoom.met": { actions: ["markReturn", MET] },
                "signal.hungup": "#caller.completed",
                "user.hangUp": { target: "#caller.completed", actions: "sayOwed" },
              },
            },
          },
        },
      },
    },
    abandoned: { type: "final", description: "Given up before anybody heard of it.", output: "abandoned" },
    notStarted: { type: "final", description: "The invitation did not go out.", output: "notStarted" },
    cancelled: { type: "final", description: "Called off before both had met.", output: "cancelled" },
    declined: { type: "final", description: "The other side did not want it.", output: "declined" },
    busy: { type: "final", description: "The other side is in a call.", output: "busy" },
    noAnswer: { type: "final", description: "It rang out.", output: "noAnswer" },
    failed: { type: "final", description: "It was offered, and both never met.", output: "failed" },
    completed: { type: "final", description: "They talked, and one hung up.", output: "completed" },
    peerLost: { type: "final", description: "The other side went away.", output: "peerLost" },
    connectionLost: { type: "final", description: "The own link went down.", output: "connectionLost" },
    answeredElsewhere: {
      type: "final",
      description: "One's own other device is in the room now.",
      output: "answeredElsewhere",
    },
    replaced: {
      type: "final",
      description: "Another call with the same person took its place.",
      meta: { rule: "R7, R8" },
      output: "replaced",
    },
  },
});
