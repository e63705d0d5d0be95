import { enqueueActions, sendTo, setup } from "xstate";
import type { Message } from "./events.ts";
import { type MessageActionNews, type MessageWish, messageActionMachine } from "./message-action.ts";
import type { OutboxCommand } from "./outbox.ts";
import type { Listener } from "./port.ts";

/** What a person does to messages: copy, recall, delete, send again. Each has its own child, so that none waits. */

export type MessageActionsEvent =
  | { type: "user.retryMessage"; message: Message }
  | { type: "user.revokeMessage"; message: Message }
  | { type: "user.deleteMessage"; message: Message }
  | { type: "user.copyMessage"; text: string };

export interface MessageActionsInput {
  outbox: Listener<OutboxCommand>;
}

export interface MessageActionsContext extends MessageActionsInput {
  /** How many were begun; names the next child. */
  begun: number;
}

export const messageActionsMachine = setup({
  types: {
    context: {} as MessageActionsContext,
    events: {} as MessageActionsEvent | MessageActionNews,
    input: {} as MessageActionsInput,
  },
  actors: { messageAction: messageActionMachine },
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
    begin: enqueueActions(({ context, enqueue, self }, { wish }: { wish: MessageWish }) => {
      enqueue.spawnChild("messageAction", { id: `${context.begun}`, input: { parent: self, wish } });
      enqueue.assign({ begun: context.begun + 1 });
    }),
    forget: enqueueActions(({ enqueue }, { id }: { id: string }) => enqueue.stopChild(id)),
  },
  guards: {
    /** What is on its way would be sent all the same, and come back. */
    isSettled: (_, { message }: { message: Message }) => message.status !== "sending",
  },
}).createMachine({
  id: "messageActions",
  context: ({ input }) => ({ ...input, begun: 0 }),
  on: {
    "user.retryMessage": {
      actions: { type: "resend", params: ({ event }) => ({ message: event.message }) },
    },
    "user.revokeMessage": {
      actions: { type: "begin", params: ({ event }) => ({ wish: wishTo("revoke", event.message) }) },
    },
    "user.deleteMessage": {
      guard: { type: "isSettled", params: ({ event }) => event },
      actions: [
        { type: "dropFromOutbox", params: ({ event }) => ({ message: event.message }) },
        { type: "begin", params: ({ event }) => ({ wish: wishTo("delete", event.message) }) },
      ],
    },
    "user.copyMessage": {
      actions: { type: "begin", params: ({ event }) => ({ wish: { kind: "copy", text: event.text } }) },
    },
    "messageAction.ended": { actions: { type: "forget", params: ({ event }) => ({ id: event.id }) } },
  },
});

function wishTo(kind: "revoke" | "delete", { conversationID, clientMsgID }: Message): MessageWish {
  return { kind, conversationID, clientMsgID };
}
