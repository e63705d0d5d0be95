import { and, assertEvent, assign, enqueueActions, log, not, sendTo, setup, stateIn } from "xstate";
import { addToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import {
  type AmendingEvent,
  amendMessages,
  freshMessages,
  HISTORY_WINDOW,
  type HistoryNews,
  type HistoryPage,
  loadedPage,
  type Message,
  type MessageEvent,
  mergeMessages,
  newestID,
  oldestID,
  type PageQuery,
  pageAt,
  withoutNewest,
} from "../domain/message.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import type { ToastContent } from "../domain/toast.ts";
import { type PageSeen, pageSeen } from "../inbox/cached-pages.ts";
import type { OutboxCommand, OutboxNews } from "../outbox/outbox.ts";
import { type MemberDirectoryCommand, usersToLookUp } from "../people/member-directory.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { type Arrival, joinMessages } from "./gaps.ts";
import { type HistoryGapsInput, type HistoryGapsNews, historyGapsMachine } from "./history-gaps.ts";

/**
 * The message window of a conversation: paging back, live messages at the end, and paging forward after the
 * newest messages were dropped from the window.
 */
export type HistoryEvent =
  | MessageEvent
  | SyncEvent
  | OutboxNews
  | HistoryGapsNews
  /** The window is full: drop its newest messages. */
  | { type: "history.newestGone" }
  /** There are older messages that are not loaded. */
  | { type: "history.oldestGone" }
  /** The chat has no messages any more. */
  | { type: "history.emptied" }
  /** Brings a message into view, with the messages around it. */
  | { type: "history.seek"; clientMsgID: string }
  | { type: "user.loadOlder" }
  | { type: "user.loadNewer" }
  | { type: "user.jumpToLatest" }
  | { type: "user.retryHistory" };

export interface HistoryInput {
  conversationID: string;
  /** The message to start at; null for the newest messages. */
  soughtID: string | null;
  userID: string;
  parent: Listener<HistoryNews>;
  outbox: Listener<OutboxCommand>;
  memberDirectory: Listener<MemberDirectoryCommand>;
}

export interface HistoryContext extends Omit<HistoryInput, "soughtID"> {
  /** Oldest first, each clientMsgID once. */
  messages: readonly Message[];
  /** The last events that changed or removed messages, oldest first. */
  amendments: readonly AmendingEvent[];
  /** The messages at the last report to the parent. */
  told: readonly Message[];
  /** The last message to bring into view, a new object for each request; null for the newest messages. */
  sought: { clientMsgID: string } | null;
}

/** The SDK reads a page in seconds at most. More events come only in a flood. */
const MOST_AMENDMENTS = 100;
const FAILED: { toast: ToastContent } = { toast: { tone: "error", key: "getHistoryFailed" } };
const NONE: readonly Message[] = [];

export const historyMachine = setup({
  types: {
    context: {} as HistoryContext,
    events: {} as HistoryEvent,
    input: {} as HistoryInput,
    tags: {} as "detached",
    meta: {} as RuleMeta,
    children: {} as { historyGaps: "historyGaps" },
  },
  actors: {
    historyGaps: historyGapsMachine,
    messageEvents: stream("messageEvents"),
    syncEvents: stream("syncEvents"),
    pageStore: stream<PageSeen>("pageStore"),
    loadOlder: port<HistoryPage, PageQuery>("loadOlder"),
    loadNewer: port<HistoryPage, PageQuery<string>>("loadNewer"),
    openHistory: port<HistoryPage, PageQuery & { soughtID: string | null }>("openHistory"),
  },
  actions: {
    followOutbox: sendTo(
      ({ context }) => context.outbox,
      ({ context, self }) => ({
        type: "outbox.follow" as const,
        conversationID: context.conversationID,
        follower: self,
      }),
    ),
    merge: enqueueActions(({ context, enqueue }, arrival: Arrival) => {
      const { messages, hasMore } = joinMessages(context, arrival);
      enqueue.assign({ messages });
      if (hasMore) enqueue.raise({ type: "history.oldestGone" });
    }),
    prepend: enqueueActions(({ context, enqueue }, { messages }: Pick<HistoryContext, "messages">) => {
      const merged = mergeMessages(context.messages, messages);
      enqueue.assign({ messages: merged });
      if (merged.length > HISTORY_WINDOW) enqueue.raise({ type: "history.newestGone" });
    }),
    cut: assign({ messages: ({ context }) => withoutNewest(context.messages, HISTORY_WINDOW) }),
    append: enqueueActions(({ context, enqueue }, { messages }: Pick<HistoryContext, "messages">) => {
      const merged = mergeMessages(context.messages, messages);
      enqueue.assign({ messages: merged.slice(-HISTORY_WINDOW) });
      if (merged.length > HISTORY_WINDOW) enqueue.raise({ type: "history.oldestGone" });
    }),
    /** Looks up the senders of new messages and of quotes in the member directory. */
    tellChange: enqueueActions(({ context: { messages, told, memberDirectory, parent }, enqueue }) => {
      const strangers = usersToLookUp(freshMessages(messages, told));
      if (strangers) enqueue.sendTo(memberDirectory, { type: "memberDirectory.meet", ...strangers });
      enqueue.sendTo(parent, { type: "history.changed", messages });
      enqueue.sendTo("historyGaps", { type: "history.changed", messages });
      enqueue.assign({ told: messages });
    }),
    keepPage: sendTo("pageStore", ({ context }) => pageSeen(context)),
    clear: assign({ messages: [], sought: null }),
    seek: assign(({ event }) => {
      assertEvent(event, "history.seek");
      return { sought: { clientMsgID: event.clientMsgID } };
    }),
    amend: assign(({ context }, event: AmendingEvent) => ({
      messages: amendMessages(context.messages, event),
      amendments: [...context.amendments, event].slice(-MOST_AMENDMENTS),
    })),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `history: ${event.type}`),
  },
  guards: {
    isChanged: ({ context }) => context.messages !== context.told,
    isNewest: and([not(stateIn({ past: "opening" })), stateIn({ tail: "attached" })]),
    isEmpty: ({ context }) => context.messages.length === 0,
    isSought: ({ context }) => context.sought !== null,
    isHere: ({ context }, { clientMsgID: id }: { clientMsgID: string }) =>
      context.messages.some(({ clientMsgID }) => clientMsgID === id),
    isEnd: (_, { isEnd }: HistoryPage) => isEnd,
    /** True for a page that no longer continues the loaded messages; such a page is ignored. */
    isNotOlder: ({ context }, { cursor }: HistoryPage) => cursor !== oldestID(context.messages),
    isNotNewer: ({ context }, { cursor }: HistoryPage) => cursor !== newestID(context.messages),
  },
  delays: { catchUpPause: 5000 },
}).createMachine({
  id: "history",
  context: ({ input: { soughtID, ...input } }) => ({
    ...input,
    messages: NONE,
    amendments: [],
    told: NONE,
    sought: soughtID === null ? null : { clientMsgID: soughtID },
  }),
  invoke: [
    child("messageEvents"),
    child("syncEvents"),
    child("pageStore"),
    { ...child("historyGaps"), input: within },
  ],
  type: "parallel",
  always: [
    { guard: and(["isChanged", "isNewest"]), actions: ["tellChange", "keepPage"] },
    { guard: "isChanged", actions: "tellChange" },
  ],
  on: {
    "im.revoked": { actions: { type: "amend", params: ({ event }) => event } },
    "im.deleted": { actions: { type: "amend", params: ({ event }) => event } },
    "im.quoted": { actions: { type: "amend", params: ({ event }) => event } },
    "im.read": { actions: { type: "amend", params: ({ event }) => event } },
    "outbox.dropped": { actions: { type: "amend", params: ({ event }) => event } },
    "historyGaps.filled": { actions: { type: "append", params: filledGap } },
    "history.newestGone": { actions: "cut" },
    // Begins again at the newest page: without a sought message, the tail enters `attached`.
    "history.emptied": { target: ".past.opening", actions: "clear" },
    "history.seek": [
      { guard: { type: "isHere", params: ({ event }) => event }, actions: "seek" },
      { target: [".past.opening", ".tail.detached"], actions: ["clear", "seek"] },
    ],
  },
  states: {
    past: {
      initial: "opening",
      states: {
        opening: {
          description: "Load the page around the target message, or the newest page. Local data comes first.",
          invoke: {
            id: "openHistory",
            src: "openHistory",
            input: ({ context }) => ({
              ...pageAt(context, null),
              soughtID: context.sought?.clientMsgID ?? null,
            }),
            onDone: [
              {
                guard: { type: "isEnd", params: loadedPage },
                target: "exhausted",
                actions: { type: "merge", params: amendedPage },
              },
              { target: "idle", actions: { type: "merge", params: amendedPage } },
            ],
            onError: { target: "failed", actions: { type: "notify", params: FAILED } },
          },
        },
        idle: {
          description: "There are older messages to load.",
          on: { "user.loadOlder": "loadingOlder" },
        },
        loadingOlder: {
          invoke: {
            id: "loadOlder",
            src: "loadOlder",
            input: ({ context }) => pageAt(context, oldestID(context.messages)),
            onDone: [
              { guard: { type: "isNotOlder", params: loadedPage }, target: "idle" },
              {
                guard: { type: "isEnd", params: loadedPage },
                target: "exhausted",
                actions: { type: "prepend", params: amendedPage },
              },
              { target: "idle", actions: { type: "prepend", params: amendedPage } },
            ],
            onError: { target: "failed", actions: { type: "notify", params: FAILED } },
          },
        },
        exhausted: {
          description: "The first message of the chat is loaded.",
          on: { "history.oldestGone": "idle" },
        },
        failed: {
          description: "Loading a page failed: wait until the user retries.",
          meta: { rule: "8-22, 8-23" },
          on: { "user.retryHistory": [{ guard: "isEmpty", target: "opening" }, { target: "loadingOlder" }] },
        },
      },
    },
    tail: {
      initial: "arriving",
      states: {
        arriving: { always: [{ guard: "isSought", target: "detached" }, { target: "attached" }] },
        attached: {
          description: "The newest message is loaded; new messages are appended.",
          entry: "followOutbox",
          initial: "live",
          on: {
            "im.messages": { actions: { type: "merge", params: ({ event }) => event } },
            "outbox.message": {
              actions: { type: "merge", params: ({ event }) => ({ messages: [event.message] }) },
            },
            "im.syncFinished": ".catchingUp",
            "history.newestGone": { target: "detached", actions: "cut" },
          },
          states: {
            live: {},
            catchingUp: {
              description:
                "Reload the newest page to get messages that arrived meanwhile: during a sync, or after the SDK had read the last page.",
              meta: { rule: "4-30" },
              invoke: {
                id: "catchUp",
                src: "loadOlder",
                input: ({ context }) => pageAt(context, null),
                onDone: { target: "live", actions: { type: "merge", params: amendedPage } },
                onError: { target: "behind", actions: "reportFailure" },
              },
            },
            behind: {
              description:
                "The newest page could not be loaded. Load it after a pause: without it, the chat of a new device stays empty.",
              meta: { rule: "4-30" },
              after: { catchUpPause: "catchingUp" },
            },
          },
        },
        detached: {
          tags: "detached",
          description: "The window shows older messages; newer ones are not loaded.",
          initial: "idle",
          on: {
            "user.jumpToLatest": { target: ["#history.past.opening", "attached"], actions: "clear" },
            "outbox.begun": { target: ["#history.past.opening", "attached"], actions: "clear" },
          },
          states: {
            idle: { on: { "user.loadNewer": { guard: not("isEmpty"), target: "loadingNewer" } } },
            loadingNewer: {
              invoke: {
                id: "loadNewer",
                src: "loadNewer",
                input: ({ context }) => pageAt(context, newestID(context.messages)),
                onDone: [
                  { guard: { type: "isNotNewer", params: loadedPage }, target: "idle" },
                  {
                    guard: { type: "isEnd", params: loadedPage },
                    target: "#history.tail.attached.catchingUp",
                    actions: { type: "append", params: amendedPage },
                  },
                  { target: "idle", actions: { type: "append", params: amendedPage } },
                ],
                onError: { target: "idle", actions: { type: "notify", params: FAILED } },
              },
            },
          },
        },
      },
    },
  },
});

/** A page, with the events of the time in which it was read. The SDK may have read its messages before. */
function amendedPage({ context, event }: { context: HistoryContext; event: { output: HistoryPage } }) {
  return { ...event.output, messages: amended(event.output.messages, context) };
}

/** Messages of a gap. An imported message may be older than the window, where pages bring it. */
function filledGap({ context, event }: { context: HistoryContext; event: HistoryGapsNews }) {
  const oldest = context.messages[0]?.sendTime ?? 0;
  return { messages: amended(event.messages, context).filter(({ sendTime }) => sendTime >= oldest) };
}

function amended(messages: readonly Message[], { amendments }: HistoryContext): Message[] {
  return [...amendments.reduce(amendMessages, messages)];
}

function within({
  context,
  self,
}: {
  context: HistoryContext;
  self: Listener<HistoryGapsNews>;
}): HistoryGapsInput {
  return { conversationID: context.conversationID, parent: self };
}
