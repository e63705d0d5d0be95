import { assertEvent, assign, enqueueActions, forwardTo, log, sendTo, setup } from "xstate";
import { addToast, toastsOf } from "../app/toasts.ts";
import type { SignalContent, SignalEvent } from "../domain/call.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { ToastContent } from "../domain/toast.ts";
import { port, stream } from "../ports/stub.ts";
import {
  type CallKeeping,
  type CallOutcome,
  isKnown,
  isOf,
  type OutgoingSignal,
  recordOf,
  toastOf,
} from "./call-rules.ts";
import {
  answerTo,
  type CallManagerContext,
  type CallManagerEvent,
  callFrom,
  callIn,
  callInput,
  callTo,
  camerasAgree,
  isFromPeer,
  isLateAccept,
  isSamePerson,
  keyOfCall,
  keyOfSignal,
  losesTo,
  mayRing,
  withAnswer,
  withEndedCall,
} from "./call-slots.ts";
import { calleeMachine } from "./callee.ts";
import { callerMachine } from "./caller.ts";
import { signalQueueMachine } from "./signal-queue.ts";

/**
 * Holds at most one call and outlives it. Routes each signal to its call (R1), or handles signals for rooms that are
 * not, not yet or no longer a call (R2 to R8). Keeps what outlives a call: ended calls, records, pending end signals.
 */

const IN_A_CALL: ToastContent = { tone: "info", key: "alreadyInCall" };

