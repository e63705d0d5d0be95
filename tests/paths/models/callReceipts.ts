import { callReceiptsMachine } from "../../../machines/call-receipts.ts";
import type { Conversation } from "../../../machines/events.ts";
import { ANNA, aConversation, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
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
  noise: {
    "the record of a call with somebody else": ({ ports }) =>
      ports.emit.conversations(news({ ...recorded("a", 1), conversationID: "si_other" })),
    "progress of a synchronisation": ({ ports }) => ports.emit.sync({ type: "im.syncProgress", percent: 50 }),
  },
};
