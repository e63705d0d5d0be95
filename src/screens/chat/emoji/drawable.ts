/** Whether this device's fonts have an emoji, told by its width alone. */

const known = new Map<string, boolean>();
let measure: ((text: string) => number) | null | undefined;

/** What is drawn as several pictures side by side is not had, nor what is as wide as a letter nobody has. */
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

/** Null where nothing can be measured. */
function ruler(): ((text: string) => number) | null {
  const canvas = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!canvas) return null;
  canvas.font = `20px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => canvas.measureText(text).width;
}
