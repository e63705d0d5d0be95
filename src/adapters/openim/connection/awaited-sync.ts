import type { SyncEvent } from "../../../../machines/domain/platform-events.ts";
import { type FirstSync, nextFirstSync } from "../../../../machines/session/first-sync.ts";

/** Tells when the first sync after a login ends. Until then the local database may lack data that the server has. */
export interface AwaitedSync {
  /** A login begins: a sync follows, unless a sync has finished before. */
  expect(): void;
  heard(event: SyncEvent): void;
  /** The user is gone. The next login expects a first sync again. */
  end(): void;
  /** Resolves with true when the first sync finishes, and with false if it fails or none is expected. */
  wait(): Promise<boolean>;
}

export function createAwaitedSync(): AwaitedSync {
  let state: FirstSync = "expected";
  let waiting: ((hasFinished: boolean) => void)[] = [];

  const stepOn = (event: Parameters<typeof nextFirstSync>[1]) => {
    state = nextFirstSync(state, event);
    if (state === "expected" && event !== "session.left") return;
    for (const tell of waiting) tell(state === "finished");
    waiting = [];
  };

  return {
    expect: () => stepOn("session.login"),
    heard: ({ type }) => stepOn(type),
    end: () => stepOn("session.left"),
    async wait() {
      return state === "expected" && new Promise<boolean>((tell) => waiting.push(tell));
    },
  };
}
