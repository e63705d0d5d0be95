import type { Message } from "../domain/message.ts";

export interface UnreadCount {
  /** Unread messages of other users. */
  count: number;
  /** Send time of the newest message at that moment, by the server's clock; 0 without messages. */
  until: number;
}

export interface UnreadMark extends UnreadCount {
  /** The first unread seq; 0 if unknown. */
  seq: number;
}

/**
 * Returns the clientMsgID of the first unread message; null while it, or the message at `until`, is not loaded.
 *
 * It is counted back from the newest message. If that leads before the first unread seq, messages are missing in between:
 * they are still loaded, were deleted, or are not shown. Then it is the first message of another user from that seq on.
 */
export function firstUnread(
  messages: readonly Message[],
  { count, until, seq = 0 }: UnreadCount & Partial<UnreadMark>,
  selfID: string,
): string | null {
  const isNewestLoaded = messages.some(({ status, sendTime }) => status === "sent" && sendTime >= until);
  if (!isNewestLoaded) return null;
  const known = messages.filter(({ sendTime }) => until === 0 || sendTime <= until);
  const counted = known.filter((message) => countsAsUnread(message, selfID)).at(-count);
  // The server gives the user's own messages a seq, too.
  const own = known.filter(
    (message) => message.seq > (counted?.seq ?? 0) && !countsAsUnread(message, selfID),
  );
  if (seq === 0 || (counted && counted.seq + own.length >= seq)) return counted?.clientMsgID ?? null;
  const isAround = messages.some((message) => message.seq > 0 && message.seq <= seq);
  const first = messages.find((message) => message.seq >= seq && countsAsUnread(message, selfID));
  return (isAround && first?.clientMsgID) || null;
}

/**
 * Whether the first unread message is one of `inSight`, or below them.
 *
 * @param placedID the message below the line; null while it is not loaded
 */
export function isReached(
  messages: readonly Message[],
  { mark, placedID, inSight }: { mark: UnreadMark; placedID: string | null; inSight: readonly string[] },
): boolean {
  const placed = messages.find(({ clientMsgID }) => clientMsgID === placedID);
  const first = placed?.seq ?? mark.seq;
  return messages.some(
    ({ clientMsgID, seq }) =>
      inSight.includes(clientMsgID) && (clientMsgID === placedID || (seq > 0 && seq <= first)),
  );
}

/**
 * A server counts every message another user caused, notices too: renaming a group counts for all other
 * members.
 */
export function countsAsUnread({ sendID }: Message, selfID: string): boolean {
  return sendID !== selfID;
}
