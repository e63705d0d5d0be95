import type { BackgroundBlur } from "../../../machines/ports/media.ts";
import { codeOf, logMedia } from "./report.ts";

/** The browser's own background blur. See docs/decisions/calls.md. */
export interface Blur {
  watch(report: (blur: BackgroundBlur) => void): () => void;
  set(isOn: boolean): void;
  /** The constraints for a camera that is captured now. */
  constraints(): Pick<MediaTrackConstraints, "backgroundBlur">;
  /**
   * Blurs this camera while the user wants it, until the returned function is called. `again`: the constraints with
   * which it is captured again after a pause or a failure.
   */
  take(camera: MediaStreamTrack, again?: MediaTrackConstraints): () => void;
  /** Resolves when the camera is blurred, refused it, cannot do it, or need not. */
  ready(camera: MediaStreamTrack): Promise<void>;
}

interface Camera {
  again: MediaTrackConstraints;
  /** The last change, until it is done or refused. */
  change: Promise<void>;
}

export function createBlur(): Blur {
  const cameras = new Map<MediaStreamTrack, Camera>();
  const listeners = new Set<(blur: BackgroundBlur) => void>();
  let isWanted = false;

  const now = (): BackgroundBlur => {
    const able = [...cameras.keys()].filter(canBlur);
    return { isOffered: able.length > 0, isOn: able.length > 0 && able.every(isBlurred) };
  };
  const tell = () => {
    for (const report of listeners) report(now());
  };
  const apply = (camera: MediaStreamTrack, held: Camera) => {
    held.again.backgroundBlur = isWanted;
    if (!canBlur(camera)) return;
    held.change = camera
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
      for (const [camera, held] of cameras) apply(camera, held);
    },
    constraints: () => (isWanted ? { backgroundBlur: true } : {}),
    take(camera, again = {}) {
      const held = { again, change: Promise.resolve() };
      cameras.set(camera, held);
      // The user may have switched it off while the camera started with it.
      if (isWanted || isBlurred(camera)) apply(camera, held);
      tell();
      return () => {
        cameras.delete(camera);
        tell();
      };
    },
    ready: async (camera) => cameras.get(camera)?.change,
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
