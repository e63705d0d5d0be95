import { assign, enqueueActions, forwardTo, log, sendTo, setup } from "xstate";
import { calleeMachine } from "./callee.ts";
import { callerMachine } from "./caller.ts";
import {
  bury,
  type CallNews,
  type CallOutcome,
  findTombstone,
  isAddressed,
  isFresh,
  isKnown,
  isOf,
  type Letter,
  letterOf,
  noticeOf,
  recordOf,
  ringTimeLeft,
  survives,
  type Tombstone,
  WAIT_SECONDS,
} from "./calls.ts";
import { courierMachine } from "./courier.ts";
import type { CallMedia, CallParticipant, CallRecord, Invitation, SignalEvent, Words } from "./events.ts";
import { noticesOf } from "./notices.ts";
import { type Listener, port, stream } from "./port.ts";
import type { Clock } from "./ports.ts";

/**
 * The slot that outlives calls. It routes signals: to the call they belong to (R1), or by the rules for rooms that are
 * not, not yet, or no longer a call (R2 to R8). It keeps what outlives a call: tombstones, the record, farewells.
 */

export type PhoneNews =
  | { type: "phone.record"; userID: string; record: CallRecord }
  /** The person answered or declined it, or it was done elsewhere: its record is no news. */
  | { type: "phone.known"; userID: string; roomID: string };

interface Call {
  invitation: Invitation;
  participant: CallParticipant;
  /** Milliseconds it may ring here; 0 when it is accepted by itself. */
  ringTime: number;
  camera: boolean;
}

export interface PhoneContext {
  parent: Listener<PhoneNews>;
  clock: Clock;
  userID: string;
  call: Call | null;
  /** The call that takes the place of the present one (R7, R8). */
  next: Call | null;
  /** When the other side last spoke of the present call, by the server's clock: what it said before is no recall (R8). */
  heardAt: number;
  tombstones: readonly Tombstone[];
  /** Where sound comes out, remembered from call to call (4-113). */
  outputID: string;
}

