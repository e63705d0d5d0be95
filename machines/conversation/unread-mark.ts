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
 * Returns the clientMsgID of the first unread message; null while it, or the message at `until`, is not
 * loaded.
 */
export function firstUnread(
  messages: readonly Message[],
  { count, until }: UnreadCount,
  selfID: string,
): string | null {
  const isNewestLoaded = messages.some(({ status, sendTime }) => status === "sent" && sendTime >= until);
  if (!isNewestLoaded) return null;
  const counted = messages.filter(
    (message) => (until === 0 || message.sendTime <= until) && countsAsUnread(message, selfID),
  );
  return counted.at(-count)?.clientMsgID ?? null;
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

/** Returns `placedID`, or the message that follows if that one was deleted. */
export function nextUnread(
  messages: readonly Message[],
  { mark, placedID, selfID }: { mark: UnreadMark; placedID: string | null; selfID: string },
): string | null {
  const isLoaded = messages.some(({ clientMsgID }) => clientMsgID === placedID);
  const isAround = messages.some(({ seq }) => seq > 0 && seq < mark.seq);
  if (isLoaded || !isAround) return placedID;
  const next = messages.find((message) => message.seq >= mark.seq && countsAsUnread(message, selfID));
  return next?.clientMsgID ?? placedID;
}

/**
 * A server counts every message another user caused, notices too: renaming a group counts for all other
 * members.
 */
export function countsAsUnread({ sendID }: Message, selfID: string): boolean {
  return sendID !== selfID;
}
