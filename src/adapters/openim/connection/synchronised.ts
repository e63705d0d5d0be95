import type { SdkEvent } from "./channel.ts";

/** Maximum milliseconds to wait for a sync after a connection starts. */
const PATIENCE = 2000;

const BEGIN = "OnConnecting";
const ENDS: ReadonlySet<string> = new Set(["OnSyncServerFinish", "OnSyncServerFailed", "OnConnectFailed"]);

export interface Synchronised {
  onEvents(burst: readonly Pick<SdkEvent, "name">[]): void;
  /** No sync follows. */
  end(): void;
  /** Resolves when the sync of a new connection ends, after at most two seconds. Otherwise resolves at once. */
  wait(): Promise<void>;
}

/**
 * Delays requests until the sync after a connection ends. The SDK has one thread, so requests before that delay the
 * first message of another user. Use it for requests without a visible result.
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
    onEvents(burst) {
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
