import { enqueueActions, log, setup } from "xstate";
import { type Listener, port } from "./ports/stub.ts";
import { type LeftCall, recordOfLeft } from "./vocabulary/calls.ts";
import type { RuleMeta } from "./vocabulary/charts.ts";
import type { PhoneNews } from "./vocabulary/phone-calls.ts";

/** Writes the record of a call that ended with an earlier page: a reload, a sign-out or a crash left it without one. */

export interface LeftCallContext {
  parent: Listener<PhoneNews>;
  userID: string;
}

export const leftCallMachine = setup({
  types: { context: {} as LeftCallContext, input: {} as LeftCallContext, meta: {} as RuleMeta },
  actors: { takeCall: port<LeftCall | null, { userID: string }>("takeCall") },
  actions: {
    tellRecord: enqueueActions(({ context, enqueue }, { call }: { call: LeftCall | null }) => {
      if (!call) return;
      const record = recordOfLeft(call);
      enqueue.sendTo(context.parent, { type: "phone.record", userID: call.peerID, record });
    }),
    reportFailure: log(({ event }) => `leftCall: ${event.type}`),
  },
}).createMachine({
  id: "leftCall",
  context: ({ input }) => input,
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
          target: "settled",
          actions: { type: "tellRecord", params: ({ event }) => ({ call: event.output }) },
        },
        onError: { target: "settled", actions: "reportFailure" },
      },
    },
    settled: { description: "There was none, or it has its record now." },
  },
});