export const callManagerMachine = setup({
  types: {
    context: {} as CallManagerContext,
    events: {} as CallManagerEvent,
    input: {} as Pick<CallManagerContext, "parent" | "clock" | "userID">,
    children: {} as {
      call: "caller" | "callee";
      signalQueue: "signalQueue";
      endSignal: "endSignal";
      callKeeper: "callKeeper";
    },
    tags: {} as "engaged" | "minimised",
    meta: {} as RuleMeta,
  },
  actors: {
    caller: callerMachine,
    callee: calleeMachine,
    signalQueue: signalQueueMachine,
    signalEvents: stream("signalEvents"),
    /** Sends the pending end signal on teardown, when the session ends or the page closes (R20). */
    endSignal: stream<{ type: "endSignal.set"; signal: OutgoingSignal | null }>("endSignal"),
    callKeeper: stream<CallKeeping, { userID: string }>("callKeeper"),
    prepareMedia: port<void>("prepareMedia"),
  },
  actions: {
    dial: assign(({ context, event }) => {
      assertEvent(event, "user.call");
      return { call: callTo(event.participant, event.mediaType, context), heardAt: 0 };
    }),
    pickUp: assign(({ context, event }) => ({
      call: callFrom(signalIn(event), context),
      heardAt: signalIn(event).sentAt,
    })),
    hear: assign({ heardAt: ({ context, event }) => Math.max(context.heardAt, signalIn(event).sentAt) }),
    setNext: assign(({ context, event }) => ({
      next: callFrom(signalIn(event), context),
      heardAt: signalIn(event).sentAt,
    })),
    yieldTo: assign(({ context, event }) => {
      const signal = signalIn(event);
      const next = { ...callFrom(signal, context), ringTime: 0, camera: camerasAgree(context, signal) };
      return { next, heardAt: signal.sentAt };
    }),
    takeNext: assign(({ context }) => ({ call: context.next, next: null })),
    replaceCall: sendTo("call", { type: "call.replace" }),
    forwardToCall: forwardTo("call"),
    clearCall: assign({ call: null }),
    markCurrentEnded: assign({
      endedCalls: ({ context }) => withEndedCall(context, keyOfCall(callIn(context))),
    }),
    markEnded: assign({
      endedCalls: ({ context, event }) => withEndedCall(context, keyOfSignal(signalIn(event))),
    }),
    markAnswered: assign({ endedCalls: ({ context, event }) => withAnswer(context, signalIn(event)) }),
    answer: sendTo("signalQueue", ({ event }, { content }: { content: SignalContent }) => ({
      type: "signalQueue.deliver" as const,
      signal: answerTo(signalIn(event), content),
    })),
    deliver: sendTo("signalQueue", ({ event }) => {
      assertEvent(event, "call.sendSignal");
      return { type: "signalQueue.deliver" as const, signal: event.signal };
    }),
    setEndSignal: sendTo("endSignal", ({ event }) => {
      assertEvent(event, "call.setEndSignal");
      return { type: "endSignal.set" as const, signal: event.signal };
    }),
    clearEndSignal: sendTo("endSignal", { type: "endSignal.set", signal: null }),
    keepCall: sendTo("callKeeper", ({ event }) => {
      assertEvent(event, "call.keep");
      return event;
    }),
    dropKept: sendTo("callKeeper", { type: "call.over" }),
    setOutput: assign(({ event }) => {
      assertEvent(event, "call.outputChosen");
      return { outputID: event.outputID };
    }),
    tellEnd: enqueueActions(
      (
        { context, enqueue, self },
        { outcome, isOutgoing }: { outcome: CallOutcome; isOutgoing: boolean },
      ) => {
        const { invitation, participant } = callIn(context);
        const { userID } = participant.userInfo;
        const toast = toastOf(outcome, isOutgoing);
        const record = recordOf(invitation, outcome, isOutgoing);
        if (toast) enqueue.sendTo(toastsOf({ self }), { type: "toast.add", toast });
        if (record) enqueue.sendTo(context.parent, { type: "callManager.record", userID, record });
        if (!isOutgoing && isKnown(outcome))
          enqueue.sendTo(context.parent, { type: "callManager.known", userID, roomID: invitation.roomID });
      },
    ),
    notify: sendTo(toastsOf, addToast),
    reportDropped: log(({ event }) => `callManager: dropped ${event.type}`),
    reportFailure: log(({ event }) => `callManager: ${event.type}`),
  },
  guards: {
    isCallable: ({ context, event }) =>
      event.type === "user.call" && event.participant.userInfo.userID !== context.userID,
    isWithPeer: ({ context, event }) =>
      event.type === "user.call" && isSamePerson(event.participant, callIn(context).participant),
    isForThis: ({ context, event }) => isOf(signalIn(event), context.call),
    isSameRoom: ({ context, event }) => signalIn(event).invitation.roomID === context.call?.invitation.roomID,
    mayRing: ({ context, event }) => mayRing(signalIn(event), context),
    isCalledAgain: ({ context, event }) =>
      isFromPeer(signalIn(event), context) && signalIn(event).sentAt >= context.heardAt,
    losesTo: ({ context, event }) => losesTo(signalIn(event), context),
    winsOver: ({ context, event }) => isFromPeer(signalIn(event), context),
    isLateAccept: ({ context, event }) => isLateAccept(signalIn(event), context),
    hasNext: ({ context }) => context.next !== null,
  },
}).createMachine({
  id: "callManager",
  context: ({ input }) => ({ ...input, call: null, next: null, heardAt: 0, endedCalls: [], outputID: "" }),
  description: "A signal that ends an unknown call is remembered. A late accept is answered once.",
  meta: { rule: "R1, R4, R5" },
  invoke: [
    child("signalEvents"),
    child("signalQueue"),
    child("endSignal"),
    { ...child("callKeeper"), input: ({ context: { userID } }) => ({ userID }) },
  ],
  initial: "free",
  on: {
    "call.sendSignal": { actions: "deliver" },
    "call.setEndSignal": { actions: "setEndSignal" },
    "call.keep": { actions: "keepCall" },
    "call.outputChosen": { actions: "setOutput" },
    "signal.accept": {
      guard: "isLateAccept",
      actions: [{ type: "answer", params: { content: { kind: "hungup" } } }, "markAnswered"],
    },
    "signal.reject": { actions: "markEnded" },
    "signal.cancel": { actions: "markEnded" },
    "signal.hungup": { actions: "markEnded" },
  },
  states: {
    free: {
      on: {
        "user.call": { guard: "isCallable", target: "engaged.line.outgoing", actions: "dial" },
        "signal.invite": [
          { guard: "mayRing", target: "engaged.line.incoming", actions: "pickUp" },
          { actions: "reportDropped" },
        ],
      },
    },
    engaged: {
      description:
        "A call is active and gets its signals. Other callers get a busy reject. A new invitation from the peer replaces this call. The media library loads now (7-41).",
      meta: { rule: "R1, R3, R6, R8" },
      tags: "engaged",
      type: "parallel",
      invoke: child("prepareMedia"),
      on: {
        "signal.invite": [
          { guard: "isSameRoom" },
          { guard: "isCalledAgain", actions: ["setNext", "replaceCall"] },
          {
            guard: "mayRing",
            actions: [{ type: "answer", params: { content: { kind: "reject", isBusy: true } } }, "markEnded"],
          },
          { actions: "reportDropped" },
        ],
        "signal.*": { guard: "isForThis", actions: ["hear", "forwardToCall"] },
      },
      states: {
        line: {
          initial: "incoming",
          states: {
            outgoing: {
              invoke: {
                id: "call",
                src: "caller",
                input: ({ context, self }) => ({ ...callInput(context), parent: self }),
                onDone: {
                  target: "#callManager.settling",
                  actions: {
                    type: "tellEnd",
                    params: ({ event }) => ({ outcome: event.output, isOutgoing: true }),
                  },
                },
                onError: { target: "#callManager.settling", actions: "reportFailure" },
              },
              initial: "calling",
              states: {
                calling: {
                  description: "Two users call each other: the same call survives on both sides.",
                  meta: { rule: "R7" },
                  on: {
                    "call.connected": "talking",
                    "signal.invite": [
                      { guard: "losesTo", actions: ["yieldTo", "replaceCall"] },
                      { guard: "winsOver" },
                    ],
                  },
                },
                talking: {},
              },
            },
            incoming: {
              invoke: {
                id: "call",
                src: "callee",
                input: ({ context, self }) => ({ ...callInput(context), parent: self }),
                onDone: {
                  target: "#callManager.settling",
                  actions: {
                    type: "tellEnd",
                    params: ({ event }) => ({ outcome: event.output, isOutgoing: false }),
                  },
                },
                onError: { target: "#callManager.settling", actions: "reportFailure" },
              },
            },
          },
        },
        window: {
          description:
            "Whether the call is shown full screen or minimised. Each new call starts in full screen.",
          initial: "full",
          states: {
            full: { on: { "user.minimise": "minimised" } },
            minimised: {
              tags: "minimised",
              on: {
                "user.restore": "full",
                "user.call": [
                  { guard: "isWithPeer", target: "full" },
                  { actions: { type: "notify", params: { toast: IN_A_CALL } } },
                ],
              },
            },
          },
        },
      },
    },
    settling: {
      description: "The call ended. A replacing call starts, or the pending end signal is cleared.",
      meta: { rule: "R7, R8, R20" },
      entry: ["markCurrentEnded", "dropKept"],
      always: [
        { guard: "hasNext", target: "engaged.line.incoming", actions: "takeNext" },
        { target: "free", actions: ["clearEndSignal", "clearCall"] },
      ],
    },
  },
});

function signalIn(event: CallManagerEvent): SignalEvent {
  assertEvent(event, "signal.*");
  return event;
}
