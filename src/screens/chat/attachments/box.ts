/** Longest and shortest edge of a picture in the log, in CSS pixels. */
const LONGEST = 240;
const SHORTEST = 96;
/** The size of a picture of unknown size. */
const UNKNOWN = { width: LONGEST, height: 180 };

/** Smallest box with room for a text, in CSS pixels. The time lies below the text. */
const TILE = { width: 200, height: 140 };

export interface Box {
  width: number;
  height: number;
}

/**
 * The size of a picture before it is loaded, in CSS pixels. It keeps the picture's ratio; an extreme ratio is cropped.
 * Each edge has at least `SHORTEST` pixels, so that a small picture can be tapped.
 */
export function boxOf({ width, height }: Box): Box {
  if (!(width > 0 && height > 0)) return UNKNOWN;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  return { width: edge(width * scale), height: edge(height * scale) };
}

/** The size of the tile shown instead of a picture that is not loaded. Has room for text. */
export function tileBoxOf(size: Box): Box {
  const { width, height } = boxOf(size);
  return { width: Math.max(width, TILE.width), height: Math.max(height, TILE.height) };
}

function edge(pixels: number): number {
  return Math.round(Math.min(Math.max(pixels, SHORTEST), LONGEST));
}
