import { assign, enqueueActions, log, sendTo, setup } from "xstate";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import { child } from "../domain/child.ts";
import { type Message, type MessageEvent, type MessageKey, mergeMessages } from "../domain/message.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { canChoose, canForward, MOST_CHOSEN } from "./forwarded-messages.ts";
import { type ForwardingOutput, forwardingMachine } from "./forwarding.ts";

/** Selecting messages of the open chat to delete or forward them, or forwarding one message. */

export type SelectionEvent =
  | MessageEvent
  | { type: "user.select"; message: Message }
  | { type: "user.toggleMessage"; message: Message }
  | { type: "user.cancelSelection" }
  | { type: "user.askDeleteChosen" }
  | { type: "user.keepChosen" }
  | { type: "user.deleteChosen" }
  | { type: "user.forwardChosen" }
  | { type: "user.forwardMessage"; message: Message };

export interface SelectionInput {
  conversationID: string;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface SelectionContext extends SelectionInput {
  /** As they were when selected, oldest first. */
  chosen: readonly Message[];
  forwarded: readonly Message[];
}

export const selectionMachine = setup({
  types: {
    context: {} as SelectionContext,
    events: {} as SelectionEvent,
    input: {} as SelectionInput,
    children: {} as { forwarding: "forwarding" },
    tags: {} as "confirming" | "deleting",
  },
  actors: {
    messageEvents: stream("messageEvents"),
    deleteMessages: port<void, { messages: readonly MessageKey[] }>("deleteMessages"),
    forwarding: forwardingMachine,
  },
  actions: {
    choose: assign((_, { message }: { message: Message }) => ({ chosen: [message] })),
    toggle: assign(({ context: { chosen } }, { message }: { message: Message }) => ({
      chosen: isAmong(chosen, message)
        ? chosen.filter(({ clientMsgID }) => clientMsgID !== message.clientMsgID)
        : mergeMessages(chosen, [message]),
    })),
    drop: assign(({ context: { chosen } }, { clientMsgID }: { clientMsgID: string }) => ({
      chosen: chosen.filter((message) => message.clientMsgID !== clientMsgID),
    })),
    letGo: assign({ chosen: [] }),
    takeChosen: assign(({ context }) => ({ forwarded: context.chosen.filter(canForward) })),
    take: assign((_, { message }: { message: Message }) => ({ forwarded: [message] })),
    /** Drop failed messages from the outbox too, so that they are not sent later. */
    dropFromOutbox: enqueueActions(({ context, enqueue }) => {
      for (const { status, clientMsgID } of context.chosen)
        if (status === "failed") enqueue.sendTo(context.outbox, { type: "outbox.drop", clientMsgID });
    }),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `selection: ${event.type}`),
  },
  guards: {
    canChoose: (_, { message }: { message: Message }) => canChoose(message),
    canForward: (_, { message }: { message: Message }) => canForward(message),
    isTooMany: ({ context: { chosen } }, { message }: { message: Message }) =>
      chosen.length >= MOST_CHOSEN && !isAmong(chosen, message),
    hasChosen: ({ context }) => context.chosen.length > 0,
    hasNoneLeft: ({ context }) => context.chosen.length === 0,
    hasForwardable: ({ context }) => context.chosen.some(canForward),
    isLeftBehind: ({ context }, { isSent }: ForwardingOutput) => !isSent && context.chosen.length > 0,
  },
}).createMachine({
  id: "selection",
  context: ({ input }) => ({ ...input, chosen: [], forwarded: [] }),
  invoke: child("messageEvents"),
  initial: "none",
  on: {
    "im.revoked": { actions: { type: "drop", params: ({ event }) => event } },
    "im.deleted": { actions: { type: "drop", params: ({ event }) => event } },
  },
  states: {
    none: {
      entry: "letGo",
      on: {
        "user.select": {
          guard: { type: "canChoose", params: ({ event }) => event },
          target: "selecting",
          actions: { type: "choose", params: ({ event }) => event },
        },
        "user.forwardMessage": {
          guard: { type: "canForward", params: ({ event }) => event },
          target: "forwarding",
          actions: { type: "take", params: ({ event }) => event },
        },
      },
    },
    selecting: {
      description: "A tap selects a message. A message that is recalled or deleted leaves the selection.",
      on: {
        "user.toggleMessage": [
          {
            guard: { type: "isTooMany", params: ({ event }) => event },
            actions: { type: "notify", params: { toast: { tone: "info", key: "tooManyChosen" } } },
          },
          {
            guard: { type: "canChoose", params: ({ event }) => event },
            actions: { type: "toggle", params: ({ event }) => event },
          },
        ],
        "user.cancelSelection": "none",
        "user.askDeleteChosen": { guard: "hasChosen", target: "confirming" },
        "user.forwardChosen": { guard: "hasForwardable", target: "forwarding", actions: "takeChosen" },
      },
    },
    confirming: {
      description: "Asks before the messages are deleted for this user.",
      tags: "confirming",
      always: { guard: "hasNoneLeft", target: "selecting" },
      on: {
        "user.keepChosen": "selecting",
        "user.deleteChosen": { target: "deleting", actions: "dropFromOutbox" },
      },
    },
    deleting: {
      description: "Deletes one message after another. After an error the remaining messages stay selected.",
      tags: "deleting",
      invoke: {
        id: "deleteMessages",
        src: "deleteMessages",
        input: ({ context }) => ({ messages: context.chosen.map(keyOf) }),
        onDone: "none",
        onError: { target: "selecting", actions: { type: "notify", params: asToast } },
      },
    },
    forwarding: {
      description: "Pick chats and confirm. Cancel returns to the same selection.",
      invoke: {
        id: "forwarding",
        src: "forwarding",
        input: ({ context: { forwarded, outbox, clock } }) => ({ messages: forwarded, outbox, clock }),
        onDone: [
          { guard: { type: "isLeftBehind", params: ({ event }) => event.output }, target: "selecting" },
          { target: "none" },
        ],
        onError: { target: "none", actions: "reportFailure" },
      },
    },
  },
});

function isAmong(messages: readonly Message[], { clientMsgID }: Message): boolean {
  return messages.some((message) => message.clientMsgID === clientMsgID);
}

function keyOf({ conversationID, clientMsgID }: Message): MessageKey {
  return { conversationID, clientMsgID };
}

/** Whether selection mode is on, also while the forward screen covers it. */
export function selectIsOn(snapshot: { value: unknown; context: SelectionContext }): boolean {
  const { value, context } = snapshot;
  return value !== "none" && (value !== "forwarding" || context.chosen.length > 0);
}
