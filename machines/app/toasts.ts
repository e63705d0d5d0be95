import { type AnyActorRef, assign, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { SignOutReason, ToastContent } from "../domain/toast.ts";
import type { Listener } from "../ports/stub.ts";

/** Toasts, one after another, each for 2 s (9-07). */

export type ToastsEvent = { type: "toast.add"; toast: ToastContent } | { type: "user.dismissToast" };

export interface ToastsContext {
  queue: readonly ToastContent[];
}

export const toastsMachine = setup({
  types: { context: {} as ToastsContext, events: {} as ToastsEvent, meta: {} as RuleMeta },
  actions: {
    enqueue: assign({
      queue: ({ context }, { toast }: { toast: ToastContent }) =>
        context.queue.some((waiting) => isSame(waiting, toast)) ? context.queue : [...context.queue, toast],
    }),
    dropFirst: assign({ queue: ({ context }) => context.queue.slice(1) }),
  },
  guards: { isQueueEmpty: ({ context }) => context.queue.length === 0 },
  delays: { toastDuration: 2000 },
}).createMachine({
  id: "toasts",
  context: { queue: [] },
  initial: "empty",
  on: { "toast.add": { actions: { type: "enqueue", params: ({ event }) => ({ toast: event.toast }) } } },
  states: {
    empty: {
      description: "No toast.",
      on: {
        "toast.add": {
          target: "showing",
          actions: { type: "enqueue", params: ({ event }) => ({ toast: event.toast }) },
        },
      },
    },
    showing: {
      description: "The first toast of the queue is on screen. A toast is never queued twice.",
      meta: { rule: "9-07" },
      after: { toastDuration: "next" },
      on: { "user.dismissToast": "next" },
    },
    next: {
      entry: "dropFirst",
      always: [{ guard: "isQueueEmpty", target: "empty" }, { target: "showing" }],
    },
  },
});

/** Parameters of `notify` for the failure of an invoke. */
export function asToast({ event }: { event: { error: unknown } }): { toast: ToastContent } {
  return { toast: failureToast(failureCode(event.error)) };
}

/** The `systemId` of the toasts. */
export const TOASTS = "toasts";

/** Returns the toasts chart, or the chart itself when it runs without one. */
export function toastsOf({ self }: { self: AnyActorRef }): Listener<ToastsEvent> {
  const toasts: Listener<ToastsEvent> | undefined = self.system.get(TOASTS);
  return toasts ?? self;
}

/** Adds a toast: `notify: sendTo(toastsOf, addToast)` in a chart. */
export function addToast(_: unknown, { toast }: { toast: ToastContent }) {
  return { type: "toast.add" as const, toast };
}

export function failureToast(failure: FailureCode): ToastContent {
  return { tone: "error", failure };
}

/** Returns the toast after a forced sign-out. After the user's own password change it is no error. */
export function signOutToast(key: SignOutReason): ToastContent {
  return { tone: key === "passwordChanged" ? "info" : "error", key };
}

function isSame(a: ToastContent, b: ToastContent): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function selectToast(snapshot: { context: ToastsContext }): ToastContent | null {
  return snapshot.context.queue[0] ?? null;
}
