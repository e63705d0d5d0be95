/** The bit rate that a subscriber's connection can carry, from the reports of its client. */
export interface Line {
  /** Bits per second. Infinity until a report shows that the connection is too slow. */
  readonly budget: number;
  /** The receiver's own estimate (REMB), and the rate that is sent now. Bits per second. */
  noteEstimate(estimate: number, sent: number, now: number): void;
  /**
   * The mean share of lost packets in a report, 0 to 1. `least` is the rate of all lowest layers: the budget does not
   * fall below it because of loss, so loss alone pauses no video. `rates` is asked only if the budget falls.
   */
  noteLoss(loss: number, rates: () => { sent: number; least: number }, now: number): void;
  /** Raises the budget after some time without congestion. `wanted`: the rate of all layers that the subscriber wants. */
  raise(wanted: number, now: number): void;
}

/**
 * An estimate below this share of the last one means congestion. Without congestion the estimate only grows, but more
 * slowly than the rate when a layer starts, so a low estimate alone means nothing.
 */
const fallShare = 0.97;
/** After congestion the estimate is 0.85 of the rate that arrives; the first estimate is about that rate. */
const congestedShare = 0.9;
/** Less loss is not congestion, as in Google Congestion Control. */
const lossLimit = 0.1;
const lossWeight = 0.5;
/** For this long after a reduction, reports are about packets that were sent before it. */
const lossPauseMs = 2000;
const leastBudget = 50_000;
const firstPauseMs = 5000;
const longestPauseMs = 60_000;
const raiseFactor = 1.25;

export function createLine(): Line {
  let budget = Number.POSITIVE_INFINITY;
  let lastEstimate = 0;
  let loss = 0;
  let reducedAt = Number.NEGATIVE_INFINITY;
  let hasRaised = false;
  let pause = firstPauseMs;

  const reduce = (rate: number, now: number) => {
    // The raised budget was too high, so the next try comes later.
    pause = hasRaised ? Math.min(2 * pause, longestPauseMs) : pause;
    hasRaised = false;
    budget = Math.max(leastBudget, Math.min(budget, rate));
    reducedAt = now;
    loss = 0;
  };

  return {
    get budget() {
      return budget;
    },
    noteEstimate: (estimate, sent, now) => {
      const isFall = estimate < lastEstimate * fallShare;
      lastEstimate = estimate;
      if (isFall && estimate < sent * congestedShare) reduce(estimate, now);
    },
    noteLoss: (share, rates, now) => {
      if (now - reducedAt < lossPauseMs) return;
      loss = loss * (1 - lossWeight) + share * lossWeight;
      if (loss <= lossLimit) return;
      const { sent, least } = rates();
      reduce(Math.max(least, sent * (1 - loss)), now);
    },
    raise: (wanted, now) => {
      if (budget === Number.POSITIVE_INFINITY) {
        if (now - reducedAt > longestPauseMs) pause = firstPauseMs;
        return;
      }
      if (now - reducedAt < pause) return;
      hasRaised = true;
      budget *= raiseFactor;
      if (budget > 2 * wanted) budget = Number.POSITIVE_INFINITY;
    },
  };
}
