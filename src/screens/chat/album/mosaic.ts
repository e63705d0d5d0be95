import type { Box } from "../attachments/box.ts";

/** Place of a picture, in CSS pixels from the upper left corner of the mosaic. */
export interface Place extends Box {
  left: number;
  top: number;
}

export interface Mosaic extends Box {
  places: readonly Place[];
}

/** In CSS pixels. A narrow screen scales the whole mosaic. */
const WIDTH = 280;
const GAP = 2;

/** Width divided by height. A picture that is longer or wider is cropped, and one of unknown size is a square. */
const NARROWEST = 0.8;
const WIDEST = 1.25;

/** Limits of the height of a row, by the number of its pictures. */
const HEIGHTS: Readonly<Record<number, readonly [least: number, most: number]>> = {
  1: [120, 320],
  2: [104, 144],
  3: [84, 104],
};

/** Numbers of pictures a row. */
const ROWS: Readonly<Record<number, readonly number[]>> = {
  1: [1],
  4: [2, 2],
  5: [2, 3],
  6: [3, 3],
  7: [2, 2, 3],
  8: [2, 3, 3],
  9: [3, 3, 3],
  10: [2, 2, 3, 3],
};

/** Lays out 1 to 10 pictures of these sizes. The sizes are known before the pictures are loaded, so nothing moves. */
export function mosaicOf(sizes: readonly Box[]): Mosaic {
  const ratios = sizes.map(ratioOf);
  if (sizes.length === 2) return ratios.every((ratio) => ratio > 1.2) ? stacked(ratios) : pair(ratios);
  if (sizes.length === 3) return (ratios[0] ?? 1) > 1 ? rowsOf(ratios, [1, 2]) : besideTwo();
  return rowsOf(ratios, ROWS[sizes.length] ?? []);
}

function ratioOf({ width, height }: Box): number {
  return width > 0 && height > 0 ? width / height : 1;
}

/** Two wide pictures, one below the other. */
function stacked(ratios: readonly number[]): Mosaic {
  return rowsOf(ratios, [1, 1], 180);
}

/** Two pictures side by side, at most as high as the mosaic is wide. */
function pair(ratios: readonly number[]): Mosaic {
  return rowsOf(ratios, [2], 240);
}

/** A high picture at the left, and two small ones at its right. */
function besideTwo(): Mosaic {
  const height = WIDTH;
  const left = Math.round((WIDTH - GAP) * 0.64);
  const upper = Math.round((height - GAP) / 2);
  const small = { left: left + GAP, width: WIDTH - GAP - left };
  return {
    width: WIDTH,
    height,
    places: [
      { left: 0, top: 0, width: left, height },
      { ...small, top: 0, height: upper },
      { ...small, top: upper + GAP, height: height - GAP - upper },
    ],
  };
}

function rowsOf(ratios: readonly number[], counts: readonly number[], highest?: number): Mosaic {
  const places: Place[] = [];
  let top = 0;
  for (const count of counts) {
    const row = ratios.slice(places.length, places.length + count);
    const [least, most] = HEIGHTS[count] ?? [GAP, WIDTH];
    places.push(...rowOf(row, top, { least, most: highest ?? most }));
    top += (places.at(-1)?.height ?? 0) + GAP;
  }
  return { width: WIDTH, height: top - GAP, places };
}

/** Fills the width: a wide picture gets more of it. */
function rowOf(
  ratios: readonly number[],
  top: number,
  { least, most }: { least: number; most: number },
): readonly Place[] {
  const room = WIDTH - GAP * (ratios.length - 1);
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  const height = Math.round(within(room / sum, least, most));
  const shares = ratios.map((ratio) => within(ratio, NARROWEST, WIDEST));
  const whole = shares.reduce((total, share) => total + share, 0);
  let before = 0;
  return shares.map((share, index) => {
    const from = Math.round((room * before) / whole);
    before += share;
    const to = Math.round((room * before) / whole);
    return { left: from + GAP * index, top, width: to - from, height };
  });
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
