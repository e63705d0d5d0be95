import type { BackgroundBlur } from "../../../machines/ports/media.ts";
import { codeOf, logMedia } from "./report.ts";

/** The browser's own background blur. See docs/decisions/calls.md. */
export interface Blur {
  watch(report: (blur: BackgroundBlur) => void): () => void;
  set(isOn: boolean): void;
  /** Blurs this camera while the user wants it, until the returned function is called. */
  take(camera: MediaStreamTrack): () => void;
}

export function createBlur(): Blur {
  const cameras = new Set<MediaStreamTrack>();
  const listeners = new Set<(blur: BackgroundBlur) => void>();
  let isWanted = false;

  const now = (): BackgroundBlur => {
    const isOffered = [...cameras].some(canBlur);
    return { isOffered, isOn: isOffered && [...cameras].filter(canBlur).every(isBlurred) };
  };
  const tell = () => {
    for (const report of listeners) report(now());
  };
  const apply = (camera: MediaStreamTrack) => {
    if (!canBlur(camera)) return;
    camera
      .applyConstraints({ ...camera.getConstraints(), backgroundBlur: isWanted })
      .catch((error: unknown) => logMedia("blur not switched", codeOf(error)))
      .then(tell);
  };

  return {
    watch(report) {
      listeners.add(report);
      report(now());
      return () => void listeners.delete(report);
    },
    set(isOn) {
      isWanted = isOn;
      for (const camera of cameras) apply(camera);
    },
    take(camera) {
      cameras.add(camera);
      if (isWanted) apply(camera);
      tell();
      return () => {
        cameras.delete(camera);
        tell();
      };
    },
  };
}

/** Firefox has no capabilities, and a camera whose blur cannot be changed has one value only. */
function canBlur(camera: MediaStreamTrack): boolean {
  return (camera.getCapabilities?.().backgroundBlur?.length ?? 0) > 1;
}

/** As the camera says, which may refuse a change. */
function isBlurred(camera: MediaStreamTrack): boolean {
  return camera.getSettings().backgroundBlur === true;
}
