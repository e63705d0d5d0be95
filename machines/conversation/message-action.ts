import { sendTo, setup } from "xstate";
import { addNotice, failureNotice, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { failureCode } from "../domain/failure.ts";
import type { Mention } from "../domain/mention.ts";
import type { MessageKey } from "../domain/message.ts";
import { type Listener, port } from "../ports/stub.ts";

/** One thing done to one message, from the wish to its outcome. */

/** What a message said, for whoever writes it again. */
export interface Wording {
  text: string;
  mentions: readonly Mention[];
}

export interface MessageWish extends MessageKey {
  kind: "revoke" | "delete";
  /** Of an own message that is taken back. */
  wording?: Wording;
}

export type MessageActionNews =
  /** Taken back, and may be written again for a while. */
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
    notify: sendTo(toastsOf, addNotice),
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
      description: "The server takes the message back for everybody; its event replaces it in place.",
      meta: { rule: "4-62" },
      invoke: {
        id: "revokeMessage",
        src: "revokeMessage",
        input: ({ context }) => keyOf(context.wish),
        onDone: [{ guard: "hasWording", target: "offering" }, { target: "ended" }],
        onError: {
          target: "ended",
          actions: {
            type: "notify",
            params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
          },
        },
      },
    },
    offering: {
      description: "Its words are at hand for a while, for whoever wants to say it better.",
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

const NO_WORDS: Wording = { text: "", mentions: [] };

function keyOf({ conversationID, clientMsgID }: MessageWish): MessageKey {
  return { conversationID, clientMsgID };
}
