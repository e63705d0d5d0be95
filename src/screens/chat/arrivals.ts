import type { MessageRowData } from "./rows.ts";

/** "sent" rises from the composer, "received" fades up. */
export type Arrival = "sent" | "received";

/** More rows at once were loaded and did not just arrive. */
const AT_ONCE = 3;

/**
 * The rows that arrived while the user looked, by clientMsgID: new rows below the row that was the newest. Older or
 * missing messages that load do not count.
 * @param isFollowing the user was at the end of the log, which was open and had no newer messages to load
 */
export function arrivalsIn(
  before: readonly MessageRowData[],
  after: readonly MessageRowData[],
  { isFollowing }: { isFollowing: boolean },
): ReadonlyMap<string, Arrival> {
  const newestID = before.at(-1)?.message.clientMsgID;
  const from = after.findLastIndex(({ message }) => message.clientMsgID === newestID) + 1;
  if (!isFollowing || from === 0 || after.length - from > AT_ONCE) return NONE;
  const known = new Set(before.map(({ message }) => message.clientMsgID));
  const fresh = after.slice(from).filter(({ message }) => !known.has(message.clientMsgID));
  return new Map(
    fresh.map(({ isOwn, message: { clientMsgID, status } }) => [
      clientMsgID,
      isOwn && status === "sending" ? "sent" : "received",
    ]),
  );
}

const NONE: ReadonlyMap<string, Arrival> = new Map();
