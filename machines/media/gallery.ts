import { assign, enqueueActions, log, sendTo, setup } from "xstate";
import { toastsOf } from "../app/toasts.ts";
import { canForward } from "../conversation/forwarded-messages.ts";
import { forwardingMachine } from "../conversation/forwarding.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type ConversationListEvent, isEmptied } from "../domain/conversation.ts";
import {
  type HistoryPage,
  isRemoved,
  loadedPage,
  type Message,
  type MessageEvent,
  messagesIn,
  newestID,
  oldestID,
  type PageQuery,
} from "../domain/message.ts";
import type { Place } from "../domain/route.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import { memberDirectoryOf, usersToLookUp } from "../people/member-directory.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { joined, LOOK_PAGE, type MediaItem, mediaIn, mediumOf } from "./shared-items.ts";

/**
 * Shows pictures and videos one at a time, with the previous and next ones of the conversation. The local
 * store cannot list messages by kind and has only messages that were loaded before, so the chart pages
 * through the conversation.
 */

export type GalleryEvent =
  | MessageEvent
  | ConversationListEvent
  | ({ type: "user.openGallery" } & GalleryOpening)
  | { type: "user.showPrevious" }
  | { type: "user.showNext" }
  | { type: "user.forwardShown" }
  | { type: "user.retryGallery" }
  | { type: "user.closeGallery" }
  | { type: "place.changed"; place: Place };

interface GalleryOpening {
  /** Null for a separate set, such as a merged history, or for an unsent message. */
  conversationID: string | null;
  /** The items known so far, oldest first. */
  items: readonly MediaItem[];
  /** clientMsgID of the item to show; it is in `items`. */
  shownID: string;
}

type Removal = Extract<MessageEvent, { type: "im.revoked" | "im.deleted" }>;

