import type { MeetingCard } from "../domain/call.ts";
import type { Message } from "../domain/message.ts";
import type { OutgoingDraft } from "../ports/im.ts";

/** A card of a meeting that the server does not have yet. */
export interface UnsentCard {
  roomID: MeetingCard["roomID"];
  message: Message;
  /** Sending failed, and only the user retries. */
  isGivenUp: boolean;
}

export interface CardProgress {
  /** What the screen of the meeting says about cards that are not failed. */
  status: "sending" | "sentWhenOnline" | "sent" | null;
  /** How many cards wait for the user to retry. */
  failed: number;
}

/** Returns the cards of meetings among the items of the outbox. */
export function unsentCards(
  items: Readonly<Record<string, { draft: OutgoingDraft; message: Message; isGivenUp: boolean }>>,
): readonly UnsentCard[] {
  return Object.values(items).flatMap(({ draft: { enclosure }, message, isGivenUp }) =>
    enclosure?.type === "meeting" ? [{ roomID: enclosure.meeting.roomID, message, isGivenUp }] : [],
  );
}

export function isSameCards(one: readonly UnsentCard[], other: readonly UnsentCard[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ message, isGivenUp }, at) => {
      const its = other[at];
      return its?.message === message && its.isGivenUp === isGivenUp;
    })
  );
}

/**
 * Returns the meeting whose card was sent between two reports of the outbox; null for none. A failed card that is
 * gone was deleted.
 */
export function sentBetween(before: readonly UnsentCard[], now: readonly UnsentCard[]): string | null {
  const left = new Set(now.map(({ message }) => message.clientMsgID));
  const sent = before.find(({ message, isGivenUp }) => !isGivenUp && !left.has(message.clientMsgID));
  return sent?.roomID ?? null;
}

/** Returns what became of the cards of a meeting. `sentID`: the meeting whose card was sent last; `isJust`: a moment ago. */
export function cardProgress(
  { cards, sentID }: { cards: readonly UnsentCard[]; sentID: string | null },
  { roomID, isOnline, isJust }: { roomID: string; isOnline: boolean; isJust: boolean },
): CardProgress {
  const own = cards.filter((card) => card.roomID === roomID);
  const failed = own.filter(({ isGivenUp }) => isGivenUp).length;
  if (own.length > failed) return { status: isOnline ? "sending" : "sentWhenOnline", failed };
  return { status: failed === 0 && isJust && sentID === roomID ? "sent" : null, failed };
}
