import { isOff, serverAhead } from "../../machines/domain/server-time.ts";

/** The device's clock was set, or the device slept, if it and the page's timer differ by more than before. */
const STEP = 1000;

/**
 * The server's time. Ages of messages and calls are counted from send times, which the server sets, and the clocks of
 * devices are often wrong.
 */
export interface ServerClock {
  /** Milliseconds since the epoch; by the device's clock while that is right, or the difference is not known. */
  now(): number;
  /** Takes the `Date` header of an answer. `askedAt`: when the request was sent, by the device's clock. */
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
      const ahead = serverAhead(date, askedAt, Date.now());
      if (ahead === null || !isOff(ahead, known())) return;
      offset = isOff(ahead) ? ahead : 0;
      stepAt = step();
    },
  };
}
