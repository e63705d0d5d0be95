import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { EVERYONE } from "../../../machines/domain/mention.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { mergeMarked, withMentions } from "../../../machines/inbox/unread-mentions.ts";
import { ANNA, aGroupConversation, aMessage, BEN, groupChatID, ME, TEAM } from "../../fakes/world.ts";

const CHAT = groupChatID(TEAM);

function speaking(userID: string, sendTime: number, changes: Partial<Message> = {}): Message {
  return aMessage({
    conversationID: CHAT,
    groupID: TEAM,
    sendTime,
    content: { type: "at", text: `@${userID}`, mentions: [{ userID, name: "" }] },
    ...changes,
  });
}

const text = (sendTime: number) => aMessage({ conversationID: CHAT, groupID: TEAM, sendTime });
const row = (latestMsg: Message, unreadCount: number): Conversation =>
  aGroupConversation({ latestMsg, latestMsgSendTime: latestMsg.sendTime, unreadCount });
const merged = (rows: readonly Conversation[], one: Conversation) => mergeMarked({ rows, userID: ME }, [one]);
const kindOf = (rows: readonly Conversation[]) => rows[0]?.mention?.kind;

describe("4-50 mentions in the conversation list", () => {
  it("are set by an unread latest message, not by a read one", () => {
    expect(kindOf(merged([], row(speaking(ME, 1), 1)))).toBe(1);
    expect(kindOf(merged([], row(speaking(EVERYONE, 1), 1)))).toBe(2);
    expect(kindOf(merged([], row(speaking(ME, 1), 0)))).toBeUndefined();
    expect(kindOf(merged([], row(speaking(BEN, 1), 1)))).toBeUndefined();
  });

  it("are not set by the user's own messages or in a single chat", () => {
    expect(kindOf(merged([], row(speaking(EVERYONE, 1, { sendID: ME }), 1)))).toBeUndefined();
    expect(kindOf(merged([], row(speaking(ME, 1, { groupID: "" }), 1)))).toBeUndefined();
  });

  it("stay while others write, until the chat is read", () => {
    const unread = merged(merged([], row(speaking(ME, 1), 1)), row(text(2), 2));
    expect(kindOf(unread)).toBe(1);
    expect(kindOf(merged(unread, row(text(2), 0)))).toBeUndefined();
  });

  it("are set in a batch of messages, whether the row or the messages arrive first", () => {
    const flood = [text(1), speaking(ME, 2), text(3)];
    const before = merged([], row(text(0), 0));
    expect(kindOf(merged(withMentions(before, flood, ME), row(text(3), 3)))).toBe(1);
    expect(kindOf(withMentions(merged(before, row(text(3), 3)), flood, ME))).toBe(1);
  });

  it("are not set late for a message that was already read", () => {
    const read = merged([], row(speaking(ME, 2), 0));
    expect(withMentions(read, [speaking(ME, 2)], ME)).toEqual(read);
  });

  it("are set if others are mentioned too", () => {
    const mentioning = (...userIDs: string[]) =>
      speaking(ME, 1, {
        content: { type: "at", text: "", mentions: userIDs.map((userID) => ({ userID, name: "" })) },
      });
    expect(kindOf(merged([], row(mentioning(BEN, ME), 1)))).toBe(1);
    expect(kindOf(merged([], row(mentioning(BEN, EVERYONE), 1)))).toBe(2);
  });

  it("stay if only the first of two mentions is read", () => {
    const both = withMentions(merged([], row(text(0), 1)), [speaking(ME, 1), speaking(ME, 5)], ME);
    expect(kindOf(merged(both, row(text(3), 0)))).toBe(1);
    expect(kindOf(merged(both, row(text(5), 0)))).toBeUndefined();
  });

  it("prefer a mention of the user to a mention of everyone", () => {
    const both = [speaking(ME, 1), speaking(EVERYONE, 2)];
    const unread = merged([], row(text(0), 1));
    expect(kindOf(withMentions(unread, both, ME))).toBe(1);
    expect(kindOf(withMentions(unread, both.toReversed(), ME))).toBe(1);
    expect(kindOf(withMentions(unread, [speaking(EVERYONE, 2)], ME))).toBe(2);
  });

  it("rank an announcement between the two, and ignore an empty one", () => {
    const announced = (words: string, sendTime: number, changes: Partial<Message> = {}) =>
      speaking(ME, sendTime, {
        sendID: ANNA,
        content: {
          type: "groupNotice",
          notice: { act: "announced", by: { userID: ANNA, nickname: "Anna" }, text: words },
        },
        ...changes,
      });
    expect(kindOf(merged([], row(announced("Meet at 8", 1), 1)))).toBe(4);
    expect(kindOf(merged([], row(announced("Meet at 8", 1), 0)))).toBeUndefined();
    expect(kindOf(merged([], row(announced("", 1), 1)))).toBeUndefined();
    expect(kindOf(merged([], row(announced("Mine", 1, { sendID: ME }), 1)))).toBeUndefined();
    const unread = merged([], row(text(0), 1));
    const all = [announced("Meet at 8", 1), speaking(EVERYONE, 2)];
    for (const order of [all, all.toReversed()]) expect(kindOf(withMentions(unread, order, ME))).toBe(4);
    const me = [speaking(ME, 1), announced("Meet at 8", 2)];
    for (const order of [me, me.toReversed()]) expect(kindOf(withMentions(unread, order, ME))).toBe(1);
  });

  it("leave rows without mentions unchanged", () => {
    const rows = merged([], row(text(0), 1));
    expect(withMentions(rows, [text(1), speaking(ANNA, 2)], ME)).toBe(rows);
    expect(kindOf(withMentions(rows, [speaking(ME, 3, { conversationID: "other" })], ME))).toBeUndefined();
  });
});
