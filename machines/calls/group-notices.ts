import { assign, log, raise, sendTo, setup } from "xstate";
import { addToast, toastsOf } from "../app/toasts.ts";
import type { GroupCallNotice } from "../domain/call.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { ToastContent } from "../domain/toast.ts";
import { port } from "../ports/stub.ts";

/** Sends the stored messages that tell groups of their calls (11-40). It outlives the call that it tells of. */

export interface GroupNoticeEvent {
  type: "groupNotices.send";
  groupID: string;
  notice: GroupCallNotice;
  /** Sent only if this user was the last in the room: others left at about the same time. */
  ifLast?: boolean;
}

type Outgoing = Pick<GroupNoticeEvent, "groupID" | "notice">;

interface Waiting extends Outgoing {
  /** Failed tries. */
  failures: number;
}

export interface GroupNoticesContext {
  /** The first notice is sent next, or is being sent. The notices of a group keep their order. */
  queue: readonly Waiting[];
  /** Notices of rooms in which others may be. It is asked about the first. */
  doubtful: readonly Outgoing[];
}

const UNTOLD: ToastContent = { tone: "error", key: "groupCall.untold" };
/** Milliseconds until the next try; each pause doubles. */
const FIRST_PAUSE = 1000;
/** Tries of a notice. That a call is over is worth waiting: the row offers "Join" until then. */
const TRIES = { on: 2, over: 7 };
/** The server's answers that another try does not change. */
const REFUSALS: ReadonlySet<FailureCode> = new Set([
  "sessionEnded",
  "notInGroup",
  "groupDismissed",
  "notAllowed",
  "muted",
  "groupMuted",
]);
/** Most notices that wait. */
const MOST_WAITING = 50;

