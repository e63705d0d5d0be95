import { type RefObject, useLayoutEffect } from "react";

/**
 * Keeps `--keyboard` on `element` at the height of what an on-screen keyboard covers of the page. Browsers that shrink
 * the page themselves (`interactive-widget=resizes-content`) leave it at nothing; Safari does not shrink it (10-03).
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      // A page that is zoomed in shows less, too, and no keyboard is to blame.
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
