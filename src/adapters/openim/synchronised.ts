import type { ConnectionEvent, SyncEvent } from "../../../machines/vocabulary/surroundings.ts";

/** Milliseconds from a login to when nothing waits for its synchronisation any more. */
const PATIENCE = 2000;

const ENDS: ReadonlySet<string> = new Set([
  "im.syncFinished",
  "im.syncFailed",
  "im.connectFailed",
  "im.crashed",
] satisfies (ConnectionEvent | SyncEvent)["type"][]);

export interface Synchronised {
  /** Somebody logs in: a synchronisation follows. */
  begin(): void;
  heard(event: Pick<ConnectionEvent | SyncEvent, "type">): void;
  /** No synchronisation follows. */
  end(): void;
  /** Resolves when the synchronisation of a login has ended, after two seconds at most; at once where there is none. */
  wait(): Promise<void>;
}

/**
 * The SDK runs in one thread. What it is asked between a login and the end of the synchronisation delays the first
 * message of another user, so what nobody sees yet waits.
 */
export function createSynchronised(): Synchronised {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void)[] = [];

  const end = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  return {
    begin() {
      clearTimeout(timer);
      timer = setTimeout(end, PATIENCE);
    },
    heard({ type }) {
      if (ENDS.has(type)) end();
    },
    end,
    async wait() {
      if (timer !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
