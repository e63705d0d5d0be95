import { describe, expect, it } from "vitest";
import {
  cardProgress,
  isSameCards,
  sentBetween,
  type UnsentCard,
  unsentCards,
} from "../../../machines/calls/card-progress.ts";
import { aMessage } from "../../fakes/world.ts";

const MEETING = "0123456789abcdef0123456789abcdef";
const OTHER = "f".repeat(32);

const card = (clientMsgID: string, isGivenUp = false, roomID: string | null = MEETING): UnsentCard => ({
  roomID,
  message: aMessage({ clientMsgID }),
  isGivenUp,
});
const [FIRST, SECOND, FAILED] = [card("1"), card("2"), card("3", true)];

describe("1-10 the progress of a meeting's cards", () => {
  it.each([
    ["is nothing when the outbox is empty", [], null, null, 0],
    ["is a card that waits", [FIRST], null, "sending", 0],
    ["is a card that waits, also after another was sent", [FIRST], MEETING, "sending", 0],
    ["is a card that was sent", [], MEETING, "sent", 0],
    ["is a card that failed, although another was sent", [FAILED], MEETING, null, 1],
    ["is both", [FAILED, FIRST, card("4", true)], null, "sending", 2],
    ["is no card of another meeting", [card("5", true, OTHER), card("6", false, null)], OTHER, null, 0],
  ] as const)("%s", (_, cards, sentID, status, failed) => {
    const progress = (isOnline: boolean, isJust = true) =>
      cardProgress({ cards, sentID }, { roomID: MEETING, isOnline, isJust });
    expect(progress(true)).toEqual({ status, failed });
    expect(progress(true, false)).toEqual({ status: status === "sent" ? null : status, failed });
    expect(progress(false)).toEqual({ status: status === "sending" ? "sentWhenOnline" : status, failed });
  });
});

describe("1-10 a card of a meeting was sent", () => {
  it.each([
    ["when it is gone", [FIRST, SECOND], [SECOND], MEETING],
    ["not when it is new", [], [FIRST], null],
    ["not when it fails", [FIRST], [{ ...FIRST, isGivenUp: true }], null],
    ["not when it failed and is gone: it was deleted", [FAILED, FIRST], [FIRST], null],
    ["not when its meeting is unknown", [card("4", false, null)], [], null],
  ])("%s", (_, before, now, meeting) => expect(sentBetween(before, now)).toBe(meeting));
});

it.each([
  [[], [], true],
  [[FIRST, FAILED], [{ ...FIRST }, FAILED], true],
  [[FIRST], [], false],
  [[], [FIRST], false],
  [[FIRST], [SECOND], false],
  [[FIRST], [{ ...FIRST, isGivenUp: true }], false],
])("1-10 cards are the same: %#", (one, other, isSame) => expect(isSameCards(one, other)).toBe(isSame));

it("1-10 the cards of the outbox are its messages with a meeting", () => {
  const draft = { clientMsgID: "1", conversationID: "chat", text: "", replyTo: null };
  const enclosure = { type: "meeting" as const, meeting: { roomID: MEETING, subject: "Plan", extra: {} } };
  const { message } = FIRST;
  const items = {
    text: { draft: { ...draft, text: MEETING }, message, isGivenUp: true },
    card: { draft: { ...draft, enclosure }, message, isGivenUp: false },
  };
  expect(unsentCards(items)).toEqual([{ roomID: MEETING, message, isGivenUp: false }]);
});
