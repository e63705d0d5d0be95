/** The longest and the shortest edge of a picture in the log, in CSS pixels. */
const LONGEST = 240;
const SHORTEST = 96;
/** Where nobody knows how large a picture is. */
const UNKNOWN = { width: LONGEST, height: 180 };

/** The smallest room for words, in CSS pixels; the time stands below them. */
const TILE = { width: 200, height: 140 };

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

/** The room of what is not loaded: as the picture's, but with room for words. */
export function tileBoxOf(size: Box): Box {
  const { width, height } = boxOf(size);
  return { width: Math.max(width, TILE.width), height: Math.max(height, TILE.height) };
}

function edge(pixels: number): number {
  return Math.round(Math.min(Math.max(pixels, SHORTEST), LONGEST));
}
