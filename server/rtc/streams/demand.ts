/** Tells a publisher which layers are wanted, so that it stops the others. */
export interface Demand {
  /** @param rank the highest wanted one; -1 for none */
  want(rank: number): void;
  /** Repeats the last report, if there is one: the publisher may have missed it. */
  repeat(): void;
  close(): void;
}

/** A publisher stops a layer only after this: a viewer who scrolls past comes back soon. */
const lowerAfterMs = 5000;

/**
 * Reports a higher demand at once, and a lower one after a while.
 * @param initial what the publisher sends without being told
 */
export function createDemand(initial: number, tell: (rank: number) => void): Demand {
  let told = initial;
  let wanted = initial;
  let hasTold = false;
  let timer: NodeJS.Timeout | undefined;
  const commit = () => {
    clearTimeout(timer);
    timer = undefined;
    if (wanted === told) return;
    told = wanted;
    hasTold = true;
    tell(told);
  };
  return {
    want: (rank) => {
      wanted = rank;
      if (rank >= told) commit();
      else timer ??= setTimeout(commit, lowerAfterMs).unref();
    },
    repeat: () => {
      if (hasTold) tell(told);
    },
    close: () => clearTimeout(timer),
  };
}
