import type { Message } from "../domain/message.ts";

export interface UnreadMark {
  /** Unread messages of other users. */
  count: number;
  /** Send time of the newest message at that moment, by the server's clock; 0 without messages. */
  until: number;
}

/**
 * Returns the clientMsgID of the first unread message; null while it, or the message at `until`, is not
 * loaded.
 */
export function firstUnread(
  messages: readonly Message[],
  { count, until }: UnreadMark,
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
 * A server counts every message another user caused, notices too: renaming a group counts for all other
 * members.
 */
function countsAsUnread({ sendID }: Message, selfID: string): boolean {
  return sendID !== selfID;
}
