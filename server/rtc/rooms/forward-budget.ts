import { createBuckets } from "../../rates.ts";
import { forwardRate, maxRemembered } from "../limits.ts";

/** Limits the packets of a user that are forwarded, in all rooms together: one thread serves all calls. */
export interface ForwardBudget {
  /** Whether packets of a user may be forwarded now. */
  mayForward(identity: string): boolean;
  /** Counts a forwarded packet of a user, once for each receiver. */
  noteForwarded(identity: string, receivers: number): void;
}

/** `now` is ms since epoch. */
export function createForwardBudget(now: () => number): ForwardBudget {
  const buckets = createBuckets(now, maxRemembered);
  return {
    mayForward: (identity) => buckets.waitMs(identity, forwardRate) === 0,
    noteForwarded: (identity, receivers) => buckets.spend(identity, forwardRate, receivers),
  };
}
