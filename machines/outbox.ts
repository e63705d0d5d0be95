import { type ActorRefFrom, assign, enqueueActions, log, sendTo, setup, stopChild } from "xstate";
import type { CallRecord, Message, MessageContent, Profile, QuotedMessage } from "./events.ts";
import { type OutgoingNews, outgoingMachine } from "./outgoing.ts";
import { type Listener, port, stream } from "./port.ts";
import type { Clock, Draftable } from "./ports.ts";

/**
 * What is being sent, over all conversations: one `outgoing` child a message. It outlives every screen, and what it
 * holds survives a reload.
 */

/** What the open conversation hears of its messages. */
export type OutboxNews =
  | { type: "outbox.message"; message: Message }
  | { type: "outbox.dropped"; clientMsgID: string };

/** What may be asked of it. */
export type OutboxCommand =
  | { type: "outbox.send"; conversationID: string; text: string; replyTo: Message | null }
  /** Writes down a call that has ended (2-97). */
  | { type: "outbox.record"; conversationID: string; record: CallRecord }
  /** Sends a failed message again, also one that failed in an earlier session. */
  | { type: "outbox.resend"; message: Message }
  | { type: "outbox.drop"; clientMsgID: string }
  | { type: "outbox.follow"; conversationID: string; follower: Listener<OutboxNews> };

export type OutboxEvent = OutgoingNews | OutboxCommand;

export type Sender = Pick<Profile, "userID" | "nickname" | "faceURL">;

interface Item {
  draft: Draftable;
  message: Message;
  actor: ActorRefFrom<typeof outgoingMachine>;
}

/** What sets out together. After a reload the words replied to are known to the SDK alone. */
interface Departure {
  drafts: readonly Draftable[];
  quoted?: QuotedMessage | null;
}

export interface OutboxContext {
  sender: Sender;
  clock: Clock;
  items: Readonly<Record<string, Item>>;
  /** The open conversation, if any. */
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
    outgoing: outgoingMachine,
    readOutbox: port<Draftable[], { userID: string }>("readOutbox"),
    outboxStore: stream<{ type: "outbox.keep"; userID: string; items: Draftable[] }>("outboxStore"),
  },
  actions: {
    start: assign({
      items: ({ context, spawn, self }, { drafts, quoted }: Departure) => {
        const items = { ...context.items };
        for (const draft of drafts) {
          if (items[draft.clientMsgID]) continue;
          const message = messageOf(draft, quoted ?? null, context);
          const actor = spawn("outgoing", {
            id: draft.clientMsgID,
            input: { parent: self, draft, message },
          });
          items[draft.clientMsgID] = { draft, message, actor };
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
    forget: enqueueActions(({ context, enqueue }, { clientMsgID }: { clientMsgID: string }) => {
      const { [clientMsgID]: gone, ...items } = context.items;
      if (!gone) return;
      enqueue(stopChild(gone.actor));
      enqueue.assign({ items });
    }),
    follow: assign((_, { follower }: { follower: NonNullable<OutboxContext["follower"]> }) => ({ follower })),
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
    keep: sendTo("outboxStore", ({ context }) => ({
      type: "outbox.keep",
      userID: context.sender.userID,
      items: Object.values(context.items).map((item) => item.draft),
    })),
    reportFailure: log(({ event }) => `outbox: ${event.type}`),
  },
  guards: {
    isKnown: ({ context }, { clientMsgID }: { clientMsgID: string }) => clientMsgID in context.items,
  },
}).createMachine({
  id: "outbox",
  context: ({ input }) => ({ ...input, items: {}, follower: null }),
  invoke: { id: "outboxStore", src: "outboxStore", onError: { actions: "reportFailure" } },
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
        guard: { type: "isKnown", params: ({ event }) => ({ clientMsgID: event.message.clientMsgID }) },
        actions: { type: "retryItem", params: ({ event }) => ({ clientMsgID: event.message.clientMsgID }) },
      },
      {
        actions: [
          {
            type: "start",
            params: ({ event }) => ({ drafts: draftsOf(event.message), quoted: quoteIn(event.message) }),
          },
          "keep",
        ],
      },
    ],
    "outbox.drop": {
      guard: { type: "isKnown", params: ({ event }) => ({ clientMsgID: event.clientMsgID }) },
      actions: [
        { type: "discardItem", params: ({ event }) => ({ clientMsgID: event.clientMsgID }) },
        { type: "tellFollowerDropped", params: ({ event }) => ({ clientMsgID: event.clientMsgID }) },
      ],
    },
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
    "outgoing.changed": {
      actions: [
        { type: "setMessage", params: ({ event }) => ({ message: event.message }) },
        { type: "tellFollower", params: ({ event }) => ({ message: event.message }) },
      ],
    },
    "outgoing.ended": {
      actions: [{ type: "forget", params: ({ event }) => ({ clientMsgID: event.clientMsgID }) }, "keep"],
    },
  },
  states: {
    restoring: {
      description: "What an earlier visit left unsent is read; new messages may already go out.",
      invoke: {
        id: "readOutbox",
        src: "readOutbox",
        input: ({ context }) => ({ userID: context.sender.userID }),
        onDone: {
          target: "open",
          actions: [{ type: "start", params: ({ event }) => ({ drafts: event.output }) }, "keep"],
        },
        onError: { target: "open", actions: "reportFailure" },
      },
    },
    open: { description: "Every message has its own child." },
  },
});

