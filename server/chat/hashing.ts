import { refusals } from "./errors.ts";

/** Hashes computed at a time; the pool they run in has four threads, which files need as well. */
const maxRunning = 2;
/** Requests of one address that wait for their turn, and requests of all addresses together. */
const maxWaitingOfAddress = 16;
const maxWaiting = 64;

/** The queue of everything that hashes a password. Addresses take turns, so that a flood from one delays no other. */
export interface HashingQueue {
  /**
   * Runs `work` when it is its turn and returns its result.
   * @throws ApiError 20005 at once when the queue is full; then `work` never runs
   */
  run<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
}

export function createHashingQueue(): HashingQueue {
  /** Who waits, by address; the address whose turn is next comes first. */
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
