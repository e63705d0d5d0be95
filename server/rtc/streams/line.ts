/** What a subscriber's line carries, from its reports. */
export interface Line {
  /** Bits per second; Infinity unless the line was found too slow. */
  readonly budget: number;
  /** The receiver's own estimate (REMB). `sent` is what is sent at present. Bits per second. */
  noteEstimate(estimate: number, sent: number, now: number): void;
  /**
   * The mean share of lost packets in a report, 0 to 1. `least` is the rate of all lowest layers: loss alone stops no
   * video.
   */
  noteLoss(loss: number, rates: { sent: number; least: number }, now: number): void;
  /** Tries a little more after a calm time. `wanted`: the rate of all that the subscriber wants. */
  raise(wanted: number, now: number): void;
}

/** A lower estimate than before is congestion: without congestion it only grows, though slower than a layer starts. */
const fallShare = 0.97;
/** An estimate after congestion is 0.85 of what arrives; a first estimate is about all that arrives. */
const congestedShare = 0.9;
/** As in Google Congestion Control: less loss is not congestion. */
const lossLimit = 0.1;
const lossWeight = 0.5;
/** Loss after a reduction is of what was sent before it. */
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
    // The last attempt was too much: the next one comes later.
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
    noteLoss: (share, { sent, least }, now) => {
      if (now - reducedAt < lossPauseMs) return;
      loss = loss * (1 - lossWeight) + share * lossWeight;
      if (loss > lossLimit) reduce(Math.max(least, sent * (1 - loss)), now);
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
