/** The layout that jsdom lacks. */

/**
 * Gives elements a size: a row of a virtual list is 72 px high, any other element as high as `height` says, in px.
 * Observed elements are reported once. Those that are observed together are reported together, as in browsers.
 */
export function installLayout(height: () => number): void {
  globalThis.ResizeObserver = class FakeResizeObserver implements ResizeObserver {
    readonly #report: ResizeObserverCallback;
    #waiting: ResizeObserverEntry[] = [];

    constructor(report: ResizeObserverCallback) {
      this.#report = report;
    }

    observe(target: Element): void {
      const isRow = target instanceof HTMLElement && target.style.position === "absolute";
      const contentRect = new DOMRect(0, 0, 390, isRow ? 72 : height());
      const entry = {
        target,
        contentRect,
        borderBoxSize: [],
        contentBoxSize: [],
        devicePixelContentBoxSize: [],
      };
      this.#waiting.push(entry);
      if (this.#waiting.length > 1) return;
      queueMicrotask(() => {
        const entries = this.#waiting;
        this.#waiting = [];
        this.#report(entries, this);
      });
    }

    unobserve(): void {}
    disconnect(): void {}
  };
  Object.defineProperty(HTMLElement.prototype, "offsetParent", {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.scrollTo = function scrollTo(this: Element, options?: ScrollToOptions | number) {
    if (typeof options === "object") this.scrollTop = options.top ?? this.scrollTop;
  };
}
