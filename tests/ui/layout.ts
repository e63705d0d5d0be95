/** The layout that jsdom lacks, in a viewport high enough for every row of a list. */

/**
 * Reports each element once. It batches elements that are observed together, as browsers do. A row of a virtual list
 * is 72 px high, any other element 20 000 px.
 */
class TallResizeObserver implements ResizeObserver {
  readonly #report: ResizeObserverCallback;
  #waiting: ResizeObserverEntry[] = [];

  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }

  observe(target: Element): void {
    const isRow = target instanceof HTMLElement && target.style.position === "absolute";
    const contentRect = new DOMRect(0, 0, 390, isRow ? 72 : 20_000);
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
}

export function installLayout(): void {
  globalThis.ResizeObserver = TallResizeObserver;
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
