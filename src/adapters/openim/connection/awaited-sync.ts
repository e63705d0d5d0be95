import type { SyncEvent } from "../../../../machines/domain/platform-events.ts";

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
  let state: "expected" | "failed" | "finished" = "expected";
  let waiting: ((hasFinished: boolean) => void)[] = [];

  const resolve = (hasFinished: boolean) => {
    for (const tell of waiting) tell(hasFinished);
    waiting = [];
  };
  const expect = () => {
    if (state === "failed") state = "expected";
  };

  return {
    expect,
    heard({ type }) {
      if (type === "im.syncStarted") expect();
      if (state !== "expected") return;
      if (type === "im.syncFinished") state = "finished";
      else if (type === "im.syncFailed") state = "failed";
      else return;
      resolve(state === "finished");
    },
    end() {
      state = "expected";
      resolve(false);
    },
    async wait() {
      return state === "expected" && new Promise<boolean>((tell) => waiting.push(tell));
    },
  };
}
