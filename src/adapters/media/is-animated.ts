/** How much of a file is looked at: what says that it moves stands at its beginning. */
export const HEAD_BYTES = 64 * 1024;

/**
 * Whether a picture moves, by its first bytes: drawing such a one anew would hold it still. GIFs count always; PNG says so
 * by a chunk "acTL" (PNG 3), WebP by a bit of its chunk "VP8X". AVIF is always drawn: servers make no thumbnail of it, and
 * the embedded one does not serve it as a picture.
 */
export function moves(head: Uint8Array): boolean {
  const text = (from: number, length: number) => String.fromCharCode(...head.subarray(from, from + length));
  if (text(0, 3) === "GIF") return true;
  if (text(1, 3) === "PNG") return hasChunk(head, "acTL");
  return text(0, 4) === "RIFF" && text(8, 8) === "WEBPVP8X" && ((head[20] ?? 0) & 2) !== 0;
}

/** Whether a PNG names that chunk before its picture begins. */
function hasChunk(head: Uint8Array, wanted: string): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 8; at + 8 <= head.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...head.subarray(at + 4, at + 8));
    if (name === wanted) return true;
    if (name === "IDAT") return false;
  }
  return false;
}
