/** Whether any of these texts holds what somebody searches for, whatever its case and accents; nothing asked for is in all. */
export function isFound(sought: string, ...texts: readonly string[]): boolean {
  const wanted = plain(sought.trim());
  return texts.some((text) => plain(text).includes(wanted));
}

/** Where `sought` stands in `text` by the same rule, in UTF-16 units; null where it does not, or for nothing asked. */
export function placeOf(text: string, sought: string): { start: number; end: number } | null {
  const wanted = plain(sought.trim());
  const found = plain(text).indexOf(wanted);
  if (wanted === "" || found < 0) return null;
  if (isBare(text)) return { start: found, end: found + wanted.length };
  // A letter's plain form may be longer or shorter than the letter: walk both side by side.
  let start = -1;
  let at = 0;
  let plainAt = 0;
  for (const letter of text) {
    const next = plainAt + plainLetter(letter).length;
    if (start < 0 && next > found) start = at;
    // An accent that stands by itself belongs to the letter before it.
    if (plainAt >= found + wanted.length && next > plainAt) break;
    plainAt = next;
    at += letter.length;
  }
  return { start, end: at };
}

/** Nothing but letters that have neither accents nor other forms, as most names: ASCII and Chinese. */
const BARE = /^[\0-\x7f\u4e00-\u9fff]*$/;

function isBare(text: string): boolean {
  return BARE.test(text);
}

function plain(text: string): string {
  return isBare(text) ? text.toLowerCase() : Array.from(text, plainLetter).join("");
}

/** By way of its capital, which letters with two small forms share. */
function plainLetter(letter: string): string {
  return letter
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toUpperCase()
    .toLowerCase();
}
