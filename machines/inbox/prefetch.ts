import { assign, type EventObject, enqueueActions, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import { type HistoryPage, newestID, type PageQuery, pageAt } from "../domain/message.ts";
import { memberDirectoryOf, strangersIn } from "../people/member-directory.ts";
import { port, stream } from "../ports/stub.ts";
import { type PageSeen, type PagesEvent, pageSeen, type SeenPages } from "./cached-pages.ts";

/** The newest messages of the first chats are read before anybody opens them, so that they open from memory, too. */

export type PrefetchEvent = ConversationListEvent | PagesEvent;

export interface PrefetchContext {
  userID: string;
  /** Of the first chats those still to be read, the next one last. */
  rows: readonly Conversation[];
  /** What is kept already. */
  pages: SeenPages;
  /** clientMsgID of what was the newest message of a chat when it was read, by conversationID: not all can be kept. */
  read: Readonly<Record<string, string>>;
}

/** As many as fit on a screen, about; fewer than are kept, so that those that were opened stay. */
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
    seenPages: stream<EventObject, { userID: string }>("seenPages"),
    pageStore: stream<PageSeen>("pageStore"),
    loadConversations: port<Conversation[], { offset: number; count: number }>("loadConversations"),
    loadNewest: port<HistoryPage, PageQuery>("loadNewest"),
  },
  actions: {
    setPages: assign((_, { pages }: { pages: SeenPages }) => ({ pages })),
    /** The first of the list is read last: of what is kept it is dropped last then. */
    setRows: assign(({ context }, { rows }: { rows: readonly Conversation[] }) => ({
      rows: rows.filter((row) => isMissing(row, context)),
    })),
    keepPage: sendTo("pageStore", ({ context }, { messages }: Page) =>
      pageSeen({ userID: context.userID, conversationID: next(context).conversationID, messages }),
    ),
    /** Has the roster look up who speaks there, in a group. */
    introduce: enqueueActions(({ enqueue }, { messages }: Page) => {
      const strangers = strangersIn(messages);
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
    { id: "conversationEvents", src: "conversationEvents", onError: { actions: "reportFailure" } },
    {
      id: "seenPages",
      src: "seenPages",
      input: ({ context: { userID } }) => ({ userID }),
      onError: { actions: "reportFailure" },
    },
    { id: "pageStore", src: "pageStore", onError: { actions: "reportFailure" } },
  ],
  initial: "waiting",
  on: {
    "im.conversations": ".waiting",
    "pages.changed": { actions: { type: "setPages", params: ({ event }) => event } },
  },
  states: {
    waiting: {
      description: "While the list changes nothing is read: what people see comes first.",
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
      description: "One at a time. Should the list change meanwhile, what comes of it is not kept any more.",
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
    rested: { description: "Whatever is at the top of the list is kept as it is now." },
  },
});

/** What burns is not kept; what is on its way, or did not get there, comes from who sends it. */
function isMissing(row: Conversation, { pages, read }: PrefetchContext): boolean {
  const { conversationID, latestMsg, isPrivateChat } = row;
  if (latestMsg?.status !== "sent" || latestMsg.burn || isPrivateChat) return false;
  const known = [newestID(pages[conversationID] ?? []), read[conversationID]];
  return !known.includes(latestMsg.clientMsgID);
}

function next({ rows }: PrefetchContext): Conversation {
  const row = rows.at(-1);
  if (row === undefined) throw new Error("Reading ahead without a chat");
  return row;
}
