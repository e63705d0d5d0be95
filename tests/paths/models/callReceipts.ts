import { callReceiptsMachine } from "../../../machines/call-receipts.ts";
import type { Conversation } from "../../../machines/events.ts";
import { ANNA, aConversation, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
import type { SnapshotOf } from "../graph.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";

const CHAT = singleChatID(ANNA);
const RECORD = { mediaType: "voice", result: "completed", durationSeconds: 61 } as const;

/** Anna's row as it is when the record of a call has come. */
const recorded = (roomID: string, unreadCount: number): Conversation =>
  aConversation({
    unreadCount,
    latestMsg: aMessage({
      clientMsgID: `record of ${roomID}`,
      content: { type: "callRecord", record: { ...RECORD, roomID } },
    }),
  });
const news = (...conversations: Conversation[]) => ({ type: "im.conversations", conversations }) as const;
const MARK = ["im.markMessageRead", { conversationID: CHAT, clientMsgID: "record of a" }] as const;

/** Which records are marked as read (2-97): those of calls this side knows, when nothing else is unread. */
export const callReceiptsModel: ChartModel<typeof callReceiptsMachine> = {
  chart: "callReceipts",
  machine: callReceiptsMachine,
  input: undefined,
  events: {
    "callReceipts.expect": { type: "callReceipts.expect", conversationID: CHAT, roomID: "a" },
    "im.conversations with the record": news(recorded("a", 1)),
    "im.conversations with the record and more": news(recorded("a", 2)),
    "im.conversations with the record, read": news(recorded("a", 0)),
    "im.conversations with another record": news(recorded("b", 1)),
    "im.conversations with a message": news(aConversation({ unreadCount: 1, latestMsg: aMessage() })),
    "im.syncStarted": { type: "im.syncStarted", reinstall: false },
    "im.syncFinished": { type: "im.syncFinished" },
    "im.syncFailed": { type: "im.syncFailed" },
  },
  answers: { markMessageRead: { failed: ["network"] } },
  key: ({ context: { known, unread } }) => [known[CHAT], unread.map(({ roomID }) => roomID)].join(),
  isRest: ({ value }) => value.marks === "settled",

  opens: () => ({ world: aWorld() }),
  actor: (app) => childOf(app, "session", "messenger", "callReceipts"),
  calls: { markMessageRead: "im.markMessageRead" },
  logged: ["markMessageRead"],
  delays: { markReadRetryDelay: 5000 },
  stimuli: {
    "callReceipts.expect": ({ app }) =>
      childOf(app, "session", "messenger")?.send({ type: "phone.known", userID: ANNA, roomID: "a" }),
  },
  reads: ({ value }) => ({ ...value }),
  rows: {
    "sync.over": { reads: { sync: "over" } },
    "sync.running": { reads: { sync: "running" } },
    "marks.settled": { reads: { marks: "settled" } },
    "marks.marking": { asks: [MARK], reads: { marks: "marking" } },
    "marks.waiting": { reads: { marks: "waiting" } },
  },
  leads: {
    "*": {
      "callReceipts.expect": STAYS,
      "im.conversations with the record": STAYS,
      "im.conversations with the record and more": STAYS,
      "im.conversations with the record, read": STAYS,
      "im.conversations with another record": STAYS,
      "im.conversations with a message": STAYS,
    },
    "sync.over": {
      "im.syncStarted": "sync.running",
    },
    "sync.running": {
      "im.syncFinished": "sync.over",
      "im.syncFailed": "sync.over",
    },
    "marks.settled": {
      "callReceipts.expect": ({ value, context }) =>
        value.sync === "over" && isUnread(context, "a") ? "marks.marking" : STAYS,
      "im.conversations with the record": ({ value, context }) =>
        value.sync === "over" && context.known[CHAT] === "a" ? "marks.marking" : STAYS,
      "im.syncFinished": ({ context }) => (isDue(context) ? "marks.marking" : null),
      "im.syncFailed": ({ context }) => (isDue(context) ? "marks.marking" : null),
    },
    "marks.marking": {
      "im.syncStarted": "marks.settled",
      "markMessageRead done": ({ context }) => (isDue(context) ? "marks.marking" : "marks.settled"),
      "markMessageRead failed (network)": "marks.waiting",
    },
    "marks.waiting": {
      "after markReadRetryDelay": ({ value, context }) =>
        value.sync === "over" && isDue(context) ? "marks.marking" : "marks.settled",
    },
  },
  noise: {
    "the record of a call with somebody else": ({ ports }) =>
      ports.emit.conversations(news({ ...recorded("a", 1), conversationID: "si_other" })),
    "progress of a synchronisation": ({ ports }) => ports.emit.sync({ type: "im.syncProgress", percent: 50 }),
  },
};

type Receipts = SnapshotOf<typeof callReceiptsMachine>["context"];

/** The record of this call is all that is unread in Anna's chat. */
function isUnread({ unread }: Receipts, roomID: string): boolean {
  return unread.some((one) => one.roomID === roomID);
}

/** And this side knows how the call ended. */
function isDue(context: Receipts): boolean {
  return context.known[CHAT] === "a" && isUnread(context, "a");
}
