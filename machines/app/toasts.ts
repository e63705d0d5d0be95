import { type AnyActorRef, assign, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { FarewellKey, Notice } from "../domain/toast.ts";
import type { Listener } from "../ports/stub.ts";

/** Toasts, one after another (9-07: each 2 s). */

export type ToastsEvent = { type: "toast.add"; notice: Notice } | { type: "user.dismissNotice" };

export interface ToastsContext {
  /** The first one is on screen. */
  queue: readonly Notice[];
}

export const toastsMachine = setup({
  types: { context: {} as ToastsContext, events: {} as ToastsEvent, meta: {} as RuleMeta },
  actions: {
    enqueue: assign({
      queue: ({ context }, { notice }: { notice: Notice }) =>
        context.queue.some((waiting) => isSame(waiting, notice)) ? context.queue : [...context.queue, notice],
    }),
    dropFirst: assign({ queue: ({ context }) => context.queue.slice(1) }),
  },
  guards: { isQueueEmpty: ({ context }) => context.queue.length === 0 },
  delays: { noticeDuration: 2000 },
}).createMachine({
  id: "toasts",
  context: { queue: [] },
  initial: "empty",
  on: { "toast.add": { actions: { type: "enqueue", params: ({ event }) => ({ notice: event.notice }) } } },
  states: {
    empty: {
      description: "Nothing to say.",
      on: {
        "toast.add": {
          target: "showing",
          actions: { type: "enqueue", params: ({ event }) => ({ notice: event.notice }) },
        },
      },
    },
    showing: {
      description: "The first notice of the queue is on screen. The same notice is never queued twice.",
      meta: { rule: "9-07" },
      after: { noticeDuration: "next" },
      on: { "user.dismissNotice": "next" },
    },
    next: {
      entry: "dropFirst",
      always: [{ guard: "isQueueEmpty", target: "empty" }, { target: "showing" }],
    },
  },
});

/** What is shown of a failed request. */
export function asNotice({ event }: { event: { error: unknown } }): { notice: Notice } {
  return { notice: failureNotice(failureCode(event.error)) };
}

/** The name by which every chart of the app finds the notices. */
export const NOTICES = "toasts";

/** Where notices are shown; a chart that runs by itself has nobody who could show them. */
export function toastsOf({ self }: { self: AnyActorRef }): Listener<ToastsEvent> {
  const notices: Listener<ToastsEvent> | undefined = self.system.get(NOTICES);
  return notices ?? self;
}

/** Puts a notice among them: `notify: sendTo(noticesOf, addNotice)` in a chart. */
export function addNotice(_: unknown, { notice }: { notice: Notice }) {
  return { type: "toast.add" as const, notice };
}

/** What is said of a failure. */
export function failureNotice(failure: FailureCode): Notice {
  return { tone: "error", failure };
}

/** What is said to somebody who was signed out: what follows from their own doing is no error. */
export function farewellNotice(key: FarewellKey): Notice {
  return { tone: key === "passwordChanged" ? "info" : "error", key };
}

function isSame(a: Notice, b: Notice): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The notice on screen, or null. */
export function selectNotice(snapshot: { context: ToastsContext }): Notice | null {
  return snapshot.context.queue[0] ?? null;
}
