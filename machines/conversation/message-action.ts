import { sendTo, setup } from "xstate";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Mention } from "../domain/mention.ts";
import type { MessageKey } from "../domain/message.ts";
import { type Listener, port } from "../ports/stub.ts";

/** One action on one message, from request to result. */

export interface Wording {
  text: string;
  mentions: readonly Mention[];
  /** clientMsgID of the message that it replied to. */
  answered?: string;
}

export interface MessageWish extends MessageKey {
  kind: "revoke" | "delete";
  /** Only set when the user recalls their own message. */
  wording?: Wording;
}

export type MessageActionNews =
  /** The message is recalled. Its text can be edited again for a while. */
  | { type: "messageAction.revoked"; id: string; clientMsgID: string; wording: Wording }
  | { type: "messageAction.ended"; id: string };

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
    notify: sendTo(toastsOf, addToast),
    tellRevoked: sendTo(
      ({ context }) => context.parent,
      ({ self }, { clientMsgID, wording }: { clientMsgID: string; wording: Wording }) => ({
        type: "messageAction.revoked" as const,
        id: self.id,
        clientMsgID,
        wording,
      }),
    ),
    tellEnd: sendTo(
      ({ context }) => context.parent,
      ({ self }) => ({ type: "messageAction.ended" as const, id: self.id }),
    ),
  },
  guards: {
    isRevoking: ({ context }) => context.wish.kind === "revoke",
    hasWording: ({ context }) => context.wish.wording !== undefined,
  },
  delays: { editAgainTime: 5 * 60_000 },
}).createMachine({
  id: "messageAction",
  context: ({ input }) => input,
  initial: "wished",
  states: {
    wished: {
      always: [{ guard: "isRevoking", target: "revoking" }, { target: "deleting" }],
    },
    revoking: {
      description: "The server recalls the message for all members; its event replaces the message in place.",
      meta: { rule: "4-62" },
      invoke: {
        id: "revokeMessage",
        src: "revokeMessage",
        input: ({ context }) => keyOf(context.wish),
        onDone: [{ guard: "hasWording", target: "offering" }, { target: "ended" }],
        onError: { target: "ended", actions: { type: "notify", params: asToast } },
      },
    },
    offering: {
      description: "The text stays available for a while, so that the user can edit and resend it.",
      entry: {
        type: "tellRevoked",
        params: ({ context: { wish } }) => ({
          clientMsgID: wish.clientMsgID,
          wording: wish.wording ?? NO_WORDS,
        }),
      },
      after: { editAgainTime: "ended" },
    },
    deleting: {
      description: "Deletes the message for this user only; the outbox dropped it before.",
      invoke: {
        id: "deleteMessage",
        src: "deleteMessage",
        input: ({ context }) => keyOf(context.wish),
        onDone: "ended",
        onError: { target: "ended", actions: { type: "notify", params: asToast } },
      },
    },
    ended: { type: "final", entry: "tellEnd" },
  },
});

const NO_WORDS: Wording = { text: "", mentions: [] };

function keyOf({ conversationID, clientMsgID }: MessageWish): MessageKey {
  return { conversationID, clientMsgID };
}
