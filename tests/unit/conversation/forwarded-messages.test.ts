/** What can be forwarded, and what is sent for it. */
import { describe, expect, it } from "vitest";
import {
  attachmentsOf,
  canChoose,
  canForward,
  cardAttachment,
} from "../../../machines/conversation/forwarded-messages.ts";
import type { Message, MessageContent } from "../../../machines/domain/message.ts";
import { ANNA, aMessage, NOON } from "../../fakes/world.ts";

const clock = { newID: () => "new", now: () => NOON };
const RECORD = { roomID: "r", mediaType: "voice", result: "noAnswer", durationSeconds: 0 } as const;

describe("a message", () => {
  it.each<[string, Partial<Message>, boolean, boolean]>([
    ["a text", {}, true, true],
    ["one that is being sent", { status: "sending" }, false, false],
    ["one that failed", { status: "failed" }, true, false],
    ["a disappearing one", { burn: { seconds: 30, readAt: null } }, true, false],
    ["a notice", { content: { type: "friendAdded" } }, false, false],
    ["the record of a call", { content: { type: "callRecord", record: RECORD } }, true, false],
    ["an unknown custom message", { content: { type: "custom", customType: 7 } }, true, false],
    ["an unknown message", { content: { type: "unsupported" } }, true, false],
  ])("%s can be selected: %#", (_, changes, isChosen, isForwarded) => {
    const message = aMessage(changes);
    expect([canChoose(message), canForward(message)]).toEqual([isChosen, isForwarded]);
  });
});

describe("forwarded messages", () => {
  const merging = { title: "Chat of Mia", lines: ["Anna: Hi"] };
  const first = aMessage({ clientMsgID: "a", text: "Hi" });
  const second = aMessage({ clientMsgID: "b", forwardedFrom: "Ben" });
  const sourceOf = ({ conversationID, clientMsgID }: Message) => ({ conversationID, clientMsgID });

  it("go one by one with their first author, however often they are forwarded", () => {
    const nameless = aMessage({ clientMsgID: "c", senderNickname: "" });
    expect(attachmentsOf([first, second, nameless], { manner: "each", ...merging }, clock)).toEqual([
      {
        clientMsgID: "new",
        enclosure: { type: "forward", source: sourceOf(first), from: "Anna" },
        content: first.content,
      },
      {
        clientMsgID: "new",
        enclosure: { type: "forward", source: sourceOf(second), from: "Ben" },
        content: second.content,
      },
      {
        clientMsgID: "new",
        enclosure: { type: "forward", source: sourceOf(nameless) },
        content: nameless.content,
      },
    ]);
  });

  it("go as one history with title, preview and each message", () => {
    const lineOf = ({ clientMsgID, sendTime, content }: Message) => ({
      clientMsgID,
      sendID: ANNA,
      senderNickname: "Anna",
      sendTime,
      content,
    });
    const merged = { ...merging, messages: [lineOf(first), lineOf(second)] };
    expect(attachmentsOf([first, second], { manner: "merged", ...merging }, clock)).toEqual([
      {
        clientMsgID: "new",
        enclosure: { type: "merged", ...merging, sources: [sourceOf(first), sourceOf(second)] },
        content: { type: "merge", merged } satisfies MessageContent,
      },
    ]);
  });
});

it("a meeting goes as its card", () => {
  const meeting = { roomID: "0".repeat(32), subject: "", extra: {} };
  expect(cardAttachment(meeting, clock)).toEqual({
    clientMsgID: "new",
    enclosure: { type: "meeting", meeting },
    content: { type: "meeting", meeting },
  });
});
