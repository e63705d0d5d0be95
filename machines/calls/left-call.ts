import { assign, enqueueActions, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port } from "../ports/stub.ts";
import { endSignalOfLeft, type LeftCall, type OutgoingSignal, recordOfLeft } from "./call-rules.ts";
import type { CallManagerNews } from "./call-slots.ts";

/**
 * Sends the record of a call that ended with an earlier page, by a reload, sign-out or crash. If both had not met yet,
 * the peer may still ring or wait, so it gets a signal.
 */

export interface LeftCallInput {
  parent: Listener<CallManagerNews>;
  userID: string;
  clock: Clock;
}

export interface LeftCallContext extends LeftCallInput {
  endSignal: OutgoingSignal | null;
}

export const leftCallMachine = setup({
  types: { context: {} as LeftCallContext, input: {} as LeftCallInput, meta: {} as RuleMeta },
  actors: {
    takeCall: port<LeftCall | null, { userID: string }>("takeCall"),
    sendSignal: port<void, OutgoingSignal>("sendSignal"),
  },
  actions: {
    tellRecord: enqueueActions(({ context, enqueue }, { call }: { call: LeftCall | null }) => {
      const record = call && recordOfLeft(call, context.clock.now());
      if (!record) return;
      enqueue.sendTo(context.parent, { type: "callManager.record", userID: call.peerID, record });
    }),
    setEndSignal: assign({
      endSignal: ({ context: { userID, clock } }, { call }: { call: LeftCall | null }) =>
        call && endSignalOfLeft(call, userID, clock.now()),
    }),
    reportFailure: log(({ event }) => `leftCall: ${event.type}`),
  },
  guards: { hasEndSignal: ({ context }) => context.endSignal !== null },
  delays: { retryDelay: 1000 },
}).createMachine({
  id: "leftCall",
  context: ({ input }) => ({ ...input, endSignal: null }),
  initial: "taking",
  states: {
    taking: {
      description: "Reads and removes the call that an earlier page left.",
      meta: { rule: "2-97, R20" },
      invoke: {
        id: "takeCall",
        src: "takeCall",
        input: ({ context: { userID } }) => ({ userID }),
        onDone: {
          target: "taken",
          actions: [
            { type: "tellRecord", params: ({ event }) => ({ call: event.output }) },
            { type: "setEndSignal", params: ({ event }) => ({ call: event.output }) },
          ],
        },
        onError: { target: "settled", actions: "reportFailure" },
      },
    },
    taken: { always: [{ guard: "hasEndSignal", target: "cancelling" }, { target: "settled" }] },
    cancelling: {
      description:
        "Sends the signal that the closing page could not send: otherwise the peer rings, or waits for a user who accepted, until the timeout.",
      meta: { rule: "R14, R20" },
      invoke: {
        id: "cancel",
        src: "sendSignal",
        input: ({ context }) => endSignalIn(context),
        onDone: "settled",
        onError: { target: "pausing", actions: "reportFailure" },
      },
    },
    pausing: {
      description: "Sends a failed signal once more, after a second.",
      meta: { rule: "R13" },
      after: { retryDelay: "cancellingAgain" },
    },
    cancellingAgain: {
      description: "If this fails too, the peer stops ringing at its own timeout.",
      meta: { rule: "R13" },
      invoke: {
        id: "cancelAgain",
        src: "sendSignal",
        input: ({ context }) => endSignalIn(context),
        onDone: "settled",
        onError: { target: "settled", actions: "reportFailure" },
      },
    },
    settled: { description: "There was no call, or it is too old, or its record and signal are done." },
  },
});

function endSignalIn({ endSignal }: LeftCallContext): OutgoingSignal {
  if (!endSignal) throw new Error("No pending end signal");
  return endSignal;
}
