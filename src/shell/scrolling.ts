import { type RefObject, useLayoutEffect, useRef } from "react";

/** Props of a screen whose parent stores and moves the scroll position. */
export interface ScrollingScreenProps {
  scroller: RefObject<HTMLElement | null>;
  /** Set by a screen: what two quick taps on its tab do. `from`: the scroll position before them, in CSS pixels. */
  onDoubleTap: RefObject<((from: number) => void) | null>;
}

/**
 * Keeps the scroll position of a kept-alive screen while it is hidden.
 * @param frame the container of the screen; its content may be rendered later
 */
export function useKeptScroll(frame: RefObject<HTMLElement | null>): void {
  const kept = useRef<{ content: HTMLElement; top: number } | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (kept.current) kept.current.content.scrollTop = kept.current.top;
    const remember = ({ target }: Event) => {
      if (target instanceof HTMLElement && target.matches("[data-scroller]")) {
        kept.current = { content: target, top: target.scrollTop };
      }
    };
    // Scroll events do not bubble.
    const options = { capture: true, passive: true };
    element.addEventListener("scroll", remember, options);
    return () => element.removeEventListener("scroll", remember, options);
  }, [frame]);
}

/** Scrolls to the top, with an animation unless the user prefers reduced motion. */
export function scrollToTop(element: HTMLElement | null): void {
  element?.scrollTo({ top: 0, behavior: mayAnimate() ? "smooth" : "auto" });
}

export function mayAnimate(): boolean {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches === false;
}
