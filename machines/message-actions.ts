import { assertEvent, sendTo, setup } from "xstate";
import type { Message, Notice } from "./events.ts";
import { failureCode } from "./failure.ts";
import type { OutboxCommand } from "./outbox.ts";
import { type Listener, port } from "./port.ts";

/** What a person does to one message: copy, recall, delete, send again. */

export type MessageActionsEvent =
  | { type: "user.retryMessage"; message: Message }
  | { type: "user.revokeMessage"; message: Message }
  | { type: "user.deleteMessage"; message: Message }
  | { type: "user.copyMessage"; text: string };

export interface MessageActionsContext {
  parent: Listener<{ type: "notice.add"; notice: Notice }>;
  outbox: Listener<OutboxCommand>;
}

type MessageKey = { conversationID: string; clientMsgID: string };

export const messageActionsMachine = setup({
  types: {
    context: {} as MessageActionsContext,
    events: {} as MessageActionsEvent,
    input: {} as MessageActionsContext,
  },
  actors: {
    revokeMessage: port<void, MessageKey>("revokeMessage"),
    deleteMessage: port<void, MessageKey>("deleteMessage"),
    copyText: port<void, { text: string }>("copyText"),
  },
  actions: {
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
    tell: sendTo(
      ({ context }) => context.parent,
      (_, { notice }: { notice: Notice }) => ({ type: "notice.add" as const, notice }),
    ),
  },
}).createMachine({
  id: "messageActions",
  context: ({ input }) => input,
  initial: "idle",
  on: {
    "user.retryMessage": {
      actions: { type: "resend", params: ({ event }) => ({ message: event.message }) },
    },
  },
  states: {
    idle: {
      on: {
        "user.revokeMessage": "revoking",
        "user.deleteMessage": {
          target: "deleting",
          actions: { type: "dropFromOutbox", params: ({ event }) => ({ message: event.message }) },
        },
        "user.copyMessage": "copying",
      },
    },
    revoking: {
      description: "The server takes the message back for everybody; its event replaces it in place.",
      meta: { rule: "4-62" },
      invoke: {
        id: "revokeMessage",
        src: "revokeMessage",
        input: ({ event }) => keyIn(event),
        onDone: "idle",
        onError: {
          target: "idle",
          actions: { type: "tell", params: ({ event }) => ({ notice: failureNotice(event.error) }) },
        },
      },
    },
    deleting: {
      description: "For me alone; a message still in the outbox is not sent any more.",
      invoke: {
        id: "deleteMessage",
        src: "deleteMessage",
        input: ({ event }) => keyIn(event),
        onDone: "idle",
        onError: {
          target: "idle",
          actions: { type: "tell", params: ({ event }) => ({ notice: failureNotice(event.error) }) },
        },
      },
    },
    copying: {
      meta: { rule: "8-24" },
      invoke: {
        id: "copyText",
        src: "copyText",
        input: ({ event }) => {
          assertEvent(event, "user.copyMessage");
          return { text: event.text };
        },
        onDone: {
          target: "idle",
          actions: { type: "tell", params: { notice: { tone: "info", key: "copied" } } },
        },
        onError: {
          target: "idle",
          actions: { type: "tell", params: { notice: { tone: "error", key: "copyFailed" } } },
        },
      },
    },
  },
});

function keyIn(event: MessageActionsEvent): MessageKey {
  assertEvent(event, ["user.revokeMessage", "user.deleteMessage"]);
  const { conversationID, clientMsgID } = event.message;
  return { conversationID, clientMsgID };
}

function failureNotice(error: unknown): Notice {
  return { tone: "error", failure: failureCode(error) };
}
