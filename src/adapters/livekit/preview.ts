import { logLine } from "../log.ts";

const CAMERA: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: "user", width: { ideal: 1280 }, height: { ideal: 720 } },
};

/**
 * Shows the front camera in `element` until the returned function is called, which releases the camera. `refused` is
 * called if there is no picture, or no more.
 */
export function showPreview(element: HTMLVideoElement, refused: () => void): () => void {
  let stream: MediaStream | null = null;
  let hasStopped = false;
  const stop = () => {
    hasStopped = true;
    element.srcObject = null;
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const fail = (reason: string) => {
    if (hasStopped) return;
    logLine("preview", reason);
    stop();
    refused();
  };
  const start = async () => {
    try {
      // Insecure pages have no cameras.
      const opened = await navigator.mediaDevices?.getUserMedia(CAMERA);
      if (!opened) return fail("missing");
      stream = opened;
      if (hasStopped) return stop();
      for (const track of opened.getVideoTracks()) track.addEventListener("ended", () => fail("ended"));
      element.srcObject = opened;
    } catch (error) {
      fail(error instanceof Error ? error.name : "");
    }
  };
  void start();
  return stop;
}
