import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { EVERYONE } from "../../../machines/domain/mention.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { mergeMarked, withMentions } from "../../../machines/inbox/unread-mentions.ts";
import { ANNA, aGroupConversation, aMessage, BEN, groupChatID, ME, TEAM } from "../../fakes/world.ts";

const CHAT = groupChatID(TEAM);

/** Anna speaks to somebody at that time. */
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

describe("4-50 being mentioned, as the list tells it", () => {
  it("is known of a latest message that is unread, and not of one that was read", () => {
    expect(kindOf(merged([], row(speaking(ME, 1), 1)))).toBe(1);
    expect(kindOf(merged([], row(speaking(EVERYONE, 1), 1)))).toBe(2);
    expect(kindOf(merged([], row(speaking(ME, 1), 0)))).toBeUndefined();
    expect(kindOf(merged([], row(speaking(BEN, 1), 1)))).toBeUndefined();
  });

  it("is nothing one says oneself, and nothing in a chat of two", () => {
    expect(kindOf(merged([], row(speaking(EVERYONE, 1, { sendID: ME }), 1)))).toBeUndefined();
    expect(kindOf(merged([], row(speaking(ME, 1, { groupID: "" }), 1)))).toBeUndefined();
  });

  it("stays while others write, until the chat is read", () => {
    const unread = merged(merged([], row(speaking(ME, 1), 1)), row(text(2), 2));
    expect(kindOf(unread)).toBe(1);
    expect(kindOf(merged(unread, row(text(2), 0)))).toBeUndefined();
  });

  it("is not missed in the middle of a flood, whichever is told first", () => {
    const flood = [text(1), speaking(ME, 2), text(3)];
    const before = merged([], row(text(0), 0));
    expect(kindOf(merged(withMentions(before, flood, ME), row(text(3), 3)))).toBe(1);
    expect(kindOf(withMentions(merged(before, row(text(3), 3)), flood, ME))).toBe(1);
  });

  it("is not told late of what was read already", () => {
    const read = merged([], row(speaking(ME, 2), 0));
    expect(withMentions(read, [speaking(ME, 2)], ME)).toEqual(read);
  });

  it("of oneself says more than of everyone", () => {
    const both = [speaking(ME, 1), speaking(EVERYONE, 2)];
    const unread = merged([], row(text(0), 1));
    expect(kindOf(withMentions(unread, both, ME))).toBe(1);
    expect(kindOf(withMentions(unread, both.toReversed(), ME))).toBe(1);
    expect(kindOf(withMentions(unread, [speaking(EVERYONE, 2)], ME))).toBe(2);
  });

  it("of an announcement is known like one of everyone, and says more; one that was taken down is none", () => {
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

  it("leaves rows alone that nobody is mentioned in", () => {
    const rows = merged([], row(text(0), 1));
    expect(withMentions(rows, [text(1), speaking(ANNA, 2)], ME)).toBe(rows);
    expect(kindOf(withMentions(rows, [speaking(ME, 3, { conversationID: "other" })], ME))).toBeUndefined();
  });
});
