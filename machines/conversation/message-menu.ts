import { assign, enqueueActions, log, sendTo, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Message, MessageEvent } from "../domain/message.ts";
import type { GroupMember } from "../domain/people.ts";
import type { OutboxCommand } from "../outbox/outbox.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port, stream } from "../ports/stub.ts";
import {
  type MessageActionNews,
  type MessageWish,
  messageActionMachine,
  type Wording,
} from "./message-action.ts";
import { choicesFor, type MessageChoice, maySupervise, wordingOf } from "./message-permissions.ts";

/**
 * The menu of a message, the delete confirmation, and the actions. Each action has its own child, so actions
 * run in parallel.
 */

export type MessageMenuEvent =
  | Extract<MessageEvent, { type: "im.revoked" | "im.deleted" }>
  | { type: "user.openMenu"; message: Message }
  | { type: "user.closeMenu" }
  | { type: "user.revokeMessage" }
  | { type: "user.selectText" }
  | { type: "user.askDelete" }
  | { type: "user.deleteMessage" }
  | { type: "user.retryMessage"; message: Message }
  | { type: "user.cancelUpload"; message: Message };

export interface MessageMenuInput {
  userID: string;
  outbox: Listener<OutboxCommand>;
  clock: Clock;
}

export interface MessageMenuContext extends MessageMenuInput {
  /** The open or last menu, with the entries that were allowed when it opened. */
  menu: { message: Message; choices: readonly MessageChoice[] } | null;
  /** Number of started actions; used for the id of the next child. */
  begun: number;
  /** Messages recalled here a short time ago that can be edited again, by action id. */
  revoked: Readonly<Record<string, { clientMsgID: string; wording: Wording }>>;
}

interface OfMessage {
  message: Message;
}

export const messageMenuMachine = setup({
  types: {
    context: {} as MessageMenuContext,
    events: {} as MessageMenuEvent | MessageActionNews,
    input: {} as MessageMenuInput,
    tags: {} as "choosing" | "confirming" | "showingText",
    meta: {} as RuleMeta,
  },
  actors: {
    messageAction: messageActionMachine,
    messageEvents: stream("messageEvents"),
    loadMembersByID: port<GroupMember[], { groupID: string; userIDs: readonly string[] }>("loadMembersByID"),
  },
  actions: {
    setMenu: assign(({ context }, { message }: OfMessage) => ({
      menu: { message, choices: choicesIn(context, message) },
    })),
    offerRecall: assign(({ context }) => ({
      menu: { message: chosen(context), choices: choicesIn(context, chosen(context), true) },
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
      const message = chosen(context);
      const { conversationID, clientMsgID } = message;
      const wording = kind === "revoke" ? wordingOf(message, context.userID) : null;
      const wish = { kind, conversationID, clientMsgID, ...(wording ? { wording } : {}) };
      enqueue.spawnChild("messageAction", { id: `${context.begun}`, input: { parent: self, wish } });
      enqueue.assign({ begun: context.begun + 1 });
    }),
    keepWording: assign(
      ({ context }, { id, clientMsgID, wording }: Extract<MessageActionNews, { wording: Wording }>) => ({
        revoked: { ...context.revoked, [id]: { clientMsgID, wording } },
      }),
    ),
    forget: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      const { [id]: _, ...revoked } = context.revoked;
      enqueue.stopChild(id);
      enqueue.assign({ revoked });
    }),
    reportFailure: log(({ event }) => `messageMenu: ${event.type}`),
  },
  guards: {
    hasChoices: ({ context }, { message }: OfMessage) => choicesIn(context, message).length > 0,
    /** A sent group message that the user may not recall as its sender: the role in the group decides. */
    isUpToRoles: ({ context }, { message }: OfMessage) =>
      message.groupID !== "" && message.status === "sent" && !choicesIn(context, message).includes("recall"),
    maySupervise: ({ context }, { members }: { members: readonly GroupMember[] }) =>
      maySupervise(members, context.userID, chosen(context).sendID),
    isOpenFor: ({ context }, { clientMsgID }: { clientMsgID: string }) =>
      context.menu?.message.clientMsgID === clientMsgID,
    isOffered: ({ context }, { choice }: { choice: MessageChoice }) =>
      context.menu?.choices.includes(choice) === true,
  },
}).createMachine({
  id: "messageMenu",
  context: ({ input }) => ({ ...input, menu: null, begun: 0, revoked: {} }),
  invoke: child("messageEvents"),
  initial: "closed",
  on: {
    "user.openMenu": [
      {
        guard: { type: "isUpToRoles", params: ({ event }) => event },
        target: ".choosing.asking",
        actions: { type: "setMenu", params: ({ event }) => event },
      },
      {
        guard: { type: "hasChoices", params: ({ event }) => event },
        target: ".choosing.settled",
        actions: { type: "setMenu", params: ({ event }) => event },
      },
    ],
    "im.revoked": { guard: { type: "isOpenFor", params: ({ event }) => event }, target: ".closed" },
    "im.deleted": { guard: { type: "isOpenFor", params: ({ event }) => event }, target: ".closed" },
    "user.retryMessage": { actions: { type: "resend", params: ({ event }) => event } },
    "user.cancelUpload": { actions: { type: "giveUp", params: ({ event }) => event } },
    "messageAction.revoked": { actions: { type: "keepWording", params: ({ event }) => event } },
    "messageAction.ended": { actions: { type: "forget", params: ({ event }) => event } },
  },
  states: {
    closed: {},
    choosing: {
      tags: "choosing",
      initial: "settled",
      states: {
        settled: {},
        asking: {
          description: "Owner and admins may recall messages of others; load the roles of both members.",
          meta: { rule: "3-72" },
          invoke: {
            id: "loadMembersByID",
            src: "loadMembersByID",
            input: ({ context }) => {
              const { groupID, sendID } = chosen(context);
              return { groupID, userIDs: [...new Set([context.userID, sendID])] };
            },
            onDone: [
              {
                guard: { type: "maySupervise", params: ({ event }) => ({ members: event.output }) },
                target: "settled",
                actions: "offerRecall",
              },
              { target: "settled" },
            ],
            onError: "settled",
          },
        },
      },
      on: {
        "user.closeMenu": "closed",
        "user.selectText": {
          guard: { type: "isOffered", params: { choice: "selectText" } },
          target: "showingText",
        },
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
    showingText: {
      description: "Shows the whole text, so that a part of it can be selected by touch.",
      tags: "showingText",
      on: { "user.closeMenu": "closed" },
    },
    confirming: {
      description: "Asks before the message is deleted for this user.",
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

function choicesIn(
  { userID, clock }: MessageMenuContext,
  message: Message,
  isSupervisor = false,
): readonly MessageChoice[] {
  return choicesFor(message, { userID, now: clock.now(), isSupervisor });
}

function chosen({ menu }: MessageMenuContext): Message {
  if (!menu) throw new Error("No menu is open");
  return menu.message;
}
