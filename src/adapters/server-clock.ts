/** Differences up to this many milliseconds may come from a slow answer. They are ignored. */
const TOLERANCE = 5000;
/** The device's clock was set, or the device slept, if it and the page's timer differ by more than before. */
const STEP = 1000;

/**
 * The server's time. Ages of messages and calls are counted from send times, which the server sets, and the clocks of
 * devices are often wrong.
 */
export interface ServerClock {
  /** Milliseconds since the epoch; by the device's clock while that is right, or the difference is not known. */
  now(): number;
  /**
   * Takes the `Date` header of an answer; null if a script may not read it (Fetch Standard, CORS-safelisted response
   * headers). `askedAt`: when the request was sent, by the device's clock.
   */
  hear(date: string | null, askedAt: number): void;
}

export function createServerClock(): ServerClock {
  let offset = 0;
  let stepAt = 0;
  const step = () => Date.now() - performance.now();
  const known = () => (Math.abs(step() - stepAt) < STEP ? offset : 0);
  return {
    now: () => Date.now() + known(),
    hear(date, askedAt) {
      const answeredAt = Date.now();
      // The header has whole seconds.
      const told = Date.parse(date ?? "") + 500;
      const difference = told - (askedAt + answeredAt) / 2;
      if (!(Math.abs(difference - known()) > TOLERANCE)) return;
      offset = Math.abs(difference) > TOLERANCE ? difference : 0;
      stepAt = step();
    },
  };
}
