/** Detects from the pauses between packets of any kind whether a peer is still there. */
export interface Presence {
  /** ms since epoch of the last packet. */
  readonly lastPacketAt: number;
  note(): void;
  /** Whether the pause is clearly longer than usual. */
  isSilent(): boolean;
}

const silentAfterMs = 2500;
const windowMs = 2000;
/**
 * Longest normal pause of a peer without media: consent is renewed every 4 to 6 seconds (RFC 7675). Longer pauses are
 * outages and are not used as a measure.
 */
const longestUsualPauseMs = 6000;

/**
 * A peer that sends audio, muted or not, pauses for less than half a second; a listener pauses for seconds. So the
 * longest recent pause is the measure. A new peer starts with `longestUsualPauseMs`.
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
