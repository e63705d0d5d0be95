import type { SyncEvent } from "../domain/platform-events.ts";

/**
 * The first sync of a user on this device in this session. Until it ends, the local database may lack data that the
 * server has. Pure functions.
 *
 * `failed`: nothing is expected before the next login or sync. `finished`: later syncs change nothing.
 */
export type FirstSync = "expected" | "failed" | "finished";

/** Returns the state after a sync event, a login or the sign-out. */
export function nextFirstSync(
  before: FirstSync,
  event: SyncEvent["type"] | "session.login" | "session.left",
): FirstSync {
  switch (event) {
    case "session.left":
      return "expected";
    case "session.login":
    case "im.syncStarted":
      return before === "failed" ? "expected" : before;
    case "im.syncFinished":
      return before === "expected" ? "finished" : before;
    case "im.syncFailed":
      return before === "expected" ? "failed" : before;
    default:
      return before;
  }
}
