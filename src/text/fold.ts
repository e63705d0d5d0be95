import { splitLinks } from "../../machines/domain/links.ts";

/** A longer text is folded, and this much of it shown, which is less than a screen; in columns and in lines. */
const FOLDED_ABOVE = 1500;
const SHOWN = 500;
const SHOWN_LINES = 20;
/** How far a cut moves back to fall between words. */
const WORD = 60;

/** The beginning of a text that is too long to be shown at once, or null. Neither a word nor a link is cut in two. */
export function foldText(text: string): string | null {
  if (lengthWithin(text, FOLDED_ABOVE) === text.length && !hasLinesAbove(text, 2 * SHOWN_LINES)) return null;
  const lines = text.slice(0, lengthWithin(text, SHOWN)).split("\n").slice(0, SHOWN_LINES).join("\n");
  return text.slice(0, cutBefore(text, lines.length));
}

/** How much of a text takes no more than so many columns, in UTF-16 units. Chinese letters take two columns each. */
function lengthWithin(text: string, columns: number): number {
  let [length, left] = [0, columns];
  while (length < text.length) {
    left -= WIDE.test(text.charAt(length)) ? 2 : 1;
    if (left < 0) break;
    length += 1;
  }
  return length;
}

/** Letters of East Asian scripts, and the marks between them. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;

/** The best place to cut a text at or shortly before `end`: before the word or the link it would cut in two. */
function cutBefore(text: string, end: number): number {
  const link = linkAcross(text, end);
  // A link that fills the beginning is shown as far as it goes: a piece of it would lead elsewhere.
  if (link) return link.start > 0 ? link.start : link.end;
  const before = text.slice(Math.max(0, end - WORD), end + 1);
  const gap = before.search(/\s\S*$/);
  if (gap > 0) return Math.max(0, end - WORD) + gap;
  return isPair(text, end) ? end - 1 : end;
}

/** The link that begins before `end` and goes on behind it. */
function linkAcross(text: string, end: number): { start: number; end: number } | null {
  const around = text.slice(0, end + LINK);
  for (const part of splitLinks(around)) {
    const until = part.start + part.text.length;
    if (part.kind === "link" && part.start < end && until > end) return { start: part.start, end: until };
  }
  return null;
}

/** Longer than any address browsers take. */
const LINK = 2048;

function hasLinesAbove(text: string, count: number): boolean {
  let at = -1;
  for (let found = 0; found <= count; found++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Whether a cut would fall between the two halves of one letter. */
function isPair(text: string, end: number): boolean {
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end));
}
