import type { Conversation } from "../../../machines/domain/conversation.ts";

type Rows = readonly Pick<Conversation, "conversationID">[];

/** The longest animated way, in rows. */
const FARTHEST = 10;

/** The rows that have moved, by conversation: the number of rows from the old place, negative for a move down. */
export function movesOf(before: Rows, after: Rows): ReadonlyMap<string, number> {
  const places = new Map(before.map(({ conversationID }, index) => [conversationID, index]));
  const moves = new Map<string, number>();
  for (const [index, { conversationID }] of after.entries()) {
    const way = (places.get(conversationID) ?? index) - index;
    if (way !== 0) moves.set(conversationID, Math.max(-FARTHEST, Math.min(FARTHEST, way)));
  }
  return moves;
}

/**
 * The index of the next row with unread messages after `top`, or else of the first one. Chats that are muted do not
 * count, as in the number on the tab. Without an unread row the last row, near which more rows are loaded.
 */
export function nextUnread(rows: readonly Unread[], top: number): number {
  const isUnread = ({ unreadCount, recvMsgOpt }: Unread) => unreadCount > 0 && recvMsgOpt === 0;
  const next = rows.findIndex((row, index) => index > top && isUnread(row));
  const found = next < 0 ? rows.findIndex(isUnread) : next;
  return found < 0 ? rows.length - 1 : found;
}

type Unread = Pick<Conversation, "unreadCount" | "recvMsgOpt">;
