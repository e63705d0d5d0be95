import { assign, enqueueActions, log, sendTo, setup } from "xstate";
import { addNotice, failureNotice, toastsOf } from "../app/toasts.ts";
import { failureCode } from "../domain/failure.ts";
import { type Message, type MessageEvent, type MessageKey, mergeMessages } from "../domain/message.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/index.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import { canChoose, canForward, MOST_CHOSEN } from "./forwarded-messages.ts";
import { type ForwardingOutput, forwardingMachine } from "./forwarding.ts";

/** Messages of the open chat chosen to do something with all of them, or with one to send it on. */

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
  /** As they were when they were chosen, oldest first. */
  chosen: readonly Message[];
  /** What is being sent on. */
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
    /** What was never sent is the outbox's: it must not go out after all. */
    dropFromOutbox: enqueueActions(({ context, enqueue }) => {
      for (const { status, clientMsgID } of context.chosen)
        if (status === "failed") enqueue.sendTo(context.outbox, { type: "outbox.drop", clientMsgID });
    }),
    notify: sendTo(toastsOf, addNotice),
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
  invoke: { id: "messageEvents", src: "messageEvents", onError: { actions: "reportFailure" } },
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
      description:
        "A tap on a message chooses it. What is taken back or deleted meanwhile leaves the choice.",
      on: {
        "user.toggleMessage": [
          {
            guard: { type: "isTooMany", params: ({ event }) => event },
            actions: { type: "notify", params: { notice: { tone: "info", key: "tooManyChosen" } } },
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
      description: "Whether they are really to go, for oneself.",
      tags: "confirming",
      always: { guard: "hasNoneLeft", target: "selecting" },
      on: {
        "user.keepChosen": "selecting",
        "user.deleteChosen": { target: "deleting", actions: "dropFromOutbox" },
      },
    },
    deleting: {
      description: "One after another; where one fails, those that are still there stay chosen.",
      tags: "deleting",
      invoke: {
        id: "deleteMessages",
        src: "deleteMessages",
        input: ({ context }) => ({ messages: context.chosen.map(keyOf) }),
        onDone: "none",
        onError: {
          target: "selecting",
          actions: {
            type: "notify",
            params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
          },
        },
      },
    },
    forwarding: {
      description: "To whom, and how. Who leaves that finds the choice as it was.",
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

/** Whether messages are being chosen, also while something lies above them. */
export function selectIsOn(snapshot: { value: unknown; context: SelectionContext }): boolean {
  const { value, context } = snapshot;
  return value !== "none" && (value !== "forwarding" || context.chosen.length > 0);
}
