import { type RefObject, useLayoutEffect, useRef } from "react";

/** What a screen that scrolls is given, so that its owner can keep and move its scroll. */
export interface ScrollingScreenProps {
  /** To be put on the element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
}

/**
 * Keeps how far the content of a kept-alive screen is scrolled while it is hidden.
 * @param frame what the screen is in; its content may be drawn later
 */
export function useKeptScroll(frame: RefObject<HTMLElement | null>): void {
  const kept = useRef<{ content: HTMLElement; top: number } | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (kept.current) kept.current.content.scrollTop = kept.current.top;
    const remember = ({ target }: Event) => {
      if (target instanceof HTMLElement && target.matches("main")) {
        kept.current = { content: target, top: target.scrollTop };
      }
    };
    // Scrolling does not bubble.
    const options = { capture: true, passive: true };
    element.addEventListener("scroll", remember, options);
    return () => element.removeEventListener("scroll", remember, options);
  }, [frame]);
}

/** Back to the beginning, gliding unless the person asked for less motion. */
export function scrollToTop(element: HTMLElement | null): void {
  const isCalm = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
  element?.scrollTo({ top: 0, behavior: isCalm ? "auto" : "smooth" });
}
