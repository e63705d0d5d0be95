import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { chunk } from "../../e2e/support/png.ts";

/** The kept pictures, and how a screenshot is compared with them. */

const KEPT = fileURLToPath(new URL("../pictures/", import.meta.url));
const REPORT = fileURLToPath(new URL("../../.artifacts/looks/", import.meta.url));

/** Difference of two colours that counts, from 0 to 1. Reduced colours differ by less. */
const COLOUR_TOLERANCE = 0.05;
/** Pixels that may differ: fewer than the smallest icon has. */
const MOST_PIXELS = 12;

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes a pixel. */
  data: Buffer;
}

/** Decodes a PNG. */
export function decode(png: Buffer): Pixels {
  return PNG.sync.read(png);
}

/** The number of pixels that differ in more than `COLOUR_TOLERANCE`, and a picture of them. */
export function difference(kept: Pixels, actual: Pixels): { pixels: number; drawing: Buffer | null } {
  const { width, height } = kept;
  if (width !== actual.width || height !== actual.height)
    return { pixels: Number.POSITIVE_INFINITY, drawing: null };
  const drawing = new PNG({ width, height });
  const pixels = pixelmatch(kept.data, actual.data, drawing.data, width, height, {
    threshold: COLOUR_TOLERANCE,
  });
  return { pixels, drawing: PNG.sync.write(drawing) };
}

export const isAlike = (kept: Pixels, actual: Pixels): boolean =>
  difference(kept, actual).pixels <= MOST_PIXELS;

export const readKept = (name: string): Pixels | null =>
  existsSync(fileOf(name)) ? decode(readFileSync(fileOf(name))) : null;

export function keep(name: string, picture: Pixels): void {
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), encodeSmall(picture));
}

/** Writes the screenshot and what differs. Returns a line with their paths. */
export function report(name: string, kept: Pixels | null, screenshot: Buffer): string {
  const place = (kind: string) => join(REPORT, `${name}.${kind}.png`);
  const shown = (path: string) => relative(process.cwd(), path);
  mkdirSync(dirname(place("actual")), { recursive: true });
  writeFileSync(place("actual"), screenshot);
  if (!kept) return `${name}: no kept picture. ${shown(place("actual"))}`;
  const { pixels, drawing } = difference(kept, decode(screenshot));
  if (!drawing) return `${name}: another size. ${shown(place("actual"))}`;
  writeFileSync(place("difference"), drawing);
  return `${name}: ${pixels} pixels differ. ${shown(place("actual"))} ${shown(place("difference"))}`;
}

/** Kept pictures below `folder` that are not in `names`. */
export function leftOver(folder: string, names: ReadonlySet<string>): string[] {
  const place = join(KEPT, folder);
  const files = existsSync(place) ? readdirSync(place) : [];
  return files.map((file) => `${folder}/${file.replace(/\.png$/, "")}`).filter((name) => !names.has(name));
}

export const drop = (name: string): void => rmSync(fileOf(name));

const fileOf = (name: string) => join(KEPT, `${name}.png`);

const MOST_COLOURS = 256;

/**
 * A PNG with 256 colours. It takes half of the usual size, and differs from the screenshot by less than what counts.
 */
export function encodeSmall({ width, height, data }: Pixels): Buffer {
  const counts = new Map<number, number>();
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at += 1) {
    const colour = data.readUInt32BE(at * 4) >>> 8;
    colours[at] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = paletteOf(counts);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const placeOf = (colour: number) => {
    const place = places.get(colour) ?? nearest(palette, colour);
    places.set(colour, place);
    return place;
  };
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = placeOf(colours[y * width + x] ?? 0);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap(channels))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** At most 256 colours, frequent ones first, such that every colour is near to one of them: as near as possible. */
function paletteOf(counts: ReadonlyMap<number, number>): number[] {
  const colours = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  for (let apart = 4; ; apart *= 1.5) {
    const palette: number[] = [];
    for (const colour of colours) {
      if (palette.length > 0 && distance(palette[nearest(palette, colour)] ?? 0, colour) <= apart) continue;
      palette.push(colour);
      if (palette.length > MOST_COLOURS) break;
    }
    if (palette.length <= MOST_COLOURS) return palette;
  }
}

const channels = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255];

const distance = (one: number, other: number) =>
  Math.hypot(
    (one >> 16) - (other >> 16),
    ((one >> 8) & 255) - ((other >> 8) & 255),
    (one & 255) - (other & 255),
  );

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [place, other] of palette.entries()) {
    const apart = distance(other, colour);
    if (apart < least) [best, least] = [place, apart];
  }
  return best;
}
