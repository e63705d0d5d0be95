import { splitLinks } from "../../machines/domain/links.ts";

/**
 * Columns above which a text is folded; then this many columns and lines of it are shown, which is less than a screen.
 */
const FOLDED_ABOVE = 1500;
const SHOWN = 500;
const SHOWN_LINES = 20;
/** Lines above which a text is folded. */
const MOST_LINES = 41;
/** How many UTF-16 units a cut may move back to fall between words. */
const WORD = 60;

/** Returns the start of a text that is too long to show in full, or null. The cut splits no word and no link. */
export function foldText(text: string): string | null {
  const isShort = text.split("\n", MOST_LINES + 1).length <= MOST_LINES;
  if (isShort && lengthWithin(text, FOLDED_ABOVE) === text.length) return null;
  const lines = text.slice(0, lengthWithin(text, SHOWN)).split("\n").slice(0, SHOWN_LINES).join("\n");
  return text.slice(0, cutBefore(text, lines.length));
}

/** UTF-16 units up to which a text is a single block: a copy of several blocks has a line break between them. */
const WHOLE = 4000;
/** UTF-16 units of a block of a longer text, unless a longer link begins it. */
const BLOCK = 1000;

/**
 * Splits a very long text into blocks, each to be laid out on its own: for some scripts, browsers need time that grows
 * with the square of the length. It cuts after a line break, or else between words.
 */
export function blocksOf(text: string): string[] {
  if (text.length <= WHOLE) return [text];
  const blocks: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + blockLength(text.slice(start, start + BLOCK + LINK));
    blocks.push(text.slice(start, end));
    start = end;
  }
  return blocks;
}

/** Returns the length of the first block of a text. */
function blockLength(text: string): number {
  if (text.length <= BLOCK) return text.length;
  const lineEnd = text.lastIndexOf("\n", BLOCK - 1) + 1;
  if (lineEnd > 0) return lineEnd;
  const end = cutBefore(text, BLOCK);
  return /\s/.test(text.charAt(end)) ? end + 1 : end;
}

/** Returns the length of the part that fits into `columns`, in UTF-16 units. A Chinese character takes two columns. */
function lengthWithin(text: string, columns: number): number {
  let [length, left] = [0, columns];
  while (length < text.length) {
    left -= WIDE.test(text.charAt(length)) ? 2 : 1;
    if (left < 0) break;
    length += 1;
  }
  return length;
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;

/** Returns where to cut at or shortly before `end`: before the word or link that crosses it. */
function cutBefore(text: string, end: number): number {
  const link = linkAcross(text, end);
  // A link at the start is shown in full: a part of it would lead elsewhere.
  if (link) return text.slice(0, link.start).trim() === "" ? link.end : link.start;
  const before = text.slice(Math.max(0, end - WORD), end + 1);
  const gap = before.search(/\s\S*$/);
  if (gap > 0) return Math.max(0, end - WORD) + gap;
  const isInPair = /[\uDC00-\uDFFF]/.test(text.charAt(end));
  return isInPair ? end - 1 : end;
}

function linkAcross(text: string, end: number): { start: number; end: number } | null {
  const around = text.slice(0, end + LINK);
  for (const part of splitLinks(around)) {
    const until = part.start + part.text.length;
    if (part.kind === "link" && part.start < end && until > end) return { start: part.start, end: until };
  }
  return null;
}

/** Longer than any URL that browsers accept. */
const LINK = 2048;
