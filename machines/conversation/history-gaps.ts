import { assign, enqueueActions, log, not, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type HistoryNews, type Message, mergeMessages } from "../domain/message.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { type Gap, type GapQuery, gapsIn, newestGaps, numbersIn } from "./gaps.ts";

/**
 * Loads the messages of missing sequence numbers (seq). Each seq is requested once: a seq
 * without an answer has no visible message.
 */

export type HistoryGapsEvent = HistoryNews | SyncEvent | { type: "user.fillGaps" };

export type HistoryGapsNews = { type: "historyGaps.filled"; messages: readonly Message[] };

export interface HistoryGapsInput {
  conversationID: string;
  parent: Listener<HistoryGapsNews>;
}

export interface HistoryGapsContext extends HistoryGapsInput {
  messages: readonly Message[];
  /** The current or last request. */
  asked: readonly Gap[];
  /** Requested seqs that were answered, also those whose message left the window or is not visible. */
  answered: readonly number[];
  failures: number;
  /** The view shows the gaps, because loading takes longer than a moment. */
  isDrawn: boolean;
}

/** Automatic attempts. After that only an event or the user retries. */
const MOST_FAILURES = 5;

interface Loaded {
  messages: readonly Message[];
}

export const historyGapsMachine = setup({
  types: {
    context: {} as HistoryGapsContext,
    events: {} as HistoryGapsEvent,
    input: {} as HistoryGapsInput,
    tags: {} as "unfilled",
    meta: {} as RuleMeta,
  },
  actors: {
    syncEvents: stream("syncEvents"),
    fillGaps: port<Message[], GapQuery>("fillGaps"),
  },
  actions: {
    setMessages: assign((_, { messages }: Loaded) => ({ messages })),
    ask: assign({ asked: ({ context }) => wanted(context) }),
    takeIn: assign(({ context }, { messages }: Loaded) => ({
      messages: mergeMessages(context.messages, messages),
      answered: [...context.answered, ...context.asked.flatMap(numbersIn)],
    })),
    tellFound: enqueueActions(({ context, enqueue }, { messages }: Loaded) => {
      if (messages.length > 0) enqueue.sendTo(context.parent, { type: "historyGaps.filled", messages });
    }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    draw: assign({ isDrawn: true }),
    hide: assign({ isDrawn: false }),
    forgetAnswered: assign({ answered: [] }),
    reportFailure: log(({ event }) => `historyGaps: ${event.type}`),
  },
  guards: {
    isTorn: ({ context }) => wanted(context).length > 0,
    isDrawn: ({ context }) => context.isDrawn,
    mayTry: ({ context }) => context.failures < MOST_FAILURES,
    /** The window moved: the current request is about other gaps. */
    hasWindowMoved: ({ context }, { messages }: Loaded) => {
      const ids = new Set(context.asked.map(({ nextID }) => nextID));
      return !messages.some(({ clientMsgID }) => ids.has(clientMsgID));
    },
  },
  delays: { moment: 300, again: 5000 },
}).createMachine({
  id: "historyGaps",
  context: ({ input }) => ({ ...input, messages: [], asked: [], answered: [], failures: 0, isDrawn: false }),
  invoke: child("syncEvents"),
  initial: "whole",
  on: {
    "history.changed": { actions: { type: "setMessages", params: ({ event }) => event } },
    // After a sync the server may return messages that it did not return before.
    "im.syncFinished": { actions: "forgetAnswered" },
  },
  states: {
    whole: {
      description: "No seq is missing between the loaded messages.",
      meta: { rule: "11-19" },
      entry: "forgetFailures",
      always: [
        { guard: "isTorn", target: "asking" },
        { guard: "isDrawn", actions: "hide" },
      ],
    },
    asking: {
      description:
        "Request the newest missing seqs. Nothing is shown at first, because this is usually fast.",
      meta: { rule: "11-19" },
      entry: "ask",
      invoke: {
        id: "fillGaps",
        src: "fillGaps",
        input: ({ context }) => ({ conversationID: context.conversationID, gaps: context.asked }),
        onDone: {
          target: "whole",
          actions: [
            { type: "takeIn", params: ({ event }) => ({ messages: event.output }) },
            { type: "tellFound", params: ({ event }) => ({ messages: event.output }) },
          ],
        },
        onError: { target: "unfilled", actions: ["countFailure", "reportFailure"] },
      },
      on: {
        "history.changed": {
          guard: { type: "hasWindowMoved", params: ({ event }) => event },
          target: "whole",
          actions: { type: "setMessages", params: ({ event }) => event },
        },
      },
      after: { moment: { actions: "draw" } },
    },
    unfilled: {
      entry: "draw",
      tags: "unfilled",
      description: "The request failed; retry a few times.",
      meta: { rule: "11-19" },
      after: { again: { guard: "mayTry", target: "asking" } },
      always: { guard: not("isTorn"), target: "whole" },
      on: {
        "im.syncFinished": { target: "asking", actions: ["forgetFailures", "forgetAnswered"] },
        "user.fillGaps": { target: "asking", actions: "forgetFailures" },
      },
    },
  },
});

function wanted({ messages, answered }: Pick<HistoryGapsContext, "messages" | "answered">): readonly Gap[] {
  return newestGaps(gapsIn(messages, answered));
}
