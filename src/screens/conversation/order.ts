import type { Conversation } from "../../../machines/domain/conversation.ts";

type Rows = readonly Pick<Conversation, "conversationID">[];

/** The way that a row is seen to go is not longer than this many rows. */
const FARTHEST = 10;

/** Which rows stand elsewhere than before, by conversation: how many rows they came from below, or minus from above. */
export function movesOf(before: Rows, after: Rows): ReadonlyMap<string, number> {
  const places = new Map(before.map(({ conversationID }, index) => [conversationID, index]));
  const moves = new Map<string, number>();
  for (const [index, { conversationID }] of after.entries()) {
    const way = (places.get(conversationID) ?? index) - index;
    if (way !== 0) moves.set(conversationID, Math.max(-FARTHEST, Math.min(FARTHEST, way)));
  }
  return moves;
}