export interface GalleryInput {
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface GalleryContext extends GalleryOpening, GalleryInput {
  /** clientMsgID of the oldest and newest message that was checked. */
  oldestID: string;
  newestID: string;
  /** Items of new messages, kept until the newest page is loaded. */
  arrived: readonly MediaItem[];
}

const NOTHING: Omit<GalleryContext, keyof GalleryInput> = {
  conversationID: null,
  items: [],
  shownID: "",
  oldestID: "",
  newestID: "",
  arrived: [],
};

/** Number of items to load ahead on each side. */
const AHEAD = 10;

export const galleryMachine = setup({
  types: {
    context: {} as GalleryContext,
    events: {} as GalleryEvent,
    input: {} as GalleryInput,
    children: {} as { forwarding: "forwarding" },
    tags: {} as "readingOlder" | "readingNewer" | "oldestKnown" | "newestKnown" | "failed",
    meta: {} as RuleMeta,
  },
  actors: {
    messageEvents: stream("messageEvents"),
    conversationEvents: stream("conversationEvents"),
    forwarding: forwardingMachine,
    readOlder: port<HistoryPage, PageQuery>("readOlder"),
    readNewer: port<HistoryPage, PageQuery<string>>("readNewer"),
  },
  actions: {
    begin: assign((_, { conversationID, items, shownID }: GalleryOpening) => ({
      conversationID,
      items,
      shownID,
      oldestID: shownID,
      newestID: shownID,
    })),
    forget: assign(NOTHING),
    showPrevious: assign({ shownID: ({ context }) => idAt(context, indexOf(context) - 1) }),
    showNext: assign({ shownID: ({ context }) => idAt(context, indexOf(context) + 1) }),
    prepend: assign(({ context }, { messages }: HistoryPage) => ({
      items: joined(mediaIn(messages), context.items),
      oldestID: oldestID(messages) ?? context.oldestID,
    })),
    append: assign(({ context }, { messages }: HistoryPage) => ({
      items: joined(context.items, mediaIn(messages)),
      newestID: newestID(messages) || context.newestID,
    })),
    /** Looks up the senders of new items in a group in the member directory. */
    introduce: enqueueActions(({ enqueue }, { messages }: HistoryPage) => {
      const strangers = usersToLookUp(messages.filter(({ content }) => mediumOf(content) !== null));
      if (strangers) enqueue.sendTo(memberDirectoryOf, { type: "memberDirectory.meet", ...strangers });
    }),
    collect: assign({
      arrived: ({ context }, { messages }: { messages: readonly Message[] }) =>
        joined(context.arrived, mediaIn(messagesIn(context.conversationID ?? "", messages))),
    }),
    /** The newest page is loaded, so the items that arrived meanwhile go to the end. */
    settle: assign(({ context }) => ({ items: joined(context.items, context.arrived), arrived: [] })),
    drop: assign(({ context }, { removal }: { removal: Removal }) => without(context, removal)),
    notifyRecalled: sendTo(toastsOf, {
      type: "toast.add",
      toast: { tone: "info", key: "recalled" },
    }),
    reportFailure: log(({ event }) => `gallery: ${event.type}`),
  },
  guards: {
    isSetOfItsOwn: ({ context }) => context.conversationID === null,
    isAllThereIs: ({ context: { items } }, { removal }: { removal: Removal }) =>
      items.every((item) => isGone(item, removal)),
    isEmptied: (
      { context: { conversationID } },
      event: Extract<ConversationListEvent, { type: "im.conversations" }>,
    ) => conversationID !== null && isEmptied(event, conversationID),
    canForward: ({ context }) => forwardableIn(context) !== null,
    isShortBefore: ({ context }) => indexOf(context) < AHEAD,
    isShortBehind: ({ context }) => context.items.length - 1 - indexOf(context) < AHEAD,
    isEnd: (_, { isEnd, messages }: HistoryPage) => isEnd || messages.length === 0,
  },
}).createMachine({
  id: "gallery",
  context: ({ input }) => ({ ...input, ...NOTHING }),
  initial: "closed",
  states: {
    closed: {
      entry: "forget",
      on: {
        "user.openGallery": { target: "open", actions: { type: "begin", params: ({ event }) => event } },
      },
    },
    open: {
      description: "Shows the tapped item at once and loads the others meanwhile.",
      meta: { rule: "3-77" },
      type: "parallel",
      invoke: [child("messageEvents"), child("conversationEvents")],
      on: {
        "user.closeGallery": "closed",
        "place.changed": "closed",
        "user.showPrevious": { actions: "showPrevious" },
        "user.showNext": { actions: "showNext" },
        "im.messages": { actions: { type: "collect", params: ({ event }) => event } },
        "im.revoked": [
          {
            guard: { type: "isAllThereIs", params: ({ event }) => ({ removal: event }) },
            target: "closed",
            actions: "notifyRecalled",
          },
          { actions: { type: "drop", params: ({ event }) => ({ removal: event }) } },
        ],
        "im.deleted": [
          {
            guard: { type: "isAllThereIs", params: ({ event }) => ({ removal: event }) },
            target: "closed",
          },
          { actions: { type: "drop", params: ({ event }) => ({ removal: event }) } },
        ],
        "im.conversations": {
          guard: { type: "isEmptied", params: ({ event }) => event },
          target: "closed",
        },
      },
      states: {
        older: {
          initial: "arriving",
          states: {
            arriving: { always: [{ guard: "isSetOfItsOwn", target: "known" }, { target: "reading" }] },
            reading: {
              description: "Load an older page, and continue while pages have no picture or video.",
              tags: "readingOlder",
              invoke: {
                id: "readOlder",
                src: "readOlder",
                input: ({ context }) => pageAt(context, context.oldestID),
                onDone: [
                  {
                    guard: { type: "isEnd", params: loadedPage },
                    target: "known",
                    actions: [
                      { type: "prepend", params: loadedPage },
                      { type: "introduce", params: loadedPage },
                    ],
                  },
                  {
                    target: "waiting",
                    actions: [
                      { type: "prepend", params: loadedPage },
                      { type: "introduce", params: loadedPage },
                    ],
                  },
                ],
                onError: { target: "failed", actions: "reportFailure" },
              },
            },
            waiting: {
              description: "Enough items are loaded ahead. Load more when the user comes near the end.",
              always: { guard: "isShortBefore", target: "reading" },
            },
            known: { description: "The first item of the conversation is loaded.", tags: "oldestKnown" },
            failed: {
              description: "Loading failed. The shown and loaded items stay (8-23).",
              meta: { rule: "8-23" },
              tags: "failed",
              on: { "user.retryGallery": "reading" },
            },
          },
        },
        newer: {
          initial: "arriving",
          states: {
            arriving: { always: [{ guard: "isSetOfItsOwn", target: "known" }, { target: "reading" }] },
            reading: {
              tags: "readingNewer",
              invoke: {
                id: "readNewer",
                src: "readNewer",
                input: ({ context }) => pageAt(context, context.newestID),
                onDone: [
                  {
                    guard: { type: "isEnd", params: loadedPage },
                    target: "known",
                    actions: [
                      { type: "append", params: loadedPage },
                      { type: "introduce", params: loadedPage },
                    ],
                  },
                  {
                    target: "waiting",
                    actions: [
                      { type: "append", params: loadedPage },
                      { type: "introduce", params: loadedPage },
                    ],
                  },
                ],
                onError: { target: "failed", actions: "reportFailure" },
              },
            },
            waiting: { always: { guard: "isShortBehind", target: "reading" } },
            known: {
              description: "The newest item is loaded; a new message is the next item.",
              tags: "newestKnown",
              entry: "settle",
              on: {
                "im.messages": {
                  actions: [{ type: "collect", params: ({ event }) => event }, "settle"],
                },
              },
            },
            failed: { tags: "failed", on: { "user.retryGallery": "reading" } },
          },
        },
        forward: {
          initial: "idle",
          states: {
            idle: { on: { "user.forwardShown": { guard: "canForward", target: "choosing" } } },
            choosing: {
              description: "The user picks chats for the shown item, as from the menu of its message.",
              invoke: {
                id: "forwarding",
                src: "forwarding",
                input: ({ context }) => {
                  const message = forwardableIn(context);
                  return { messages: message ? [message] : [], outbox: context.outbox, clock: context.clock };
                },
                onDone: "idle",
                onError: { target: "idle", actions: "reportFailure" },
              },
            },
          },
        },
      },
    },
  },
});

/** Returns the shown item and its position; null when the gallery is closed. */
export function shownIn(context: GalleryContext): ShownMedium | null {
  const index = indexOf(context);
  const item = context.items[index];
  if (!item) return null;
  return {
    item,
    index,
    previous: context.items[index - 1] ?? null,
    next: context.items[index + 1] ?? null,
  };
}

export interface ShownMedium {
  item: MediaItem;
  index: number;
  previous: MediaItem | null;
  next: MediaItem | null;
}

function indexOf({ items, shownID }: GalleryContext): number {
  return items.findIndex(({ clientMsgID }) => clientMsgID === shownID);
}

function idAt({ items, shownID }: GalleryContext, index: number): string {
  return items[index]?.clientMsgID ?? shownID;
}

/** Returns the message of the shown item if it can be forwarded, else null. */
export function forwardableIn(context: GalleryContext): Message | null {
  const message = context.items[indexOf(context)]?.message;
  return message && canForward(message) ? message : null;
}

/** A merged history keeps its messages when their originals are removed. */
function isGone({ message }: MediaItem, removal: Removal): boolean {
  return message !== null && isRemoved(message, removal);
}

/** Removes an item. If it was shown, shows the next one, or the previous one at the end. */
function without(context: GalleryContext, removal: Removal) {
  const isOther = (item: MediaItem) => !isGone(item, removal);
  const { items, arrived, shownID } = context;
  const index = indexOf(context);
  const neighbour = idAt(context, index < items.length - 1 ? index + 1 : index - 1);
  const left = items.filter(isOther);
  return {
    items: left,
    arrived: arrived.filter(isOther),
    shownID: left.some(({ clientMsgID }) => clientMsgID === shownID) ? shownID : neighbour,
  };
}

function pageAt({ conversationID }: GalleryContext, cursor: string): PageQuery<string> {
  return { conversationID: conversationID ?? "", cursor, count: LOOK_PAGE };
}
