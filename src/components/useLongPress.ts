import { type AnimationEvent, type MouseEvent, type PointerEvent, type TouchEvent, useRef } from "react";

/** How far a finger may wander, in CSS pixels, and still rest. */
const SLOP = 10;
/** The animation that times a press, in reset.css. */
const HOLD = "parley-hold";

interface Press {
  x: number;
  y: number;
  isLong: boolean;
}

/** What to spread on the element that answers to a long press. */
export interface LongPressProps {
  "data-pressable": "";
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  onTouchEnd: (event: TouchEvent<HTMLElement>) => void;
  onAnimationEnd: (event: AnimationEvent<HTMLElement>) => void;
  onContextMenu: (event: MouseEvent<HTMLElement>) => void;
  onClickCapture: (event: MouseEvent<HTMLElement>) => void;
}

/**
 * Calls back once when a finger rests on the element (450 ms), or for the right mouse button and the keyboard's menu
 * key. The tap that would follow a long press is swallowed. Text fields inside keep their own menu. The clock is the
 * animation of `[data-holding]`.
 */
export function useLongPress(onLongPress: () => void): LongPressProps {
  const press = useRef<Press | null>(null);

  const fire = () => {
    if (press.current?.isLong) return;
    if (press.current) press.current.isLong = true;
    onLongPress();
  };

  return {
    "data-pressable": "",
    onPointerDown: (event) => {
      press.current = null;
      if (event.pointerType === "mouse" || !event.isPrimary) return;
      press.current = { x: event.clientX, y: event.clientY, isLong: false };
      event.currentTarget.dataset.holding = "";
    },
    onPointerMove: (event) => {
      const start = press.current;
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP) {
        letGo(event.currentTarget);
      }
    },
    onPointerUp: (event) => letGo(event.currentTarget),
    onPointerCancel: (event) => letGo(event.currentTarget),
    onTouchEnd: (event) => {
      // No mouse events in its wake either: they would take the focus from what the long press opened.
      if (press.current?.isLong && event.cancelable) event.preventDefault();
    },
    onAnimationEnd: (event) => {
      if (event.animationName !== HOLD || event.target !== event.currentTarget) return;
      letGo(event.currentTarget);
      fire();
    },
    onContextMenu: (event) => {
      if (isTextField(event.target)) return;
      event.preventDefault();
      letGo(event.currentTarget);
      fire();
    },
    onClickCapture: (event) => {
      // A click without a pointer (detail 0) is a key press and never the end of a long press.
      if (!press.current?.isLong || event.detail === 0) return;
      press.current = null;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function letGo(element: HTMLElement) {
  delete element.dataset.holding;
}

function isTextField(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
}
