import { and, assign, enqueueActions, log, sendTo, setup, stateIn } from "xstate";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import {
  type Conversation,
  type ConversationChange,
  type ConversationListEvent,
  withoutConversation,
} from "../domain/conversation.ts";
import type { Message, MessageEvent } from "../domain/message.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { type MemberDirectoryCommand, usersToLookUp } from "../people/member-directory.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { mergeMarked, withMentions } from "./unread-mentions.ts";

/** The conversation list: paging, merging, order, unread count and changes to a row. */

export type ConversationsEvent =
  | ConversationListEvent
  | SyncEvent
  | MessageEvent
  | { type: "user.loadMore" }
  /** The text in the search for a chat to send something to; "" when it is cleared. */
  | { type: "user.searchChats"; query: string }
  | { type: "user.retryConversations" }
  | { type: "user.changeConversation"; change: ConversationChange };

/** The messages of this chat were deleted; null for those of all chats. */
export type ConversationsNews =
  | { type: "conversations.cleared"; conversationID: string | null }
  /** Its unsent messages go too. */
  | { type: "outbox.clear"; conversationID: string | null };

export interface ConversationsContext {
  userID: string;
  parent: Listener<MemberDirectoryCommand | ConversationsNews>;
  /** In screen order, each id once. */
  rows: readonly Conversation[];
  /** Number of rows the server has returned by paging; offset of the next page (4-54). */
  loaded: number;
  unreadTotal: number;
  /** Queued changes; the first one is being saved. */
  changes: readonly ConversationChange[];
  /** The rows stored last for the next session; null before the first store in this session. */
  kept: readonly Conversation[] | null;
}

/** Rows per request (4-52, 9-03). */
export const CONVERSATION_PAGE = 20;

type Page = Pick<ConversationsContext, "rows">;
type ConversationRows = Extract<ConversationListEvent, { type: "im.conversations" }>;
const pageOf = ({ event }: { event: { output: Conversation[] } }): Page => ({ rows: event.output });

