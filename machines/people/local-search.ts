import { assign, enqueueActions, log, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { MessageEvent, MessageKey } from "../domain/message.ts";
import { chatPath } from "../domain/route.ts";
import { wordsIn } from "../domain/searched-text.ts";
import { port, stream } from "../ports/stub.ts";
import { memberDirectoryOf, usersToLookUp } from "./member-directory.ts";
import { type ConversationHits, withoutHit, withoutSearch, withSearch } from "./search-results.ts";

/**
 * Local search: the keyword, matching messages and recent searches. The view filters friends and groups
 * itself, because they are already loaded (2-63).
 */

export type LocalSearchEvent =
  | MessageEvent
  | { type: "user.typeKeyword"; keyword: string }
  /** Add this search to the recent ones: the user pressed Enter, or opened a result. */
  | { type: "user.keepSearch" }
  | { type: "user.repeatSearch"; keyword: string }
  | { type: "user.retrySearch" }
  | ({ type: "user.openMessage" } & MessageKey)
  | { type: "user.forgetSearch"; keyword: string }
  | { type: "user.forgetSearches" };

export interface LocalSearchContext {
  userID: string;
  /** Untrimmed. */
  keyword: string;
  /** Conversations with matches, newest match first. */
  hits: readonly ConversationHits[];
  failure: FailureCode | null;
  /** Newest first. */
  recent: readonly string[];
}

export interface SearchesKept {
  type: "searches.keep";
  userID: string;
  searches: readonly string[];
}

interface Keyword {
  keyword: string;
}

export const localSearchMachine = setup({
  types: {
    context: {} as LocalSearchContext,
    events: {} as LocalSearchEvent,
    input: {} as Pick<LocalSearchContext, "userID">,
    tags: {} as "pending" | "answered",
    meta: {} as RuleMeta,
  },
  actors: {
    messageEvents: stream("messageEvents"),
    searchMessages: port<ConversationHits[], Keyword>("searchMessages"),
    readSearches: port<string[], { userID: string }>("readSearches"),
    searchStore: stream<SearchesKept>("searchStore"),
  },
  actions: {
    setKeyword: assign((_, { keyword }: Keyword) => ({ keyword })),
    setHits: assign((_, { hits }: { hits: readonly ConversationHits[] }) => ({ hits })),
    setFailure: assign((_, { failure }: { failure: FailureCode }) => ({ failure })),
    forgetResult: assign({ hits: [], failure: null }),
    dropHit: assign({
      hits: ({ context }, { clientMsgID }: { clientMsgID: string }) => withoutHit(context.hits, clientMsgID),
    }),
    /** Looks up the senders in groups in the member directory. */
    introduce: enqueueActions(({ enqueue }, { hits }: { hits: readonly ConversationHits[] }) => {
      for (const { messages } of hits) {
        const strangers = usersToLookUp(messages);
        if (strangers) enqueue.sendTo(memberDirectoryOf, { type: "memberDirectory.meet", ...strangers });
      }
    }),
    setRecent: assign((_, { recent }: { recent: readonly string[] }) => ({ recent })),
    remember: assign({ recent: ({ context }) => withSearch(context.recent, wordsIn(context.keyword)) }),
    forget: assign({ recent: ({ context }, { keyword }: Keyword) => withoutSearch(context.recent, keyword) }),
    forgetAll: assign({ recent: [] }),
    keepRecent: sendTo("searchStore", ({ context: { userID, recent } }) => ({
      type: "searches.keep" as const,
      userID,
      searches: recent,
    })),
    goToMessage: sendTo(navigationOf, (_, { conversationID, clientMsgID }: MessageKey) => ({
      type: "navigation.go" as const,
      to: chatPath(conversationID, clientMsgID),
    })),
    reportFailure: log(({ event }) => `localSearch: ${event.type}`),
  },
  guards: {
    isSame: ({ context }, { keyword }: Keyword) => wordsIn(keyword) === wordsIn(context.keyword),
    isBlank: (_, { keyword }: Keyword) => wordsIn(keyword) === "",
    hasWords: ({ context }) => wordsIn(context.keyword) !== "",
    isEmpty: ({ context }) => context.hits.length === 0,
  },
  delays: { typingPause: 300 },
}).createMachine({
  id: "localSearch",
  context: ({ input }) => ({ ...input, keyword: "", hits: [], failure: null, recent: [] }),
  invoke: [child("messageEvents"), child("searchStore")],
  type: "parallel",
  states: {
    messages: {
      initial: "blank",
      on: {
        "user.typeKeyword": [
          {
            guard: { type: "isSame", params: ({ event }) => event },
            actions: { type: "setKeyword", params: ({ event }) => event },
          },
          {
            guard: { type: "isBlank", params: ({ event }) => event },
            target: ".blank",
            actions: ["forgetResult", { type: "setKeyword", params: ({ event }) => event }],
          },
          {
            target: ".waiting",
            actions: ["forgetResult", { type: "setKeyword", params: ({ event }) => event }],
          },
        ],
        "user.repeatSearch": {
          target: ".searching",
          actions: ["forgetResult", { type: "setKeyword", params: ({ event }) => event }],
        },
      },
      states: {
        blank: { description: "The field is empty: the view offers the recent searches." },
        waiting: {
          description: "Wait until the user stops typing; Enter searches at once.",
          meta: { rule: "2-63" },
          tags: "pending",
          after: { typingPause: "searching" },
          on: { "user.keepSearch": "searching" },
        },
        searching: {
          description: "A new keyword cancels this search, so that results never belong to an old keyword.",
          meta: { rule: "2-63" },
          tags: "pending",
          invoke: {
            id: "searchMessages",
            src: "searchMessages",
            input: ({ context }) => ({ keyword: wordsIn(context.keyword) }),
            onDone: {
              target: "found",
              actions: [
                { type: "setHits", params: ({ event }) => ({ hits: event.output }) },
                { type: "introduce", params: ({ event }) => ({ hits: event.output }) },
              ],
            },
            onError: {
              target: "failed",
              actions: {
                type: "setFailure",
                params: ({ event }) => ({ failure: failureCode(event.error) }),
              },
            },
          },
        },
        found: {
          description: "A recalled or deleted message leaves the results.",
          tags: "answered",
          always: { guard: "isEmpty", target: "nothing" },
          on: {
            "user.openMessage": {
              actions: { type: "goToMessage", params: ({ event }) => event },
            },
            "im.revoked": { actions: { type: "dropHit", params: ({ event }) => event } },
            "im.deleted": { actions: { type: "dropHit", params: ({ event }) => event } },
          },
        },
        nothing: { tags: "answered" },
        failed: {
          description: "The keyword stays, and the user can retry.",
          on: { "user.retrySearch": { target: "searching", actions: "forgetResult" } },
        },
      },
    },
    recent: {
      initial: "reading",
      states: {
        reading: {
          description: "Load this user's searches of earlier sessions.",
          invoke: {
            id: "readSearches",
            src: "readSearches",
            input: ({ context }) => ({ userID: context.userID }),
            onDone: {
              target: "known",
              actions: { type: "setRecent", params: ({ event }) => ({ recent: event.output }) },
            },
            onError: { target: "known", actions: "reportFailure" },
          },
        },
        known: {
          description: "Save a search when it led to a result or Enter, not after every letter.",
          on: {
            "user.keepSearch": { guard: "hasWords", actions: ["remember", "keepRecent"] },
            "user.openMessage": { guard: "hasWords", actions: ["remember", "keepRecent"] },
            "user.repeatSearch": { actions: ["remember", "keepRecent"] },
            "user.forgetSearch": {
              actions: [{ type: "forget", params: ({ event }) => event }, "keepRecent"],
            },
            "user.forgetSearches": { actions: ["forgetAll", "keepRecent"] },
          },
        },
      },
    },
  },
});
