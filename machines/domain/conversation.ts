/** Conversations: list rows, sort order and merging of changes. Pure functions. */
import type { MentionMark, PlacedMention } from "./mention.ts";
import type { Message } from "./message.ts";

export type ConversationKind = "single" | "group" | "system";

/** A row of the conversation list (3-03). Times are milliseconds since the epoch, 0 if there is none. */
export interface Conversation {
  conversationID: string;
  kind: ConversationKind;
  userID: string;
  groupID: string;
  showName: string;
  faceURL: string;
  isPinned: boolean;
  /** 0 notify, 1 do not receive, 2 receive without notifying. */
  recvMsgOpt: number;
  unreadCount: number;
  /** Whether messages of both sides disappear after they are read. */
  isPrivateChat: boolean;
  /** Seconds until the user's own messages disappear after they are read; 0 if not chosen. */
  burnDuration: number;
  /** 0 none, 1 me, 2 all, 3 all and me, 4 announcement. */
  groupAtType: number;
  /** The mentions in the unread messages, as far as the messages are loaded. */
  mention?: MentionMark;
  draftText: string;
  draftMentions?: readonly PlacedMention[];
  /** The id of the message that the draft answers. */
  draftReplyID?: string;
  /** That message, if it is still there. Only a chat that is loaded by its id has it. */
  draftReply?: Message;
  draftTextTime: number;
  latestMsg: Message | null;
  latestMsgSendTime: number;
}

export interface DraftText {
  text: string;
  mentions?: readonly PlacedMention[];
  /** The id of the message that it answers. */
  replyID?: string;
}

export type ConversationChange =
  | { kind: "pin"; conversationID: string; pinned: boolean }
  | { kind: "mute"; conversationID: string; muted: boolean }
  /** For both users. */
  | { kind: "burning"; conversationID: string; isOn: boolean }
  | { kind: "burnTime"; conversationID: string; seconds: number }
  | { kind: "markRead"; conversationID: string }
  /** Deletes all messages of the conversation. */
  | { kind: "clear"; conversationID: string }
  | { kind: "clearAll"; conversationID: null }
  | { kind: "remove"; conversationID: string };

export type ConversationListEvent =
  /**
   * The stored messages of the chats in `cleared` were removed, by another device or with the chat. Such a row whose
   * `latestMsgSendTime` is 0 is not in the list any more.
   */
  | { type: "im.conversations"; conversations: Conversation[]; cleared?: readonly string[] }
  | { type: "im.unreadTotal"; count: number };

/** Whether the event says that stored messages of that chat were removed by a clear, or all of them. */
export function isEmptied(
  { conversations, cleared }: Extract<ConversationListEvent, { type: "im.conversations" }>,
  conversationID: string,
): boolean {
  return (
    cleared?.includes(conversationID) === true ||
    conversations.some((row) => row.conversationID === conversationID && row.latestMsg === null)
  );
}

/** 4-49, 4-50: pinned first, then newest first, by the later time of draft and latest message. */
export function compareConversations(a: Conversation, b: Conversation): number {
  return (
    Number(b.isPinned) - Number(a.isPinned) ||
    Math.max(b.draftTextTime, b.latestMsgSendTime) - Math.max(a.draftTextTime, a.latestMsgSendTime) ||
    (a.conversationID < b.conversationID ? -1 : 1)
  );
}

/**
 * 4-46, 4-47, 4-51: merges `changed` into sorted `rows`. Sorts only the changed rows and walks the rest once; an
 * unchanged row keeps its identity. Of duplicates in `changed` the first wins.
 */
export function mergeConversations(
  rows: readonly Conversation[],
  changed: readonly Conversation[],
): readonly Conversation[] {
  if (changed.length === 0) return rows;
  const fresh = new Map<string, Conversation>();
  for (const row of changed) if (!fresh.has(row.conversationID)) fresh.set(row.conversationID, row);
  const incoming = [...fresh.values()].sort(compareConversations);
  const merged: Conversation[] = [];
  let next = 0;
  for (const row of rows) {
    if (fresh.has(row.conversationID)) continue;
    for (let other = incoming[next]; other && compareConversations(other, row) < 0; other = incoming[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(row);
  }
  return merged.concat(incoming.slice(next));
}

export function withoutConversation(
  rows: readonly Conversation[],
  conversationID: string,
): readonly Conversation[] {
  return rows.filter((row) => row.conversationID !== conversationID);
}
