/** The longest and the shortest edge of a picture in the log, in CSS pixels. */
const LONGEST = 240;
const SHORTEST = 96;
/** Where nobody knows how large a picture is. */
const UNKNOWN = { width: LONGEST, height: 180 };

export interface Box {
  width: number;
  height: number;
}

/**
 * The room a picture takes before it is there. It has the picture's own ratio unless that is absurd; what hangs over is
 * cut off. Small pictures stay small, but can be touched.
 */
export function boxOf({ width, height }: Box): Box {
  if (!(width > 0 && height > 0)) return UNKNOWN;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  return { width: edge(width * scale), height: edge(height * scale) };
}

function edge(pixels: number): number {
  return Math.round(Math.min(Math.max(pixels, SHORTEST), LONGEST));
}