export const conversationsMachine = setup({
  types: {
    context: {} as ConversationsContext,
    events: {} as ConversationsEvent,
    input: {} as Pick<ConversationsContext, "parent" | "userID">,
    tags: {} as "first" | "loading" | "loadingMore" | "loadingAll" | "failed" | "moreFailed",
    meta: {} as RuleMeta,
  },
  actors: {
    conversationEvents: stream("conversationEvents"),
    syncEvents: stream("syncEvents"),
    messageEvents: stream("messageEvents"),
    loadConversations: port<Conversation[], { offset: number; count: number }>("loadConversations"),
    loadUnreadTotal: port<number>("loadUnreadTotal"),
    changeConversation: port<void, ConversationChange>("changeConversation"),
    titleBar: stream<{ type: "title.setUnread"; count: number }>("titleBar"),
    rowStore: stream<{ type: "rows.seen"; userID: string; rows: readonly Conversation[] }>("rowStore"),
  },
  actions: {
    keepRows: enqueueActions(({ context: { userID, rows }, enqueue }) => {
      enqueue.sendTo("rowStore", { type: "rows.seen", userID, rows: rows.slice(0, CONVERSATION_PAGE) });
      enqueue.assign({ kept: rows });
    }),
    mark: assign({
      rows: ({ context }, { messages }: { messages: readonly Message[] }) =>
        withMentions(context.rows, messages, context.userID),
    }),
    /** Also looks up the senders of the latest group messages in the member directory. */
    merge: enqueueActions(({ context, enqueue }, { rows }: Page) => {
      enqueue.assign({ rows: mergeMarked(context, rows) });
      for (const { latestMsg } of rows) {
        const strangers = latestMsg && usersToLookUp([latestMsg]);
        if (strangers) enqueue.sendTo(context.parent, { type: "memberDirectory.meet", ...strangers });
      }
    }),
    dropCleared: assign({
      rows: ({ context }, { cleared, conversations }: ConversationRows) =>
        conversations
          .filter((row) => row.latestMsgSendTime === 0 && cleared?.includes(row.conversationID))
          .reduce((rows, { conversationID }) => withoutConversation(rows, conversationID), context.rows),
    }),
    countPage: assign({ loaded: ({ context }, { rows }: Page) => context.loaded + rows.length }),
    restartCount: assign({ loaded: 0 }),
    setUnreadTotal: assign({ unreadTotal: (_, { count }: { count: number }) => count }),
    showUnreadInTitle: sendTo("titleBar", ({ context }) => ({
      type: "title.setUnread",
      count: context.unreadTotal,
    })),
    queueChange: assign({
      changes: ({ context }, { change }: { change: ConversationChange }) => [...context.changes, change],
    }),
    applyChange: assign({
      rows: ({ context }) => {
        const change = context.changes[0];
        return change?.kind === "remove"
          ? withoutConversation(context.rows, change.conversationID)
          : context.rows;
      },
    }),
    tellCleared: enqueueActions(({ context: { changes, parent }, enqueue }) => {
      const change = changes[0];
      if (change?.kind !== "clear" && change?.kind !== "clearAll" && change?.kind !== "remove") return;
      const { conversationID } = change;
      enqueue.sendTo(parent, { type: "outbox.clear", conversationID });
      enqueue.sendTo(parent, { type: "conversations.cleared", conversationID });
    }),
    sayCleared: enqueueActions(({ context, enqueue, self }) => {
      if (context.changes[0]?.kind !== "clearAll") return;
      const toast = { tone: "info" as const, key: "chatsCleared" as const };
      enqueue.sendTo(toastsOf({ self }), { type: "toast.add", toast });
    }),
    dropChange: assign({ changes: ({ context }) => context.changes.slice(1) }),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `conversations: ${event.type}`),
  },
  guards: {
    isFullPage: (_, { rows }: Page) => rows.length === CONVERSATION_PAGE,
    isMuteChanged: ({ context }, { rows }: Page) =>
      rows.some(({ conversationID, recvMsgOpt }) =>
        context.rows.some((row) => row.conversationID === conversationID && row.recvMsgOpt !== recvMsgOpt),
      ),
    isUnkept: ({ context }) => context.kept !== context.rows,
    /** The rows are on the screen, and this is the first failure. */
    isRepeatable: and([stateIn({ list: { loading: "first" } }), stateIn({ shownRows: "live" })]),
    hasPage: stateIn({ list: "ready" }),
    hasAll: stateIn({ list: { ready: "exhausted" } }),
    isQuery: (_, { query }: { query: string }) => query.trim() !== "",
    needsAll: stateIn({ search: "loadingAll" }),
    hasChange: ({ context }) => context.changes.length > 0,
  },
  delays: { reloadPause: 3000 },
}).createMachine({
  id: "conversations",
  context: ({ input }) => ({ ...input, rows: [], loaded: 0, unreadTotal: 0, changes: [], kept: null }),
  invoke: [
    child("conversationEvents"),
    child("syncEvents"),
    child("messageEvents"),
    child("titleBar"),
    child("rowStore"),
  ],
  type: "parallel",
  states: {
    list: {
      initial: "loading",
      on: {
        "im.syncFinished": ".loading",
        "im.messages": { actions: { type: "mark", params: ({ event }) => event } },
        "im.conversations": {
          actions: [
            { type: "merge", params: ({ event }) => ({ rows: event.conversations }) },
            { type: "dropCleared", params: ({ event }) => event },
          ],
        },
      },
      states: {
        loading: {
          tags: "loading",
          description:
            "The first page comes from the local database, so it does not wait for the server (4-29).",
          initial: "first",
          states: {
            first: {},
            again: { description: "It failed before." },
          },
          entry: "restartCount",
          invoke: {
            id: "loadFirst",
            src: "loadConversations",
            input: { offset: 0, count: CONVERSATION_PAGE },
            onDone: [
              {
                guard: { type: "isFullPage", params: pageOf },
                target: "ready.idle",
                actions: [
                  { type: "merge", params: pageOf },
                  { type: "countPage", params: pageOf },
                ],
              },
              { target: "ready.exhausted", actions: { type: "merge", params: pageOf } },
            ],
            onError: [
              { guard: "isRepeatable", target: "pausing", actions: "reportFailure" },
              { target: "failed", actions: "reportFailure" },
            ],
          },
        },
        pausing: {
          description: "The reload after a sync failed. The rows stay, and it is tried once more by itself.",
          after: { reloadPause: "loading.again" },
        },
        ready: {
          initial: "exhausted",
          states: {
            idle: {
              description: "The last page was full, so there may be more (4-53).",
              always: { guard: "needsAll", target: "loadingMore" },
              on: { "user.loadMore": "loadingMore" },
            },
            loadingMore: {
              tags: "loadingMore",
              description: "Load the next page, starting at the number of rows loaded so far (4-54).",
              invoke: {
                id: "loadMore",
                src: "loadConversations",
                input: ({ context }) => ({ offset: context.loaded, count: CONVERSATION_PAGE }),
                onDone: [
                  {
                    guard: { type: "isFullPage", params: pageOf },
                    target: "idle",
                    actions: [
                      { type: "merge", params: pageOf },
                      { type: "countPage", params: pageOf },
                    ],
                  },
                  { target: "exhausted", actions: { type: "merge", params: pageOf } },
                ],
                onError: { target: "failed", actions: "reportFailure" },
              },
            },
            failed: {
              tags: "moreFailed",
              description: "The next page could not be loaded. The rows stay. Offer a retry.",
              meta: { rule: "8-31" },
              on: { "user.retryConversations": "loadingMore" },
            },
            exhausted: {},
          },
        },
        failed: {
          tags: "failed",
          description:
            "The first page could not be loaded. Offer a retry (8-31: logged, no toast). If there are rows, the bar says that they are old.",
          on: { "user.retryConversations": "loading.again" },
        },
      },
    },
    search: {
      initial: "off",
      states: {
        off: {
          on: {
            "user.searchChats": {
              guard: { type: "isQuery", params: ({ event }) => event },
              target: "loadingAll",
            },
          },
        },
        loadingAll: {
          tags: "loadingAll",
          description: "A search looks at all chats, so the pages are loaded one after the other.",
          meta: { rule: "4-54" },
          always: { guard: "hasAll", target: "off" },
          on: {
            "user.searchChats": [
              { guard: { type: "isQuery", params: ({ event }) => event } },
              { target: "off" },
            ],
          },
        },
      },
    },
    unread: {
      initial: "loading",
      on: {
        "im.unreadTotal": {
          target: ".known",
          actions: [
            { type: "setUnreadTotal", params: ({ event }) => ({ count: event.count }) },
            "showUnreadInTitle",
          ],
        },
        "im.syncFinished": ".loading",
        "im.conversations": {
          guard: { type: "isMuteChanged", params: ({ event }) => ({ rows: event.conversations }) },
          target: ".loading",
        },
      },
      states: {
        loading: {
          description:
            "Muted chats do not count. The SDK sends no new total when a chat is muted, so load it.",
          invoke: {
            id: "loadUnreadTotal",
            src: "loadUnreadTotal",
            onDone: {
              target: "known",
              actions: [
                { type: "setUnreadTotal", params: ({ event }) => ({ count: event.output }) },
                "showUnreadInTitle",
              ],
            },
            onError: { target: "known", actions: "reportFailure" },
          },
        },
        known: { description: "The total sets the badge of the tab and the page title." },
      },
    },
    changes: {
      initial: "settled",
      on: {
        "user.changeConversation": {
          actions: { type: "queueChange", params: ({ event }) => ({ change: event.change }) },
        },
      },
      states: {
        settled: { always: { guard: "hasChange", target: "saving" } },
        saving: {
          description:
            "Saves one change at a time. The SDK's event updates the row; only a removal has no event.",
          meta: { rule: "4-64" },
          invoke: {
            id: "changeConversation",
            src: "changeConversation",
            input: ({ context }) => firstChange(context),
            onDone: {
              target: "settled",
              actions: ["applyChange", "tellCleared", "sayCleared", "dropChange"],
            },
            onError: {
              target: "settled",
              actions: ["dropChange", { type: "notify", params: asToast }],
            },
          },
        },
      },
    },
    shownRows: {
      initial: "cached",
      states: {
        cached: {
          tags: "first",
          description: "The cached rows are shown until the first page is loaded.",
          always: { guard: "hasPage", target: "live" },
        },
        live: {
          description: "Store the rows for the next session.",
          always: { guard: "isUnkept", actions: "keepRows" },
        },
      },
    },
  },
});

function firstChange(context: ConversationsContext): ConversationChange {
  const [change] = context.changes;
  if (change === undefined) throw new Error("No change to save");
  return change;
}
