/** Tells from the pauses between a peer's packets, of any kind, whether it is still there. */
export interface Presence {
  /** ms since epoch of the last packet. */
  readonly lastPacketAt: number;
  /** A packet has come. */
  note(): void;
  /** True when it has been quiet for clearly longer than it usually is. */
  isSilent(): boolean;
}

const silentAfterMs = 2500;
const windowMs = 2000;
/**
 * The longest pause of somebody who sends nothing: consent is renewed every 4 to 6 seconds (RFC 7675). Longer ones
 * are outages and say nothing about what is usual.
 */
const longestUsualPauseMs = 6000;

/**
 * Who sends sound, muted or not, pauses for less than half a second; who only listens, for seconds. So the longest
 * recent pause is the measure, and a newcomer is given the longest usual one.
 */
export function createPresence(now: () => number = Date.now): Presence {
  let lastPacketAt = now();
  let windowStart = lastPacketAt;
  let longest = 0;
  let longestBefore = longestUsualPauseMs;

  return {
    get lastPacketAt() {
      return lastPacketAt;
    },
    note: () => {
      const at = now();
      const pause = at - lastPacketAt;
      lastPacketAt = at;
      if (pause <= longestUsualPauseMs) longest = Math.max(longest, pause);
      if (at - windowStart < windowMs) return;
      windowStart = at;
      longestBefore = longest;
      longest = 0;
    },
    isSilent: () => now() - lastPacketAt > Math.max(silentAfterMs, 1.5 * Math.max(longest, longestBefore)),
  };
}
