import { assign, sendTo, setup } from "xstate";
import type { Draftable } from "./ports/im.ts";
import { type Listener, port } from "./ports/stub.ts";
import type { RuleMeta } from "./vocabulary/charts.ts";
import { type FailureCode, failureCode } from "./vocabulary/failures.ts";
import type { Message } from "./vocabulary/messages.ts";

/** One message on its way out. It ends when the server has it, or when the person drops it. */

export type OutgoingNews =
  | { type: "outgoing.changed"; message: Message }
  | { type: "outgoing.ended"; clientMsgID: string };

export interface OutgoingContext {
  parent: Listener<OutgoingNews>;
  draft: Draftable;
  /** As the conversation shows it. */
  message: Message;
}

export const outgoingMachine = setup({
  types: {
    context: {} as OutgoingContext,
    events: {} as { type: "outbox.retry" } | { type: "outbox.discard" },
    input: {} as OutgoingContext,
    meta: {} as RuleMeta,
  },
  actors: {
    createMessage: port<Message, Draftable>("createMessage"),
    sendMessage: port<Message, { conversationID: string; clientMsgID: string }>("sendMessage"),
  },
  actions: {
    setMessage: assign({ message: (_, { message }: { message: Message }) => message }),
    markSending: assign({ message: ({ context }) => asSending(context.message) }),
    markFailed: assign({
      message: ({ context }, { failure }: { failure: FailureCode }): Message => ({
        ...context.message,
        status: "failed",
        failure,
      }),
    }),
    tellChange: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "outgoing.changed" as const, message: context.message }),
    ),
    tellEnd: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: "outgoing.ended" as const, clientMsgID: context.draft.clientMsgID }),
    ),
  },
}).createMachine({
  id: "outgoing",
  context: ({ input }) => input,
  initial: "preparing",
  states: {
    preparing: {
      description: "The SDK makes the message under the id the person's key press gave it.",
      entry: ["markSending", "tellChange"],
      invoke: {
        id: "createMessage",
        src: "createMessage",
        input: ({ context }) => context.draft,
        onDone: {
          target: "sending",
          actions: { type: "setMessage", params: ({ event }) => ({ message: event.output }) },
        },
        onError: {
          target: "unmade",
          actions: { type: "markFailed", params: ({ event }) => ({ failure: failureCode(event.error) }) },
        },
      },
    },
    unmade: {
      description: "Not even made: a retry starts from the text.",
      entry: "tellChange",
      on: { "outbox.retry": "preparing", "outbox.discard": "ended" },
    },
    sending: {
      description: "On its way. During an outage the SDK keeps trying by itself.",
      entry: ["markSending", "tellChange"],
      invoke: {
        id: "sendMessage",
        src: "sendMessage",
        input: ({ context }) => ({
          conversationID: context.draft.conversationID,
          clientMsgID: context.draft.clientMsgID,
        }),
        onDone: {
          target: "sent",
          actions: { type: "setMessage", params: ({ event }) => ({ message: event.output }) },
        },
        onError: {
          target: "failed",
          actions: { type: "markFailed", params: ({ event }) => ({ failure: failureCode(event.error) }) },
        },
      },
    },
    failed: {
      description: "Refused or given up. The message stays in the chat with a retry, under its old id.",
      meta: { rule: "8-36" },
      entry: "tellChange",
      on: { "outbox.retry": "sending", "outbox.discard": "ended" },
    },
    sent: { entry: "tellChange", always: "ended" },
    ended: { type: "final", entry: "tellEnd" },
  },
});

function asSending({ failure: _, ...message }: Message): Message {
  return { ...message, status: "sending" };
}