function actorOf(context: OutboxContext, clientMsgID: string): Item["actor"] {
  const item = context.items[clientMsgID];
  if (!item) throw new Error("No such message in the outbox");
  return item.actor;
}

function draftOf(
  event: { conversationID: string; text: string; replyTo: Message | null },
  clock: Clock,
): Draftable {
  return {
    clientMsgID: clock.newID(),
    conversationID: event.conversationID,
    text: event.text,
    replyTo: event.replyTo?.clientMsgID ?? null,
  };
}

function recordDraft(
  { conversationID, record }: { conversationID: string; record: CallRecord },
  clock: Clock,
): Draftable {
  return { clientMsgID: clock.newID(), conversationID, text: "", replyTo: null, call: record };
}

/** The draft a failed message was made of; none for kinds that cannot be made again. */
function draftsOf(message: Message): Draftable[] {
  const { clientMsgID, conversationID, content } = message;
  if (content.type === "text") return [{ clientMsgID, conversationID, text: content.text, replyTo: null }];
  if (content.type === "callRecord")
    return [{ clientMsgID, conversationID, text: "", replyTo: null, call: content.record }];
  if (content.type === "quote")
    return [
      { clientMsgID, conversationID, text: content.text, replyTo: content.quoted?.clientMsgID ?? null },
    ];
  return [];
}

/** How a message looks before the SDK has made it. */
function messageOf(
  draft: Draftable,
  quoted: QuotedMessage | null,
  { sender, clock }: OutboxContext,
): Message {
  return {
    clientMsgID: draft.clientMsgID,
    conversationID: draft.conversationID,
    sendID: sender.userID,
    recvID: "",
    groupID: "",
    senderNickname: sender.nickname,
    senderFaceUrl: sender.faceURL,
    ...contentOf(draft, quoted),
    seq: 0,
    sendTime: clock.now(),
    status: "sending",
    isRead: false,
  };
}

function contentOf(
  { text, replyTo, call }: Draftable,
  quoted: QuotedMessage | null,
): { contentType: number; content: MessageContent } {
  if (call) return { contentType: 110, content: { type: "callRecord", record: call } };
  return replyTo === null
    ? { contentType: 101, content: { type: "text", text } }
    : { contentType: 114, content: { type: "quote", text, quoted } };
}

function quotedFrom({ clientMsgID, sendID, senderNickname, content }: Message): QuotedMessage {
  return { clientMsgID, sendID, senderNickname, content };
}

function quoteIn({ content }: Message): QuotedMessage | null {
  return content.type === "quote" ? content.quoted : null;
}
