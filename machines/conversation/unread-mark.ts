/** Where unread messages begin. Pure functions. */
import type { Message } from "../domain/message.ts";

export interface UnreadMark {
  /** How many messages of the others were unread. */
  count: number;
  /** When the newest message was sent then, by the server's clock; 0 when there was none. */
  until: number;
}

/** clientMsgID of the first unread message; null while it, or the newest message of then, is not loaded. */
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

/** A server counts whatever somebody else did, notices included: each renaming of a group is one for all others. */
function countsAsUnread({ sendID }: Message, selfID: string): boolean {
  return sendID !== selfID;
}
