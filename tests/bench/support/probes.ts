export interface Moment {
  /** Milliseconds since the start of the navigation. */
  sinceStart: number;
  /** Milliseconds since the epoch, the same clock for all pages of the machine. */
  at: number;
}

/** What blocked the main thread. Times in milliseconds. */
export interface Blocking {
  /** Number of tasks longer than 50 ms. */
  longTasks: number;
  longestTask: number;
  /** Sum of the time beyond 50 ms of each task. */
  overTime: number;
  /** Number of frames more than 50 ms after the previous frame. */
  lateFrames: number;
  worstFrame: number;
}

export interface Probes {
  /** Resolves when an element that matches `css` and contains `text` is painted. */
  painted(css: string, text?: string): Promise<Moment>;
  restart(): void;
  blocking(): Blocking;
}

declare global {
  interface Window {
    probes: Probes;
  }
}

/**
 * Runs in the page before its own scripts (`addInitScript`) and sets `window.probes`.
 * @param watched selectors to watch from the start, because a later call could miss the first paint
 */
export function installProbes(watched: readonly string[]): void {
  const limit = 50;
  const none = (): Blocking => ({ longTasks: 0, longestTask: 0, overTime: 0, lateFrames: 0, worstFrame: 0 });
  let seen = none();
  let since = 0;

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (startTime < since) continue;
      seen.longTasks += 1;
      seen.longestTask = Math.max(seen.longestTask, duration);
      seen.overTime += duration - limit;
    }
  }).observe({ type: "longtask", buffered: true });

  let lastFrame = performance.now();
  const onFrame = (now: number) => {
    const gap = now - lastFrame;
    lastFrame = now;
    if (gap > limit) seen.lateFrames += 1;
    seen.worstFrame = Math.max(seen.worstFrame, gap);
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);

  interface Watch {
    css: string;
    text: string;
    moment: Promise<Moment>;
    found(): void;
  }
  const watches = new Map<string, Watch>();
  const open = new Set<Watch>();
  const isThere = ({ css, text }: Watch) =>
    [...document.querySelectorAll(css)].some((element) => element.textContent?.includes(text));
  const observer = new MutationObserver(() => {
    for (const watch of open)
      if (isThere(watch)) {
        open.delete(watch);
        watch.found();
      }
    if (open.size === 0) observer.disconnect();
  });

  const watchFor = (css: string, text: string): Watch => {
    let found = () => {};
    const moment = new Promise<Moment>((resolve) => {
      // A message posted in a frame callback arrives after the frame is painted.
      const afterPaint = new MessageChannel();
      afterPaint.port1.onmessage = () => resolve({ sinceStart: performance.now(), at: Date.now() });
      found = () => requestAnimationFrame(() => afterPaint.port2.postMessage(null));
    });
    const watch = { css, text, moment, found };
    if (isThere(watch)) found();
    else {
      open.add(watch);
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    }
    return watch;
  };

  window.probes = {
    painted(css, text = "") {
      const key = `${css} ${text}`;
      const watch = watches.get(key) ?? watchFor(css, text);
      watches.set(key, watch);
      return watch.moment;
    },
    restart() {
      since = performance.now();
      lastFrame = since;
      seen = none();
    },
    blocking: () => ({ ...seen }),
  };
  for (const css of watched) void window.probes.painted(css);
}
