/** Characters as a reader sees them: a family of four, a flag and a letter with accents are one each. */

let segmenter: Intl.Segmenter | undefined;

/** The characters of `text`, in order. Browsers that cannot tell them apart give code points. */
function* graphemesOf(text: string): Generator<string> {
  if (typeof Intl.Segmenter === "undefined") {
    yield* text;
    return;
  }
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Longer than any character people write. */
const TAIL = 64;

/** Length of the last character of `text`, in UTF-16 units; 0 when there is none. */
export function lastLength(text: string): number {
  let last = "";
  for (const grapheme of graphemesOf(text.slice(-TAIL))) last = grapheme;
  return last.length;
}

/** More emoji than that are a text. */
const MOST = 3;

/** How many emoji a text consists of, blanks between them aside; 0 when there is anything else, or more than three. */
export function emojiCount(text: string): number {
  // Nearly every text says by one look that it is words, without being taken apart.
  if (text.length > MOST * TAIL || !WITHIN.test(text)) return 0;
  let count = 0;
  for (const grapheme of graphemesOf(text)) {
    if (grapheme.trim() === "") continue;
    if (!isEmoji(grapheme) || count === MOST) return 0;
    count += 1;
  }
  return count;
}

/** Something without which there is no emoji in a text. */
const WITHIN = /\p{Emoji_Presentation}|\p{Extended_Pictographic}|\u20e3/u;

/** A digit is none, its keycap is; a letter of a flag is none, a flag is. */
const KEYCAP = /^[0-9#*]\ufe0f?\u20e3$/;
const FLAG = /^\p{Regional_Indicator}{2}$/u;
const PICTURE =
  /^(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}))/u;

function isEmoji(grapheme: string): boolean {
  return KEYCAP.test(grapheme) || FLAG.test(grapheme) || PICTURE.test(grapheme);
}
