import { assign, enqueueActions, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import { dueAt, type Fuse, isUnkept, meet, nextOf, readHere, readThere } from "../domain/disappearing.ts";
import type { Message, MessageEvent, MessageKey } from "../domain/message.ts";
import type { Profile } from "../domain/people.ts";
import type { PageEvent } from "../domain/platform-events.ts";
import type { Clock } from "../ports/index.ts";
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
  fuses: readonly Fuse[];
  /** The message that expires next or is being deleted, as it was when the wait began. */
  next: Fuse | null;
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
    meet: assign(({ context }, { messages }: Messages) => ({
      fuses: meet(context.fuses, messages, { userID: context.userID, now: context.clock.now() }),
    })),
    noteReadHere: assign(({ context }, { rows }: { rows: readonly Conversation[] }) => ({
      fuses: readHere(context.fuses, rows, context.clock.now()),
    })),
    noteReadThere: assign(({ context }, receipt: Extract<MessageEvent, { type: "im.read" }>) => ({
      fuses: readThere(context.fuses, receipt, context.clock.now()),
    })),
    keepReadTimes: enqueueActions(({ context: { fuses }, enqueue }) => {
      for (const { conversationID, clientMsgID, readAt } of fuses.filter(isUnkept))
        enqueue.sendTo("readTimes", { type: "readTime.keep", conversationID, clientMsgID, readAt });
      enqueue.assign({ fuses: fuses.map((fuse) => (isUnkept(fuse) ? { ...fuse, isKept: true } : fuse)) });
    }),
    drop: assign({
      fuses: ({ context }, { clientMsgID }: { clientMsgID: string }) =>
        context.fuses.filter((fuse) => fuse.clientMsgID !== clientMsgID),
    }),
    await: assign({ next: ({ context }) => nextOf(context.fuses) }),
    take: assign({ fuses: ({ context: { fuses, next } }) => fuses.filter((fuse) => fuse !== next) }),
    putBack: assign({
      fuses: ({ context: { fuses, next } }) =>
        next ? [next, ...fuses.filter(({ clientMsgID }) => clientMsgID !== next.clientMsgID)] : fuses,
    }),
    reportFailure: log(({ event }) => `disappearingMessages: ${event.type}`),
  },
  guards: {
    isSmouldering: ({ context }) => nextOf(context.fuses) !== null,
    isDue: ({ context }) => isOver(context),
    isAnother: ({ context }) => nextOf(context.fuses) !== context.next,
  },
  delays: {
    untilDue: ({ context }) => timeLeft(context),
    burnRetryDelay: 5000,
  },
}).createMachine({
  id: "disappearingMessages",
  context: ({ input: { profile, clock } }) => ({ userID: profile.userID, clock, fuses: [], next: null }),
  invoke: [
    { id: "messageEvents", src: "messageEvents", onError: { actions: "reportFailure" } },
    { id: "conversationEvents", src: "conversationEvents", onError: { actions: "reportFailure" } },
    { id: "pageEvents", src: "pageEvents", onError: { actions: "reportFailure" } },
    { id: "readTimes", src: "readTimes", onError: { actions: "reportFailure" } },
  ],
  on: {
    "im.messages": { actions: { type: "meet", params: ({ event }) => event } },
    "im.met": { actions: [{ type: "meet", params: ({ event }) => event }, "keepReadTimes"] },
    "im.conversations": {
      actions: [
        { type: "meet", params: ({ event }) => ({ messages: newestIn(event.conversations) }) },
        { type: "noteReadHere", params: ({ event }) => ({ rows: event.conversations }) },
        "keepReadTimes",
      ],
    },
    "im.read": { actions: { type: "noteReadThere", params: ({ event }) => event } },
    "im.deleted": { actions: { type: "drop", params: ({ event }) => event } },
    "im.revoked": { actions: { type: "drop", params: ({ event }) => event } },
  },
  initial: "cold",
  states: {
    cold: {
      description: "No message that disappears was read.",
      always: { guard: "isSmouldering", target: "smouldering" },
    },
    smouldering: {
      description: "The timer of the next message runs.",
      entry: "await",
      always: { guard: "isAnother", target: "cold" },
      after: { untilDue: { target: "burning", actions: "take" } },
      on: {
        // Timers stop while a device sleeps.
        "page.visible": [{ guard: "isDue", target: "burning", actions: "take" }, { target: "cold" }],
      },
    },
    burning: {
      description: "The time is over: delete the message here and on the user's other devices.",
      invoke: {
        id: "burnMessage",
        src: "burnMessage",
        input: ({ context }) => keyOf(context),
        onDone: "cold",
        onError: { target: "cooling", actions: ["putBack", "reportFailure"] },
      },
    },
    cooling: {
      description: "Deleting failed; retry after a delay.",
      after: { burnRetryDelay: "cold" },
    },
  },
});

function newestIn(rows: readonly Conversation[]): readonly Message[] {
  return rows.flatMap(({ latestMsg }) => (latestMsg ? [latestMsg] : []));
}

/** Returns when the message disappears; null while its timer does not run. */
export function selectDue(
  { context: { fuses, next } }: { context: DisappearingMessagesContext },
  id: string,
): number | null {
  const fuse =
    fuses.find(({ clientMsgID }) => clientMsgID === id) ?? (next?.clientMsgID === id ? next : null);
  return fuse && dueAt(fuse);
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
