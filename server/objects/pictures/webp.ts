import { maxFrameChunks, maxFrames } from "../limits.ts";
import { type Picture, requirePicture } from "./picture.ts";

interface Size {
  width: number;
  height: number;
}
interface Chunk {
  name: string;
  data: Buffer;
}

/**
 * Reads every chunk (RFC 9649): the VP8X canvas, every animation frame, and the size in each coded picture. A coded
 * picture of another size than its frame, a frame outside the canvas, and too many chunks are refused.
 * @throws NotAPictureError
 */
export function readWebp(bytes: Buffer): Picture {
  requirePicture(bytes.length >= 20);
  const end = 8 + bytes.readUInt32LE(4);
  requirePicture(end <= bytes.length);
  const chunks = chunksOf(bytes.subarray(12, end), 2 * maxFrames);
  const [first] = chunks;
  requirePicture(first !== undefined);
  const canvas = first.name === "VP8X" ? canvasOf(first.data) : codedSizeOf(first);
  requirePicture(canvas !== undefined);
  let frames = 0;
  let pictures = 0;
  for (const chunk of chunks) {
    requirePicture(chunk === first || chunk.name !== "VP8X");
    if (chunk.name === "ANMF") {
      requireFrame(chunk.data, canvas);
      frames += 1;
    }
    const size = codedSizeOf(chunk);
    if (size === undefined) continue;
    requirePicture(isSame(size, canvas));
    pictures += 1;
  }
  requirePicture(frames > 0 ? pictures === 0 : pictures === 1);
  return { ...canvas, frames: Math.max(1, frames), passes: Math.max(1, frames), bytesPerPixel: 4 };
}

function chunksOf(bytes: Buffer, max: number): Chunk[] {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at < bytes.length) {
    requirePicture(chunks.length < max && at + 8 <= bytes.length);
    const length = bytes.readUInt32LE(at + 4);
    requirePicture(at + 8 + length <= bytes.length);
    chunks.push({
      name: bytes.toString("latin1", at, at + 4),
      data: bytes.subarray(at + 8, at + 8 + length),
    });
    // Chunks of odd length have a padding byte.
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function canvasOf(data: Buffer): Size {
  requirePicture(data.length >= 10);
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

/** The size in the header of coded data, lossy (RFC 6386, section 9.1) or lossless; undefined for any other chunk. */
function codedSizeOf({ name, data }: Chunk): Size | undefined {
  if (name === "VP8L") {
    requirePicture(data.length >= 5 && data[0] === 0x2f);
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (name !== "VP8 ") return undefined;
  requirePicture(data.length >= 10 && data.toString("hex", 3, 6) === "9d012a");
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function requireFrame(data: Buffer, canvas: Size): void {
  requirePicture(data.length >= 16);
  const [left, top] = [2 * data.readUIntLE(0, 3), 2 * data.readUIntLE(3, 3)];
  const frame = { width: data.readUIntLE(6, 3) + 1, height: data.readUIntLE(9, 3) + 1 };
  requirePicture(left + frame.width <= canvas.width && top + frame.height <= canvas.height);
  const coded = chunksOf(data.subarray(16), maxFrameChunks).flatMap((chunk) => codedSizeOf(chunk) ?? []);
  requirePicture(coded.length === 1 && coded.every((size) => isSame(size, frame)));
}

const isSame = (one: Size, other: Size) => one.width === other.width && one.height === other.height;
