import { assign, enqueueActions, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import {
  type HistoryPage,
  type Message,
  type MessageEvent,
  mergeMessages,
  messagesIn,
  oldestID,
  type PageQuery,
} from "../domain/message.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { memberDirectoryOf, strangersIn } from "../people/member-directory.ts";
import { port, stream } from "../ports/stub.ts";
import { HOLDINGS_PAGE, type Holding, holdingOf, LOOK_PAGE } from "./shared-items.ts";

/**
 * What a conversation holds: its pictures and videos, files and links, newest first. The conversation is paged through
 * once for all of them, as far as what is looked at needs it.
 */

export type SharedMediaEvent =
  | MessageEvent
  | SyncEvent
  | { type: "user.showHolding"; holding: Holding }
  /** The end of what is known is in sight. */
  | { type: "user.loadMoreHoldings" }
  | { type: "user.retryHoldings" };

export interface SharedMediaContext {
  conversationID: string;
  /** What is looked at. */
  holding: Holding;
  /** Those that hold something, oldest first. */
  messages: readonly Message[];
  /** clientMsgID of the oldest that was looked at; null before there is one. */
  oldestID: string | null;
  /** So many of what is looked at are to be known, where there are as many. */
  wanted: number;
}

export const sharedMediaMachine = setup({
  types: {
    context: {} as SharedMediaContext,
    events: {} as SharedMediaEvent,
    input: {} as Pick<SharedMediaContext, "conversationID">,
    tags: {} as "pending" | "failed",
    meta: {} as RuleMeta,
  },
  actors: {
    messageEvents: stream("messageEvents"),
    syncEvents: stream("syncEvents"),
    readOlder: port<HistoryPage, PageQuery>("readOlder"),
  },
  actions: {
    show: assign((_, { holding }: { holding: Holding }) => ({ holding, wanted: HOLDINGS_PAGE })),
    wantMore: assign({ wanted: ({ context }) => sharedMediaIn(context).length + HOLDINGS_PAGE }),
    merge: assign({
      messages: ({ context }, { messages }: { messages: readonly Message[] }) =>
        mergeMessages(
          context.messages,
          messagesIn(context.conversationID, messages).filter((message) => holdingOf(message) !== null),
        ),
    }),
    goOn: assign({
      oldestID: ({ context }, { messages }: HistoryPage) => oldestID(messages) ?? context.oldestID,
    }),
    startOver: assign({ oldestID: null }),
    drop: assign({
      messages: ({ context }, { clientMsgID }: { clientMsgID: string }) =>
        context.messages.filter((message) => message.clientMsgID !== clientMsgID),
    }),
    /** Has the roster look up who sent them, in a group. */
    introduce: enqueueActions(({ enqueue }, { messages }: { messages: readonly Message[] }) => {
      const strangers = strangersIn(messages.filter((message) => holdingOf(message) !== null));
      if (strangers) enqueue.sendTo(memberDirectoryOf, { type: "memberDirectory.meet", ...strangers });
    }),
    reportFailure: log(({ event }) => `sharedMedia: ${event.type}`),
  },
  guards: {
    isShort: ({ context }) => sharedMediaIn(context).length < context.wanted,
    isEnd: (_, { isEnd, messages }: HistoryPage) => isEnd || messages.length === 0,
  },
}).createMachine({
  id: "sharedMedia",
  context: ({ input }) => ({
    ...input,
    holding: "media",
    messages: [],
    oldestID: null,
    wanted: HOLDINGS_PAGE,
  }),
  invoke: [
    { id: "messageEvents", src: "messageEvents", onError: { actions: "reportFailure" } },
    { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
  ],
  initial: "reading",
  on: {
    "user.showHolding": { actions: { type: "show", params: ({ event }) => event } },
    "im.messages": { actions: { type: "merge", params: ({ event }) => event } },
    "im.revoked": { actions: { type: "drop", params: ({ event }) => event } },
    "im.deleted": { actions: { type: "drop", params: ({ event }) => event } },
    "im.syncFinished": { target: ".reading", actions: "startOver" },
  },
  states: {
    reading: {
      description: "A page further back, and another one until there is enough to look at, or no more.",
      tags: "pending",
      invoke: {
        id: "readOlder",
        src: "readOlder",
        input: ({ context }) => ({
          conversationID: context.conversationID,
          cursor: context.oldestID,
          count: LOOK_PAGE,
        }),
        onDone: [
          {
            guard: { type: "isEnd", params: paged },
            target: "complete",
            actions: [
              { type: "merge", params: paged },
              { type: "introduce", params: paged },
            ],
          },
          {
            target: "waiting",
            actions: [
              { type: "merge", params: paged },
              { type: "goOn", params: paged },
              { type: "introduce", params: paged },
            ],
          },
        ],
        onError: { target: "failed", actions: "reportFailure" },
      },
    },
    waiting: {
      description: "Enough is known of what is looked at; nearer to its end more is read.",
      always: { guard: "isShort", target: "reading" },
      on: { "user.loadMoreHoldings": { actions: "wantMore" } },
    },
    complete: { description: "The conversation was looked through to its beginning." },
    failed: {
      description: "A page could not be read: what is known stays, and a retry goes on from there.",
      meta: { rule: "8-22, 8-23" },
      tags: "failed",
      on: { "user.retryHoldings": "reading" },
    },
  },
});

/** What is looked at, oldest first. */
export function sharedMediaIn({ messages, holding }: SharedMediaContext): readonly Message[] {
  return messages.filter((message) => holdingOf(message) === holding);
}

function paged({ event }: { event: { output: HistoryPage } }): HistoryPage {
  return event.output;
}
