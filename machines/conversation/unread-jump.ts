import { assign, log, sendTo, setup } from "xstate";
import { addToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { HISTORY_PAGE, type Message } from "../domain/message.ts";
import type { ToastContent } from "../domain/toast.ts";
import { type Listener, port } from "../ports/stub.ts";
import { countsAsUnread } from "./unread-mark.ts";

/** The way to the first unread message of a chat that opens below it: the pill "300 new messages" (4-61). */

export type UnreadJumpEvent =
  /** The log stands still. `isSeen`: the "Unread messages" line is in view, or below it. */
  | { type: "readState.rest"; isSeen: boolean }
  /** The line stands above this message, which is loaded. */
  | ({ type: "readState.placed" } & PlacedLine)
  | { type: "user.jumpToUnread" };

interface PlacedLine {
  clientMsgID: string;
  /** 0 if unknown. */
  seq: number;
}

export type UnreadJumpNews = { type: "unreadJump.found"; clientMsgID: string };

/** Asks for up to `count` messages from that seq on, oldest first. */
export interface SeqQuery {
  conversationID: string;
  seq: number;
  count: number;
  /** A later seq that the device has stored. */
  until: number;
}

export interface UnreadJumpInput {
  conversationID: string;
  userID: string;
  parent: Listener<UnreadJumpNews>;
  /** Unread messages when the chat came to the front. */
  count: number;
  /** The first unread seq; 0 if unknown. */
  seq: number;
}

export interface UnreadJumpContext extends UnreadJumpInput {
  /** The first unread message; null while it is not loaded. */
  placed: PlacedLine | null;
}

const FAILED: { toast: ToastContent } = { toast: { tone: "error", key: "getHistoryFailed" } };

export const unreadJumpMachine = setup({
  types: {
    context: {} as UnreadJumpContext,
    events: {} as UnreadJumpEvent,
    input: {} as UnreadJumpInput,
    tags: {} as "offered",
    meta: {} as RuleMeta,
  },
  actors: { loadFrom: port<Message[], SeqQuery>("loadFrom") },
  actions: {
    setPlaced: assign((_, { clientMsgID, seq }: PlacedLine) => ({ placed: { clientMsgID, seq } })),
    tellFound: sendTo(
      ({ context }) => context.parent,
      (_, { clientMsgID }: { clientMsgID: string | null }) => ({
        type: "unreadJump.found" as const,
        clientMsgID: clientMsgID ?? "",
      }),
    ),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `unreadJump: ${event.type}`),
  },
  guards: {
    isSeen: (_, { isSeen }: { isSeen: boolean }) => isSeen,
    isPlaced: ({ context }) => context.placed !== null,
    isEarlier: ({ context: { placed } }, { seq }: PlacedLine) => placed !== null && seq < placed.seq,
    isKnown: ({ context }) => context.placed !== null || context.seq > 0,
    isThere: (_, { clientMsgID }: { clientMsgID: string | null }) => clientMsgID !== null,
  },
}).createMachine({
  id: "unreadJump",
  context: ({ input }) => ({ ...input, placed: null }),
  initial: "opening",
  on: {
    "readState.placed": { actions: { type: "setPlaced", params: ({ event }) => event } },
  },
  states: {
    opening: {
      description: "The chat opens. When the log stands still, the first unread message is in view or not.",
      on: {
        "readState.rest": [
          { guard: { type: "isSeen", params: ({ event }) => event }, target: "seen" },
          { guard: "isKnown", target: "offered" },
        ],
      },
    },
    offered: {
      tags: "offered",
      description: "The first unread message is above the view.",
      meta: { rule: "4-61" },
      on: {
        "readState.rest": { guard: { type: "isSeen", params: ({ event }) => event }, target: "seen" },
        "user.jumpToUnread": [
          {
            guard: "isPlaced",
            target: "over",
            actions: {
              type: "tellFound",
              params: ({ context }) => ({ clientMsgID: context.placed?.clientMsgID ?? null }),
            },
          },
          { target: "loading" },
        ],
      },
    },
    loading: {
      tags: "offered",
      description: "Load the first unread message by its seq, without the messages in between.",
      meta: { rule: "4-61" },
      invoke: {
        id: "loadFrom",
        src: "loadFrom",
        input: ({ context: { conversationID, seq, count } }) => ({
          conversationID,
          seq,
          count: HISTORY_PAGE,
          until: seq + count - 1,
        }),
        onDone: [
          {
            guard: { type: "isThere", params: firstOf },
            target: "over",
            actions: { type: "tellFound", params: firstOf },
          },
          { target: "over", actions: { type: "notify", params: FAILED } },
        ],
        onError: { target: "offered", actions: ["reportFailure", { type: "notify", params: FAILED }] },
      },
      on: { "readState.rest": { guard: { type: "isSeen", params: ({ event }) => event }, target: "seen" } },
    },
    seen: {
      description:
        "The first unread message was seen. An earlier unread message may come when a gap before it is filled.",
      on: {
        "readState.placed": {
          guard: { type: "isEarlier", params: ({ event }) => event },
          target: "opening",
          actions: { type: "setPlaced", params: ({ event }) => event },
        },
      },
    },
    over: { description: "The user jumped to the first unread message, or it does not exist." },
  },
});

function firstOf({ context, event }: { context: UnreadJumpContext; event: { output: Message[] } }) {
  const first = event.output.find(
    (message) => message.seq >= context.seq && countsAsUnread(message, context.userID),
  );
  return { clientMsgID: first?.clientMsgID ?? null };
}
