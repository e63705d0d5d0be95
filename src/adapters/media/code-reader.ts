import type { decodeQR, Image } from "qr/decode.js";
import * as v from "valibot";
import type { CameraRefusal, ScannerEvent } from "../../../machines/domain/qr-code.ts";
import type { Scan } from "../../../machines/ports/scanner.ts";
import { logLine } from "../log.ts";
import { decodePicked } from "./picked-picture.ts";

/** Milliseconds between two scans. */
const PAUSE = 120;
/** Maximum longer side of the scanned image, in pixels: of a camera frame and of a picture. */
const FRAME_SIDE = 800;
const PICTURE_SIDE = 1600;

const CAMERA: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

const REFUSALS: ReadonlyMap<string, CameraRefusal> = new Map([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "missing"],
  ["OverconstrainedError", "missing"],
]);

/** Only some browsers support a torch, and the type definitions lack it. */
const Torch = v.object({ torch: v.literal(true) });

type Decode = typeof decodeQR;

const loadDecoder = async (): Promise<Decode> => (await import("qr/decode.js")).decodeQR;

export interface CameraScan {
  /** Reports the text of a code once while it stays in view. */
  send: (event: ScannerEvent) => void;
  /** Shows the camera's stream to the user. */
  show: (stream: MediaStream) => void;
  /** The stream ends. */
  hide: (stream: MediaStream) => void;
}

/** Opens the rear camera and reads its codes until it is stopped. */
export function scanCamera({ send, show, hide }: CameraScan): Scan {
  let stream: MediaStream | null = null;
  let timer = 0;
  let hasStopped = false;
  const eye = document.createElement("video");
  eye.muted = true;
  eye.playsInline = true;
  const frame = new Frame();

  const stop = () => {
    hasStopped = true;
    clearTimeout(timer);
    eye.srcObject = null;
    for (const track of stream?.getTracks() ?? []) track.stop();
    if (stream) hide(stream);
  };

  const look = (decode: Decode, last: string) => {
    const isSeeing = eye.readyState >= eye.HAVE_CURRENT_DATA;
    const text = isSeeing ? textOn(decode, frame.of(eye, FRAME_SIDE)) : null;
    // Report a code once while it stays in view.
    if (text !== null && text !== last) send({ type: "scanner.read", text });
    timer = window.setTimeout(look, PAUSE, decode, text ?? last);
  };

  const start = async () => {
    try {
      // Insecure pages have no cameras.
      const opened = await navigator.mediaDevices?.getUserMedia(CAMERA);
      if (!opened) return send({ type: "scanner.failed", cause: "missing" });
      stream = opened;
      if (hasStopped) return stop();
      for (const track of opened.getVideoTracks())
        track.addEventListener("ended", () => {
          stop();
          send({ type: "scanner.failed", cause: "failing" });
        });
      eye.srcObject = opened;
      const [decode] = await Promise.all([loadDecoder(), eye.play()]);
      if (hasStopped) return stop();
      show(opened);
      send({ type: "scanner.started", hasTorch: hasTorch(opened) });
      look(decode, "");
    } catch (error) {
      // An error after the user has left is expected.
      if (hasStopped) return stop();
      stop();
      const name = error instanceof Error ? error.name : "";
      logLine("scanner", name);
      send({ type: "scanner.failed", cause: REFUSALS.get(name) ?? "failing" });
    }
  };
  void start();

  return {
    setTorch(isLit) {
      const [track] = stream?.getVideoTracks() ?? [];
      const torch: MediaTrackConstraintSet & { torch: boolean } = { torch: isLit };
      track?.applyConstraints({ advanced: [torch] }).catch(() => logLine("scanner", "torch refused"));
    },
    stop,
  };
}

/** Returns the text of the code on a picture; null if there is none or the file is no picture. */
export async function readPicture(picture: Blob): Promise<string | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await decodePicked(picture);
  } catch {
    return null;
  }
  try {
    const pixels = new Frame().of(bitmap, PICTURE_SIDE);
    return textOn(await loadDecoder(), pixels, { effort: Number.POSITIVE_INFINITY });
  } finally {
    bitmap.close();
  }
}

function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  return track?.getCapabilities !== undefined && v.is(Torch, track.getCapabilities());
}

function textOn(decode: Decode, image: Image | null, options: { effort?: number } = {}): string | null {
  if (!image) return null;
  try {
    return decode(image, options);
  } catch {
    return null; // it throws if it finds no code
  }
}

class Frame {
  readonly #canvas = document.createElement("canvas");

  of(source: HTMLVideoElement | ImageBitmap, side: number): Image | null {
    const [width, height] =
      source instanceof HTMLVideoElement
        ? [source.videoWidth, source.videoHeight]
        : [source.width, source.height];
    const scale = Math.min(1, side / Math.max(width, height, 1));
    const canvas = this.#canvas;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context || canvas.width === 0 || canvas.height === 0) return null;
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  }
}
