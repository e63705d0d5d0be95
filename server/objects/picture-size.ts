import {
  maxAnimatedPixels,
  maxDecodedBytes,
  maxDecodedPixels,
  maxFrames,
  maxPictureBytes,
  maxScans,
} from "./limits.ts";
import { readGif } from "./pictures/gif.ts";
import { readJpeg } from "./pictures/jpeg.ts";
import { NotAPictureError, type Picture } from "./pictures/picture.ts";
import { readPng } from "./pictures/png.ts";
import { readWebp } from "./pictures/webp.ts";

/** Reads up to `length` bytes at an offset; fewer at the end, none beyond it. */
export type Read = (position: number, length: number) => Buffer;

/** Formats that are read completely. AVIF and HEIC have too little data outside the coded part. */
const readers: Readonly<Record<string, (bytes: Buffer) => Picture>> = {
  "image/png": readPng,
  "image/jpeg": readJpeg,
  "image/gif": readGif,
  "image/webp": readWebp,
};

/** The pixels that a browser would have to decode; undefined unless the file is a complete picture of that type. */
export function sizeOfPicture(type: string, read: Read): Picture | undefined {
  const reader = readers[type];
  const bytes = read(0, maxPictureBytes + 1);
  if (reader === undefined || bytes.length > maxPictureBytes) return undefined;
  try {
    return reader(bytes);
  } catch (error) {
    if (error instanceof NotAPictureError) return undefined;
    throw error;
  }
}

/** Whether a browser can show the picture, and many in one list, without running out of memory or time. */
export function canBeShown({ width, height, frames, passes, bytesPerPixel }: Picture): boolean {
  const pixels = width * height;
  return (
    pixels > 0 &&
    pixels * bytesPerPixel <= maxDecodedBytes &&
    pixels * passes <= maxDecodedPixels &&
    (frames === 1 ? passes <= maxScans : frames <= maxFrames && pixels <= maxAnimatedPixels)
  );
}