export const phoneMachine = setup({
  types: {
    context: {} as PhoneContext,
    events: {} as
      | SignalEvent
      | CallNews
      | { type: "user.call"; participant: CallParticipant; mediaType: CallMedia }
      | { type: "user.minimise" }
      | { type: "user.restore" },
    input: {} as Pick<PhoneContext, "parent" | "clock" | "userID">,
    children: {} as { caller: "caller"; callee: "callee"; courier: "courier"; lastWord: "lastWord" },
  },
  actors: {
    caller: callerMachine,
    callee: calleeMachine,
    courier: courierMachine,
    signalEvents: stream("signalEvents"),
    /** Says the letter when it is torn down, which is when the session ends or the page goes (R20). */
    lastWord: stream<{ type: "lastWord.set"; letter: Letter | null }>("lastWord"),
    prepareMedia: port<void>("prepareMedia"),
  },
  actions: {
    dial: assign(
      ({ context }, { participant, mediaType }: { participant: CallParticipant; mediaType: CallMedia }) => ({
        call: {
          invitation: invitationTo(participant, mediaType, context),
          participant,
          ringTime: 0,
          camera: mediaType === "video",
        },
        heardAt: 0,
      }),
    ),
    pickUp: assign(({ context }, { signal }: { signal: SignalEvent }) => ({
      call: callOf(signal, context.clock.now()),
      heardAt: signal.sentAt,
    })),
    hear: assign((_, { signal }: { signal: SignalEvent }) => ({ heardAt: signal.sentAt })),
    takeNext: assign(({ context }) => ({ call: context.next, next: null })),
    hangOn: assign(({ context }, { signal }: { signal: SignalEvent }) => ({
      next: callOf(signal, context.clock.now()),
      heardAt: signal.sentAt,
    })),
    yieldTo: assign(({ context }, { signal }: { signal: SignalEvent }) => ({
      next: { ...callOf(signal, context.clock.now()), ringTime: 0, camera: camerasAgree(context, signal) },
      heardAt: signal.sentAt,
    })),
    replaceCaller: sendTo("caller", { type: "call.replace" }),
    replaceCallee: sendTo("callee", { type: "call.replace" }),
    clearCall: assign({ call: null }),
    buryCall: assign({
      tombstones: ({ context }) =>
        context.call
          ? bury(
              context.tombstones,
              {
                roomID: context.call.invitation.roomID,
                userID: context.call.participant.userInfo.userID,
              },
              context.clock.now(),
            )
          : context.tombstones,
    }),
    bury: assign({
      tombstones: ({ context }, { signal }: { signal: SignalEvent }) =>
        bury(
          context.tombstones,
          { roomID: signal.invitation.roomID, userID: signal.sender.userID },
          context.clock.now(),
        ),
    }),
    markAnswered: assign({
      tombstones: ({ context }, { signal }: { signal: SignalEvent }) => {
        const grave = findTombstone(context.tombstones, signal, context.clock.now());
        return context.tombstones.map((one) => (one === grave ? { ...one, isAnswered: true } : one));
      },
    }),
    answer: sendTo(
      "courier",
      (_, { signal: { sender, invitation }, words }: { signal: SignalEvent; words: Words }) => ({
        type: "courier.deliver" as const,
        letter: letterOf({ invitation, participant: { userInfo: sender } }, words),
      }),
    ),
    deliver: sendTo("courier", (_, { letter }: { letter: Letter }) => ({
      type: "courier.deliver" as const,
      letter,
    })),
    setLastWord: sendTo("lastWord", (_, { letter }: { letter: Letter | null }) => ({
      type: "lastWord.set" as const,
      letter,
    })),
    setOutput: assign((_, { outputID }: { outputID: string }) => ({ outputID })),
    tellEnd: enqueueActions(
      (
        { context, enqueue, self },
        { outcome, isOutgoing }: { outcome: CallOutcome; isOutgoing: boolean },
      ) => {
        const notice = noticeOf(outcome, isOutgoing);
        if (notice) enqueue.sendTo(noticesOf({ self }), { type: "notice.add", notice });
        if (!context.call) return;
        const { invitation, participant } = context.call;
        const record = recordOf(invitation, outcome, isOutgoing);
        const { userID } = participant.userInfo;
        if (record) enqueue.sendTo(context.parent, { type: "phone.record", userID, record });
        if (!isOutgoing && isKnown(outcome))
          enqueue.sendTo(context.parent, { type: "phone.known", userID, roomID: invitation.roomID });
      },
    ),
    forwardToCaller: forwardTo("caller"),
    forwardToCallee: forwardTo("callee"),
    reportDropped: log(({ event }) => `phone: dropped ${event.type}`),
    reportFailure: log(({ event }) => `phone: ${event.type}`),
  },
  guards: {
    isCallable: ({ context }, { participant }: { participant: CallParticipant }) =>
      participant.userInfo.userID !== context.userID,
    isForThis: ({ context }, { signal }: { signal: SignalEvent }) => isOf(signal, context.call),
    isSameRoom: ({ context }, { signal }: { signal: SignalEvent }) =>
      signal.invitation.roomID === context.call?.invitation.roomID,
    mayRing: ({ context }, { signal }: { signal: SignalEvent }) => mayRing(signal, context),
    isRecall: ({ context }, { signal }: { signal: SignalEvent }) =>
      mayRing(signal, context) && isFromPeer(signal, context) && signal.sentAt >= context.heardAt,
    losesTo: ({ context }, { signal }: { signal: SignalEvent }) =>
      mayRing(signal, context) &&
      isFromPeer(signal, context) &&
      survives(signal.invitation.roomID, context.call?.invitation.roomID ?? ""),
    winsOver: ({ context }, { signal }: { signal: SignalEvent }) =>
      mayRing(signal, context) && isFromPeer(signal, context),
    isLateAccept: ({ context }, { signal }: { signal: SignalEvent }) =>
      findTombstone(context.tombstones, signal, context.clock.now())?.isAnswered === false,
    hasNext: ({ context }) => context.next !== null,
    isEngaged: ({ context }) => context.call !== null,
  },
}).createMachine({
  id: "phone",
  context: ({ input }) => ({
    ...input,
    call: null,
    next: null,
    heardAt: 0,
    tombstones: [],
    outputID: "",
  }),
  invoke: [
    { id: "signalEvents", src: "signalEvents", onError: { actions: "reportFailure" } },
    { id: "courier", src: "courier", onError: { actions: "reportFailure" } },
    { id: "lastWord", src: "lastWord", onError: { actions: "reportFailure" } },
  ],
  type: "parallel",
  on: {
    "call.say": { actions: { type: "deliver", params: ({ event }) => ({ letter: event.letter }) } },
    "call.owe": { actions: { type: "setLastWord", params: ({ event }) => ({ letter: event.letter }) } },
    "call.outputChosen": {
      actions: { type: "setOutput", params: ({ event }) => ({ outputID: event.outputID }) },
    },
    "signal.accept": {
      guard: { type: "isLateAccept", params: ({ event }) => ({ signal: event }) },
      actions: [
        {
          type: "answer",
          params: ({ event }) => ({ signal: event, words: { kind: "hungup" } }),
        },
        { type: "markAnswered", params: ({ event }) => ({ signal: event }) },
      ],
    },
    "signal.reject": { actions: { type: "bury", params: ({ event }) => ({ signal: event }) } },
    "signal.cancel": { actions: { type: "bury", params: ({ event }) => ({ signal: event }) } },
    "signal.hungup": { actions: { type: "bury", params: ({ event }) => ({ signal: event }) } },
  },
  states: {
    line: {
      description: "Signals that belong to no call leave a tombstone; a late accept is answered once.",
      meta: { rule: "R1, R4, R5" },
      initial: "free",
      states: {
        free: {
          on: {
            "user.call": {
              guard: { type: "isCallable", params: ({ event }) => event },
              target: "engaged.outgoing",
              actions: { type: "dial", params: ({ event }) => event },
            },
            "signal.invite": [
              {
                guard: { type: "mayRing", params: ({ event }) => ({ signal: event }) },
                target: "engaged.incoming",
                actions: { type: "pickUp", params: ({ event }) => ({ signal: event }) },
              },
              { actions: "reportDropped" },
            ],
          },
        },
        engaged: {
          description: "A call is on: others hear that the line is busy. The media library loads now (7-41).",
          meta: { rule: "R3, R6" },
          invoke: { id: "prepareMedia", src: "prepareMedia", onError: { actions: "reportFailure" } },
          on: {
            "signal.invite": [
              { guard: { type: "isSameRoom", params: ({ event }) => ({ signal: event }) } },
              {
                guard: { type: "mayRing", params: ({ event }) => ({ signal: event }) },
                actions: [
                  {
                    type: "answer",
                    params: ({ event }) => ({ signal: event, words: { kind: "reject", isBusy: true } }),
                  },
                  { type: "bury", params: ({ event }) => ({ signal: event }) },
                ],
              },
              { actions: "reportDropped" },
            ],
          },
          initial: "outgoing",
          states: {
            outgoing: {
              invoke: {
                id: "caller",
                src: "caller",
                input: ({ context, self }) => ({
                  parent: self,
                  clock: context.clock,
                  userID: context.userID,
                  outputID: context.outputID,
                  ...callIn(context),
                }),
                onDone: [
                  {
                    guard: "hasNext",
                    target: "incoming",
                    actions: [
                      {
                        type: "tellEnd",
                        params: ({ event }) => ({ outcome: event.output, isOutgoing: true }),
                      },
                      "buryCall",
                      "takeNext",
                    ],
                  },
                  {
                    target: "#phone.line.free",
                    actions: [
                      {
                        type: "tellEnd",
                        params: ({ event }) => ({ outcome: event.output, isOutgoing: true }),
                      },
                      "buryCall",
                      { type: "setLastWord", params: { letter: null } },
                      "clearCall",
                    ],
                  },
                ],
                onError: { target: "#phone.line.free", actions: ["clearCall", "reportFailure"] },
              },
              on: {
                "signal.accept": {
                  guard: { type: "isForThis", params: ({ event }) => ({ signal: event }) },
                  actions: [{ type: "hear", params: ({ event }) => ({ signal: event }) }, "forwardToCaller"],
                },
                "signal.reject": {
                  guard: { type: "isForThis", params: ({ event }) => ({ signal: event }) },
                  actions: "forwardToCaller",
                },
                "signal.cancel": {
                  guard: { type: "isForThis", params: ({ event }) => ({ signal: event }) },
                  actions: "forwardToCaller",
                },
                "signal.hungup": {
                  guard: { type: "isForThis", params: ({ event }) => ({ signal: event }) },
                  actions: "forwardToCaller",
                },
              },
              initial: "calling",
              states: {
                calling: {
                  description:
                    "Two people call each other: one of the two calls survives, on both sides the same.",
                  meta: { rule: "R7" },
                  on: {
                    "call.connected": "talking",
                    "signal.invite": [
                      {
                        guard: { type: "losesTo", params: ({ event }) => ({ signal: event }) },
                        actions: [
                          { type: "yieldTo", params: ({ event }) => ({ signal: event }) },
                          "replaceCaller",
                        ],
                      },
                      { guard: { type: "winsOver", params: ({ event }) => ({ signal: event }) } },
                    ],
                  },
                },
                talking: {
                  description: "The other side calls anew: it has lost this call.",
                  meta: { rule: "R8" },
                  on: {
                    "signal.invite": {
                      guard: { type: "isRecall", params: ({ event }) => ({ signal: event }) },
                      actions: [
                        { type: "hangOn", params: ({ event }) => ({ signal: event }) },
                        "replaceCaller",
                      ],
                    },
                  },
                },
              },
            },
            incoming: {
              description: "The other side calls anew: it has lost this call.",
              meta: { rule: "R8" },
              invoke: {
                id: "callee",
                src: "callee",
                input: ({ context, self }) => ({
                  parent: self,
                  clock: context.clock,
                  userID: context.userID,
                  outputID: context.outputID,
                  ...callIn(context),
                }),
                onDone: [
                  {
                    guard: "hasNext",
                    target: "incoming",
                    reenter: true,
                    actions: [
                      {
                        type: "tellEnd",
                        params: ({ event }) => ({ outcome: event.output, isOutgoing: false }),
                      },
                      "buryCall",
                      "takeNext",
                    ],
                  },
                  {
                    target: "#phone.line.free",
                    actions: [
                      {
                        type: "tellEnd",
                        params: ({ event }) => ({ outcome: event.output, isOutgoing: false }),
                      },
                      "buryCall",
                      { type: "setLastWord", params: { letter: null } },
                      "clearCall",
                    ],
                  },
                ],
                onError: { target: "#phone.line.free", actions: ["clearCall", "reportFailure"] },
              },
              on: {
                "signal.invite": {
                  guard: { type: "isRecall", params: ({ event }) => ({ signal: event }) },
                  actions: [{ type: "hangOn", params: ({ event }) => ({ signal: event }) }, "replaceCallee"],
                },
                "signal.cancel": {
                  guard: { type: "isForThis", params: ({ event }) => ({ signal: event }) },
                  actions: "forwardToCallee",
                },
                "signal.hungup": {
                  guard: { type: "isForThis", params: ({ event }) => ({ signal: event }) },
                  actions: "forwardToCallee",
                },
              },
            },
          },
        },
      },
    },
    window: {
      description: "How the call is shown; the next one is shown in full again.",
      initial: "full",
      states: {
        full: { on: { "user.minimise": { guard: "isEngaged", target: "minimised" } } },
        minimised: {
          on: {
            "user.restore": "full",
            "user.call": "full",
            "xstate.done.actor.caller": "full",
            "xstate.done.actor.callee": "full",
          },
        },
      },
    },
  },
});

