import { expect, it } from "vitest";
import { cardProgress } from "../../../machines/calls/card-progress.ts";

const MEETING = "0123456789abcdef0123456789abcdef";

const card = (isGivenUp: boolean, roomID: string | null = MEETING) => ({
  draft: {
    clientMsgID: "card",
    conversationID: "chat",
    text: "",
    replyTo: null,
    enclosure: { type: "meeting" as const, meeting: { roomID, subject: "Plan", extra: {} } },
  },
  isGivenUp,
});
const text = {
  draft: { clientMsgID: "text", conversationID: "chat", text: MEETING, replyTo: null },
  isGivenUp: true,
};

it.each([
  ["nothing when the outbox is empty", [], 0, 0],
  ["a card that waits", [card(false)], 1, 0],
  ["a card that failed", [card(true)], 0, 1],
  ["both", [card(true), card(false), card(true)], 1, 2],
  ["no other message", [text], 0, 0],
  ["no card of another meeting", [card(true, "f".repeat(32)), card(false, null)], 0, 0],
])("1-10 the progress of a meeting's cards counts %s", (_, list, waiting, failed) => {
  const items = Object.fromEntries(list.map((item, index) => [index, item]));
  expect(cardProgress({ items }, MEETING)).toEqual({ waiting, failed });
});
