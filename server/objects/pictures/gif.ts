import { type Picture, requirePicture } from "./picture.ts";

const headerBytes = 13;
const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;

/**
 * Walks through every block (GIF89a, section 18 and on). Browsers let a frame that is larger than the screen enlarge
 * the screen, so the canvas is the union of the screen and all frames.
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
      // Behind the descriptor and its colours comes the size of the first codes.
      at += 10 + tableBytes(bytes[at + 9] ?? 0) + 1;
    } else {
      at += 2;
    }
    at = endOfBlocks(bytes, at);
  }
  requirePicture(frames > 0);
  return { width, height, frames, passes: frames, bytesPerPixel: 4 };
}

/** Bytes of the colours that a screen or a frame says it brings. */
const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Behind the sub-blocks that begin at a place; the last frame of a file that is cut off ends with the file. */
function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1 + length;
    if (length === 0) break;
  }
  return at;
}
