import type { PresenceNews } from "../domain/presence.ts";
import type { Stream } from "./stream.ts";

/** The part of `ImPort` for presence. */
export interface PresenceCalls {
  /**
   * Returns which of these users are online now, as the server knows; all others are offline or unknown. From then
   * on, servers that support it report changes of these users only.
   */
  loadPresence(input: { userIDs: readonly string[] }): Promise<readonly string[]>;
  /** Returns whether the user is online now, as the server knows. Changes of the users above are still reported. */
  checkPresence(input: { userID: string }): Promise<boolean>;
  presenceEvents: Stream<PresenceNews>;
}
