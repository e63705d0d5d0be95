/** Limits of an edge, in CSS pixels. */
const LONGEST = 240;
const SHORTEST = 96;
const UNKNOWN = { width: LONGEST, height: 180 };

/** Has room for a text above the time, in CSS pixels. */
const TILE = { width: 200, height: 140 };

export interface Box {
  width: number;
  height: number;
}

/** Size in CSS pixels. It keeps the picture's ratio, but crops an extreme one. `SHORTEST` can still be tapped. */
export function boxOf({ width, height }: Box): Box {
  if (!(width > 0 && height > 0)) return UNKNOWN;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  return { width: edge(width * scale), height: edge(height * scale) };
}

/** Replaces a picture that is not loaded. */
export function tileBoxOf(size: Box): Box {
  const { width, height } = boxOf(size);
  return { width: Math.max(width, TILE.width), height: Math.max(height, TILE.height) };
}

function edge(pixels: number): number {
  return Math.round(Math.min(Math.max(pixels, SHORTEST), LONGEST));
}
