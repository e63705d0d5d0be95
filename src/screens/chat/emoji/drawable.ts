/** Tells by the drawn width whether the device's fonts have an emoji. */

const known = new Map<string, boolean>();
let measure: ((text: string) => number) | null | undefined;

/** False for an emoji that is drawn as several glyphs side by side, or as wide as the missing-character glyph. */
export function isDrawable(emoji: string): boolean {
  const before = known.get(emoji);
  if (before !== undefined) return before;
  const drawable = fits(emoji);
  known.set(emoji, drawable);
  return drawable;
}

function fits(emoji: string): boolean {
  measure ??= ruler();
  if (!measure) return true;
  const [one, missing, width] = [measure("😀"), measure("\u{10fffd}"), measure(emoji)];
  return width < one * 1.5 && (one === missing || width !== missing);
}

/** Null if text cannot be measured. */
function ruler(): ((text: string) => number) | null {
  const canvas = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!canvas) return null;
  canvas.font = `20px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => canvas.measureText(text).width;
}
