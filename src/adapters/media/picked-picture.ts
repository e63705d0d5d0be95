import { Failure } from "../../../machines/domain/failure.ts";
import type { PictureRefusal } from "../../../machines/ports/sources.ts";
import { pictureType, pixelsOf } from "./picture-pixels.ts";

/** Maximum pixels, above those of current cameras. Each takes four bytes during drawing. */
const MOST_PIXELS = 120_000_000;

/**
 * Returns why a picture must not be decoded, or null. A small file can declare a size whose decoding crashes the
 * tab. Pictures that hide their size are refused. Unknown formats are left to the browser.
 */
export async function refusalOf(picture: Blob): Promise<PictureRefusal | null> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  const isOther = pictureType(bytes) === "";
  if (isOther && !isBitmap(bytes) && !isBoxed(bytes)) return null;
  const pixels = isOther ? otherPixels(bytes) : pixelsOf(bytes);
  if (pixels === null) return "pictureUnreadable";
  return pixels > MOST_PIXELS ? "pictureTooLarge" : null;
}

/** Decodes a picture that the user picked. Rejects with the result of `refusalOf` or with "pictureUnreadable". */
export async function decodePicked(picture: Blob): Promise<ImageBitmap> {
  const refusal = await refusalOf(picture);
  if (refusal) throw new Failure(refusal);
  return createImageBitmap(picture).catch(() => {
    throw new Failure("pictureUnreadable");
  });
}

/** BMP, AVIF and HEIC: users pick them, and the app converts them before it sends them. */
function otherPixels(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isBoxed(bytes)) return largestExtent(bytes, view);
  // The data ends before the size.
  if (bytes.length < 26) return null;
  return Math.abs(view.getInt32(18, true) * view.getInt32(22, true));
}

const isBitmap = (bytes: Uint8Array) => textAt(bytes, 0, 2) === "BM";
const isBoxed = (bytes: Uint8Array) => textAt(bytes, 4, 4) === "ftyp";

/** ISO/IEC 23008-12: each picture in the file has a box "ispe" with its width and height. */
function largestExtent(bytes: Uint8Array, view: DataView): number | null {
  let most: number | null = null;
  for (let at = bytes.indexOf(0x69); at >= 0; at = bytes.indexOf(0x69, at + 1))
    if (textAt(bytes, at, 4) === "ispe" && at + 16 <= bytes.length)
      most = Math.max(most ?? 0, view.getUint32(at + 8) * view.getUint32(at + 12));
  return most;
}

function textAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
