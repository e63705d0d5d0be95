export interface Picture {
  /** Canvas in pixels: the largest size in any header or frame. */
  width: number;
  height: number;
  frames: number;
  /** How often the whole canvas is processed: once per frame, or once per scan of a JPEG. */
  passes: number;
  /** Memory a decoder needs per pixel of the canvas. */
  bytesPerPixel: number;
}

/** Thrown when the picture is cut off or invalid for any decoder. */
export class NotAPictureError extends Error {}

export function requirePicture(condition: boolean): asserts condition {
  if (!condition) throw new NotAPictureError();
}
