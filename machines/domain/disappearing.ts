/** Disappearing messages: how long they stay, and which one goes next. Pure functions. */
import type { Conversation } from "./conversation.ts";
import type { Burn, Message, MessageEvent, MessageKey } from "./message.ts";

/** The selectable times, in seconds. */
export const BURN_TIMES = [10, 30, 60, 5 * 60, 60 * 60, 24 * 60 * 60] as const;
/** The default, in seconds. */
export const USUAL_BURN_TIME = 30;
/** The maximum accepted from other clients, in seconds. */
export const LONGEST_BURN_TIME = 7 * 24 * 60 * 60;

/** The timer of one disappearing message. */
export interface BurnTimer extends MessageKey, Burn {
  isOwn: boolean;
  sendTime: number;
  /** Whether `readAt` is stored, so that it survives a reload. */
  isKept: boolean;
}

/** Returns the seconds for new messages of a chat: limited, or the default if none was chosen. */
export function burnTimeOf(seconds: number): number {
  return seconds > 0 ? Math.min(Math.max(Math.round(seconds), 1), LONGEST_BURN_TIME) : USUAL_BURN_TIME;
}

/** Returns when it disappears, in milliseconds since the epoch; null if unknown. */
export function dueAt({ seconds, readAt }: Burn): number | null {
  return readAt === null ? null : readAt + seconds * 1000;
}

export function isBurnt({ burn }: Pick<Message, "burn">, now: number): boolean {
  const due = burn ? dueAt(burn) : null;
  return due !== null && due <= now;
}

/** Returns the message that disappears first; of several at the same time, the first in `timers`. */
export function nextOf(timers: readonly BurnTimer[]): BurnTimer | null {
  return timers.reduce<BurnTimer | null>((next, timer) => {
    const due = dueAt(timer);
    const first = next && dueAt(next);
    return due !== null && (first === null || due < first) ? timer : next;
  }, null);
}

/**
 * Merges messages into the known timers. A read message without a time counts as read now, and so does a time in the
 * future: no message stays too long. A known read time stays; of two times the earlier wins.
 */
export function withTimers(
  timers: readonly BurnTimer[],
  messages: readonly Message[],
  { userID, now }: { userID: string; now: number },
): readonly BurnTimer[] {
  const byID = new Map(timers.map((timer) => [timer.clientMsgID, timer]));
  for (const { burn, status, isRead, ...message } of messages) {
    if (!burn || status !== "sent") continue;
    const { clientMsgID, conversationID, sendTime } = message;
    const before = byID.get(clientMsgID);
    const known = before?.readAt ?? null;
    const found = burn.readAt ?? (isRead ? now : known);
    const timer = {
      conversationID,
      clientMsgID,
      sendTime,
      isOwn: message.sendID === userID,
      seconds: burn.seconds,
      readAt: found && Math.min(found, known ?? now),
      isKept: burn.readAt !== null || before?.isKept === true,
    };
    if (!before || !isSame(before, timer)) byID.set(clientMsgID, timer);
  }
  return [...byID.values()];
}

/** An unchanged timer keeps its object identity, so that a wait for it is not restarted. */
function isSame(a: BurnTimer, b: BurnTimer): boolean {
  return a.readAt === b.readAt && a.isKept === b.isKept && a.seconds === b.seconds;
}

/** Marks received messages as read in chats without unread messages. A row older than a message does not mark it. */
export function readHere(
  timers: readonly BurnTimer[],
  rows: readonly Conversation[],
  now: number,
): readonly BurnTimer[] {
  const isRead = ({ isOwn, conversationID, sendTime }: BurnTimer) =>
    !isOwn &&
    rows.some(
      (row) =>
        row.conversationID === conversationID && row.unreadCount === 0 && row.latestMsgSendTime >= sendTime,
    );
  return timers.map((timer) => (timer.readAt === null && isRead(timer) ? { ...timer, readAt: now } : timer));
}

/** Marks own messages that the peer has read, maybe while this client was offline. The SDK stores that time. */
export function readThere(
  timers: readonly BurnTimer[],
  { clientMsgIDs, readAt: told }: Pick<Extract<MessageEvent, { type: "im.read" }>, "clientMsgIDs" | "readAt">,
  now: number,
): readonly BurnTimer[] {
  const readAt = Math.min(told ?? now, now);
  return timers.map((timer) =>
    timer.readAt === null && timer.isOwn && clientMsgIDs.includes(timer.clientMsgID)
      ? { ...timer, readAt, isKept: true }
      : timer,
  );
}

/** Whether the read time must still be stored: the SDK does not know it. */
export function isUnkept(timer: BurnTimer): timer is BurnTimer & { readAt: number } {
  return timer.readAt !== null && !timer.isKept;
}
