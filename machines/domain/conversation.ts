/** The rows of the conversation list: what they hold, their order, and laying changes over them. Pure functions. */
import type { MentionMark } from "../inbox/unread-mentions.ts";
import type { PlacedMention } from "./mention.ts";
import type { Message } from "./message.ts";

export type ConversationKind = "single" | "group" | "system";

/** One row of the list (3-03). Times are milliseconds since the epoch, 0 when there is none. */
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
  /** Whether what is written in it, by either, is gone once it was read. */
  isPrivateChat: boolean;
  /** After how many seconds what one writes oneself is; 0 where nobody has chosen. */
  burnDuration: number;
  /** 0 none, 1 me, 2 all, 3 all and me, 4 announcement. */
  groupAtType: number;
  /** Whom what is unread speaks to, as far as its messages have been seen. */
  mention?: MentionMark;
  draftText: string;
  /** Whom the draft speaks to, where it does. */
  draftMentions?: readonly PlacedMention[];
  draftTextTime: number;
  latestMsg: Message | null;
  latestMsgSendTime: number;
}

/** What is being written, and whom it speaks to. */
export interface DraftText {
  text: string;
  mentions?: readonly PlacedMention[];
}

/** One change a person makes to a row of the list, or to all of them. */
export type ConversationChange =
  | { kind: "pin"; conversationID: string; pinned: boolean }
  | { kind: "mute"; conversationID: string; muted: boolean }
  /** For both who are in it. */
  | { kind: "burning"; conversationID: string; isOn: boolean }
  | { kind: "burnTime"; conversationID: string; seconds: number }
  | { kind: "markRead"; conversationID: string }
  /** Takes all messages out of it. */
  | { kind: "clear"; conversationID: string }
  /** Takes all messages out of every chat there is. */
  | { kind: "clearAll"; conversationID: null }
  | { kind: "remove"; conversationID: string };

export type ConversationListEvent =
  | { type: "im.conversations"; conversations: Conversation[] }
  | { type: "im.unreadTotal"; count: number };

/** 4-49, 4-50: pinned first, then the later of draft and latest message, newest first. */
export function compareConversations(a: Conversation, b: Conversation): number {
  return (
    Number(b.isPinned) - Number(a.isPinned) ||
    Math.max(b.draftTextTime, b.latestMsgSendTime) - Math.max(a.draftTextTime, a.latestMsgSendTime) ||
    (a.conversationID < b.conversationID ? -1 : 1)
  );
}

/**
 * 4-46, 4-47, 4-51: lays `changed` over sorted `rows`. Only the changed rows are sorted; the rest is walked once, and
 * an unchanged row keeps its identity. Of doubles in `changed` the first wins.
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

/** The list without one conversation. */
export function withoutConversation(
  rows: readonly Conversation[],
  conversationID: string,
): readonly Conversation[] {
  return rows.filter((row) => row.conversationID !== conversationID);
}
