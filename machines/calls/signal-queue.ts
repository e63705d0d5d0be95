import { assign, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { port } from "../ports/stub.ts";
import { initiatedAt, type OutgoingSignal } from "./call-rules.ts";

/** Sends the signals whose result no call waits for: reject, cancel, hungup. It outlives the call that sent them. */

export interface SignalQueueContext {
  queue: readonly OutgoingSignal[];
}

export const signalQueueMachine = setup({
  types: {
    context: {} as SignalQueueContext,
    events: {} as { type: "signalQueue.deliver"; signal: OutgoingSignal },
    meta: {} as RuleMeta,
  },
  actors: { sendSignal: port<void, OutgoingSignal>("sendSignal") },
  actions: {
    enqueue: assign({
      queue: ({ context }, { signal }: { signal: OutgoingSignal }) => [...context.queue, signal],
    }),
    dropFirst: assign({ queue: ({ context }) => context.queue.slice(1) }),
    reportFailure: log(({ event }) => `signalQueue: ${event.type}`),
  },
  guards: {
    hasSignals: ({ context }) => context.queue.length > 0,
    isNew: ({ context }, { signal }: { signal: OutgoingSignal }) =>
      !context.queue.some((waiting) => isSame(waiting, signal)),
  },
  delays: { retryDelay: 1000 },
}).createMachine({
  id: "signalQueue",
  description:
    "A signal that waits already is not added again: every repeated invitation is rejected (R4). A signal about a later invitation to the same room is another one (R26).",
  context: { queue: [] },
  initial: "idle",
  on: {
    "signalQueue.deliver": {
      guard: { type: "isNew", params: ({ event }) => ({ signal: event.signal }) },
      actions: { type: "enqueue", params: ({ event }) => ({ signal: event.signal }) },
    },
  },
  states: {
    idle: { always: { guard: "hasSignals", target: "sending" } },
    sending: {
      invoke: {
        id: "send",
        src: "sendSignal",
        input: ({ context }) => firstOf(context),
        onDone: { target: "idle", actions: "dropFirst" },
        onError: { target: "pausing", actions: "reportFailure" },
      },
    },
    pausing: {
      description: "Sends a failed signal once more, after a second.",
      meta: { rule: "R13" },
      after: { retryDelay: "resending" },
    },
    resending: {
      description: "If this fails too, the peer's own timeouts end the call.",
      meta: { rule: "R13" },
      invoke: {
        id: "resend",
        src: "sendSignal",
        input: ({ context }) => firstOf(context),
        onDone: { target: "idle", actions: "dropFirst" },
        onError: { target: "idle", actions: ["dropFirst", "reportFailure"] },
      },
    },
  },
});

/** Copies of one invitation count as the same, a later invitation to the same room does not (R26). */
function isSame({ to, signal }: OutgoingSignal, other: OutgoingSignal): boolean {
  const { kind, invitation } = other.signal;
  return (
    to === other.to &&
    signal.kind === kind &&
    signal.invitation.roomID === invitation.roomID &&
    initiatedAt(signal.invitation) === initiatedAt(invitation)
  );
}

function firstOf({ queue }: SignalQueueContext): OutgoingSignal {
  const [signal] = queue;
  if (!signal) throw new Error("No signal to send");
  return signal;
}
