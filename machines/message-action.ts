import { sendTo, setup } from "xstate";
import { failureCode } from "./failure.ts";
import { addNotice, failureNotice, noticesOf } from "./notices.ts";
import { type Listener, port } from "./port.ts";

/** One thing done to one message, from the wish to its outcome. */

export type MessageWish =
  | { kind: "revoke" | "delete"; conversationID: string; clientMsgID: string }
  | { kind: "copy"; text: string };

export type MessageActionNews = { type: "messageAction.ended"; id: string };

export interface MessageActionContext {
  parent: Listener<MessageActionNews>;
  wish: MessageWish;
}

type MessageKey = { conversationID: string; clientMsgID: string };

export const messageActionMachine = setup({
  types: {
    context: {} as MessageActionContext,
    input: {} as MessageActionContext,
  },
  actors: {
    revokeMessage: port<void, MessageKey>("revokeMessage"),
    deleteMessage: port<void, MessageKey>("deleteMessage"),
    copyText: port<void, { text: string }>("copyText"),
  },
  actions: {
    notify: sendTo(noticesOf, addNotice),
    tellEnd: sendTo(
      ({ context }) => context.parent,
      ({ self }) => ({ type: "messageAction.ended" as const, id: self.id }),
    ),
  },
  guards: {
    isRevoking: ({ context }) => context.wish.kind === "revoke",
    isDeleting: ({ context }) => context.wish.kind === "delete",
  },
}).createMachine({
  id: "messageAction",
  context: ({ input }) => input,
  initial: "wished",
  states: {
    wished: {
      always: [
        { guard: "isRevoking", target: "revoking" },
        { guard: "isDeleting", target: "deleting" },
        { target: "copying" },
      ],
    },
    revoking: {
      description: "The server takes the message back for everybody; its event replaces it in place.",
      meta: { rule: "4-62" },
      invoke: {
        id: "revokeMessage",
        src: "revokeMessage",
        input: ({ context }) => keyOf(context.wish),
        onDone: "ended",
        onError: {
          target: "ended",
          actions: {
            type: "notify",
            params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
          },
        },
      },
    },
    deleting: {
      description: "For me alone; the outbox has let go of it before.",
      invoke: {
        id: "deleteMessage",
        src: "deleteMessage",
        input: ({ context }) => keyOf(context.wish),
        onDone: "ended",
        onError: {
          target: "ended",
          actions: {
            type: "notify",
            params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
          },
        },
      },
    },
    copying: {
      meta: { rule: "8-24" },
      invoke: {
        id: "copyText",
        src: "copyText",
        input: ({ context }) => ({ text: context.wish.kind === "copy" ? context.wish.text : "" }),
        onDone: {
          target: "ended",
          actions: { type: "notify", params: { notice: { tone: "info", key: "copied" } } },
        },
        onError: {
          target: "ended",
          actions: { type: "notify", params: { notice: { tone: "error", key: "copyFailed" } } },
        },
      },
    },
    ended: { type: "final", entry: "tellEnd" },
  },
});

function keyOf(wish: MessageWish): MessageKey {
  if (wish.kind === "copy") throw new Error("Words are copied without a message");
  return { conversationID: wish.conversationID, clientMsgID: wish.clientMsgID };
}
