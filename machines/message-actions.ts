import { assign, enqueueActions, sendTo, setup } from "xstate";
import { type MessageActionNews, type MessageWish, messageActionMachine } from "./message-action.ts";
import type { OutboxCommand } from "./outbox.ts";
import type { Clock } from "./ports/index.ts";
import type { Listener } from "./ports/stub.ts";
import { choicesFor, type MessageChoice } from "./vocabulary/message-choices.ts";
import type { Message } from "./vocabulary/messages.ts";

/**
 * What a person does to messages: the menu of one, the question before it is deleted, and what comes of it. Each action
 * has its own child, so that none waits.
 */

export type MessageActionsEvent =
  | { type: "user.openMenu"; message: Message }
  | { type: "user.closeMenu" }
  | { type: "user.revokeMessage" }
  | { type: "user.askDelete" }
  | { type: "user.deleteMessage" }
  | { type: "user.retryMessage"; message: Message }
  | { type: "user.cancelUpload"; message: Message };

export interface MessageActionsInput {
  userID: string;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface MessageActionsContext extends MessageActionsInput {
  /** The menu that is open, or was last, with what could be done when it was opened. */
  menu: { message: Message; choices: readonly MessageChoice[] } | null;
  /** How many actions were begun; names the next child. */
  begun: number;
}

interface OfMessage {
  message: Message;
}

export const messageActionsMachine = setup({
  types: {
    context: {} as MessageActionsContext,
    events: {} as MessageActionsEvent | MessageActionNews,
    input: {} as MessageActionsInput,
    tags: {} as "choosing" | "confirming",
  },
  actors: { messageAction: messageActionMachine },
  actions: {
    setMenu: assign(({ context }, { message }: OfMessage) => ({
      menu: { message, choices: choicesIn(context, message) },
    })),
    resend: sendTo(
      ({ context }) => context.outbox,
      (_, { message }: OfMessage) => ({ type: "outbox.resend" as const, message }),
    ),
    dropFromOutbox: sendTo(
      ({ context }) => context.outbox,
      ({ context }) => ({ type: "outbox.drop" as const, clientMsgID: chosen(context).clientMsgID }),
    ),
    giveUp: sendTo(
      ({ context }) => context.outbox,
      (_, { message }: OfMessage) => ({ type: "outbox.drop" as const, clientMsgID: message.clientMsgID }),
    ),
    begin: enqueueActions(({ context, enqueue, self }, { kind }: Pick<MessageWish, "kind">) => {
      const { conversationID, clientMsgID } = chosen(context);
      const wish = { kind, conversationID, clientMsgID };
      enqueue.spawnChild("messageAction", { id: `${context.begun}`, input: { parent: self, wish } });
      enqueue.assign({ begun: context.begun + 1 });
    }),
    forget: enqueueActions(({ enqueue }, { id }: { id: string }) => enqueue.stopChild(id)),
  },
  guards: {
    hasChoices: ({ context }, { message }: OfMessage) => choicesIn(context, message).length > 0,
    isOffered: ({ context }, { choice }: { choice: MessageChoice }) =>
      context.menu?.choices.includes(choice) === true,
  },
}).createMachine({
  id: "messageActions",
  context: ({ input }) => ({ ...input, menu: null, begun: 0 }),
  initial: "closed",
  on: {
    "user.openMenu": {
      guard: { type: "hasChoices", params: ({ event }) => event },
      target: ".choosing",
      actions: { type: "setMenu", params: ({ event }) => event },
    },
    "user.retryMessage": { actions: { type: "resend", params: ({ event }) => event } },
    "user.cancelUpload": { actions: { type: "giveUp", params: ({ event }) => event } },
    "messageAction.ended": { actions: { type: "forget", params: ({ event }) => event } },
  },
  states: {
    closed: {},
    choosing: {
      tags: "choosing",
      on: {
        "user.closeMenu": "closed",
        "user.revokeMessage": {
          guard: { type: "isOffered", params: { choice: "recall" } },
          target: "closed",
          actions: { type: "begin", params: { kind: "revoke" } },
        },
        "user.askDelete": {
          guard: { type: "isOffered", params: { choice: "delete" } },
          target: "confirming",
        },
      },
    },
    confirming: {
      description: "Whether the message is really to go, for oneself.",
      tags: "confirming",
      on: {
        "user.closeMenu": "closed",
        "user.deleteMessage": {
          target: "closed",
          actions: ["dropFromOutbox", { type: "begin", params: { kind: "delete" } }],
        },
      },
    },
  },
});

function choicesIn({ userID, clock }: MessageActionsContext, message: Message): readonly MessageChoice[] {
  return choicesFor(message, { userID, now: clock.now() });
}

function chosen({ menu }: MessageActionsContext): Message {
  if (!menu) throw new Error("No menu was opened");
  return menu.message;
}
