/** Measures a stream's bit rate, a new value each second. */
export interface RateMeter {
  note(bytes: number, now: number): void;
  /** 0 in the first second. */
  bitsPerSecond(now: number): number;
}

const windowMs = 1000;

export function createRateMeter(): RateMeter {
  let bytes = 0;
  let since: number | undefined;
  let rate = 0;
  const settle = (now: number) => {
    since ??= now;
    if (now - since < windowMs) return;
    rate = (bytes * 8000) / (now - since);
    bytes = 0;
    since = now;
  };
  return {
    note: (more, now) => {
      settle(now);
      bytes += more;
    },
    bitsPerSecond: (now) => {
      settle(now);
      return rate;
    },
  };
}
