import type { ScannerEvent } from "../domain/qr-code.ts";

export interface Scan {
  /** Switches the torch, if the camera has one. */
  setTorch(isLit: boolean): void;
  /** Releases the camera at once; no events follow. */
  stop(): void;
}

export interface ScannerPort {
  /** Asks for the rear camera and reports the text of codes. */
  scan(send: (event: ScannerEvent) => void): Scan;
  /** Returns the text of the code on a picture; null if there is none or the file is no picture. */
  readPicture(input: { picture: Blob }): Promise<string | null>;
  /** Shows the camera in `element` until the returned function is called. Only for views. */
  show(element: HTMLVideoElement): () => void;
}
