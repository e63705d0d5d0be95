/** People a message speaks to: "@Name" while it is written, "@id" on the wire (protocol section 3.3). Pure functions. */

export interface Mention {
  userID: string;
  name: string;
}

/** What OpenIM puts in place of a user id when everyone is meant. */
export const EVERYONE = "AtAllTag";

/** The most people the SDK lets one message speak to. */
export const MOST_MENTIONS = 10;

/** "@name" in a text that is being written. */
export interface PlacedMention extends Mention {
  /** Where its "@" stands, in UTF-16 units. */
  start: number;
}

/** A text as it is written. */
export interface Written {
  text: string;
  mentions: readonly PlacedMention[];
  /** Where the caret belongs. */
  caret: number;
}

/** What somebody typed: the whole text, the caret behind it, and the mention that was just put in. */
export interface Typed {
  text: string;
  caret?: number;
  mention?: PlacedMention;
}

export const NOTHING_WRITTEN: Written = { text: "", mentions: [], caret: 0 };

/**
 * The text once it was edited. Mentions move along with what stands around them. One of which a part was deleted goes
 * as a whole, one that was written into is a text like any other.
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

/** What of the text before was replaced. Where that is in doubt, as among like letters, the caret tells. */
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

/** The "@" somebody is typing a name behind, up to the caret. */
export interface MentionWord {
  start: number;
  query: string;
}

/** Longer than any name; further away no "@" is looked for. */
const LONGEST_QUERY = 40;

/** An "@" begins a mention at the start and after blanks, Chinese and marks, not within an address. */
const BEFORE = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{P}]/u;

/** The mention that is being typed at the caret; null when none is. */
export function wordAt(
  { text, mentions }: Pick<Written, "text" | "mentions">,
  caret: number,
): MentionWord | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || caret <= start || caret - start > LONGEST_QUERY) return null;
  const query = text.slice(start + 1, caret);
  if (/\s/.test(query) || mentions.some((one) => one.start <= start && start < endOf(one))) return null;
  return start === 0 || BEFORE.test(text.charAt(start - 1)) ? { start, query } : null;
}

/** Directions within a name would turn the text around it; a line of its own would break it. */
const CONTROLS = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A name as a mention says it; never empty. */
export function mentionName({ userID, name }: Mention): string {
  return name.replace(/\s+/g, " ").replace(CONTROLS, "").trim() || userID;
}

/** What is typed when a word becomes a mention: the name and a blank, with the caret behind them. */
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

/** How many different people a text speaks to. */
export function mentionedIn(mentions: readonly Mention[]): number {
  return new Set(mentions.map(({ userID }) => userID)).size;
}

/** The text as it is sent: ids in place of names, each whole, and whom they are about. */
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

/** Those that still stand where they are said to: a draft may be older than what is written. */
export function standing(text: string, mentions: readonly PlacedMention[]): readonly PlacedMention[] {
  return mentions.filter(({ start, name }) => text.startsWith(`@${name}`, start));
}