/** The call the line is engaged with. */
function callIn({ call }: PhoneContext): Call {
  if (!call) throw new Error("There is no call");
  return call;
}

function invitationTo(
  { userInfo }: CallParticipant,
  mediaType: CallMedia,
  { clock, userID }: PhoneContext,
): Invitation {
  return {
    roomID: clock.newID(),
    inviterUserID: userID,
    inviteeUserIDList: [userInfo.userID],
    mediaType,
    sessionType: "single",
    groupID: "",
    timeout: WAIT_SECONDS,
    extra: {},
  };
}

function callOf(signal: SignalEvent, now: number): Call {
  const { invitation, sender } = signal;
  return {
    invitation,
    participant: { userInfo: sender },
    ringTime: ringTimeLeft(signal, now),
    camera: invitation.mediaType === "video",
  };
}

/** 4-86 and R2: addressed to me, with time left, and not over or called off already (R4). */
function mayRing(signal: SignalEvent, { userID, clock, tombstones }: PhoneContext): boolean {
  const now = clock.now();
  return isAddressed(signal, userID) && isFresh(signal, now) && !findTombstone(tombstones, signal, now);
}

/** From the other side of the present call, about another room. */
function isFromPeer({ sender, invitation }: SignalEvent, { call }: PhoneContext): boolean {
  return (
    call !== null &&
    sender.userID === call.participant.userInfo.userID &&
    invitation.roomID !== call.invitation.roomID
  );
}

/** R7: no camera the person did not choose. */
function camerasAgree({ call }: PhoneContext, { invitation }: SignalEvent): boolean {
  return call?.camera === true && invitation.mediaType === "video";
}
