import { type RefObject, useLayoutEffect, useRef } from "react";

/** What a screen that scrolls is given, so that its owner can keep and move its scroll. */
export interface ScrollingScreenProps {
  /** To be put on the element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
}

/** Keeps how far an element is scrolled while its kept-alive screen is hidden. */
export function useKeptScroll(scroller: RefObject<HTMLElement | null>): void {
  const top = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = top.current;
    const remember = () => {
      top.current = element.scrollTop;
    };
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [scroller]);
}

/** Back to the beginning, gliding unless the person asked for less motion. */
export function scrollToTop(element: HTMLElement | null): void {
  const isCalm = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
  element?.scrollTo({ top: 0, behavior: isCalm ? "auto" : "smooth" });
}
