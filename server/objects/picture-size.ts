import type { Read } from "./kinds.ts";

interface Size {
  width: number;
  height: number;
}

/** Segments in front of a JPEG's size (profiles, thumbnails, depth maps); beyond it, it is no photograph. */
const maxSegments = 2000;

/** What a picture says its size is, without decoding it; undefined when it does not say. */
export function sizeOfPicture(type: string, read: Read): Size | undefined {
  switch (type) {
    case "image/png":
      return sizeAt(read(0, 24), 24, (head) => [head.readUInt32BE(16), head.readUInt32BE(20)]);
    case "image/gif":
      return sizeAt(read(0, 10), 10, (head) => [head.readUInt16LE(6), head.readUInt16LE(8)]);
    case "image/webp":
      return sizeOfWebp(read(0, 30));
    case "image/jpeg":
      return sizeOfJpeg(read);
    default:
      return sizeOfIso(read(0, 64 * 1024));
  }
}

function sizeAt(head: Buffer, needed: number, at: (head: Buffer) => [number, number]): Size | undefined {
  if (head.length < needed) return undefined;
  const [width, height] = at(head);
  return { width, height };
}

function sizeOfWebp(head: Buffer): Size | undefined {
  switch (head.toString("latin1", 12, 16)) {
    case "VP8X":
      return sizeAt(head, 30, () => [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1]);
    case "VP8L":
      return sizeAt(head, 25, () => {
        const bits = head.readUInt32LE(21);
        return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
      });
    case "VP8 ":
      return sizeAt(head, 30, () => [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff]);
    default:
      return undefined;
  }
}

/** Goes from segment to segment to the start of the frame (SOF). */
function sizeOfJpeg(read: Read): Size | undefined {
  let position = 2;
  for (let segment = 0; segment < maxSegments; segment += 1) {
    const head = read(position, 9);
    if (head.length < 4 || head[0] !== 0xff) return undefined;
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sizeAt(head, 9, () => [head.readUInt16BE(7), head.readUInt16BE(5)]);
    position += 2 + head.readUInt16BE(2);
  }
  return undefined;
}

/** AVIF and HEIC: the largest of the pictures whose extents (`ispe`) stand in the head. */
function sizeOfIso(head: Buffer): Size | undefined {
  let largest: Size | undefined;
  for (let at = head.indexOf("ispe"); at >= 0; at = head.indexOf("ispe", at + 4)) {
    if (at + 16 > head.length) break;
    const size = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
    if (largest === undefined || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
