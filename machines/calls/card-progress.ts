import type { OutboxContext } from "../outbox/outbox.ts";

export interface CardProgress {
  /** Not at the server yet. */
  waiting: number;
  /** Only the user retries them, in their chats. */
  failed: number;
}

/** Counts the cards of a meeting that are still in the outbox. A card that was sent is in none. */
export function cardProgress(
  { items }: { items: Readonly<Record<string, Pick<OutboxContext["items"][string], "draft" | "isGivenUp">>> },
  roomID: string,
): CardProgress {
  const cards = Object.values(items).filter(
    ({ draft: { enclosure } }) => enclosure?.type === "meeting" && enclosure.meeting.roomID === roomID,
  );
  const failed = cards.filter(({ isGivenUp }) => isGivenUp).length;
  return { waiting: cards.length - failed, failed };
}
