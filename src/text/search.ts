/** Returns whether any text contains the query, ignoring case and accents. An empty query matches. */
export function isFound(sought: string, ...texts: readonly string[]): boolean {
  const wanted = plain(sought.trim());
  return texts.some((text) => plain(text).includes(wanted));
}

/**
 * Returns whether any name goes on like the text after an "@". Text with spaces must begin a word of the name and
 * match up to its last space: otherwise a whole sentence would look for members.
 */
export function isNamed(sought: string, ...names: readonly string[]): boolean {
  if (!/\s/.test(sought)) return isFound(sought, ...names);
  const wanted = spaced(sought);
  return names.some((name) => spaced(name).includes(wanted));
}

/** The comparable text with one space before it, and one in place of several. */
function spaced(text: string): string {
  return plain(` ${text}`.replace(/\s+/g, " "));
}

/** Returns the range of the query in `text` by the same rule, in UTF-16 units; null if it is absent or empty. */
export function placeOf(text: string, sought: string): { start: number; end: number } | null {
  const wanted = plain(sought.trim());
  const found = plain(text).indexOf(wanted);
  if (wanted === "" || found < 0) return null;
  if (isBare(text)) return { start: found, end: found + wanted.length };
  // A folded character can be longer or shorter than the original, so both are walked side by side.
  let start = -1;
  let at = 0;
  let plainAt = 0;
  for (const letter of text) {
    const next = plainAt + plainLetter(letter).length;
    if (start < 0 && next > found) start = at;
    // A combining accent belongs to the character before it.
    if (plainAt >= found + wanted.length && next > plainAt) break;
    plainAt = next;
    at += letter.length;
  }
  return { start, end: at };
}

/** Only ASCII and Chinese: no accents, and folding does not change the length. */
const BARE = /^[\0-\x7f\u4e00-\u9fff]*$/;

function isBare(text: string): boolean {
  return BARE.test(text);
}

function plain(text: string): string {
  return isBare(text) ? text.toLowerCase() : Array.from(text, plainLetter).join("");
}

/** Through upper case, because some letters have two lower-case forms. */
function plainLetter(letter: string): string {
  return letter
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toUpperCase()
    .toLowerCase();
}
