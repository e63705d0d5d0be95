import "../styles/press.css";
import { type AnimationEvent, type MouseEvent, type PointerEvent, type TouchEvent, useRef } from "react";
import { type Point, pointOf } from "./point.ts";

/** Movement in CSS pixels up to which a finger counts as resting. */
const SLOP = 10;
/** Timer animation in press.css. */
const HOLD = "parley-hold";

interface Press {
  x: number;
  y: number;
  isLong: boolean;
}

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
 * Calls back once, with the place of the pointer, on a long press (450 ms), a right click or the menu key. It drops the
 * click after a long press. Text fields inside keep their own menu. The animation of `[data-holding]` is the timer.
 */
export function useLongPress(onLongPress: (at: Point) => void): LongPressProps {
  const press = useRef<Press | null>(null);

  const fire = (at: Point) => {
    if (press.current?.isLong) return;
    if (press.current) press.current.isLong = true;
    onLongPress(at);
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
      // Prevents the emulated mouse events too: they would take the focus from the menu that the long press opened.
      if (press.current?.isLong && event.cancelable) event.preventDefault();
    },
    onAnimationEnd: (event) => {
      if (event.animationName !== HOLD || event.target !== event.currentTarget) return;
      letGo(event.currentTarget);
      if (press.current) fire(press.current);
    },
    onContextMenu: (event) => {
      if (isTextField(event.target)) return;
      event.preventDefault();
      letGo(event.currentTarget);
      fire(pointOf(event));
    },
    onClickCapture: (event) => {
      // A click with detail 0 comes from the keyboard, so it does not end a long press.
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
