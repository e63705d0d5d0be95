import type { SyncEvent } from "../../../../machines/domain/platform-events.ts";
import { type FirstSync, nextFirstSync } from "../../../../machines/session/first-sync.ts";

/** Reports the end of the first sync after a login. Before it, the local database may lack data that the server has. */
export interface AwaitedSync {
  /** A login starts: a sync follows, unless a sync has finished before. */
  expect(): void;
  onSyncEvent(event: SyncEvent): void;
  /** The user has signed out. The next login expects a first sync again. */
  end(): void;
  /** Resolves with true when the first sync finishes, and with false if it fails or none is expected. */
  wait(): Promise<boolean>;
}

export function createAwaitedSync(): AwaitedSync {
  let state: FirstSync = "expected";
  let waiting: ((hasFinished: boolean) => void)[] = [];

  const advance = (event: Parameters<typeof nextFirstSync>[1]) => {
    state = nextFirstSync(state, event);
    if (state === "expected" && event !== "session.left") return;
    for (const tell of waiting) tell(state === "finished");
    waiting = [];
  };

  return {
    expect: () => advance("session.login"),
    onSyncEvent: ({ type }) => advance(type),
    end: () => advance("session.left"),
    async wait() {
      return state === "expected" && new Promise<boolean>((resolve) => waiting.push(resolve));
    },
  };
}
