import { type Picture, requirePicture } from "./picture.ts";

const headerBytes = 13;
const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;

/**
 * Reads every block (GIF89a, section 18 and on). Browsers enlarge the screen for a larger frame, so the canvas is the
 * union of the screen and all frames.
 * @throws NotAPictureError
 */
export function readGif(bytes: Buffer): Picture {
  requirePicture(bytes.length > headerBytes);
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let frames = 0;
  let at = headerBytes + tableBytes(bytes[10] ?? 0);
  while (at < bytes.length && bytes[at] !== trailer) {
    const kind = bytes[at];
    requirePicture(kind === extension || kind === image);
    if (kind === image) {
      requirePicture(at + 10 < bytes.length);
      const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)];
      width = Math.max(width, left + bytes.readUInt16LE(at + 5));
      height = Math.max(height, top + bytes.readUInt16LE(at + 7));
      frames += 1;
      // The minimum code size follows the descriptor and its colour table.
      at += 10 + tableBytes(bytes[at + 9] ?? 0) + 1;
    } else {
      at += 2;
    }
    at = endOfBlocks(bytes, at);
  }
  requirePicture(frames > 0);
  return { width, height, frames, passes: frames, bytesPerPixel: 4 };
}

/** Size of the colour table of a screen or frame, in bytes. */
const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The offset after the sub-blocks. The last frame of a cut file ends with the file. */
function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1 + length;
    if (length === 0) break;
  }
  return at;
}
