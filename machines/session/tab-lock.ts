import type { TabEvent } from "../domain/platform-events.ts";

/** Which tab of the browser runs the SDK of a user (4-18). Pure functions. */

export interface TabLock {
  /**
   * `asking`: whether the lock is free. `waiting`: another tab owns it. `stealing`: the user takes over. `owning`:
   * this tab runs the SDK. `left`: the user has signed out in this tab.
   */
  phase: "asking" | "waiting" | "stealing" | "owning" | "left";
  /** Number of the newest request. An answer to an earlier one is late and changes nothing. */
  request: number;
}

export const NEW_TAB_LOCK: TabLock = { phase: "asking", request: 1 };

/** `taken`: another tab has the lock. `rejected`: the browser refuses the request, or took the granted lock away. */
export type TabLockEvent =
  | { type: "lock.granted" | "lock.taken" | "lock.rejected"; request: number }
  | { type: "tab.steal" | "tab.release" };

export interface TabLockStep {
  lock: TabLock;
  /** The request to make, with the number in `lock`. */
  ask: "queue" | "steal" | null;
  tell: TabEvent["type"] | null;
}

/** Returns the lock after an event, and the next step. */
export function nextTabLock(lock: TabLock, event: TabLockEvent): TabLockStep {
  const nothing: TabLockStep = { lock, ask: null, tell: null };
  const { phase } = lock;
  if (phase === "left" || ("request" in event && event.request !== lock.request)) return nothing;
  const owned: TabLockStep = { lock: { ...lock, phase: "owning" }, ask: null, tell: "tab.owned" };
  const queued = (tell: TabLockStep["tell"]): TabLockStep => ({
    lock: { phase: "waiting", request: lock.request + 1 },
    ask: "queue",
    tell,
  });
  switch (event.type) {
    case "lock.granted":
      return owned;
    case "lock.taken":
      return queued("tab.elsewhere");
    case "lock.rejected":
      if (phase === "owning") return queued("tab.lost");
      if (phase === "stealing") return queued(null);
      // A browser without locks: every tab is an owner. A refused place in the queue is not asked for again.
      return phase === "asking" ? owned : nothing;
    case "tab.steal":
      return phase === "waiting"
        ? { lock: { phase: "stealing", request: lock.request + 1 }, ask: "steal", tell: null }
        : nothing;
    case "tab.release":
      return { lock: { ...lock, phase: "left" }, ask: null, tell: null };
  }
}

/** Whether this tab keeps the lock that `request` got. */
export function holdsLock({ phase, request: newest }: TabLock, request: number): boolean {
  return phase === "owning" && request === newest;
}