export const groupNoticesMachine = setup({
  types: {
    context: {} as GroupNoticesContext,
    events: {} as GroupNoticeEvent,
    meta: {} as RuleMeta,
  },
  actors: {
    sendGroupCallNotice: port<void, Outgoing>("sendGroupCallNotice"),
    wasLast: port<boolean, { roomID: string }>("wasLast"),
  },
  actions: {
    enqueue: assign({
      queue: ({ context }, { groupID, notice }: Outgoing) => [
        ...context.queue,
        { groupID, notice, failures: 0 },
      ],
    }),
    addDoubtful: assign({
      doubtful: ({ context }, { groupID, notice }: Outgoing) => [...context.doubtful, { groupID, notice }],
    }),
    sendDoubtful: raise(({ context }) => ({ type: "groupNotices.send" as const, ...doubtfulOf(context) })),
    dropDoubtful: assign({ doubtful: ({ context }) => context.doubtful.slice(1) }),
    /** Drops the second notice: the first may be under way. */
    dropSecond: assign(({ context: { queue } }) => ({ queue: [...queue.slice(0, 1), ...queue.slice(2)] })),
    chooseNext: assign(({ context: { queue } }) => ({ queue: nextFirst(queue) })),
    /** Moves the notices of the group behind those of others. */
    countFailure: assign(({ context }) => {
      const failed = firstOf(context);
      const [group, others] = byGroup(context.queue.slice(1), failed.groupID);
      return { queue: [...others, { ...failed, failures: failed.failures + 1 }, ...group] };
    }),
    dropFirst: assign({ queue: ({ context }) => context.queue.slice(1) }),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `groupNotices: ${event.type}`),
    reportDropped: log("groupNotices: too many notices wait"),
  },
  guards: {
    isDoubtful: (_, { ifLast }: { ifLast?: boolean }) => ifLast === true,
    hasDoubtful: ({ context }) => context.doubtful.length > 0,
    isLast: (_, { isLast }: { isLast: boolean }) => isLast,
    hasNotices: ({ context }) => context.queue.length > 0,
    isFull: ({ context }) => context.queue.length >= MOST_WAITING,
    isFresh: ({ context }) => firstOf(context).failures === 0,
    /** Another group's notice that did not fail yet does not wait for one that did. */
    hasFresh: ({ context: { queue } }) => nextFirst(queue)[0]?.failures === 0,
    mayRetry: ({ context }, { error }: { error: unknown }) => {
      const { failures, notice } = firstOf(context);
      return !REFUSALS.has(failureCode(error)) && failures + 1 < TRIES[notice.state];
    },
    isOver: ({ context }) => firstOf(context).notice.state === "over",
  },
  delays: { retryPause: ({ context }) => FIRST_PAUSE * 2 ** (firstOf(context).failures - 1) },
}).createMachine({
  id: "groupNotices",
  context: { queue: [], doubtful: [] },
  type: "parallel",
  on: {
    "groupNotices.send": [
      {
        guard: { type: "isDoubtful", params: ({ event }) => event },
        actions: { type: "addDoubtful", params: ({ event }) => event },
      },
      {
        guard: "isFull",
        actions: ["reportDropped", "dropSecond", { type: "enqueue", params: ({ event }) => event }],
      },
      { actions: { type: "enqueue", params: ({ event }) => event } },
    ],
  },
  states: {
    sending: {
      initial: "idle",
      states: {
        idle: { always: { guard: "hasNotices", target: "choosing" } },
        choosing: {
          description: "The group that failed least often is next.",
          entry: "chooseNext",
          always: [{ guard: "isFresh", target: "sending" }, { target: "pausing" }],
        },
        sending: {
          meta: { rule: "11-40" },
          invoke: {
            id: "send",
            src: "sendGroupCallNotice",
            input: ({ context }) => {
              const { groupID, notice } = firstOf(context);
              return { groupID, notice };
            },
            onDone: { target: "idle", actions: "dropFirst" },
            onError: [
              {
                guard: { type: "mayRetry", params: ({ event }) => ({ error: event.error }) },
                target: "choosing",
                actions: ["reportFailure", "countFailure"],
              },
              { guard: "isOver", target: "idle", actions: ["reportFailure", "dropFirst"] },
              {
                target: "idle",
                actions: ["reportFailure", "dropFirst", { type: "notify", params: { toast: UNTOLD } }],
              },
            ],
          },
        },
        pausing: {
          description: "All groups failed. A refusal by the server is not tried again.",
          always: { guard: "hasFresh", target: "choosing" },
          after: { retryPause: "sending" },
        },
      },
    },
    doubts: {
      initial: "none",
      states: {
        none: { always: { guard: "hasDoubtful", target: "asking" } },
        asking: {
          description:
            "Several users leave a call at about the same time, and it is known a moment later who was the last. Other notices do not wait for that.",
          meta: { rule: "R23" },
          invoke: {
            id: "askIfLast",
            src: "wasLast",
            input: ({ context }) => ({ roomID: doubtfulOf(context).notice.roomID }),
            onDone: [
              {
                guard: { type: "isLast", params: ({ event }) => ({ isLast: event.output }) },
                target: "none",
                actions: ["sendDoubtful", "dropDoubtful"],
              },
              { target: "none", actions: "dropDoubtful" },
            ],
            onError: { target: "none", actions: ["reportFailure", "dropDoubtful"] },
          },
        },
      },
    },
  },
});

function firstOf({ queue }: GroupNoticesContext): Waiting {
  const [notice] = queue;
  if (!notice) throw new Error("No notice to send");
  return notice;
}

function doubtfulOf({ doubtful: [notice] }: GroupNoticesContext): Outgoing {
  if (!notice) throw new Error("No notice to ask about");
  return notice;
}

function byGroup(
  queue: readonly Waiting[],
  groupID: string,
): [group: readonly Waiting[], others: readonly Waiting[]] {
  return [
    queue.filter((waiting) => waiting.groupID === groupID),
    queue.filter((waiting) => waiting.groupID !== groupID),
  ];
}

/** Returns the queue with the notice that is sent next as the first. */
function nextFirst(queue: readonly Waiting[]): readonly Waiting[] {
  const heads = queue.filter(
    ({ groupID }, index) => queue.findIndex((waiting) => waiting.groupID === groupID) === index,
  );
  const next = heads.toSorted((a, b) => a.failures - b.failures)[0];
  return next ? [next, ...queue.filter((waiting) => waiting !== next)] : queue;
}
