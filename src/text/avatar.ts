/** Two letters that are whole by themselves, whatever stands before them: ASCII and Chinese, as most names end. */
const WHOLE = /(?:^|[ -~\u4e00-\u9fff])[!-~\u4e00-\u9fff]$/;

let segmenter: Intl.Segmenter | undefined;

/**
 * The character a picture-less avatar shows: the last one of the name (2-123), whole as a reader sees it, so that
 * emoji and combined letters stay intact (2-124). Empty for a blank name.
 */
export function avatarLetter(name: string): string {
  // The last character of a long name needs no more than its tail; a grapheme is rarely longer than this.
  const tail = name.trim().slice(-64);
  if (WHOLE.test(tail)) return tail.slice(-1);
  if (typeof Intl.Segmenter === "undefined") return Array.from(tail).at(-1) ?? "";
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let last = "";
  for (const { segment } of segmenter.segment(tail)) last = segment;
  return last;
}
