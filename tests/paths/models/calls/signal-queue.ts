import type { OutgoingSignal } from "../../../../machines/calls/call-rules.ts";
import { signalQueueMachine } from "../../../../machines/calls/signal-queue.ts";
import { anAccept, anInvite } from "../../../fakes/signals.ts";
import { aWorld, BEN } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { signalTo } from "./call-parts.ts";

const CALLS = [
  anInvite({ from: BEN, invitation: { roomID: "b".repeat(32), inviterUserID: BEN } }),
  anInvite({ from: "1000000004", invitation: { roomID: "c".repeat(32), inviterUserID: "1000000004" } }),
] as const;
const LETTERS = CALLS.map(({ sender, invitation }) =>
  signalTo(sender.userID, { kind: "reject", isBusy: true }, invitation),
);
const [FIRST, SECOND] = LETTERS;
const [callFirst, callSecond] = CALLS;

/** End signals that no call waits for. */
export const signalQueueModel: ChartModel<typeof signalQueueMachine> = {
  chart: "signalQueue",
  machine: signalQueueMachine,
  input: undefined,
  events: {
    "signalQueue.deliver": ({ context }, around) =>
      around === "" && context.queue.length === 0
        ? { type: "signalQueue.deliver", signal: given(FIRST) }
        : null,
    "signalQueue.deliver one more": ({ context }, around) =>
      around === "one" && context.queue.length === 1
        ? { type: "signalQueue.deliver", signal: given(SECOND) }
        : null,
  },
  answers: { send: { failed: ["network"] }, resend: { failed: ["network"] } },
  key: ({ context }) => context.queue.map(({ to }) => to).join(),
  around: {
    start: "",
    after: (around, label) =>
      ({ "signalQueue.deliver": "one", "signalQueue.deliver one more": "two" })[label] ?? around,
  },
  isRest: ({ value, context }) => value === "idle" && context.queue.length === 0,

  opens: () => ({ world: aWorld() }),
  begin: (stage) => stage.act(() => stage.ports.emit.signals(anInvite())),
  actor: (app) => childOf(app, "session", "signedIn", "callManager", "signalQueue"),
  calls: { send: "im.sendSignal", resend: "im.sendSignal" },
  logged: ["send", "resend"],
  delays: { retryDelay: 1000 },
  stimuli: {
    "signalQueue.deliver": ({ ports }) => ports.emit.signals(callFirst),
    "signalQueue.deliver one more": ({ ports }) => ports.emit.signals(callSecond),
  },
  reads: ({ value, context }) => ({ is: value, waiting: context.queue.length }),
  rows: {
    idle: { reads: { is: "idle", waiting: 0 } },
    sending: ({ snapshot: { context } }) => ({
      asks: delivering(context.queue),
      reads: { is: "sending", waiting: context.queue.length },
    }),
    pausing: ({ snapshot: { context } }) => ({ reads: { is: "pausing", waiting: context.queue.length } }),
    resending: ({ snapshot: { context } }) => ({
      asks: delivering(context.queue),
      reads: { is: "resending", waiting: context.queue.length },
    }),
  },
  leads: {
    "*": {
      "signalQueue.deliver one more": STAYS,
    },
    idle: {
      "signalQueue.deliver": "sending",
    },
    sending: {
      "send done": next,
      "send failed (network)": "pausing",
    },
    pausing: {
      "after retryDelay": "resending",
    },
    resending: {
      "resend done": next,
      "resend failed (network)": next,
    },
  },
  noise: {
    "a repeated invitation after its answer": {
      when: ({ context }) => context.queue.includes(given(FIRST)),
      make: ({ ports }) => ports.emit.signals(callFirst),
    },
    "a signal about an unknown call": ({ ports }) =>
      ports.emit.signals(anAccept({ invitation: { roomID: "d".repeat(32) } })),
  },
};

function next({ context }: SnapshotOf<typeof signalQueueMachine>): string {
  return context.queue.length > 1 ? "sending" : "idle";
}

function delivering([first]: readonly OutgoingSignal[]): Wire[] {
  return first ? [["im.sendSignal", first]] : [];
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("There is no such signal");
  return value;
}
