import { sendTo, setup } from "xstate";
import { addNotice, failureNotice, noticesOf } from "./notices.ts";
import { type Listener, port } from "./ports/stub.ts";
import type { RuleMeta } from "./vocabulary/charts.ts";
import { failureCode } from "./vocabulary/failures.ts";
import type { MessageKey } from "./vocabulary/messages.ts";

/** One thing done to one message, from the wish to its outcome. */

export interface MessageWish extends MessageKey {
  kind: "revoke" | "delete";
}

export type MessageActionNews = { type: "messageAction.ended"; id: string };

export interface MessageActionContext {
  parent: Listener<MessageActionNews>;
  wish: MessageWish;
}

export const messageActionMachine = setup({
  types: {
    context: {} as MessageActionContext,
    input: {} as MessageActionContext,
    meta: {} as RuleMeta,
  },
  actors: {
    revokeMessage: port<void, MessageKey>("revokeMessage"),
    deleteMessage: port<void, MessageKey>("deleteMessage"),
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
  },
}).createMachine({
  id: "messageAction",
  context: ({ input }) => input,
  initial: "wished",
  states: {
    wished: {
      always: [{ guard: "isRevoking", target: "revoking" }, { target: "deleting" }],
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
    ended: { type: "final", entry: "tellEnd" },
  },
});

function keyOf({ conversationID, clientMsgID }: MessageWish): MessageKey {
  return { conversationID, clientMsgID };
}
