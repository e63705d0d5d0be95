/** Mentions: "@Name" while writing, "@id" in the sent message (protocol section 3.3). Pure functions. */

/**
 * Longest message, in UTF-16 units, the unit of text fields. At three bytes a unit, hardly compressible and
 * with its envelope, it still fits into one gateway frame (51 200 bytes).
 */
export const MESSAGE_LIMIT = 10_000;

export interface Mention {
  userID: string;
  name: string;
}

/** OpenIM's user id for a mention of everyone. */
export const EVERYONE = "AtAllTag";

/** OpenIM's numbers: 1 me, 2 everyone, 4 an announcement. */
export interface MentionMark {
  kind: 1 | 2 | 4;
  /** Send time of the message, in milliseconds since the epoch. */
  at: number;
}

/** Maximum number of users the SDK lets one message mention. */
export const MOST_MENTIONS = 10;

export interface PlacedMention extends Mention {
  /** Offset of its "@", in UTF-16 units. */
  start: number;
}

export interface Written {
  text: string;
  mentions: readonly PlacedMention[];
  /** The caret position, in UTF-16 units. */
  caret: number;
}

/** The state of the input after an edit: the whole text, the caret, and the mention that was just inserted. */
export interface Typed {
  text: string;
  caret?: number;
  mention?: PlacedMention;
}

export const NOTHING_WRITTEN: Written = { text: "", mentions: [], caret: 0 };

/**
 * Applies an edit. Mentions move with the text around them. If a part of a mention was deleted, the whole mention is
 * removed. If text was inserted into it, it becomes plain text.
 */
export function edited({ text: before, mentions }: Written, typed: Typed): Written {
  const { text: after } = typed;
  const change = changeBetween(before, after, typed.caret);
  const by = after.length - before.length;
  const kept: PlacedMention[] = [];
  const torn: { start: number; end: number }[] = [];
  for (const mention of mentions) {
    const end = endOf(mention);
    if (end <= change.start) kept.push(mention);
    else if (mention.start >= change.end) kept.push({ ...mention, start: mention.start + by });
    else if (change.isDeletion) torn.push({ start: mention.start, end: end + by });
  }
  if (torn.length > 0) {
    const start = Math.min(change.start, ...torn.map((one) => one.start));
    const end = Math.max(change.start, ...torn.map((one) => one.end));
    return without({ text: after, mentions: kept }, { start, end });
  }
  const caret = typed.caret ?? change.end + by;
  return { text: after, mentions: typed.mention ? [...kept, typed.mention] : kept, caret };
}

function without(
  { text, mentions }: Omit<Written, "caret">,
  { start, end }: { start: number; end: number },
): Written {
  return {
    text: text.slice(0, start) + text.slice(end),
    mentions: mentions.map((one) => (one.start >= end ? { ...one, start: one.start - (end - start) } : one)),
    caret: start,
  };
}

/** Returns the replaced part of `before`. Among equal letters the caret decides. */
function changeBetween(before: string, after: string, caret = after.length) {
  const most = Math.min(before.length, after.length);
  let tail = 0;
  const mostTail = Math.min(most, after.length - caret);
  while (tail < mostTail && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  let start = 0;
  while (start < most - tail && before[start] === after[start]) start += 1;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const end = before.length - tail;
  return { start, end, isDeletion: end > start && after.length - tail === start };
}

function endOf({ start, name }: PlacedMention): number {
  return start + 1 + name.length;
}

/** The "@" before the caret and the text after it: a name has spaces in it, but begins with none. */
export interface MentionWord {
  start: number;
  query: string;
}

/** Longer than any name; an "@" further away is ignored. */
const LONGEST_QUERY = 40;

/** An "@" starts a mention at the start, after whitespace, East Asian letters or punctuation; not in an email. */
const BEFORE = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{P}]/u;

export function wordAt(
  { text, mentions }: Pick<Written, "text" | "mentions">,
  caret: number,
): MentionWord | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || caret <= start || caret - start > LONGEST_QUERY) return null;
  const query = text.slice(start + 1, caret);
  if (/^\s|[\n\r]/.test(query) || mentions.some((one) => one.start <= start && start < endOf(one)))
    return null;
  return start === 0 || BEFORE.test(text.charAt(start - 1)) ? { start, query } : null;
}

/** Direction marks in a name would reorder the text around it; control characters would break the line. */
const CONTROLS = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Returns the name for a mention; never empty. */
export function mentionName({ userID, name }: Mention): string {
  return name.replace(/\s+/g, " ").replace(CONTROLS, "").trim() || userID;
}

/** Returns the edit that turns a typed word into a mention: the name and a space, with the caret after them. */
export function mentioned(text: string, { start, query }: MentionWord, one: Mention): Required<Typed> {
  const mention = { userID: one.userID, name: mentionName(one), start };
  const rest = text.slice(start + 1 + query.length);
  const words = `@${mention.name} `;
  return {
    text: text.slice(0, start) + words + rest.replace(/^ /, ""),
    caret: start + words.length,
    mention,
  };
}

/** Returns the number of different users mentioned. */
export function mentionedIn(mentions: readonly Mention[]): number {
  return new Set(mentions.map(({ userID }) => userID)).size;
}

/** Returns the text to send, with ids in place of names, and the mentioned users. */
export function sendable({ text, mentions }: Pick<Written, "text" | "mentions">): {
  text: string;
  mentions?: readonly Mention[];
} {
  if (mentions.length === 0) return { text: text.trim() };
  let [sent, from] = ["", 0];
  for (const mention of mentions.toSorted((a, b) => a.start - b.start)) {
    const end = endOf(mention);
    sent += `${text.slice(from, mention.start)}@${mention.userID}`;
    if (/^[A-Za-z0-9_]/.test(text.slice(end))) sent += " ";
    from = end;
  }
  const people = new Map(mentions.map(({ userID, name }) => [userID, { userID, name }]));
  return { text: (sent + text.slice(from)).trim(), mentions: [...people.values()] };
}

/** Returns the mentions whose text is still at their offset: a stored draft's mentions may not match its text. */
export function mentionsInPlace(text: string, mentions: readonly PlacedMention[]): readonly PlacedMention[] {
  return mentions.filter(({ start, name }) => text.startsWith(`@${name}`, start));
}
