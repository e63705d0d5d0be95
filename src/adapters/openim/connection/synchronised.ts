import type { SdkEvent } from "./channel.ts";

/** Milliseconds from the beginning of a connection to when nothing waits for its synchronisation any more. */
const PATIENCE = 2000;

const BEGIN = "OnConnecting";
const ENDS: ReadonlySet<string> = new Set(["OnSyncServerFinish", "OnSyncServerFailed", "OnConnectFailed"]);

export interface Synchronised {
  heard(burst: readonly Pick<SdkEvent, "name">[]): void;
  /** No synchronisation follows. */
  end(): void;
  /** Resolves when the synchronisation of a new connection has ended, after two seconds at most; at once without one. */
  wait(): Promise<void>;
}

/**
 * The SDK runs in one thread. What it is asked between its connection and the end of the synchronisation delays the
 * first message of another user, so what nobody sees yet waits.
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
    heard(burst) {
      for (const { name } of burst)
        if (name === BEGIN) timer ??= setTimeout(end, PATIENCE);
        else if (ENDS.has(name)) end();
    },
    end,
    async wait() {
      if (timer !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
