import type { PresenceNews } from "../domain/presence.ts";
import type { Stream } from "./stream.ts";

/** Part of the OpenIM SDK's port. */
export interface PresenceCalls {
  /**
   * Who of these is online, as the server knows now; who is not named is offline or unknown. From then on changes of
   * these, and of nobody else, may be told, by servers that tell any.
   */
  loadPresence(input: { userIDs: readonly string[] }): Promise<readonly string[]>;
  presenceEvents: Stream<PresenceNews>;
}
