import { assign, enqueueActions, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import {
  type BurnTimer,
  dueAt,
  isUnkept,
  nextOf,
  readHere,
  readThere,
  withTimers,
} from "../domain/disappearing.ts";
import type { Message, MessageEvent, MessageKey } from "../domain/message.ts";
import type { Profile } from "../domain/people.ts";
import type { PageEvent } from "../domain/platform-events.ts";
import type { Clock } from "../ports/platform.ts";
import { port, stream } from "../ports/stub.ts";

/**
 * Messages that disappear after they are read. The chart records when each message was read, and deletes it
 * when its time is over. Messages that expired while the app was closed are deleted at the next start.
 */

export type DisappearingMessagesEvent = MessageEvent | ConversationListEvent | PageEvent;

export interface ReadTimeKept extends MessageKey {
  type: "readTime.keep";
  readAt: number;
}

export interface DisappearingMessagesContext {
  userID: string;
  clock: Clock;
  /** Disappearing messages that are not deleted yet, read or not. */
  timers: readonly BurnTimer[];
  /** The message that expires next or is being deleted, as it was when the wait began. */
  next: BurnTimer | null;
}

interface Messages {
  messages: readonly Message[];
}

export const disappearingMessagesMachine = setup({
  types: {
    context: {} as DisappearingMessagesContext,
    events: {} as DisappearingMessagesEvent,
    input: {} as { profile: Pick<Profile, "userID">; clock: Clock },
    meta: {} as RuleMeta,
  },
  actors: {
    messageEvents: stream("messageEvents"),
    conversationEvents: stream("conversationEvents"),
    pageEvents: stream("pageEvents"),
    burnMessage: port<void, MessageKey>("burnMessage"),
    readTimes: stream<ReadTimeKept>("readTimes"),
  },
  actions: {
    addTimers: assign(({ context }, { messages }: Messages) => ({
      timers: withTimers(context.timers, messages, { userID: context.userID, now: context.clock.now() }),
    })),
    noteReadHere: assign(({ context }, { rows }: { rows: readonly Conversation[] }) => ({
      timers: readHere(context.timers, rows, context.clock.now()),
    })),
    noteReadThere: assign(({ context }, receipt: Extract<MessageEvent, { type: "im.read" }>) => ({
      timers: readThere(context.timers, receipt, context.clock.now()),
    })),
    keepReadTimes: enqueueActions(({ context: { timers }, enqueue }) => {
      for (const { conversationID, clientMsgID, readAt } of timers.filter(isUnkept))
        enqueue.sendTo("readTimes", { type: "readTime.keep", conversationID, clientMsgID, readAt });
      enqueue.assign({
        timers: timers.map((timer) => (isUnkept(timer) ? { ...timer, isKept: true } : timer)),
      });
    }),
    drop: assign({
      timers: ({ context }, { clientMsgID }: { clientMsgID: string }) =>
        context.timers.filter((timer) => timer.clientMsgID !== clientMsgID),
    }),
    await: assign({ next: ({ context }) => nextOf(context.timers) }),
    take: assign({ timers: ({ context: { timers, next } }) => timers.filter((timer) => timer !== next) }),
    putBack: assign({
      timers: ({ context: { timers, next } }) =>
        next ? [next, ...timers.filter(({ clientMsgID }) => clientMsgID !== next.clientMsgID)] : timers,
    }),
    reportFailure: log(({ event }) => `disappearingMessages: ${event.type}`),
  },
  guards: {
    hasRunningTimer: ({ context }) => nextOf(context.timers) !== null,
    isDue: ({ context }) => isOver(context),
    isAnother: ({ context }) => nextOf(context.timers) !== context.next,
  },
  delays: {
    untilDue: ({ context }) => timeLeft(context),
    burnRetryDelay: 5000,
  },
}).createMachine({
  id: "disappearingMessages",
  context: ({ input: { profile, clock } }) => ({ userID: profile.userID, clock, timers: [], next: null }),
  invoke: [child("messageEvents"), child("conversationEvents"), child("pageEvents"), child("readTimes")],
  on: {
    "im.messages": { actions: { type: "addTimers", params: ({ event }) => event } },
    "im.burnSeen": { actions: [{ type: "addTimers", params: ({ event }) => event }, "keepReadTimes"] },
    "im.conversations": {
      actions: [
        { type: "addTimers", params: ({ event }) => ({ messages: newestIn(event.conversations) }) },
        { type: "noteReadHere", params: ({ event }) => ({ rows: event.conversations }) },
        "keepReadTimes",
      ],
    },
    "im.read": { actions: { type: "noteReadThere", params: ({ event }) => event } },
    "im.deleted": { actions: { type: "drop", params: ({ event }) => event } },
    "im.revoked": { actions: { type: "drop", params: ({ event }) => event } },
  },
  initial: "idle",
  states: {
    idle: {
      description: "No message that disappears was read.",
      always: { guard: "hasRunningTimer", target: "waiting" },
    },
    waiting: {
      description: "The timer of the next message runs.",
      entry: "await",
      always: { guard: "isAnother", target: "idle" },
      after: { untilDue: { target: "deleting", actions: "take" } },
      on: {
        // Timers stop while a device sleeps.
        "page.visible": [{ guard: "isDue", target: "deleting", actions: "take" }, { target: "idle" }],
      },
    },
    deleting: {
      description: "The time is over: delete the message here and on the user's other devices.",
      invoke: {
        id: "burnMessage",
        src: "burnMessage",
        input: ({ context }) => keyOf(context),
        onDone: "idle",
        onError: { target: "pausing", actions: ["putBack", "reportFailure"] },
      },
    },
    pausing: {
      description: "Deleting failed; retry after a delay.",
      after: { burnRetryDelay: "idle" },
    },
  },
});

function newestIn(rows: readonly Conversation[]): readonly Message[] {
  return rows.flatMap(({ latestMsg }) => (latestMsg ? [latestMsg] : []));
}

/** Returns when the message disappears; null while its timer does not run. */
export function selectDue(
  { context: { timers, next } }: { context: DisappearingMessagesContext },
  id: string,
): number | null {
  const timer =
    timers.find(({ clientMsgID }) => clientMsgID === id) ?? (next?.clientMsgID === id ? next : null);
  return timer && dueAt(timer);
}

function timeLeft({ next, clock }: DisappearingMessagesContext): number {
  const due = next && dueAt(next);
  if (due === null) throw new Error("No timer runs");
  return due - clock.now();
}

function isOver(context: DisappearingMessagesContext): boolean {
  return timeLeft(context) <= 0;
}

function keyOf({ next }: DisappearingMessagesContext): MessageKey {
  if (!next) throw new Error("No message to delete");
  return { conversationID: next.conversationID, clientMsgID: next.clientMsgID };
}
