import { assertEvent, assign, enqueueActions, log, sendTo, setup } from "xstate";
import { composerMachine } from "./composer.ts";
import type {
  Conversation,
  ConversationListEvent,
  FailureCode,
  Message,
  MessageEvent,
  Notice,
} from "./events.ts";
import { failureCode } from "./failure.ts";
import { historyMachine } from "./history.ts";
import { membershipMachine, type Standing } from "./membership.ts";
import type { OutboxCommand } from "./outbox.ts";
import { type Listener, port, stream } from "./port.ts";
import type { Clock } from "./ports.ts";
import { readingMachine } from "./reading.ts";

/** One open conversation. Its actor carries the conversation's id, so a late answer can only reach its own. */

export type ConversationEvent =
  | ConversationListEvent
  | MessageEvent
  | { type: "conversation.shown" }
  | { type: "conversation.hidden" }
  | { type: "membership.changed"; standing: Standing }
  | { type: "notice.add"; notice: Notice }
  | { type: "user.retryConversation" }
  | { type: "user.retryMessage"; message: Message }
  | { type: "user.revokeMessage"; message: Message }
  | { type: "user.deleteMessage"; message: Message }
  | { type: "user.copyMessage"; text: string };

export interface ConversationInput {
  conversationID: string;
  userID: string;
  parent: Listener<{ type: "notice.add"; notice: Notice }>;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface ConversationContext extends ConversationInput {
  conversation: Conversation | null;
}

export const conversationMachine = setup({
  types: {
    context: {} as ConversationContext,
    events: {} as ConversationEvent,
    input: {} as ConversationInput,
    children: {} as {
      history: "history";
      reading: "reading";
      composer: "composer";
      membership: "membership";
    },
  },
  actors: {
    history: historyMachine,
    reading: readingMachine,
    composer: composerMachine,
    membership: membershipMachine,
    conversationEvents: stream("conversationEvents"),
    messageEvents: stream("messageEvents"),
    loadConversation: port<Conversation, { conversationID: string }>("loadConversation"),
    revokeMessage: port<void, { conversationID: string; clientMsgID: string }>("revokeMessage"),
    deleteMessage: port<void, { conversationID: string; clientMsgID: string }>("deleteMessage"),
    copyText: port<void, { text: string }>("copyText"),
  },
  actions: {
    setConversation: assign((_, { conversation }: { conversation: Conversation }) => ({ conversation })),
    refresh: assign(({ context }, { rows }: { rows: readonly Conversation[] }) => {
      const row = rows.find(({ conversationID }) => conversationID === context.conversationID);
      return row ? { conversation: row } : {};
    }),
    tellReadingShown: sendTo("reading", { type: "conversation.shown" }),
    tellReadingHidden: sendTo("reading", { type: "conversation.hidden" }),
    tellComposerHidden: sendTo("composer", { type: "conversation.hidden" }),
    tellChildren: enqueueActions(({ enqueue }, { conversation }: { conversation: Conversation }) => {
      enqueue.sendTo("reading", { type: "conversation.loaded", conversation });
      enqueue.sendTo("composer", { type: "conversation.loaded", conversation });
    }),
    tellComposerStanding: sendTo("composer", (_, { standing }: { standing: Standing }) => ({
      type: "membership.changed" as const,
      standing,
    })),
    resend: sendTo(
      ({ context }) => context.outbox,
      (_, { message }: { message: Message }) => ({ type: "outbox.resend" as const, message }),
    ),
    dropFromOutbox: sendTo(
      ({ context }) => context.outbox,
      (_, { message }: { message: Message }) => ({
        type: "outbox.drop" as const,
        clientMsgID: message.clientMsgID,
      }),
    ),
    passNotice: sendTo(
      ({ context }) => context.parent,
      (_, { notice }: { notice: Notice }) => ({ type: "notice.add" as const, notice }),
    ),
    reportFailure: log(({ event }) => `conversation: ${event.type}`),
  },
  guards: {
    isGroup: (_, { conversation }: { conversation: Conversation }) => conversation.kind === "group",
    isPeerTyping: ({ context }, event: { conversationID: string; userID: string; typing: boolean }) =>
      event.conversationID === context.conversationID && event.userID !== context.userID && event.typing,
    isFromPeer: ({ context }, { messages }: { messages: readonly Message[] }) =>
      messages.some(
        ({ conversationID, sendID }) =>
          conversationID === context.conversationID && sendID !== context.userID,
      ),
    isPeerPausing: ({ context }, event: { conversationID: string; userID: string; typing: boolean }) =>
      event.conversationID === context.conversationID && event.userID !== context.userID && !event.typing,
  },
  delays: { peerTypingTimeout: 12_000 },
}).createMachine({
  id: "conversation",
  context: ({ input }) => ({ ...input, conversation: null }),
  invoke: [
    {
      id: "history",
      src: "history",
      input: ({ context, self }) => ({
        conversationID: context.conversationID,
        parent: self,
        outbox: context.outbox,
      }),
      onError: { actions: "reportFailure" },
    },
    {
      id: "reading",
      src: "reading",
      input: ({ context }) => ({ conversationID: context.conversationID, userID: context.userID }),
      onError: { actions: "reportFailure" },
    },
    {
      id: "composer",
      src: "composer",
      input: ({ context }) => ({ conversationID: context.conversationID, outbox: context.outbox }),
      onError: { actions: "reportFailure" },
    },
    { id: "conversationEvents", src: "conversationEvents", onError: { actions: "reportFailure" } },
    { id: "messageEvents", src: "messageEvents", onError: { actions: "reportFailure" } },
  ],
  type: "parallel",
  on: {
    "im.conversations": {
      actions: { type: "refresh", params: ({ event }) => ({ rows: event.conversations }) },
    },
    "conversation.shown": { actions: "tellReadingShown" },
    "conversation.hidden": { actions: ["tellReadingHidden", "tellComposerHidden"] },
    "notice.add": { actions: { type: "passNotice", params: ({ event }) => ({ notice: event.notice }) } },
    "user.retryMessage": {
      actions: { type: "resend", params: ({ event }) => ({ message: event.message }) },
    },
  },
  states: {
    identity: {
      initial: "loading",
      states: {
        loading: {
          invoke: {
            id: "loadConversation",
            src: "loadConversation",
            input: ({ context }) => ({ conversationID: context.conversationID }),
            onDone: [
              {
                guard: { type: "isGroup", params: ({ event }) => ({ conversation: event.output }) },
                target: "open.group",
                actions: [
                  { type: "setConversation", params: ({ event }) => ({ conversation: event.output }) },
                  { type: "tellChildren", params: ({ event }) => ({ conversation: event.output }) },
                ],
              },
              {
                target: "open.direct",
                actions: [
                  { type: "setConversation", params: ({ event }) => ({ conversation: event.output }) },
                  { type: "tellChildren", params: ({ event }) => ({ conversation: event.output }) },
                ],
              },
            ],
            onError: { target: "failed", actions: "reportFailure" },
          },
        },
        open: {
          description: "Who is talked to is known.",
          initial: "direct",
          states: {
            direct: {},
            group: {
              invoke: {
                id: "membership",
                src: "membership",
                input: ({ context, self }) => ({
                  groupID: context.conversation?.groupID ?? "",
                  parent: self,
                  clock: context.clock,
                }),
                onError: { actions: "reportFailure" },
              },
              on: {
                "membership.changed": {
                  actions: {
                    type: "tellComposerStanding",
                    params: ({ event }) => ({ standing: event.standing }),
                  },
                },
              },
            },
          },
        },
        failed: {
          description: "The conversation could not be read; a retry is offered.",
          on: { "user.retryConversation": "loading" },
        },
      },
    },
    peer: {
      initial: "quiet",
      states: {
        quiet: {
          on: {
            "im.typing": { guard: { type: "isPeerTyping", params: ({ event }) => event }, target: "typing" },
          },
        },
        typing: {
          description: "The peer is typing. It ends by a message, by a word of the peer, or by itself.",
          after: { peerTypingTimeout: "quiet" },
          on: {
            "im.typing": [
              { guard: { type: "isPeerPausing", params: ({ event }) => event }, target: "quiet" },
              {
                guard: { type: "isPeerTyping", params: ({ event }) => event },
                target: "typing",
                reenter: true,
              },
            ],
            "im.messages": { guard: { type: "isFromPeer", params: ({ event }) => event }, target: "quiet" },
          },
        },
      },
    },
    operation: {
      initial: "none",
      states: {
        none: {
          on: {
            "user.revokeMessage": "revoking",
            "user.deleteMessage": "deleting",
            "user.copyMessage": "copying",
          },
        },
        revoking: {
          invoke: {
            id: "revokeMessage",
            src: "revokeMessage",
            input: ({ event }) => messageKey(event),
            onDone: "none",
            onError: {
              target: "none",
              actions: {
                type: "passNotice",
                params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
              },
            },
          },
        },
        deleting: {
          entry: { type: "dropFromOutbox", params: ({ event }) => ({ message: messageIn(event) }) },
          invoke: {
            id: "deleteMessage",
            src: "deleteMessage",
            input: ({ event }) => messageKey(event),
            onDone: "none",
            onError: {
              target: "none",
              actions: {
                type: "passNotice",
                params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
              },
            },
          },
        },
        copying: {
          invoke: {
            id: "copyText",
            src: "copyText",
            input: ({ event }) => {
              assertEvent(event, "user.copyMessage");
              return { text: event.text };
            },
            onDone: {
              target: "none",
              actions: { type: "passNotice", params: { notice: { tone: "info", key: "copied" } } },
            },
            onError: {
              target: "none",
              actions: { type: "passNotice", params: { notice: { tone: "error", key: "copyFailed" } } },
            },
          },
        },
      },
    },
  },
});

function messageIn(event: ConversationEvent): Message {
  assertEvent(event, ["user.revokeMessage", "user.deleteMessage"]);
  return event.message;
}

function messageKey(event: ConversationEvent): { conversationID: string; clientMsgID: string } {
  const { conversationID, clientMsgID } = messageIn(event);
  return { conversationID, clientMsgID };
}

function failureNotice(failure: FailureCode): Notice {
  return { tone: "error", failure };
}
