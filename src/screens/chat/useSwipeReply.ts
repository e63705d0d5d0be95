import { type MouseEvent, type PointerEvent, useRef } from "react";
import { hasMouse } from "./media.ts";

/** In CSS pixels: distance that replies, distance that decides the direction, edge of the browser's back swipe. */
const THRESHOLD = 64;
const SLOP = 12;
const EDGE = 24;

export interface SwipeReplyProps {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
}

interface Drag {
  /** Where the finger came down. */
  on: EventTarget;
  x: number;
  y: number;
  /** The swipe goes to the right. Other directions scroll. */
  isOurs: boolean;
}

/**
 * A swipe to the right replies, with a mouse a double click. During the swipe the element has `data-pulled` ("far"
 * beyond the threshold) and the distance in `--pull`.
 */
export function useSwipeReply(onReply: (on: EventTarget) => void): SwipeReplyProps {
  const drag = useRef<Drag | null>(null);

  const end = (event: PointerEvent<HTMLElement>, isMeant: boolean) => {
    const { current } = drag;
    drag.current = null;
    if (!current?.isOurs) return;
    delete event.currentTarget.dataset.pulled;
    event.currentTarget.style.removeProperty("--pull");
    if (isMeant && event.clientX - current.x >= THRESHOLD) onReply(current.on);
  };

  return {
    onPointerDown: (event) => {
      drag.current = null;
      if (!event.isPrimary || event.pointerType === "mouse" || event.clientX < EDGE) return;
      // Sliders, such as the position in a recording, have their own drag.
      if (event.target instanceof Element && event.target.closest("input, [role=slider]")) return;
      drag.current = { on: event.target, x: event.clientX, y: event.clientY, isOurs: false };
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
      // A double click selects a word.
      window.getSelection()?.removeAllRanges();
      onReply(event.target);
    },
  };
}

function pulled(dx: number): number {
  if (dx <= 0) return 0;
  return dx <= THRESHOLD ? dx * 0.8 : THRESHOLD * 0.8 + (dx - THRESHOLD) / 5;
}
