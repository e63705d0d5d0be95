import { assign, enqueueActions, log, not, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import {
  type HistoryPage,
  loadedPage,
  type Message,
  type MessageEvent,
  oldestID,
  type PageQuery,
} from "../domain/message.ts";
import { chatPath } from "../domain/route.ts";
import { wordsIn } from "../domain/searched-text.ts";
import { LOOK_PAGE } from "../media/shared-items.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { type Hits, neighbourOf, PAST_MESSAGES, withMatches, withoutMatch } from "./chat-hits.ts";

/**
 * Search in the open chat: the keyword, the hits and the one in view. The SDK searches only what this device stores,
 * so older messages are loaded beside, a limited number at a time.
 */

export type ChatSearchEvent =
  | MessageEvent
  /** `from`: the path of the page that asks for it; null in the chat itself. */
  | { type: "user.openChatSearch"; from: string | null }
  | { type: "user.closeChatSearch" }
  | { type: "user.typeKeyword"; keyword: string }
  /** Enter: search at once, or step to the next older hit. */
  | { type: "user.submitKeyword" }
  | { type: "user.stepToHit"; to: "older" | "newer" }
  | { type: "user.retryChatSearch" }
  | { type: "user.searchFurther" };

export type ChatSearchNews = { type: "chatSearch.seek"; clientMsgID: string };

export interface ChatSearchInput {
  conversationID: string;
  parent: Listener<ChatSearchNews>;
}

/** `keyword` is untrimmed. */
export interface ChatSearchContext extends ChatSearchInput, Hits {
  /** clientMsgID and time of the oldest message that was loaded; null before the first page. */
  oldestID: string | null;
  reached: number | null;
  /** How many older messages may still be loaded without a question. */
  left: number;
}

const FRESH = { keyword: "", hits: [], shownID: null, oldestID: null, reached: null, left: PAST_MESSAGES };

export const chatSearchMachine = setup({
  types: {
    context: {} as ChatSearchContext,
    events: {} as ChatSearchEvent,
    input: {} as ChatSearchInput,
    tags: {} as "open" | "pending" | "found" | "nothing" | "failed" | "loading" | "paused" | "pastFailed",
    meta: {} as RuleMeta,
  },
  actors: {
    messageEvents: stream("messageEvents"),
    searchConversation: port<Message[], { conversationID: string; keyword: string }>("searchConversation"),
    readOlder: port<HistoryPage, PageQuery>("readOlder"),
  },
  actions: {
    /** Goes from the chat's details to the chat. */
    leavePage: enqueueActions(({ context, enqueue }, { from }: { from: string | null }) => {
      if (from === null) return;
      enqueue.sendTo(navigationOf, {
        type: "navigation.back" as const,
        from,
        to: chatPath(context.conversationID),
      });
    }),
    startOver: assign(FRESH),
    setKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword })),
    forgetHits: assign({ hits: [], shownID: null }),
    add: assign({
      hits: ({ context }, { messages }: { messages: readonly Message[] }) => withMatches(context, messages),
    }),
    drop: assign(({ context }, { clientMsgID }: { clientMsgID: string }) =>
      withoutMatch(context, clientMsgID),
    ),
    seek: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "chatSearch.seek" as const, clientMsgID: context.shownID ?? "" }),
    ),
    showNewest: assign({ shownID: ({ context }) => context.hits[0]?.clientMsgID ?? null }),
    step: assign({
      shownID: ({ context }, { to }: { to: "older" | "newer" }) => neighbourOf(context, to),
    }),
    goOn: assign({
      oldestID: ({ context }, { messages }: HistoryPage) => oldestID(messages) ?? context.oldestID,
      reached: ({ context }, { messages }: HistoryPage) => messages[0]?.sendTime ?? context.reached,
      left: ({ context }, { messages }: HistoryPage) => context.left - messages.length,
    }),
    allowMore: assign({ left: PAST_MESSAGES }),
    reportFailure: log(({ event }) => `chatSearch: ${event.type}`),
  },
  guards: {
    isSame: ({ context }, { keyword }: { keyword: string }) => wordsIn(keyword) === wordsIn(context.keyword),
    isBlank: (_, { keyword }: { keyword: string }) => wordsIn(keyword) === "",
    hasWords: ({ context }) => wordsIn(context.keyword) !== "",
    isEmpty: ({ context }) => context.hits.length === 0,
    /** The hit in view, and there is another one. */
    isShown: ({ context }, { clientMsgID }: { clientMsgID: string }) =>
      context.shownID === clientMsgID && context.hits.length > 1,
    hasNeighbour: ({ context }, { to }: { to: "older" | "newer" }) => neighbourOf(context, to) !== null,
    isEnd: (_, { isEnd, messages }: HistoryPage) => isEnd || messages.length === 0,
    isEnough: ({ context }, { messages }: HistoryPage) => context.left <= messages.length,
  },
  delays: { typingPause: 300 },
}).createMachine({
  id: "chatSearch",
  context: ({ input }) => ({ ...input, ...FRESH }),
  initial: "closed",
  states: {
    closed: {
      on: {
        "user.openChatSearch": {
          target: "open",
          actions: { type: "leavePage", params: ({ event }) => event },
        },
      },
    },
    open: {
      description: "The search bar is in place of the chat's header.",
      tags: "open",
      exit: "startOver",
      invoke: child("messageEvents"),
      type: "parallel",
      on: {
        "user.closeChatSearch": "closed",
        "user.openChatSearch": { actions: { type: "leavePage", params: ({ event }) => event } },
        "im.messages": { actions: { type: "add", params: ({ event }) => event } },
      },
      states: {
        hits: {
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
                actions: ["forgetHits", { type: "setKeyword", params: ({ event }) => event }],
              },
              {
                target: ".waiting",
                actions: ["forgetHits", { type: "setKeyword", params: ({ event }) => event }],
              },
            ],
            "im.revoked": { actions: { type: "drop", params: ({ event }) => event } },
            "im.deleted": { actions: { type: "drop", params: ({ event }) => event } },
          },
          states: {
            blank: {},
            waiting: {
              description: "Wait until the user stops typing; Enter searches at once.",
              tags: "pending",
              after: { typingPause: "searching" },
              on: { "user.submitKeyword": "searching" },
            },
            searching: {
              description: "A new keyword cancels this search, so that hits never belong to an old keyword.",
              tags: "pending",
              invoke: {
                id: "searchConversation",
                src: "searchConversation",
                input: ({ context: { conversationID, keyword } }) => ({
                  conversationID,
                  keyword: wordsIn(keyword),
                }),
                onDone: {
                  target: "nothing",
                  actions: { type: "add", params: ({ event }) => ({ messages: event.output }) },
                },
                onError: { target: "failed", actions: "reportFailure" },
              },
            },
            nothing: {
              description: "An older page or a new message may still bring a hit.",
              tags: "nothing",
              always: { guard: not("isEmpty"), target: "found" },
            },
            found: {
              description: "The newest hit comes into view first. A recalled or deleted one leaves the hits.",
              tags: "found",
              entry: ["showNewest", "seek"],
              always: { guard: "isEmpty", target: "nothing" },
              on: {
                "user.stepToHit": {
                  guard: { type: "hasNeighbour", params: ({ event }) => event },
                  actions: [{ type: "step", params: ({ event }) => event }, "seek"],
                },
                "user.submitKeyword": {
                  guard: { type: "hasNeighbour", params: { to: "older" } },
                  actions: [{ type: "step", params: { to: "older" } }, "seek"],
                },
                "im.revoked": {
                  guard: { type: "isShown", params: ({ event }) => event },
                  actions: [{ type: "drop", params: ({ event }) => event }, "seek"],
                },
                "im.deleted": {
                  guard: { type: "isShown", params: ({ event }) => event },
                  actions: [{ type: "drop", params: ({ event }) => event }, "seek"],
                },
              },
            },
            failed: {
              description: "The keyword stays, and the user can retry.",
              meta: { rule: "8-22" },
              tags: "failed",
              on: { "user.retryChatSearch": "searching", "user.submitKeyword": "searching" },
            },
          },
        },
        past: {
          initial: "still",
          states: {
            still: {
              description: "Nothing is loaded before the user has typed a keyword.",
              always: { guard: "hasWords", target: "reading" },
            },
            reading: {
              description:
                "Load older pages: the device may not store them. Matches join the hits, whatever the keyword is by then.",
              meta: { rule: "11-53" },
              tags: "loading",
              invoke: {
                id: "readOlder",
                src: "readOlder",
                input: ({ context: { conversationID, oldestID } }) => ({
                  conversationID,
                  cursor: oldestID,
                  count: LOOK_PAGE,
                }),
                onDone: [
                  {
                    guard: { type: "isEnd", params: loadedPage },
                    target: "complete",
                    actions: [
                      { type: "add", params: loadedPage },
                      { type: "goOn", params: loadedPage },
                    ],
                  },
                  {
                    guard: { type: "isEnough", params: loadedPage },
                    target: "paused",
                    actions: [
                      { type: "add", params: loadedPage },
                      { type: "goOn", params: loadedPage },
                    ],
                  },
                  {
                    target: "reading",
                    reenter: true,
                    actions: [
                      { type: "add", params: loadedPage },
                      { type: "goOn", params: loadedPage },
                    ],
                  },
                ],
                onError: { target: "failed", actions: "reportFailure" },
              },
            },
            paused: {
              description: "The chat is long: the user decides whether to load more of it.",
              tags: "paused",
              on: { "user.searchFurther": { target: "reading", actions: "allowMore" } },
            },
            complete: { description: "The whole chat is on this device." },
            failed: {
              tags: "pastFailed",
              on: { "user.searchFurther": "reading" },
            },
          },
        },
      },
    },
  },
});
