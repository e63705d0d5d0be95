/** Differences up to this many milliseconds may come from a slow answer. */
const TOLERANCE = 5000;

/**
 * Returns how many milliseconds the server's clock is ahead of the device's; null if an answer does not say. `date` is
 * the answer's `Date` header, with whole seconds; null if a script may not read it (Fetch Standard, CORS-safelisted
 * response headers). The other times are the device's.
 */
export function serverAhead(date: string | null, askedAt: number, answeredAt: number): number | null {
  const told = Date.parse(date ?? "") + 500;
  return Number.isNaN(told) ? null : told - (askedAt + answeredAt) / 2;
}

/** Whether two such differences are too far apart to come from slow answers. */
export function isOff(ahead: number, from = 0): boolean {
  return Math.abs(ahead - from) > TOLERANCE;
}
