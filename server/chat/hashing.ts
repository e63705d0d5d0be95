import { refusals } from "./errors.ts";

/** Parallel hashes. Their thread pool has four threads, which file access needs too. */
const maxRunning = 2;
/** Waiting requests of one address, and of all addresses together. */
const maxWaitingOfAddress = 16;
const maxWaiting = 64;

/** The queue for password hashing. Addresses take turns, so that many requests from one do not delay others. */
export interface HashingQueue {
  /**
   * Runs `work` in its turn and returns its result.
   * @throws ApiError 20005 at once when the queue is full; then `work` never runs
   */
  run<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
}

export function createHashingQueue(): HashingQueue {
  /** Waiting requests by address. The next address comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let running = 0;

  const startNext = () => {
    const [next] = waiting;
    if (running >= maxRunning || next === undefined) return;
    const [address, [start, ...others]] = next;
    waiting.delete(address);
    if (others.length > 0) waiting.set(address, others);
    waitingCount -= 1;
    running += 1;
    start?.();
  };

  return {
    run: async (address, work) => {
      const ofAddress = waiting.get(address) ?? [];
      if (ofAddress.length >= maxWaitingOfAddress || waitingCount >= maxWaiting) {
        throw refusals.tooFrequent("the server is busy with passwords, try again in a moment");
      }
      await new Promise<void>((start) => {
        waiting.set(address, [...ofAddress, start]);
        waitingCount += 1;
        startNext();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}
