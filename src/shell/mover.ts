import { type RefObject, useLayoutEffect } from "react";

/** A screen is alone in the window or in a pane. A tab is a part of one. */
export type Kind = "screen" | "tab";

export interface Mover {
  /** Before `element` is painted for the first time, or again. */
  enter(element: HTMLElement, kind: Kind): void;
  /** Before `element` is hidden or removed. */
  leave(element: HTMLElement, kind: Kind): void;
}

let mover: Mover | null = null;

export function setMover(next: Mover | null): void {
  mover = next;
}

/** Animates a screen when it is shown or hidden (11-56). Rendering does not wait for the animation. */
export function useMover(frame: RefObject<HTMLElement | null>, kind: Kind): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    mover?.enter(element, kind);
    return () => mover?.leave(element, kind);
  }, [frame, kind]);
}
