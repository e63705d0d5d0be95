import type { PlatformPort } from "../../../machines/ports/platform.ts";
import {
  holdsLock,
  NEW_TAB_LOCK,
  nextTabLock,
  type TabLockEvent,
} from "../../../machines/session/tab-lock.ts";

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
 * receives `tab.lost` and queues again. Without Web Locks (plain http), or if the browser refuses them, every tab is
 * an owner.
 */
export function createTabLock(locks: Locks | undefined): PlatformPort["tabLock"] {
  return ({ userID }, send) => {
    let lock = NEW_TAB_LOCK;
    /** Leaves the queue, or releases the lock. */
    let leave = () => {};

    const advance = (event: TabLockEvent) => {
      const { lock: after, ask, tell } = nextTabLock(lock, event);
      lock = after;
      if (ask === "queue") queue();
      if (ask === "steal") steal();
      if (tell) send({ type: tell });
    };

    /** Requests the lock and holds it. A rejection means that the tab left the queue, lost the lock or cannot have it. */
    const request = (options: LockOptions) => {
      const { request } = lock;
      const rejected = () => advance({ type: "lock.rejected", request });
      if (!locks) return queueMicrotask(rejected);
      locks
        .request(LOCK + userID, options, (granted) => {
          advance({ type: granted ? "lock.granted" : "lock.taken", request });
          if (!granted || !holdsLock(lock, request)) return undefined;
          return new Promise<void>((resolve) => {
            leave = resolve;
          });
        })
        .catch(rejected);
    };
    const queue = () => {
      const controller = new AbortController();
      leave = () => controller.abort();
      request({ signal: controller.signal });
    };
    const steal = () => {
      leave();
      request({ steal: true });
    };

    request({ ifAvailable: true });

    return {
      steal: () => advance({ type: "tab.steal" }),
      release() {
        advance({ type: "tab.release" });
        leave();
      },
    };
  };
}
