/**
 * Returns how many pixels a decoder allocates, from the bytes of a PNG, JPEG, GIF or WebP with all its frames.
 * Returns null for other formats and for any deviation from the format: decoders skip unknown data and may find
 * another size after it.
 */
export function pixelsOf(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return READERS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte))?.read(view) ?? null;
  } catch {
    return null; // the data ends before the size
  }
}

/** Returns the media type if `pixelsOf` can read the bytes, otherwise "". */
export function pictureType(bytes: Uint8Array): string {
  return READERS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte))?.type ?? "";
}

const READERS = [
  { type: "image/png", begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], read: pngPixels },
  { type: "image/jpeg", begins: [0xff, 0xd8], read: jpegPixels },
  { type: "image/gif", begins: [0x47, 0x49, 0x46, 0x38], read: gifPixels },
  { type: "image/webp", begins: [0x52, 0x49, 0x46, 0x46], read: webpPixels },
] as const;

/** PNG 3: the header comes first, and animation frames are within its size. */
function pngPixels(view: DataView): number | null {
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== 0x49484452) return null;
  return view.getUint32(16) * view.getUint32(20);
}

/** ITU T.81: reads segments up to the first frame header. Decoders reject a second one. */
function jpegPixels(view: DataView): number | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint8(at + 1);
    // Only segments with a length come before a frame. After anything else a decoder continues its search.
    if (view.getUint8(at) !== 0xff || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return null;
    if (marker < 0xd0 && ![0xc4, 0xc8, 0xcc].includes(marker))
      return view.getUint16(at + 5) * view.getUint16(at + 7);
  }
}

/** GIF89a: decoders enlarge the screen for a frame that does not fit. */
function gifPixels(view: DataView): number | null {
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  let at = 13 + colours(view.getUint8(10));
  const skipBlocks = () => {
    for (; view.getUint8(at) !== 0; at += 1 + view.getUint8(at));
    at += 1;
  };
  for (;;) {
    // A decoder also ends at truncated data.
    if (at >= view.byteLength) return width * height;
    const block = view.getUint8(at);
    if (block === 0x3b) return width * height;
    if (block === 0x21) at += 2;
    else if (block === 0x2c) {
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at += 11 + colours(view.getUint8(at + 9));
    } else return null;
    skipBlocks();
  }
}

/** RFC 9649: the canvas and every bitstream, also those of animation frames. */
function webpPixels(view: DataView): number | null {
  if (view.getUint32(8) !== 0x57454250) return null;
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  let most = 0;
  const see = (width: number, height: number) => {
    most = Math.max(most, width * height);
  };
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const [name, size, data] = [view.getUint32(at), view.getUint32(at + 4, true), at + 8];
    if (name === 0x56503858) see(uint24(data + 4) + 1, uint24(data + 7) + 1);
    else if (name === 0x56503820)
      see(view.getUint16(data + 6, true) & 0x3fff, view.getUint16(data + 8, true) & 0x3fff);
    else if (name === 0x5650384c) {
      const bits = view.getUint32(data + 1, true);
      see((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
    } else if (name === 0x414e4d46) {
      see(uint24(data + 6) + 1, uint24(data + 9) + 1);
      at = data + 16; // the frame's own chunks
      continue;
    }
    at = data + size + (size & 1);
  }
  return most > 0 ? most : null;
}
