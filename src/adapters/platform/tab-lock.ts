import type { PlatformPort } from "../../../machines/ports/platform.ts";

/** Before the person's ID: the SDK keeps one database a person, whatever profile of the browser it is used in. */
const LOCK = "parley:sdk:";

/** The part of Web Locks in use. */
export interface Locks {
  request(
    name: string,
    options: LockOptions,
    callback: (lock: Lock | null) => Promise<void> | undefined,
  ): Promise<unknown>;
}

/**
 * One tab of this origin owns the SDK of a person (4-18). The first tab gets the Web Lock; a later one hears `tab.elsewhere`, waits
 * in line and hears `tab.owned` when its turn comes or when it steals; the robbed tab hears `tab.lost` and queues
 * again. Without Web Locks (plain http) every tab owns it.
 */
export function createTabLock(locks: Locks | undefined): PlatformPort["tabLock"] {
  return ({ userID }, send) => {
    let released = false;
    let letGo: (() => void) | null = null;
    let leaveQueue = () => {};
    let isStealing = false;

    /** Asks for the lock and holds it; a rejection means that the queue was left or the lock stolen. */
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
