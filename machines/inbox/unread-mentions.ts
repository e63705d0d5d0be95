/**
 * Marks "You were mentioned" and announcements in the list, computed from the messages, because a real server
 * never reports them. Covers the latest message of a row and messages that arrive while the app is open. A
 * mark lasts until the chat is read.
 */
import { type Conversation, mergeConversations } from "../domain/conversation.ts";
import { EVERYONE, type MentionMark } from "../domain/mention.ts";
import type { Message } from "../domain/message.ts";

/** Merges `changed` into the rows. A mark stays until its message is read. */
export function mergeMarked(
  { rows, userID }: { rows: readonly Conversation[]; userID: string },
  changed: readonly Conversation[],
): readonly Conversation[] {
  const marks = new Map(
    rows.flatMap(({ conversationID, mention }) => (mention ? [[conversationID, mention]] : [])),
  );
  const marked = changed.map((row) => {
    const known = marks.get(row.conversationID);
    const isRead = row.unreadCount === 0;
    const kept = known && isRead && row.latestMsgSendTime >= known.at ? undefined : known;
    const latest = row.latestMsg && !isRead ? markIn(row.latestMsg, userID) : null;
    const mention = stronger(kept, latest);
    return mention ? { ...row, mention } : row;
  });
  return mergeConversations(rows, marked);
}

/** Returns the rows with marks for these messages; the same array without mentions. */
export function withMentions(
  rows: readonly Conversation[],
  messages: readonly Message[],
  userID: string,
): readonly Conversation[] {
  return messages.reduce((before, message) => {
    const mark = markIn(message, userID);
    if (!mark) return before;
    return before.map((row) => {
      // The row may already include the message, and its read state, before the message arrives.
      const isRead = row.unreadCount === 0 && row.latestMsgSendTime >= mark.at;
      if (row.conversationID !== message.conversationID || isRead) return row;
      return { ...row, mention: stronger(row.mention, mark) ?? mark };
    });
  }, rows);
}

function markIn({ content, sendID, groupID, sendTime }: Message, userID: string): MentionMark | null {
  if (groupID === "" || sendID === userID) return null;
  if (content.type === "groupNotice") {
    const { notice } = content;
    return notice.act === "announced" && notice.text !== "" ? { kind: 4, at: sendTime } : null;
  }
  if (content.type !== "at") return null;
  if (content.mentions.some((one) => one.userID === userID)) return { kind: 1, at: sendTime };
  return content.mentions.some((one) => one.userID === EVERYONE) ? { kind: 2, at: sendTime } : null;
}

/** Strongest first: a mention of the user beats an announcement, which beats a mention of everyone. */
const STRENGTH: readonly MentionMark["kind"][] = [1, 4, 2];

/** Returns the stronger mark; of two equal kinds, the later time. */
function stronger(one: MentionMark | undefined, other: MentionMark | null): MentionMark | undefined {
  if (!one || !other) return one ?? other ?? undefined;
  const kind = STRENGTH.find((each) => each === one.kind || each === other.kind) ?? one.kind;
  return { kind, at: Math.max(one.at, other.at) };
}
