import { isVisible } from "../../machines/domain/visible-text.ts";

/** The last two characters are ASCII or Chinese, so the last character is a whole grapheme. */
const WHOLE = /(?:^|[ -~\u4e00-\u9fff])[!-~\u4e00-\u9fff]$/;

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the character for an avatar without a picture: the last visible grapheme of the name (2-123), so that emoji
 * and combined letters stay intact (2-124), and direction marks do not count. "" for a blank name.
 */
export function avatarLetter(name: string): string {
  // Segmenting only the tail is faster; a grapheme is rarely longer than this.
  const tail = name.trim().slice(-64);
  if (WHOLE.test(tail)) return tail.slice(-1);
  if (typeof Intl.Segmenter === "undefined") return Array.from(tail).findLast(isVisible) ?? "";
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let last = "";
  for (const { segment } of segmenter.segment(tail)) if (isVisible(segment)) last = segment;
  return last;
}
