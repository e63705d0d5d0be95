import { type ActorRefFrom, assign, enqueueActions, log, sendTo, setup, stopChild } from "xstate";
import type { CallRecord } from "../domain/call.ts";
import { child } from "../domain/child.ts";
import type { Message, MessageContent, QuotedMessage } from "../domain/message.ts";
import { contentsOf } from "../domain/outgoing-attachment.ts";
import type { OutgoingDraft } from "../ports/im.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import {
  attachmentDrafts,
  type Departing,
  draftIn,
  draftOf,
  type KeptDraft,
  keptDraft,
  messageOf,
  type OutgoingAttachments,
  type OutgoingText,
  quotedFrom,
  quoteIn,
  readyToSend,
  recordDraft,
  type Sender,
} from "./outgoing-drafts.ts";
import { type OutgoingMessageNews, outgoingMessageMachine } from "./outgoing-message.ts";

/**
 * Outgoing messages of all conversations, one `outgoingMessage` child each. It outlives every screen, and its
 * items survive a reload.
 */

export type OutboxNews =
  /** The user sent or resent something. The messages follow. */
  | { type: "outbox.begun" }
  | { type: "outbox.message"; message: Message }
  | { type: "outbox.dropped"; clientMsgID: string };

export type OutboxCommand =
  | ({ type: "outbox.send" } & OutgoingText)
  /** Sends each attachment as its own message, then the caption. */
  | ({ type: "outbox.attach" } & OutgoingAttachments)
  /** Adds the record of an ended call to the chat (2-97). */
  | { type: "outbox.record"; conversationID: string; record: CallRecord }
  /** Resends a failed message, also one of an earlier session. */
  | { type: "outbox.resend"; message: Message }
  | { type: "outbox.drop"; clientMsgID: string }
  /** The messages of this chat were deleted; null for those of all chats. */
  | { type: "outbox.clear"; conversationID: string | null }
  | { type: "outbox.follow"; conversationID: string; follower: Listener<OutboxNews> };

export type OutboxEvent = OutgoingMessageNews | OutboxCommand;

interface Item extends Departing {
  actor: ActorRefFrom<typeof outgoingMessageMachine>;
}

/** Messages that start together. After a reload only the SDK knows the quoted text. */
interface Departure {
  drafts: readonly KeptDraft[];
  quoted?: QuotedMessage | null;
  /** The content of a forwarded message until the SDK has made it. */
  contents?: Readonly<Record<string, MessageContent>>;
}

export interface OutboxContext {
  sender: Sender;
  clock: Clock;
  items: Readonly<Record<string, Item>>;
  /** Whether the stored messages of an earlier session are among the items. */
  isRestored: boolean;
  follower: { conversationID: string; actor: Listener<OutboxNews> } | null;
}

