import type { WebSocket } from "ws";

/** So long at most before it is tried again whether a frame may be handled. */
const maxPauseMs = 1000;

/** Handles a frame and returns 0, or returns after how many ms it may be handled. */
export type Attempt = () => number;

/**
 * Takes the frames of one connection in their order. While the first one may not be handled yet the connection is not
 * read, so that what its peer sends waits at the peer; here waits what was read already, as it was sent.
 * @param prepare reads a frame when its turn comes
 */
export function createIntake<Frame>(
  socket: Pick<WebSocket, "pause" | "resume" | "isPaused">,
  prepare: (frame: Frame) => Attempt,
) {
  const waiting: Frame[] = [];
  let first: Attempt | undefined;
  let timer: NodeJS.Timeout | undefined;

  function proceed(): void {
    timer = undefined;
    for (;;) {
      if (first === undefined) {
        const frame = waiting.shift();
        if (frame === undefined) break;
        first = prepare(frame);
      }
      const waitMs = first();
      if (waitMs > 0) {
        socket.pause();
        timer = setTimeout(proceed, Math.min(waitMs, maxPauseMs));
        return;
      }
      first = undefined;
    }
    if (socket.isPaused) socket.resume();
  }

  return {
    take(frame: Frame): void {
      waiting.push(frame);
      if (timer === undefined) proceed();
    },
    /** Forgets what waits. */
    close(): void {
      clearTimeout(timer);
      waiting.length = 0;
      first = undefined;
    },
  };
}
