import { type MouseEvent, type PointerEvent, useRef } from "react";
import { hasMouse } from "./media.ts";

/** CSS pixels: from where on letting go replies, when a direction is known, and where the browser's own way back begins. */
const THRESHOLD = 64;
const SLOP = 12;
const EDGE = 24;

/** What to spread on a message one can answer. */
export interface SwipeReplyProps {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
}

interface Drag {
  x: number;
  y: number;
  /** To the right is ours, anything else is scrolling. */
  isOurs: boolean;
}

/**
 * A finger pulls the message to the right and lets go: `onReply`. With a mouse a double click does it. While it is
 * pulled the element says so (`data-pulled`, "far" where it is far enough) and how far (`--pull`).
 */
export function useSwipeReply(onReply: () => void): SwipeReplyProps {
  const drag = useRef<Drag | null>(null);

  const end = (event: PointerEvent<HTMLElement>, isMeant: boolean) => {
    const { current } = drag;
    drag.current = null;
    if (!current?.isOurs) return;
    delete event.currentTarget.dataset.pulled;
    event.currentTarget.style.removeProperty("--pull");
    if (isMeant && event.clientX - current.x >= THRESHOLD) onReply();
  };

  return {
    onPointerDown: (event) => {
      drag.current = null;
      if (!event.isPrimary || event.pointerType === "mouse" || event.clientX < EDGE) return;
      // What is pulled by itself, as the place in a recording, is not the message.
      if (event.target instanceof Element && event.target.closest("input, [role=slider]")) return;
      drag.current = { x: event.clientX, y: event.clientY, isOurs: false };
    },
    onPointerMove: (event) => {
      const { current } = drag;
      if (!current) return;
      const dx = event.clientX - current.x;
      const dy = event.clientY - current.y;
      if (!current.isOurs) {
        if (Math.hypot(dx, dy) <= SLOP) return;
        if (dx <= Math.abs(dy)) {
          drag.current = null;
          return;
        }
        current.isOurs = true;
        event.currentTarget.setPointerCapture?.(event.pointerId);
      }
      event.currentTarget.dataset.pulled = dx >= THRESHOLD ? "far" : "";
      event.currentTarget.style.setProperty("--pull", `${pulled(dx)}px`);
    },
    onPointerUp: (event) => end(event, true),
    onPointerCancel: (event) => end(event, false),
    onDoubleClick: (event) => {
      if (!hasMouse() || !(event.target instanceof Element)) return;
      if (event.target.closest("button, a, input, audio, video")) return;
      // The word under the mouse is not what was meant.
      window.getSelection()?.removeAllRanges();
      onReply();
    },
  };
}

/** It follows the finger a little late, and hardly beyond the point where it is enough. */
function pulled(dx: number): number {
  if (dx <= 0) return 0;
  return dx <= THRESHOLD ? dx * 0.8 : THRESHOLD * 0.8 + (dx - THRESHOLD) / 5;
}