export const outboxMachine = setup({
  types: {
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    input: {} as { sender: Sender; clock: Clock },
    children: {} as { outboxStore: "outboxStore" },
  },
  actors: {
    outgoingMessage: outgoingMessageMachine,
    readOutbox: port<KeptDraft[], { userID: string }>("readOutbox"),
    outboxStore: stream<{ type: "outbox.keep"; userID: string; items: KeptDraft[] }>("outboxStore"),
  },
  actions: {
    start: assign({
      items: ({ context, spawn, self }, { drafts, quoted, contents }: Departure) => {
        const items = { ...context.items };
        for (const [index, { failed, ...draft }] of drafts.entries()) {
          if (items[draft.clientMsgID]) continue;
          const content = contents?.[draft.clientMsgID];
          // One millisecond apart, so that messages that start together keep their order.
          const sendTime = context.clock.now() + index;
          const made = messageOf(draft, quoted ?? null, { sender: context.sender, sendTime });
          const message: Message = {
            ...made,
            ...(content ? { content } : {}),
            ...(failed ? { ...failed, status: "failed" } : {}),
          };
          const actor = spawn("outgoingMessage", {
            id: draft.clientMsgID,
            input: { parent: self, draft, message },
          });
          items[draft.clientMsgID] = {
            draft,
            message,
            isReady: false,
            isGivenUp: failed !== undefined,
            actor,
          };
        }
        return items;
      },
    }),
    setMessage: assign({
      items: ({ context }, { message }: { message: Message }) => {
        const item = context.items[message.clientMsgID];
        return item ? { ...context.items, [message.clientMsgID]: { ...item, message } } : context.items;
      },
    }),
    setReady: assign({
      items: ({ context }, { clientMsgID }: { clientMsgID: string }) => {
        const item = context.items[clientMsgID];
        return item ? { ...context.items, [clientMsgID]: { ...item, isReady: true } } : context.items;
      },
    }),
    setGivenUp: assign({
      items: ({ context }, { clientMsgID, isGivenUp }: { clientMsgID: string; isGivenUp: boolean }) => {
        const item = context.items[clientMsgID];
        return item ? { ...context.items, [clientMsgID]: { ...item, isGivenUp } } : context.items;
      },
    }),
    /** A child that already had its turn ignores another one. */
    giveTurns: enqueueActions(({ context, enqueue }) => {
      for (const { actor } of readyToSend(Object.values(context.items)))
        enqueue.sendTo(actor, { type: "outbox.turn" });
    }),
    forget: enqueueActions(({ context, enqueue }, { clientMsgID }: { clientMsgID: string }) => {
      const { [clientMsgID]: gone, ...items } = context.items;
      if (!gone) return;
      enqueue(stopChild(gone.actor));
      enqueue.assign({ items });
    }),
    follow: assign((_, { follower }: { follower: NonNullable<OutboxContext["follower"]> }) => ({ follower })),
    tellFollowerBegun: enqueueActions(
      ({ context, enqueue }, { conversationID }: { conversationID: string }) => {
        if (context.follower?.conversationID !== conversationID) return;
        enqueue.sendTo(context.follower.actor, { type: "outbox.begun" });
      },
    ),
    tellFollower: enqueueActions(({ context, enqueue }, { message }: { message: Message }) => {
      if (context.follower?.conversationID !== message.conversationID) return;
      enqueue.sendTo(context.follower.actor, { type: "outbox.message", message });
    }),
    tellFollowerAll: enqueueActions(({ context, enqueue }) => {
      const { follower } = context;
      if (!follower) return;
      for (const { message } of Object.values(context.items))
        if (message.conversationID === follower.conversationID)
          enqueue.sendTo(follower.actor, { type: "outbox.message", message });
    }),
    tellFollowerDropped: enqueueActions(({ context, enqueue }, { clientMsgID }: { clientMsgID: string }) => {
      if (context.follower) enqueue.sendTo(context.follower.actor, { type: "outbox.dropped", clientMsgID });
    }),
    retryItem: sendTo(
      ({ context }, { clientMsgID }: { clientMsgID: string }) => actorOf(context, clientMsgID),
      { type: "outbox.retry" },
    ),
    discardItem: sendTo(
      ({ context }, { clientMsgID }: { clientMsgID: string }) => actorOf(context, clientMsgID),
      { type: "outbox.discard" },
    ),
    /**
     * The last message first, so that none gets its turn meanwhile. A message that the SDK already sends ignores
     * this, because others would still receive it.
     */
    discardItems: enqueueActions(
      ({ context, enqueue }, { conversationID }: { conversationID: string | null }) => {
        for (const { actor, draft } of Object.values(context.items).reverse())
          if (draft.conversationID === (conversationID ?? draft.conversationID))
            enqueue.sendTo(actor, { type: "outbox.discard" });
      },
    ),
    markRestored: assign({ isRestored: true }),
    /** The store drops messages that are not in the list, with their files. So an incomplete list is not stored. */
    keep: enqueueActions(({ context: { sender, items, isRestored }, enqueue }) => {
      if (!isRestored) return;
      enqueue.sendTo("outboxStore", {
        type: "outbox.keep",
        userID: sender.userID,
        items: Object.values(items).map(keptDraft),
      });
    }),
    reportFailure: log(({ event }) => `outbox: ${event.type}`),
  },
  guards: {
    isKnown: ({ context }, { clientMsgID }: { clientMsgID: string }) => clientMsgID in context.items,
    /**
     * A message can be dropped after a failure or during its upload, but not while the SDK sends it, because
     * others would still receive it.
     */
    isHere: ({ context }, { clientMsgID }: { clientMsgID: string }) => {
      const message = context.items[clientMsgID]?.message;
      return message?.status === "failed" || message?.uploaded !== undefined;
    },
    canBeMade: (_, { message }: { message: Message }) => draftIn(message) !== null,
  },
}).createMachine({
  id: "outbox",
  context: ({ input }) => ({ ...input, items: {}, isRestored: false, follower: null }),
  invoke: child("outboxStore"),
  initial: "restoring",
  on: {
    "outbox.send": {
      actions: [
        {
          type: "start",
          params: ({ context, event }) => ({
            drafts: [draftOf(event, context.clock)],
            quoted: event.replyTo && quotedFrom(event.replyTo),
          }),
        },
        "keep",
        { type: "tellFollowerBegun", params: ({ event }) => event },
      ],
    },
    "outbox.attach": {
      actions: [
        {
          type: "start",
          params: ({ context, event }) => ({
            drafts: attachmentDrafts(event, context.clock),
            contents: contentsOf(event.attachments),
          }),
        },
        "keep",
        { type: "tellFollowerBegun", params: ({ event }) => event },
      ],
    },
    "outbox.record": {
      actions: [
        {
          type: "start",
          params: ({ context, event }) => ({ drafts: [recordDraft(event, context.clock)] }),
        },
        "keep",
      ],
    },
    "outbox.resend": [
      {
        guard: { type: "isKnown", params: ({ event }) => event.message },
        actions: [
          { type: "retryItem", params: ({ event }) => event.message },
          {
            type: "setGivenUp",
            params: ({ event }) => ({ clientMsgID: event.message.clientMsgID, isGivenUp: false }),
          },
          "keep",
          { type: "tellFollowerBegun", params: ({ event }) => event.message },
        ],
      },
      {
        guard: { type: "canBeMade", params: ({ event }) => event },
        actions: [
          {
            type: "start",
            params: ({ event }) => ({ drafts: draftsIn(event.message), quoted: quoteIn(event.message) }),
          },
          "keep",
          { type: "tellFollowerBegun", params: ({ event }) => event.message },
        ],
      },
    ],
    "outbox.drop": {
      guard: { type: "isHere", params: ({ event }) => event },
      actions: [
        { type: "discardItem", params: ({ event }) => event },
        { type: "tellFollowerDropped", params: ({ event }) => event },
      ],
    },
    "outbox.clear": { actions: { type: "discardItems", params: ({ event }) => event } },
    "outbox.follow": {
      actions: [
        {
          type: "follow",
          params: ({ event }) => ({
            follower: { conversationID: event.conversationID, actor: event.follower },
          }),
        },
        "tellFollowerAll",
      ],
    },
    "outgoingMessage.changed": {
      actions: [
        { type: "setMessage", params: ({ event }) => event },
        { type: "tellFollower", params: ({ event }) => event },
        "giveTurns",
      ],
    },
    "outgoingMessage.ready": {
      actions: [{ type: "setReady", params: ({ event }) => event }, "giveTurns"],
    },
    "outgoingMessage.failed": {
      actions: [{ type: "setGivenUp", params: ({ event }) => ({ ...event, isGivenUp: true }) }, "keep"],
    },
    "outgoingMessage.ended": {
      actions: [{ type: "forget", params: ({ event }) => event }, "keep", "giveTurns"],
    },
  },
  states: {
    restoring: {
      description:
        "Load unsent messages of an earlier session. Failed ones stay failed. New messages can already be sent; they are stored with the loaded ones. What cannot be loaded is not overwritten.",
      invoke: {
        id: "readOutbox",
        src: "readOutbox",
        input: ({ context }) => ({ userID: context.sender.userID }),
        onDone: {
          target: "open",
          actions: [
            { type: "start", params: ({ event }) => ({ drafts: event.output }) },
            "markRestored",
            "keep",
          ],
        },
        onError: { target: "open", actions: "reportFailure" },
      },
    },
    open: {},
  },
});

/** The `systemId` of the outbox. */
export const OUTBOX = "outbox";

function actorOf(context: OutboxContext, clientMsgID: string): Item["actor"] {
  const item = context.items[clientMsgID];
  if (!item) throw new Error("The message is not in the outbox");
  return item.actor;
}

function draftsIn(message: Message): OutgoingDraft[] {
  const draft = draftIn(message);
  return draft ? [draft] : [];
}
