/** The messages that a search in one chat found. Pure functions. */
import { type Message, messagesIn } from "../domain/message.ts";
import { hasWords } from "../domain/searched-text.ts";

/** Maximum hits of one search. A keyword with more of them is too short to step through. */
export const MOST_HITS = 500;

/** How many older messages a search loads before it asks the user. */
export const PAST_MESSAGES = 2000;

/** `hits` are newest first; `shownID` is the clientMsgID of the hit in view. */
export interface Hits {
  conversationID: string;
  keyword: string;
  hits: readonly Message[];
  shownID: string | null;
}

/** Adds those of `messages` that match, newest first, each once. Beyond the limit the oldest ones are left out. */
export function withMatches(
  { conversationID, keyword, hits }: Hits,
  messages: readonly Message[],
): readonly Message[] {
  const matches = messagesIn(conversationID, messages).filter((message) => hasWords(message, keyword));
  if (matches.length === 0) return hits;
  const byID = new Map([...hits, ...matches].map((message) => [message.clientMsgID, message]));
  return [...byID.values()].sort((a, b) => b.sendTime - a.sendTime || b.seq - a.seq).slice(0, MOST_HITS);
}

/** Removes a message. If it was in view, its older neighbour takes its place, else the newer one. */
export function withoutMatch({ hits, shownID }: Hits, clientMsgID: string): Pick<Hits, "hits" | "shownID"> {
  const rest = hits.filter((message) => message.clientMsgID !== clientMsgID);
  if (shownID !== clientMsgID) return { hits: rest, shownID };
  const index = hits.findIndex((message) => message.clientMsgID === clientMsgID);
  return { hits: rest, shownID: (rest[index] ?? rest.at(-1))?.clientMsgID ?? null };
}

/** Returns the neighbour of the hit in view, or null at the end. */
export function neighbourOf({ hits, shownID }: Hits, to: "older" | "newer"): string | null {
  const index = hits.findIndex(({ clientMsgID }) => clientMsgID === shownID);
  if (index < 0) return null;
  return hits[to === "older" ? index + 1 : index - 1]?.clientMsgID ?? null;
}

/** The number of the hit in view, from 1 for the newest; 0 if there is none. */
export function numberOf({ hits, shownID }: Hits): number {
  return hits.findIndex(({ clientMsgID }) => clientMsgID === shownID) + 1;
}
