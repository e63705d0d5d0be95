import { maxMarkerBytes } from "../limits.ts";
import { type Picture, requirePicture } from "./picture.ts";

interface Frame {
  width: number;
  height: number;
  isProgressive: boolean;
  /** Bytes of the coefficients per pixel, two per sample. */
  coefficientBytes: number;
}

const marker = {
  temporary: 0x01,
  baseline: 0xc0,
  extended: 0xc1,
  progressive: 0xc2,
  huffmanTables: 0xc4,
  extensions: 0xc8,
  arithmetic: 0xcc,
  firstRestart: 0xd0,
  lastRestart: 0xd7,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  lastTable: 0xdd,
  application: 0xe0,
  lastApplication: 0xef,
  comment: 0xfe,
} as const;

/**
 * Reads every marker as libjpeg does (ITU T.81, annex B): restart markers and TEM have no segment, fill bytes and
 * stray bytes are skipped. It refuses what libjpeg refuses: a second frame, a second start, an unknown marker. Frames
 * elsewhere in the file (gain maps, thumbnails) also count with their size. A picture of too many markers is refused.
 * @throws NotAPictureError
 */
export function readJpeg(bytes: Buffer): Picture {
  requireFewMarkers(bytes);
  let frame: Frame | undefined;
  let scans = 0;
  let at = 2;
  for (;;) {
    const place = nextMarker(bytes, at);
    const code = bytes[place];
    if (code === undefined || code === marker.end) break;
    at = place + 1;
    if (standsAlone(code)) continue;
    requirePicture(hasSegment(code) && at + 2 <= bytes.length);
    const length = bytes.readUInt16BE(at);
    requirePicture(length >= 2 && at + length <= bytes.length);
    if (isFrame(code)) {
      requirePicture(frame === undefined && code <= marker.progressive);
      frame = frameOf(bytes.subarray(at, at + length), code);
    }
    if (code === marker.scan) scans += 1;
    at += length;
  }
  requirePicture(frame !== undefined && scans > 0);
  const { width, height } = largestFrame(bytes);
  // A decoder keeps the coefficients of a picture with several scans until the last one.
  const isKept = frame.isProgressive || scans > 1;
  return {
    width: Math.max(width, frame.width),
    height: Math.max(height, frame.height),
    frames: 1,
    passes: scans,
    bytesPerPixel: isKept ? 4 + frame.coefficientBytes : 4,
  };
}

/** Every marker and every stuffed byte starts with FF. */
function requireFewMarkers(bytes: Buffer): void {
  let count = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    count += 1;
    requirePicture(count <= maxMarkerBytes);
  }
}

const standsAlone = (code: number) =>
  code === marker.temporary || (code >= marker.firstRestart && code <= marker.lastRestart);

const isFrame = (code: number) =>
  code >= marker.baseline &&
  code <= 0xcf &&
  code !== marker.huffmanTables &&
  code !== marker.extensions &&
  code !== marker.arithmetic;

/** Markers followed by a segment. */
const hasSegment = (code: number) =>
  isFrame(code) ||
  code === marker.huffmanTables ||
  code === marker.arithmetic ||
  (code >= marker.scan && code <= marker.lastTable) ||
  (code >= marker.application && code <= marker.lastApplication) ||
  code === marker.comment;

/** The offset of the next marker's code: after any bytes but FF, then any number of FF. Stuffed zeros are data. */
function nextMarker(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0) {
    while (bytes[at] === 0xff) at += 1;
    if (bytes[at] !== 0) return at;
    at = bytes.indexOf(0xff, at);
  }
  return bytes.length;
}

function frameOf(segment: Buffer, code: number): Frame {
  requirePicture(segment.length >= 8);
  const components = segment[7] ?? 0;
  requirePicture(components >= 1 && components <= 4 && segment.length === 8 + 3 * components);
  return {
    width: segment.readUInt16BE(5),
    height: segment.readUInt16BE(3),
    isProgressive: code === marker.progressive,
    coefficientBytes: coefficientBytesOf(segment, components),
  };
}

/** Components may be subsampled; each is stored in whole blocks. */
function coefficientBytesOf(segment: Buffer, components: number): number {
  const factors = Array.from({ length: components }, (_, i) => segment[9 + 3 * i] ?? 0);
  const [across, down] = [factors.map((factor) => factor >> 4), factors.map((factor) => factor & 15)];
  requirePicture([...across, ...down].every((factor) => factor >= 1 && factor <= 4));
  const whole = Math.max(...across) * Math.max(...down);
  return across.reduce((sum, factor, i) => sum + (2 * factor * (down[i] ?? 0)) / whole, 0);
}

/** The largest frame whose header is anywhere in the file. Coded data cannot contain one by chance. */
function largestFrame(bytes: Buffer): { width: number; height: number } {
  const largest = { width: 0, height: 0 };
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (!isFrame(code) || at + 10 > bytes.length) continue;
    const components = bytes[at + 9] ?? 0;
    if (components < 1 || components > 4 || bytes.readUInt16BE(at + 2) !== 8 + 3 * components) continue;
    largest.height = Math.max(largest.height, bytes.readUInt16BE(at + 5));
    largest.width = Math.max(largest.width, bytes.readUInt16BE(at + 7));
  }
  return largest;
}
