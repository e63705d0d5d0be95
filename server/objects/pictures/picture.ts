/** What a browser has to decode to show a picture. */
export interface Picture {
  /** Pixels of the canvas: the largest that any header or any frame asks for. */
  width: number;
  height: number;
  /** 1 for a still picture. */
  frames: number;
  /** How often the whole canvas is gone through: once a frame, or once a scan of a JPEG. */
  passes: number;
  /** Memory a decoder holds for each pixel of the canvas. */
  bytesPerPixel: number;
}

/** Reads past the end of a picture that is cut off, or says what no decoder should follow. */
export class NotAPictureError extends Error {}

export function requirePicture(condition: boolean): asserts condition {
  if (!condition) throw new NotAPictureError();
}
