import { assign, log, sendTo, setup } from "xstate";
import { addToast, toastsOf } from "../app/toasts.ts";
import type { GroupCallNotice } from "../domain/call.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { ToastContent } from "../domain/toast.ts";
import { port } from "../ports/stub.ts";

/** Sends the stored messages that tell groups of their calls (11-40). It outlives the call that it tells of. */

export interface GroupNoticeEvent {
  type: "groupNotices.send";
  groupID: string;
  notice: GroupCallNotice;
}

type Waiting = Omit<GroupNoticeEvent, "type">;

export interface GroupNoticesContext {
  queue: readonly Waiting[];
  /** Failed tries of the first notice. */
  failures: number;
}

const UNTOLD: ToastContent = { tone: "error", key: "groupCallUntold" };
/** Milliseconds until the next try; each pause doubles. */
const FIRST_PAUSE = 1000;
/** Tries of a notice. That a call is over is worth waiting: the row offers "Join" until then. */
const TRIES = { on: 2, over: 7 };

export const groupNoticesMachine = setup({
  types: {
    context: {} as GroupNoticesContext,
    events: {} as GroupNoticeEvent,
    meta: {} as RuleMeta,
  },
  actors: { sendGroupCallNotice: port<void, Waiting>("sendGroupCallNotice") },
  actions: {
    enqueue: assign({
      queue: ({ context }, { groupID, notice }: Waiting) => [...context.queue, { groupID, notice }],
    }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    dropFirst: assign(({ context }) => ({ queue: context.queue.slice(1), failures: 0 })),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `groupNotices: ${event.type}`),
  },
  guards: {
    hasNotices: ({ context }) => context.queue.length > 0,
    mayRetry: ({ context }) => context.failures + 1 < TRIES[firstOf(context).notice.state],
    isOver: ({ context }) => firstOf(context).notice.state === "over",
  },
  delays: { retryPause: ({ context }) => FIRST_PAUSE * 2 ** (context.failures - 1) },
}).createMachine({
  id: "groupNotices",
  context: { queue: [], failures: 0 },
  initial: "idle",
  on: { "groupNotices.send": { actions: { type: "enqueue", params: ({ event }) => event } } },
  states: {
    idle: { always: { guard: "hasNotices", target: "sending" } },
    sending: {
      meta: { rule: "11-40" },
      invoke: {
        id: "send",
        src: "sendGroupCallNotice",
        input: ({ context }) => firstOf(context),
        onDone: { target: "idle", actions: "dropFirst" },
        onError: [
          { guard: "mayRetry", target: "pausing", actions: ["reportFailure", "countFailure"] },
          { guard: "isOver", target: "idle", actions: ["reportFailure", "dropFirst"] },
          {
            target: "idle",
            actions: ["reportFailure", "dropFirst", { type: "notify", params: { toast: UNTOLD } }],
          },
        ],
      },
    },
    pausing: {
      description: "Sends a failed notice again, after growing pauses.",
      after: { retryPause: "sending" },
    },
  },
});

function firstOf({ queue }: GroupNoticesContext): Waiting {
  const [notice] = queue;
  if (!notice) throw new Error("No notice to send");
  return notice;
}
