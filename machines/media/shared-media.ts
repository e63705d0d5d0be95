import { assign, enqueueActions, log, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type ConversationListEvent, isEmptied } from "../domain/conversation.ts";
import {
  type HistoryPage,
  loadedPage,
  type Message,
  type MessageEvent,
  mergeMessages,
  messagesIn,
  oldestID,
  type PageQuery,
} from "../domain/message.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { memberDirectoryOf, usersToLookUp } from "../people/member-directory.ts";
import { port, stream } from "../ports/stub.ts";
import { LOOK_PAGE, SHARED_MEDIA_PAGE, type SharedMediaKind, sharedMediaKindOf } from "./shared-items.ts";

/**
 * Shared pictures and videos, files and links of a conversation, newest first. One pass over the conversation
 * serves all three tabs, and loads only as far as the open tab needs.
 */

export type SharedMediaEvent =
  | MessageEvent
  | ConversationListEvent
  | SyncEvent
  | { type: "user.showSharedMedia"; kind: SharedMediaKind }
  /** The user scrolled near the end of the loaded items. */
  | { type: "user.loadMoreSharedMedia" }
  | { type: "user.retrySharedMedia" };

export interface SharedMediaContext {
  conversationID: string;
  kind: SharedMediaKind;
  /** Messages with shared items, oldest first. */
  messages: readonly Message[];
  /** clientMsgID of the oldest message that was checked; null before the first page. */
  oldestID: string | null;
  /** Number of items to load for the open tab. */
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
    conversationEvents: stream("conversationEvents"),
    syncEvents: stream("syncEvents"),
    readOlder: port<HistoryPage, PageQuery>("readOlder"),
  },
  actions: {
    show: assign((_, { kind }: { kind: SharedMediaKind }) => ({ kind, wanted: SHARED_MEDIA_PAGE })),
    wantMore: assign({ wanted: ({ context }) => sharedMediaIn(context).length + SHARED_MEDIA_PAGE }),
    merge: assign({
      messages: ({ context }, { messages }: { messages: readonly Message[] }) =>
        mergeMessages(
          context.messages,
          messagesIn(context.conversationID, messages).filter(
            (message) => sharedMediaKindOf(message) !== null,
          ),
        ),
    }),
    goOn: assign({
      oldestID: ({ context }, { messages }: HistoryPage) => oldestID(messages) ?? context.oldestID,
    }),
    startOver: assign({ oldestID: null }),
    forget: assign({ messages: [] }),
    drop: assign({
      messages: ({ context }, { clientMsgID }: { clientMsgID: string }) =>
        context.messages.filter((message) => message.clientMsgID !== clientMsgID),
    }),
    /** Looks up the senders in a group in the member directory. */
    introduce: enqueueActions(({ enqueue }, { messages }: { messages: readonly Message[] }) => {
      const strangers = usersToLookUp(messages.filter((message) => sharedMediaKindOf(message) !== null));
      if (strangers) enqueue.sendTo(memberDirectoryOf, { type: "memberDirectory.meet", ...strangers });
    }),
    reportFailure: log(({ event }) => `sharedMedia: ${event.type}`),
  },
  guards: {
    isEmptied: (
      { context: { conversationID } },
      event: Extract<ConversationListEvent, { type: "im.conversations" }>,
    ) => isEmptied(event, conversationID),
    isShort: ({ context }) => sharedMediaIn(context).length < context.wanted,
    isEnd: (_, { isEnd, messages }: HistoryPage) => isEnd || messages.length === 0,
  },
}).createMachine({
  id: "sharedMedia",
  context: ({ input }) => ({
    ...input,
    kind: "media",
    messages: [],
    oldestID: null,
    wanted: SHARED_MEDIA_PAGE,
  }),
  invoke: [child("messageEvents"), child("conversationEvents"), child("syncEvents")],
  initial: "reading",
  on: {
    "user.showSharedMedia": { actions: { type: "show", params: ({ event }) => event } },
    "im.messages": { actions: { type: "merge", params: ({ event }) => event } },
    "im.revoked": { actions: { type: "drop", params: ({ event }) => event } },
    "im.deleted": { actions: { type: "drop", params: ({ event }) => event } },
    "im.conversations": {
      guard: { type: "isEmptied", params: ({ event }) => event },
      target: ".reading",
      actions: ["forget", "startOver"],
    },
    "im.syncFinished": { target: ".reading", actions: "startOver" },
  },
  states: {
    reading: {
      description: "Load older pages until the open tab has enough items, or the conversation ends.",
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
            guard: { type: "isEnd", params: loadedPage },
            target: "complete",
            actions: [
              { type: "merge", params: loadedPage },
              { type: "introduce", params: loadedPage },
            ],
          },
          {
            target: "waiting",
            actions: [
              { type: "merge", params: loadedPage },
              { type: "goOn", params: loadedPage },
              { type: "introduce", params: loadedPage },
            ],
          },
        ],
        onError: { target: "failed", actions: "reportFailure" },
      },
    },
    waiting: {
      description: "The open tab has enough items. Load more when the user scrolls near the end.",
      always: { guard: "isShort", target: "reading" },
      on: { "user.loadMoreSharedMedia": { actions: "wantMore" } },
    },
    complete: { description: "The whole conversation was checked." },
    failed: {
      description: "Loading a page failed. The loaded items stay, and a retry continues from there.",
      meta: { rule: "8-22, 8-23" },
      tags: "failed",
      on: { "user.retrySharedMedia": "reading" },
    },
  },
});

/** Returns the messages of the open tab, oldest first. */
export function sharedMediaIn({ messages, kind }: SharedMediaContext): readonly Message[] {
  return messages.filter((message) => sharedMediaKindOf(message) === kind);
}
