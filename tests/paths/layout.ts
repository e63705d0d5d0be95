/** The layout and the scrolling that jsdom lacks. Rows are 72 px high; anything else is as high as `viewport.height`. */
import { installLayout } from "../fakes/layout.ts";

/** In px, enough for every row unless a test sets another height. `openPage` restores it on stop. */
export const TALL = 40_000;
export const viewport = { height: TALL };

export function installScrolling(): void {
  installLayout(() => viewport.height);
  const tops = new WeakMap<Element, number>();
  Object.defineProperty(Element.prototype, "scrollTop", {
    configurable: true,
    get(this: Element) {
      return tops.get(this) ?? 0;
    },
    // As in a browser, never beyond the end. Without sizes the end is 0.
    set(this: Element, top: number) {
      tops.set(this, Math.max(0, Math.min(top, this.scrollHeight - this.clientHeight)));
    },
  });
  Element.prototype.scrollBy = function scrollBy(this: Element, options?: ScrollToOptions | number) {
    if (typeof options === "object") this.scrollTop += options.top ?? 0;
  };
}

/** Gives a scroller a size in px, scrolls it to `top` and sends the browser's `scroll` event. */
export function scrollTo(scroller: Element, size: { height: number; content: number; top: number }): void {
  Object.defineProperty(scroller, "clientHeight", { configurable: true, value: size.height });
  Object.defineProperty(scroller, "scrollHeight", { configurable: true, value: size.content });
  scroller.scrollTop = size.top;
  scroller.dispatchEvent(new Event("scroll"));
}
