import { isOff, serverAhead } from "../../machines/domain/server-time.ts";

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
  /** Moves when the device's clock is set, and in some browsers while the device sleeps. */
  const step = () => Date.now() - performance.now();
  /** A clock that moved by just the difference was set right. */
  const known = () => (isOff(step() - stepAt, offset) ? offset : 0);
  return {
    now: () => Date.now() + known(),
    hear(date, askedAt) {
      const ahead = serverAhead(date, askedAt, Date.now());
      if (ahead === null) return;
      if (isOff(ahead, known())) offset = isOff(ahead) ? ahead : 0;
      else offset = known();
      stepAt = step();
    },
  };
}
