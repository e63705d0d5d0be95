import { assign, enqueueActions, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Clock } from "../ports/index.ts";
import { type Listener, port } from "../ports/stub.ts";
import { type LeftCall, type Letter, lastWordOfLeft, recordOfLeft } from "./call-rules.ts";
import type { PhoneNews } from "./call-slots.ts";

/**
 * Writes the record of a call that ended with an earlier page: a reload, a sign-out or a crash left it without one. If
 * it only rang, it may still ring on the other side, and is cancelled.
 */

export interface LeftCallInput {
  parent: Listener<PhoneNews>;
  userID: string;
  clock: Clock;
}

export interface LeftCallContext extends LeftCallInput {
  /** What the other side has to be told; null for nothing. */
  owed: Letter | null;
}

export const leftCallMachine = setup({
  types: { context: {} as LeftCallContext, input: {} as LeftCallInput, meta: {} as RuleMeta },
  actors: {
    takeCall: port<LeftCall | null, { userID: string }>("takeCall"),
    sendSignal: port<void, Letter>("sendSignal"),
  },
  actions: {
    tellRecord: enqueueActions(({ context, enqueue }, { call }: { call: LeftCall | null }) => {
      if (!call) return;
      const record = recordOfLeft(call);
      enqueue.sendTo(context.parent, { type: "callManager.record", userID: call.peerID, record });
    }),
    setOwed: assign({
      owed: ({ context: { userID, clock } }, { call }: { call: LeftCall | null }) =>
        call && lastWordOfLeft(call, userID, clock.now()),
    }),
    reportFailure: log(({ event }) => `leftCall: ${event.type}`),
  },
  guards: { isOwed: ({ context }) => context.owed !== null },
  delays: { retryDelay: 1000 },
}).createMachine({
  id: "leftCall",
  context: ({ input }) => ({ ...input, owed: null }),
  initial: "taking",
  states: {
    taking: {
      description: "What an earlier visit kept of a call is taken, once.",
      meta: { rule: "2-97, R20" },
      invoke: {
        id: "takeCall",
        src: "takeCall",
        input: ({ context: { userID } }) => ({ userID }),
        onDone: {
          target: "taken",
          actions: [
            { type: "tellRecord", params: ({ event }) => ({ call: event.output }) },
            { type: "setOwed", params: ({ event }) => ({ call: event.output }) },
          ],
        },
        onError: { target: "settled", actions: "reportFailure" },
      },
    },
    taken: { always: [{ guard: "isOwed", target: "cancelling" }, { target: "settled" }] },
    cancelling: {
      description: "The page could not say this any more when it went: the other side would ring to the end.",
      meta: { rule: "R20" },
      invoke: {
        id: "cancel",
        src: "sendSignal",
        input: ({ context }) => owedIn(context),
        onDone: "settled",
        onError: { target: "pausing", actions: "reportFailure" },
      },
    },
    pausing: {
      description: "A signal that failed is sent once more, a second later.",
      meta: { rule: "R13" },
      after: { retryDelay: "cancellingAgain" },
    },
    cancellingAgain: {
      description: "The other side stops ringing by itself if this fails, too.",
      meta: { rule: "R13" },
      invoke: {
        id: "cancelAgain",
        src: "sendSignal",
        input: ({ context }) => owedIn(context),
        onDone: "settled",
        onError: { target: "settled", actions: "reportFailure" },
      },
    },
    settled: { description: "There was none, or it has its record now, and the other side knows." },
  },
});

function owedIn({ owed }: LeftCallContext): Letter {
  if (!owed) throw new Error("Nothing is owed");
  return owed;
}
