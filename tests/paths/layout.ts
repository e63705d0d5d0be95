/** The layout that jsdom lacks. Rows are 72 px high; anything else is as high as `viewport.height`. */

/** In px, enough for every row unless a test sets another height. `openPage` restores it on stop. */
export const TALL = 40_000;
export const viewport = { height: TALL };

/** Reports each observed element once, with the size of a row or of the screen. */
class FakeResizeObserver implements ResizeObserver {
  readonly #report: ResizeObserverCallback;

  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }

  observe(target: Element): void {
    const isRow = target instanceof HTMLElement && target.style.position === "absolute";
    const contentRect = new DOMRect(0, 0, 390, isRow ? 72 : viewport.height);
    const entry = {
      target,
      contentRect,
      borderBoxSize: [],
      contentBoxSize: [],
      devicePixelContentBoxSize: [],
    };
    queueMicrotask(() => this.#report([entry], this));
  }

  unobserve(): void {}
  disconnect(): void {}
}

export function installLayout(): void {
  globalThis.ResizeObserver = FakeResizeObserver;
  Object.defineProperty(HTMLElement.prototype, "offsetParent", {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
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
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.scrollTo = function scrollTo(this: Element, options?: ScrollToOptions | number) {
    if (typeof options === "object") this.scrollTop = options.top ?? this.scrollTop;
  };
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
