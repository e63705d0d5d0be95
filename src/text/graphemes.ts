/** Graphemes: a family emoji, a flag and a letter with accents count as a single character each. */

let segmenter: Intl.Segmenter | undefined;

/** Falls back to code points in browsers without `Intl.Segmenter`. */
export function* graphemesOf(text: string): Generator<string> {
  if (typeof Intl.Segmenter === "undefined") {
    yield* text;
    return;
  }
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Longer than any real grapheme, in UTF-16 units. */
const TAIL = 64;

/** UTF-16 units; 0 for "". */
export function lastLength(text: string): number {
  let last = "";
  for (const grapheme of graphemesOf(text.slice(-TAIL))) last = grapheme;
  return last.length;
}

/** A message with more emoji than this is shown as text. */
const MOST = 3;

/**
 * Returns the number of emoji in a text of only emoji and spaces; 0 if it has anything else, or more than three emoji.
 */
export function emojiCount(text: string): number {
  // A cheap test that excludes nearly every text before segmentation.
  if (text.length > MOST * TAIL || !WITHIN.test(text)) return 0;
  let count = 0;
  for (const grapheme of graphemesOf(text)) {
    if (grapheme.trim() === "") continue;
    if (!isEmoji(grapheme) || count === MOST) return 0;
    count += 1;
  }
  return count;
}

/** Every emoji contains at least one of these. */
const WITHIN = /\p{Emoji_Presentation}|\p{Extended_Pictographic}|\u20e3/u;

/** A digit is not an emoji, but its keycap is. A flag letter is not an emoji, but a flag is. */
const KEYCAP = /^[0-9#*]\ufe0f?\u20e3$/;
const FLAG = /^\p{Regional_Indicator}{2}$/u;
const PICTURE =
  /^(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}))/u;

function isEmoji(grapheme: string): boolean {
  return KEYCAP.test(grapheme) || FLAG.test(grapheme) || PICTURE.test(grapheme);
}
