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
