import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { isDrag, moved, type Point } from "./badgeGeometry.ts";

export interface Drag {
  /** Where the dragged part is now. */
  at: Point;
  onMove: (to: Point) => void;
  onRelease: (at: Point) => void;
  /** Not called for the click after a drag. */
  onPress: () => void;
  /** Returns whether the key moves the part. */
  onKey: (key: string) => boolean;
}

/** Returns the handlers of a button that can be dragged. */
export function useDrag({ at, onMove, onRelease, onPress, onKey }: Drag) {
  const drag = useRef<{ pointer: Point; start: Point; last: Point } | null>(null);
  const isDragged = useRef(false);

  const release = () => {
    if (drag.current && isDragged.current) onRelease(drag.current.last);
    drag.current = null;
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      isDragged.current = false;
      if (!event.isPrimary || event.button !== 0) return;
      drag.current = { pointer: pointOf(event), start: at, last: at };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag.current || !event.isPrimary) return;
      const { pointer, start } = drag.current;
      const to = pointOf(event);
      if (!isDragged.current && !isDrag(pointer, to)) return;
      isDragged.current = true;
      drag.current.last = moved(start, { x: to.x - pointer.x, y: to.y - pointer.y });
      onMove(drag.current.last);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      isDragged.current = false;
      if (onKey(event.key)) event.preventDefault();
    },
    onClick: () => {
      if (!isDragged.current) onPress();
      isDragged.current = false;
    },
  };
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}
