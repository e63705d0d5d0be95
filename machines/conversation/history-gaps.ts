import { assign, enqueueActions, log, not, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type HistoryNews, type Message, mergeMessages } from "../domain/message.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { firstHoles, type Hole, type HoleQuery, holesIn, numbersIn } from "./gaps.ts";

/**
 * Sequence numbers that are missing between the loaded messages of a chat. Each is asked for once: a number without an
 * answer belongs to nothing that is shown.
 */

export type HistoryGapsEvent = HistoryNews | SyncEvent | { type: "user.fillHoles" };

/** Messages that were missing. */
export type HistoryGapsNews = { type: "historyGaps.filled"; messages: readonly Message[] };

export interface HistoryGapsInput {
  conversationID: string;
  parent: Listener<HistoryGapsNews>;
}

export interface HistoryGapsContext extends HistoryGapsInput {
  /** What is loaded. */
  messages: readonly Message[];
  /** What is asked for, or was last. */
  asked: readonly Hole[];
  /** Numbers that were asked for and belong to nothing that is shown. */
  absent: readonly number[];
  /** Attempts in a row that failed. */
  failures: number;
  /** The holes are drawn as such: they last for more than a moment. */
  isDrawn: boolean;
}

/** Attempts without a new reason; after that only news or the user begin another. */
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
    fillHoles: port<Message[], HoleQuery>("fillHoles"),
  },
  actions: {
    setMessages: assign((_, { messages }: Loaded) => ({ messages })),
    ask: assign({ asked: ({ context }) => wanted(context) }),
    takeIn: assign(({ context }, { messages }: Loaded) => {
      const merged = mergeMessages(context.messages, messages);
      // What was found may be known under another number already.
      const shown = new Set(merged.map(({ seq }) => seq));
      const missing = context.asked.flatMap(numbersIn).filter((number) => !shown.has(number));
      return { messages: merged, absent: [...context.absent, ...missing] };
    }),
    tellFound: enqueueActions(({ context, enqueue }, { messages }: Loaded) => {
      if (messages.length > 0) enqueue.sendTo(context.parent, { type: "historyGaps.filled", messages });
    }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    draw: assign({ isDrawn: true }),
    hide: assign({ isDrawn: false }),
    forgetAbsent: assign({ absent: [] }),
    reportFailure: log(({ event }) => `historyGaps: ${event.type}`),
  },
  guards: {
    isTorn: ({ context }) => wanted(context).length > 0,
    isDrawn: ({ context }) => context.isDrawn,
    mayTry: ({ context }) => context.failures < MOST_FAILURES,
    /** The window moved to another place: what is missing there is another question. */
    isElsewhere: ({ context }, { messages }: Loaded) => {
      const ids = new Set(context.asked.map(({ nextID }) => nextID));
      return !messages.some(({ clientMsgID }) => ids.has(clientMsgID));
    },
  },
  delays: { moment: 300, again: 5000 },
}).createMachine({
  id: "historyGaps",
  context: ({ input }) => ({ ...input, messages: [], asked: [], absent: [], failures: 0, isDrawn: false }),
  invoke: { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
  initial: "whole",
  on: {
    "history.changed": { actions: { type: "setMessages", params: ({ event }) => event } },
    // A synchronisation may bring what the server did not tell before it.
    "im.syncFinished": { actions: "forgetAbsent" },
  },
  states: {
    whole: {
      description: "Every number between the loaded messages is known.",
      meta: { rule: "11-19" },
      entry: "forgetFailures",
      always: [
        { guard: "isTorn", target: "asking" },
        { guard: "isDrawn", actions: "hide" },
      ],
    },
    asking: {
      description: "The newest missing numbers are asked for, which mostly takes no time worth a word.",
      meta: { rule: "11-19" },
      entry: "ask",
      invoke: {
        id: "fillHoles",
        src: "fillHoles",
        input: ({ context }) => ({ conversationID: context.conversationID, holes: context.asked }),
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
        "history.changed": [
          {
            guard: { type: "isElsewhere", params: ({ event }) => event },
            target: "whole",
            actions: { type: "setMessages", params: ({ event }) => event },
          },
          { actions: { type: "setMessages", params: ({ event }) => event } },
        ],
      },
      after: { moment: { actions: "draw" } },
    },
    unfilled: {
      entry: "draw",
      tags: "unfilled",
      description: "The missing numbers could not be asked for. It goes on by itself a few times.",
      meta: { rule: "11-19" },
      after: { again: { guard: "mayTry", target: "asking" } },
      always: { guard: not("isTorn"), target: "whole" },
      on: {
        "im.syncFinished": { target: "asking", actions: ["forgetFailures", "forgetAbsent"] },
        "user.fillHoles": { target: "asking", actions: "forgetFailures" },
      },
    },
  },
});

/** What is to be asked for next. */
function wanted({ messages, absent }: Pick<HistoryGapsContext, "messages" | "absent">): readonly Hole[] {
  return firstHoles(holesIn(messages, absent));
}
