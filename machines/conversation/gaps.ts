/** Holes: sequence numbers that are missing between the messages of a chat. Pure functions. */

import {
  HISTORY_WINDOW,
  type HistoryPage,
  type Message,
  mergeMessages,
  messagesIn,
  oldestID,
} from "../domain/message.ts";

/** Numbers that are missing below one message. */
export interface Hole {
  /** The first and the last missing number. */
  from: number;
  to: number;
  /** clientMsgID of the message above them. */
  nextID: string;
}

/** Which numbers of which chat. */
export interface HoleQuery {
  conversationID: string;
  holes: readonly Hole[];
}

/** So many numbers are asked for at once. */
const MOST_ASKED = 200;
/** No more than these numbers below a message are looked at: a wrong number must not cost the page its time. */
const MOST_SEEN = 10_000;
/** A hole that is wider is not filled: the window would not hold what is on both sides of it. */
export const WIDEST_HOLE = HISTORY_WINDOW / 4;

/**
 * The holes between `messages`, oldest first.
 *
 * @param absent numbers under which there is nothing to show: deleted, hidden, or unknown to the server
 */
export function holesIn(messages: readonly Message[], absent: readonly number[]): readonly Hole[] {
  const known = new Set(absent);
  const placed = messages.filter(isPlaced).sort((a, b) => a.seq - b.seq);
  return placed.flatMap((next, index): Hole[] => {
    const previous = placed[index - 1];
    if (!previous || next.seq - previous.seq < 2) return [];
    const first = Math.max(previous.seq + 1, next.seq - MOST_SEEN);
    const missing = numbersIn({ from: first, to: next.seq - 1 }).filter((number) => !known.has(number));
    const [from] = missing;
    const to = missing.at(-1);
    if (from === undefined || to === undefined) return [];
    return missing.length > unnumbered(messages, previous, next)
      ? [{ from, to, nextID: next.clientMsgID }]
      : [];
  });
}

/** Messages the SDK sent from here get their numbers later: their places between the two are known without. */
function unnumbered(messages: readonly Message[], previous: Message, next: Message): number {
  return messages.filter(
    ({ status, seq, sendTime }) =>
      status === "sent" && seq === 0 && sendTime >= previous.sendTime && sendTime <= next.sendTime,
  ).length;
}

/** What is asked for first: the newest holes, as far as they are not too much at once. */
export function firstHoles(holes: readonly Hole[]): readonly Hole[] {
  let room = MOST_ASKED;
  return [...holes].reverse().flatMap((hole): Hole[] => {
    if (room <= 0) return [];
    const from = Math.max(hole.from, hole.to - room + 1);
    room -= hole.to - from + 1;
    return [{ ...hole, from }];
  });
}

/** All numbers from `from` to `to`. */
export function numbersIn({ from, to }: Pick<Hole, "from" | "to">): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Messages that come by themselves, or as the newest page; then `isEnd` says whether it begins with the first one. */
export type Arrival = Pick<HistoryPage, "messages"> & Partial<Pick<HistoryPage, "isEnd">>;

/**
 * Lays what arrives in that conversation over what is known. What lies behind a hole it makes is left out when the hole is too wide to be filled;
 * what is not sent stays.
 *
 * @returns `hasMore`: there are messages before the oldest one, whatever was known of that
 */
export function joinMessages(
  { conversationID, messages: known }: { conversationID: string; messages: readonly Message[] },
  { messages: arrived, isEnd = true }: Arrival,
): { messages: readonly Message[]; hasMore: boolean } {
  const incoming = messagesIn(conversationID, arrived);
  const messages = mergeMessages(known, incoming);
  const ids = new Set(known.map(({ clientMsgID }) => clientMsgID));
  const hasMore = !isEnd && !ids.has(oldestID(incoming) ?? "");
  const placed = messages.filter(isPlaced);
  const edge = placed.findLast((next, index) => {
    const previous = placed[index - 1];
    if (!previous || next.seq - previous.seq - 1 <= WIDEST_HOLE) return false;
    return !ids.has(next.clientMsgID) || !ids.has(previous.clientMsgID);
  });
  if (!edge) return { messages, hasMore };
  const start = messages.indexOf(edge);
  const kept = messages.filter(({ status }, index) => index >= start || status !== "sent");
  return { messages: kept, hasMore: true };
}

function isPlaced({ status, seq }: Message): boolean {
  return status === "sent" && seq > 0;
}
