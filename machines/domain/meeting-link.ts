/** Ids and links of meetings. Pure functions. */

export function meetingPath(roomID: string): string {
  return `/meeting?${new URLSearchParams({ roomID })}`;
}

/** `key` is the key of an encrypted meeting; null without encryption. */
export function meetingLink(origin: string, roomID: string, key: string | null): string {
  return `${origin}${meetingPath(roomID)}${key === null ? "" : `#${key}`}`;
}

/** Longest text that can be a link, in UTF-16 units. */
const LONGEST_LINK = 2048;

/**
 * Returns the id of the meeting that a typed, pasted or scanned text names: the id itself, or a link from any server
 * address, as a server may have several. Null for any other text, also for a link with a key: `withoutKey` takes the key off
 * before a chart sees the link.
 */
export function readMeeting(text: string): string | null {
  const given = text.trim();
  if (given.length > LONGEST_LINK) return null;
  const [, linked] =
    /^https?:\/\/[^/?#\s]+\/meeting\?(?:[^#\s]*&)?roomID=([0-9a-f]{32})(?:&[^#\s]*)?#?$/i.exec(given) ?? [];
  const id = (linked ?? given).toLowerCase();
  return /^[0-9a-f]{32}$/.test(id) ? id : null;
}

/** 128 random bits or more, as base64url. A shorter text is part of a key. */
const KEY = /^[\w-]{22,86}$/;

/**
 * Separates the link of an encrypted meeting from its key. A link whose key is damaged leads to no meeting: without its
 * key the user would join unencrypted. Any other text is returned as it is.
 */
export function withoutKey(text: string): { text: string; meeting: { roomID: string; key: string } | null } {
  const given = text.trim();
  const [link = ""] = given.split("#", 1);
  const key = given.slice(link.length + 1);
  const roomID = key === "" ? null : readMeeting(link);
  if (roomID === null) return { text, meeting: null };
  if (KEY.test(key)) return { text: link, meeting: { roomID, key } };
  return { text: link.replace(new RegExp(roomID, "i"), "damaged"), meeting: null };
}
