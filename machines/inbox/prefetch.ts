import { assign, type EventObject, enqueueActions, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import { type HistoryPage, newestID, type PageQuery, pageAt } from "../domain/message.ts";
import { memberDirectoryOf, usersToLookUp } from "../people/member-directory.ts";
import { port, stream } from "../ports/stub.ts";
import { type CachedPages, type CachedPagesEvent, type PageSeen, pageSeen } from "./cached-pages.ts";

/** Prefetches the newest messages of the first chats, so that they open from the cache. */

export type PrefetchEvent = ConversationListEvent | CachedPagesEvent;

export interface PrefetchContext {
  userID: string;
  /** Chats still to load, the next one last. */
  rows: readonly Conversation[];
  pages: CachedPages;
  /**
   * clientMsgID of a chat's newest message when it was prefetched, by conversationID. Needed because the
   * cache may have dropped the page.
   */
  read: Readonly<Record<string, string>>;
}

/** About one screen of chats. Fewer than the cache holds, so that opened chats stay in it. */
export const AHEAD = 8;

type Page = Pick<HistoryPage, "messages">;

export const prefetchMachine = setup({
  types: {
    context: {} as PrefetchContext,
    events: {} as PrefetchEvent,
    input: {} as Pick<PrefetchContext, "userID">,
    meta: {} as RuleMeta,
  },
  actors: {
    conversationEvents: stream("conversationEvents"),
    cachedPages: stream<EventObject, { userID: string }>("cachedPages"),
    pageStore: stream<PageSeen>("pageStore"),
    loadConversations: port<Conversation[], { offset: number; count: number }>("loadConversations"),
    loadNewest: port<HistoryPage, PageQuery>("loadNewest"),
  },
  actions: {
    setPages: assign((_, { pages }: { pages: CachedPages }) => ({ pages })),
    /** The first chat of the list is loaded last, so that the cache drops it last. */
    setRows: assign(({ context }, { rows }: { rows: readonly Conversation[] }) => ({
      rows: rows.filter((row) => isMissing(row, context)),
    })),
    keepPage: sendTo("pageStore", ({ context }, { messages }: Page) =>
      pageSeen({ userID: context.userID, conversationID: next(context).conversationID, messages }),
    ),
    /** Looks up the senders in a group in the member directory. */
    introduce: enqueueActions(({ enqueue }, { messages }: Page) => {
      const strangers = usersToLookUp(messages);
      if (strangers) enqueue.sendTo(memberDirectoryOf, { type: "memberDirectory.meet", ...strangers });
    }),
    countRead: assign(({ context }) => {
      const { conversationID, latestMsg } = next(context);
      return {
        rows: context.rows.slice(0, -1),
        read: { ...context.read, [conversationID]: latestMsg?.clientMsgID ?? "" },
      };
    }),
    reportFailure: log(({ event }) => `prefetch: ${event.type}`),
  },
  guards: { hasNext: ({ context }) => context.rows.length > 0 },
  delays: { quiet: 1500 },
}).createMachine({
  id: "prefetch",
  context: ({ input }) => ({ ...input, rows: [], pages: {}, read: {} }),
  invoke: [
    child("conversationEvents"),
    { ...child("cachedPages"), input: ({ context: { userID } }) => ({ userID }) },
    child("pageStore"),
  ],
  initial: "waiting",
  on: {
    "im.conversations": ".waiting",
    "pages.changed": { actions: { type: "setPages", params: ({ event }) => event } },
  },
  states: {
    waiting: {
      description: "Wait until the list stops changing: visible work goes first.",
      after: { quiet: "listing" },
    },
    listing: {
      invoke: {
        id: "loadConversations",
        src: "loadConversations",
        input: { offset: 0, count: AHEAD },
        onDone: {
          target: "choosing",
          actions: { type: "setRows", params: ({ event }) => ({ rows: event.output }) },
        },
        onError: { target: "rested", actions: "reportFailure" },
      },
    },
    choosing: { always: [{ guard: "hasNext", target: "reading" }, { target: "rested" }] },
    reading: {
      description: "One chat at a time. If the list changes meanwhile, the result is dropped.",
      invoke: {
        id: "loadNewest",
        src: "loadNewest",
        input: ({ context }) => pageAt(next(context), null),
        onDone: {
          target: "choosing",
          actions: [
            { type: "keepPage", params: ({ event }) => event.output },
            { type: "introduce", params: ({ event }) => event.output },
            "countRead",
          ],
        },
        onError: { target: "choosing", actions: ["countRead", "reportFailure"] },
      },
    },
    rested: { description: "The first chats of the list are cached in their current state." },
  },
});

/** Skips disappearing messages, and messages that are not sent, because the outbox holds them. */
function isMissing(row: Conversation, { pages, read }: PrefetchContext): boolean {
  const { conversationID, latestMsg, isPrivateChat } = row;
  if (latestMsg?.status !== "sent" || latestMsg.burn || isPrivateChat) return false;
  const known = [newestID(pages[conversationID] ?? []), read[conversationID]];
  return !known.includes(latestMsg.clientMsgID);
}

function next({ rows }: PrefetchContext): Conversation {
  const row = rows.at(-1);
  if (row === undefined) throw new Error("No chat to prefetch");
  return row;
}
