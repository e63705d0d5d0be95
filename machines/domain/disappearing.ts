/** Messages that are gone once they were read: for how long they stay, and which goes next. Pure functions. */
import type { Conversation } from "./conversation.ts";
import type { Message, MessageEvent, MessageKey } from "./message.ts";

/** What a message that burns after reading says about it. */
export interface Burn {
  /** How long it stays after it was read. */
  seconds: number;
  /** When it was read, in milliseconds since the epoch; null while it was not, or nobody wrote it down. */
  readAt: number | null;
}

/** What may be chosen, in seconds. */
export const BURN_TIMES = [10, 30, 60, 5 * 60, 60 * 60, 24 * 60 * 60] as const;
/** Where nobody has chosen anything. */
export const USUAL_BURN_TIME = 30;
/** The longest others are taken at their word for. */
export const LONGEST_BURN_TIME = 7 * 24 * 60 * 60;

/** A message that burns, as far as its burning goes. */
export interface Fuse extends MessageKey, Burn {
  isOwn: boolean;
  sendTime: number;
  /** When it was read is written down, and known after a reload. */
  isKept: boolean;
}

/** The time a chat has for what is written in it: a number nobody chose is the usual one. */
export function burnTimeOf(seconds: number): number {
  return seconds > 0 ? Math.min(Math.max(Math.round(seconds), 1), LONGEST_BURN_TIME) : USUAL_BURN_TIME;
}

/** When it is gone; null while that is not known. */
export function dueAt({ seconds, readAt }: Burn): number | null {
  return readAt === null ? null : readAt + seconds * 1000;
}

/** Whether it should be gone by now, as far as its own words go. */
export function isBurnt({ burn }: Pick<Message, "burn">, now: number): boolean {
  const due = burn ? dueAt(burn) : null;
  return due !== null && due <= now;
}

/** The one that goes first; of several at once the one that was met first. */
export function nextOf(fuses: readonly Fuse[]): Fuse | null {
  return fuses.reduce<Fuse | null>((next, fuse) => {
    const due = dueAt(fuse);
    const first = next && dueAt(next);
    return due !== null && (first === null || due < first) ? fuse : next;
  }, null);
}

/**
 * Lays messages over what is known. One that was read at an unknown time counts as read now, and one that says the future:
 * neither stays longer than it may. What was known to be read stays so, and of two times the earlier counts.
 */
export function meet(
  fuses: readonly Fuse[],
  messages: readonly Message[],
  { userID, now }: { userID: string; now: number },
): readonly Fuse[] {
  const byID = new Map(fuses.map((fuse) => [fuse.clientMsgID, fuse]));
  for (const { burn, status, isRead, ...message } of messages) {
    if (!burn || status !== "sent") continue;
    const { clientMsgID, conversationID, sendTime } = message;
    const before = byID.get(clientMsgID);
    const known = before?.readAt ?? null;
    const found = burn.readAt ?? (isRead ? now : known);
    const fuse = {
      conversationID,
      clientMsgID,
      sendTime,
      isOwn: message.sendID === userID,
      seconds: burn.seconds,
      readAt: found && Math.min(found, known ?? now),
      isKept: burn.readAt !== null || before?.isKept === true,
    };
    if (!before || !isSame(before, fuse)) byID.set(clientMsgID, fuse);
  }
  return [...byID.values()];
}

/** What is known of a message stays the object it was, for whoever waits for its time. */
function isSame(a: Fuse, b: Fuse): boolean {
  return a.readAt === b.readAt && a.isKept === b.isKept && a.seconds === b.seconds;
}

/** What was said to oneself in a chat all of which is read now. An older row does not speak of newer messages. */
export function readHere(
  fuses: readonly Fuse[],
  rows: readonly Conversation[],
  now: number,
): readonly Fuse[] {
  const isRead = ({ isOwn, conversationID, sendTime }: Fuse) =>
    !isOwn &&
    rows.some(
      (row) =>
        row.conversationID === conversationID && row.unreadCount === 0 && row.latestMsgSendTime >= sendTime,
    );
  return fuses.map((fuse) => (fuse.readAt === null && isRead(fuse) ? { ...fuse, readAt: now } : fuse));
}

/** What others have read of one's own, maybe while nobody was here; the SDK writes that down. */
export function readThere(
  fuses: readonly Fuse[],
  { clientMsgIDs, readAt: told }: Pick<Extract<MessageEvent, { type: "im.read" }>, "clientMsgIDs" | "readAt">,
  now: number,
): readonly Fuse[] {
  const readAt = Math.min(told ?? now, now);
  return fuses.map((fuse) =>
    fuse.readAt === null && fuse.isOwn && clientMsgIDs.includes(fuse.clientMsgID)
      ? { ...fuse, readAt, isKept: true }
      : fuse,
  );
}

/** Whether it has to be written down when it was read: nobody else knows. */
export function isUnkept(fuse: Fuse): fuse is Fuse & { readAt: number } {
  return fuse.readAt !== null && !fuse.isKept;
}
