/** Ids and links of meetings. Pure functions. */

export function meetingPath(roomID: string): string {
  return `/meeting?${new URLSearchParams({ roomID })}`;
}

export function meetingLink(origin: string, roomID: string): string {
  return `${origin}${meetingPath(roomID)}`;
}

/** Longest text that can be a link, in UTF-16 units. */
const LONGEST_LINK = 2048;

/**
 * Returns the id of the meeting that a typed, pasted or scanned text names: the id itself, or a link from any server
 * address, as a server may have several. Null for any other text.
 */
export function readMeeting(text: string): string | null {
  const given = text.trim();
  if (given.length > LONGEST_LINK) return null;
  const [, linked] =
    /^https?:\/\/[^/?#\s]+\/meeting\?(?:[^#\s]*&)?roomID=([0-9a-f]{32})(?:[&#]\S*)?$/i.exec(given) ?? [];
  const id = (linked ?? given).toLowerCase();
  return /^[0-9a-f]{32}$/.test(id) ? id : null;
}
