import { callReceiptsMachine } from "../../../../machines/calls/call-receipts.ts";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { ANNA, aConversation, aMessage, aWorld, singleChatID } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

const CHAT = singleChatID(ANNA);
const RECORD = { mediaType: "voice", result: "completed", durationSeconds: 61 } as const;

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

/** Which call records are marked as read (2-97): those of known calls, if nothing else is unread. */
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
  around: { start: "rest none", after: follow },
  phase: (_, around) => around,
  isRest: ({ value }) => value.marks === "settled",

  opens: () => ({ world: aWorld() }),
  actor: (app) => childOf(app, "session", "signedIn", "callReceipts"),
  calls: { markMessageRead: "im.markMessageRead" },
  logged: ["markMessageRead"],
  delays: { markReadRetryDelay: 5000 },
  stimuli: {
    "callReceipts.expect": ({ app }) =>
      childOf(app, "session", "signedIn")?.send({
        type: "callManager.known",
        userID: ANNA,
        roomID: "a",
        hasTalked: true,
      }),
  },
  reads: ({ value, context }) => ({ ...value, unread: roomsIn(context) }),
  rows: {
    "sync.over": { reads: { sync: "over" } },
    "sync.running": { reads: { sync: "running" } },
    "marks.settled": ({ step }) => ({ reads: { marks: "settled", unread: unreadIn(step?.around) } }),
    "marks.marking": ({ step }) => ({
      asks: [MARK],
      reads: { marks: "marking", unread: unreadIn(step?.around) },
    }),
    "marks.waiting": ({ step }) => ({ reads: { marks: "waiting", unread: unreadIn(step?.around) } }),
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
    "the record of a call with another user": ({ ports }) =>
      ports.emit.conversations(news({ ...recorded("a", 1), conversationID: "si_other" })),
    "progress of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncProgress", percent: 50 }),
  },
};

type Receipts = SnapshotOf<typeof callReceiptsMachine>["context"];

function roomsIn({ unread }: Receipts): string[] {
  return unread.filter(({ conversationID }) => conversationID === CHAT).map(({ roomID }) => roomID);
}

function isUnread({ unread }: Receipts, roomID: string): boolean {
  return unread.some((one) => one.roomID === roomID);
}

function isDue(context: Receipts): boolean {
  return context.known[CHAT] === "a" && isUnread(context, "a");
}

const NEWS: Readonly<Record<string, string>> = {
  "im.conversations with the record": "a",
  "im.conversations with another record": "b",
  "im.conversations with the record and more": "none",
  "im.conversations with the record, read": "none",
  "im.conversations with a message": "none",
};

function follow(around: string, label: string, { value }: SnapshotOf<typeof callReceiptsMachine>): string {
  const [phase, latest = ""] = around.split(" ");
  const isMarking = value.marks === "marking";
  const isDone = label === "markMessageRead done";
  if (isMarking && (phase === "rest" || isDone)) return "marking taken";
  const after = latest === "taken" && !isMarking ? (isDone ? "none" : "a") : latest;
  return `${isMarking ? "marking" : "rest"} ${NEWS[label] ?? after}`;
}

function unreadIn(around = "rest none"): string[] {
  const [, latest = ""] = around.split(" ");
  return latest === "a" || latest === "b" ? [latest] : [];
}
