import type { PlatformPort } from "../../../machines/ports/platform.ts";

/** Prefix of the user id. It has no profile part, because the SDK has one database for each user in a browser. */
const LOCK = "parley:sdk:";

export interface Locks {
  request(
    name: string,
    options: LockOptions,
    callback: (lock: Lock | null) => Promise<void> | undefined,
  ): Promise<unknown>;
}

/**
 * One tab of this origin owns the SDK of a user (4-18). The first tab gets the Web Lock. A later tab receives
 * `tab.elsewhere`, queues, and receives `tab.owned` when it gets or steals the lock. The tab that lost its lock
 * receives `tab.lost` and queues again. Without Web Locks (plain http) every tab is an owner.
 */
export function createTabLock(locks: Locks | undefined): PlatformPort["tabLock"] {
  return ({ userID }, send) => {
    let released = false;
    let letGo: (() => void) | null = null;
    let leaveQueue = () => {};
    let isStealing = false;

    /** Requests the lock and holds it. A rejection means that the tab left the queue or lost the lock. */
    const request = (manager: Locks, options: LockOptions, onRefused = () => {}) => {
      manager
        .request(LOCK + userID, options, (lock) => {
          if (released) return undefined;
          if (!lock) {
            onRefused();
            return undefined;
          }
          isStealing = false;
          send({ type: "tab.owned" });
          return new Promise<void>((resolve) => {
            letGo = resolve;
          });
        })
        .catch(() => {
          if (released || letGo === null) return;
          letGo = null;
          send({ type: "tab.lost" });
          waitInLine(manager);
        });
    };

    const waitInLine = (manager: Locks) => {
      const controller = new AbortController();
      leaveQueue = () => controller.abort();
      request(manager, { signal: controller.signal });
    };

    if (locks)
      request(locks, { ifAvailable: true }, () => {
        send({ type: "tab.elsewhere" });
        waitInLine(locks);
      });
    else queueMicrotask(() => released || send({ type: "tab.owned" }));

    return {
      steal() {
        if (!locks || released || isStealing || letGo !== null) return;
        isStealing = true;
        leaveQueue();
        request(locks, { steal: true });
      },
      release() {
        released = true;
        leaveQueue();
        letGo?.();
      },
    };
  };
}
