import { and, assign, log, setup, stateIn } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Conversation, ConversationListEvent } from "../domain/conversation.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { port, stream } from "../ports/stub.ts";

/**
 * Marks the records of a call as read if the user answered or declined the call. Servers count unread messages from
 * the end of a conversation, so a record behind older unread messages waits and is read with them.
 */

export type CallReceiptsEvent =
  | ConversationListEvent
  | SyncEvent
  /** The user knows how this call ended. */
  | { type: "callReceipts.expect"; conversationID: string; roomID: string };

export interface CallReceiptsContext {
  /** By conversation id: room id of the last call that was answered or declined. */
  known: Readonly<Record<string, string>>;
  /** Conversations whose only unread messages are records of one call: from its ring (11-25) and from its end. */
  unread: readonly Unread[];
  /** The record being marked, or marked last; null once its conversation has a newer message. */
  current: Unread | null;
}

interface Unread {
  conversationID: string;
  clientMsgID: string;
  roomID: string;
  /** Set if the record of the ring is unread. */
  hasRung?: boolean;
}

export const callReceiptsMachine = setup({
  types: { context: {} as CallReceiptsContext, events: {} as CallReceiptsEvent, meta: {} as RuleMeta },
  actors: {
    conversationEvents: stream("conversationEvents"),
    syncEvents: stream("syncEvents"),
    markMessageRead: port<void, { conversationID: string; clientMsgID: string }>("markMessageRead"),
  },
  actions: {
    expect: assign({
      known: ({ context }, { conversationID, roomID }: { conversationID: string; roomID: string }) => ({
        ...context.known,
        [conversationID]: roomID,
      }),
    }),
    syncUnread: assign(({ context: { unread, current } }, { rows }: { rows: readonly Conversation[] }) => ({
      unread: [
        ...unread.filter((one) => !isAmong(rows, one)),
        ...rows.flatMap((row) => unreadRecordIn(row, current ? [...unread, current] : unread)),
      ],
      current: current && !isAmong(rows, current) ? current : null,
    })),
    take: assign({
      current: ({ context }) => firstOf(context) ?? null,
      unread: ({ context }) => context.unread.filter((one) => one !== firstOf(context)),
    }),
    putBack: assign({
      unread: ({ context: { current, unread } }) => (current ? [...unread, current] : unread),
    }),
    reportFailure: log(({ event }) => `callReceipts: ${event.type}`),
  },
  guards: {
    isDue: and([stateIn({ sync: "over" }), ({ context }) => firstOf(context) !== undefined]),
  },
  delays: { markReadRetryDelay: 5000 },
}).createMachine({
  id: "callReceipts",
  context: { known: {}, unread: [], current: null },
  invoke: [child("conversationEvents"), child("syncEvents")],
  type: "parallel",
  on: {
    "callReceipts.expect": { actions: { type: "expect", params: ({ event }) => event } },
    "im.conversations": {
      actions: { type: "syncUnread", params: ({ event }) => ({ rows: event.conversations }) },
    },
  },
  states: {
    sync: {
      initial: "over",
      states: {
        over: { on: { "im.syncStarted": "running" } },
        running: {
          description: "Waits: a mark set during a sync would also cover messages that are still arriving.",
          meta: { rule: "4-61" },
          on: { "im.syncFinished": "over", "im.syncFailed": "over" },
        },
      },
    },
    marks: {
      initial: "settled",
      states: {
        settled: {
          description: "Nothing to mark, or too early: the record and the end of a call arrive in any order.",
          always: { guard: "isDue", target: "marking", actions: "take" },
        },
        marking: {
          meta: { rule: "2-97" },
          invoke: {
            id: "markMessageRead",
            src: "markMessageRead",
            input: ({ context }) => messageOf(context),
            onDone: "settled",
            onError: { target: "waiting", actions: ["putBack", "reportFailure"] },
          },
          on: { "im.syncStarted": { target: "settled", actions: "putBack" } },
        },
        waiting: {
          description: "Marking failed; retries after five seconds.",
          after: { markReadRetryDelay: "settled" },
        },
      },
    },
  },
});

function unreadRecordIn(
  { conversationID, unreadCount, latestMsg }: Conversation,
  before: readonly Unread[],
): Unread[] {
  if (latestMsg?.content.type !== "callRecord") return [];
  const { clientMsgID, content } = latestMsg;
  const { roomID, ringSeconds } = content.record;
  const isRing = ringSeconds !== undefined;
  const hasRung =
    isRing ||
    before.some((one) => one.conversationID === conversationID && one.roomID === roomID && one.hasRung);
  if (unreadCount !== 1 && !(unreadCount === 2 && hasRung && !isRing)) return [];
  return [{ conversationID, clientMsgID, roomID, ...(hasRung && { hasRung }) }];
}

function isAmong(rows: readonly Conversation[], { conversationID }: Unread): boolean {
  return rows.some((row) => row.conversationID === conversationID);
}

function firstOf({ known, unread }: CallReceiptsContext): Unread | undefined {
  return unread.find(({ conversationID, roomID }) => known[conversationID] === roomID);
}

function messageOf({ current }: CallReceiptsContext): { conversationID: string; clientMsgID: string } {
  if (!current) throw new Error("No call record to mark");
  return { conversationID: current.conversationID, clientMsgID: current.clientMsgID };
}
