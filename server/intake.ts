import type { WebSocket } from "ws";

/** Longest pause before the next attempt. */
const maxPauseMs = 1000;

/** Handles a frame and returns 0, or returns the ms to wait before it may be handled. */
export type Attempt = () => number;

/**
 * Handles the frames of one connection in order, one per event-loop turn, so that a long queue does not block others.
 * While the first has to wait, the socket is paused, so that further frames stay with the sender; frames already read
 * are queued raw.
 * @param prepare decodes a frame when its turn comes
 */
export function createIntake<Frame>(
  socket: Pick<WebSocket, "pause" | "resume" | "isPaused">,
  prepare: (frame: Frame) => Attempt,
) {
  const waiting: Frame[] = [];
  let first: Attempt | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;

  function proceed(): void {
    timer = undefined;
    turn = undefined;
    if (first === undefined) {
      const frame = waiting.shift();
      if (frame === undefined) return;
      first = prepare(frame);
    }
    const waitMs = first();
    if (waitMs > 0) {
      socket.pause();
      timer = setTimeout(proceed, Math.min(waitMs, maxPauseMs));
      return;
    }
    first = undefined;
    if (waiting.length > 0) turn = setImmediate(proceed);
    else if (socket.isPaused) socket.resume();
  }

  return {
    take(frame: Frame): void {
      waiting.push(frame);
      if (timer === undefined && turn === undefined) proceed();
    },
    close(): void {
      clearTimeout(timer);
      clearImmediate(turn);
      waiting.length = 0;
      first = undefined;
    },
  };
}
