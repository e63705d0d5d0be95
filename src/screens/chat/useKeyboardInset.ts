import { type RefObject, useLayoutEffect } from "react";

/**
 * Sets `--keyboard` to the covered height in CSS pixels. It is 0 in browsers that shrink the page themselves
 * (`interactive-widget=resizes-content`); Safari does not (10-03).
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      // A zoomed page also has a smaller viewport, without a keyboard.
      const covered = view.scale === 1 ? window.innerHeight - view.height - view.offsetTop : 0;
      element.current?.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    view.addEventListener("resize", measure);
    view.addEventListener("scroll", measure);
    return () => {
      view.removeEventListener("resize", measure);
      view.removeEventListener("scroll", measure);
    };
  }, [element]);
}
