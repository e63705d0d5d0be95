import type { MediaPort } from "../../../machines/ports/media.ts";
import { logLine } from "../log.ts";
import { Meter } from "../media/meter.ts";
import { type Blur, createBlur } from "./blur.ts";
import { type CapturedSource, watchNewDevices } from "./new-devices.ts";

/** The user's own camera and microphone before a call. Nothing is sent. */

const CAMERA: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: "user", width: { ideal: 1280 }, height: { ideal: 720 } },
};

const MICROPHONE: MediaStreamConstraints = { audio: true, video: false };

/** Milliseconds between two levels. */
const PAUSE = 100;

export interface Preview extends Pick<MediaPort, "preview" | "watchMicrophone"> {
  blur: Blur;
}

export function createPreview(): Preview {
  const blur = createBlur();
  return {
    blur,
    preview: (element, report) =>
      captureAgain(
        "camera",
        CAMERA,
        (stream) => {
          report(true);
          element.srcObject = stream;
          const ends = stream.getVideoTracks().map((track) => blur.take(track));
          return () => {
            element.srcObject = null;
            for (const end of ends) end();
          };
        },
        () => report(false),
      ),
    watchMicrophone: (report) =>
      captureAgain(
        "microphone",
        MICROPHONE,
        (stream) => {
          const meter = new Meter(stream);
          const timer = setInterval(() => report(meter.level()), PAUSE);
          return () => {
            clearInterval(timer);
            meter.close();
          };
        },
        () => report(null),
      ),
  };
}

type Capture = [
  constraints: MediaStreamConstraints,
  use: (stream: MediaStream) => () => void,
  refused: () => void,
];

/** As `capture`. If the device cannot be used, a device that is plugged in or allowed later is used. */
function captureAgain(source: CapturedSource, ...[constraints, use, refused]: Capture): () => void {
  let isRefused = false;
  let stop = () => {};
  const start = () => {
    isRefused = false;
    stop = capture(constraints, use, () => {
      isRefused = true;
      refused();
    });
  };
  const devices = watchNewDevices((_, changed) => {
    if (isRefused && changed === source) start();
  });
  start();
  return () => {
    devices.close();
    stop();
  };
}

/**
 * Uses a device until the returned function is called, which releases it. `use` returns what ends the use. `refused` is
 * called if the device cannot be used, or no more.
 */
function capture(...[constraints, use, refused]: Capture): () => void {
  let stream: MediaStream | null = null;
  let end = () => {};
  let hasStopped = false;
  const stop = () => {
    if (hasStopped && stream === null) return;
    hasStopped = true;
    end();
    end = () => {};
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
  };
  const fail = (reason: string) => {
    if (hasStopped) return;
    logLine("preview", reason);
    stop();
    refused();
  };
  const start = async () => {
    try {
      // Insecure pages have no devices.
      const opened = await navigator.mediaDevices?.getUserMedia(constraints);
      if (!opened) return fail("missing");
      stream = opened;
      if (hasStopped) return stop();
      for (const track of opened.getTracks()) track.addEventListener("ended", () => fail("ended"));
      end = use(opened);
    } catch (error) {
      fail(error instanceof Error ? error.name : "");
    }
  };
  void start();
  return stop;
}
