/** Codes seen by a camera or on a picture. */
import type { ScannerEvent } from "../domain/qr-code.ts";

/** A camera that looks for codes, until `stop`. */
export interface Scan {
  /** Lights the torch, where the camera has one. */
  setTorch(isLit: boolean): void;
  /** Lets the camera go at once; nothing is reported afterwards. */
  stop(): void;
}

export interface ScannerPort {
  /** Asks for the camera that looks away from the person and reports what codes say. */
  scan(send: (event: ScannerEvent) => void): Scan;
  /** What the code on a picture says, or null when there is none on it, or it is no picture. */
  readPicture(input: { picture: Blob }): Promise<string | null>;
  /**
   * Draws what the camera sees into `element` whenever there is something, until the returned function is called.
   * Views call this; it says nothing to any chart.
   */
  show(element: HTMLVideoElement): () => void;
}
