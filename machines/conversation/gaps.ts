/** Gaps: sequence numbers (seq) that are missing between the loaded messages of a chat. Pure functions. */

import {
  HISTORY_WINDOW,
  type HistoryPage,
  type Message,
  mergeMessages,
  messagesIn,
  oldestID,
} from "../domain/message.ts";

/** Missing seqs directly below one message. */
export interface Gap {
  /** First and last missing seq, both included. */
  from: number;
  to: number;
  /** clientMsgID of the message directly above the gap. */
  nextID: string;
}

export interface GapQuery {
  conversationID: string;
  gaps: readonly Gap[];
}

/** Most seqs in one request. */
const MOST_ASKED = 200;
/** Only this many seqs below a message are checked: a wrong seq must not make the page slow. */
const MOST_SEEN = 10_000;
/** A wider gap is not filled: the window could not hold the messages on both sides. */
export const WIDEST_HOLE = HISTORY_WINDOW / 4;

/**
 * Returns the gaps between `messages`, oldest first.
 *
 * A gap below the oldest message in time is not returned. It lies outside the loaded messages: an imported message has
 * a later seq than a newer one.
 *
 * @param answered seqs that are not looked for again
 */
export function gapsIn(messages: readonly Message[], answered: readonly number[]): readonly Gap[] {
  const known = new Set(answered);
  const placed = messages.filter(isPlaced).sort((a, b) => a.seq - b.seq);
  const oldest = Math.min(...placed.map(({ sendTime }) => sendTime));
  return placed.flatMap((next, index): Gap[] => {
    const previous = placed[index - 1];
    if (!previous || (next.sendTime === oldest && previous.sendTime > oldest)) return [];
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

/** Counts sent messages that have no seq yet. The SDK sets the seq of the user's own message later. */
function unnumbered(messages: readonly Message[], previous: Message, next: Message): number {
  return messages.filter(
    ({ status, seq, sendTime }) =>
      status === "sent" && seq === 0 && sendTime >= previous.sendTime && sendTime <= next.sendTime,
  ).length;
}

/** Returns the newest gaps, cut to the request limit. */
export function newestGaps(gaps: readonly Gap[]): readonly Gap[] {
  let room = MOST_ASKED;
  return [...gaps].reverse().flatMap((gap): Gap[] => {
    if (room <= 0) return [];
    const from = Math.max(gap.from, gap.to - room + 1);
    room -= gap.to - from + 1;
    return [{ ...gap, from }];
  });
}

export function numbersIn({ from, to }: Pick<Gap, "from" | "to">): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * Messages from an event, or the newest page. For a page, `isEnd` says whether it starts with the first
 * message.
 */
export type Arrival = Pick<HistoryPage, "messages"> & Partial<Pick<HistoryPage, "isEnd">>;

/**
 * Merges new messages into the loaded ones. If this makes a gap that is too wide to fill, the messages
 * behind it are dropped. Unsent messages stay.
 *
 * @returns `hasMore`: there are messages before the oldest one, whatever was known before
 */
export function joinMessages(
  { conversationID, messages: known }: { conversationID: string; messages: readonly Message[] },
  { messages: arrived, isEnd }: Arrival,
): { messages: readonly Message[]; hasMore: boolean } {
  const incoming = messagesIn(conversationID, arrived);
  const messages = mergeMessages(known, incoming);
  const ids = new Set(known.map(({ clientMsgID }) => clientMsgID));
  const placed = messages.filter(isPlaced);
  const [first] = placed;
  const hasMore =
    isEnd === undefined
      ? first !== undefined && !ids.has(first.clientMsgID) && first.seq > 1
      : !isEnd && !ids.has(oldestID(incoming) ?? "");
  // An imported message may have a later seq than a newer one: the newest in time may have the lowest seq.
  const isWide = ({ seq }: Message) =>
    !placed.some((other) => other.seq < seq && seq - other.seq - 1 <= WIDEST_HOLE);
  const edge = placed.findLast((next, index) => {
    const previous = placed[index - 1];
    if (!previous || next.seq - previous.seq - 1 <= WIDEST_HOLE || !isWide(next)) return false;
    return !ids.has(next.clientMsgID) || !ids.has(previous.clientMsgID);
  });
  if (!edge) return { messages, hasMore };
  const start = messages.indexOf(edge);
  const kept = messages.filter(({ status }, index) => index >= start || status !== "sent");
  return { messages: kept, hasMore: true };
}

/** Whether the server has given the message its seq. A failed message may have one, and is resent under it. */
export function isPlaced({ status, seq }: Message): boolean {
  return status === "sent" && seq > 0;
}
