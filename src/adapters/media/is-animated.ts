/** Bytes that are read. The animation mark is near the start of a file. */
export const HEAD_BYTES = 64 * 1024;

/**
 * Returns whether a picture is animated, from its first bytes. Drawing such a picture would stop it. GIFs always
 * count. PNG has a chunk "acTL" (PNG 3), WebP a bit in its chunk "VP8X". AVIF is always drawn: servers make no
 * thumbnail of it, and the embedded server does not serve it as a picture.
 */
export function isAnimated(head: Uint8Array): boolean {
  const text = (from: number, length: number) => String.fromCharCode(...head.subarray(from, from + length));
  if (text(0, 3) === "GIF") return true;
  if (text(1, 3) === "PNG") return hasChunk(head, "acTL");
  return text(0, 4) === "RIFF" && text(8, 8) === "WEBPVP8X" && ((head[20] ?? 0) & 2) !== 0;
}

function hasChunk(head: Uint8Array, wanted: string): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 8; at + 8 <= head.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...head.subarray(at + 4, at + 8));
    if (name === wanted) return true;
    if (name === "IDAT") return false;
  }
  return false;
}
