import type { GatewayEvent, SyncEvent } from "../domain/platform-events.ts";

/** Detects a connection on which no sync starts, and decides how to repair it. Pure functions. */

export interface ReconnectWatch {
  /** Milliseconds from the next connection to the start of its sync. */
  patience: number;
  /** Reconnections without a sync so far. */
  reconnections: number;
}

const LONGEST_PATIENCE = 60_000;
/** Reconnections without a sync before the SDK is replaced. */
const RECONNECTIONS = 3;

export const NEW_WATCH: ReconnectWatch = { patience: 2000, reconnections: 0 };

/** `wait`: wait `patience` for a sync. `stop`: stop waiting. `keep`: go on as before. */
export type WatchStep = "wait" | "stop" | "keep";

export function watchedEvent(
  watch: ReconnectWatch,
  { type }: Pick<GatewayEvent | SyncEvent, "type">,
): { watch: ReconnectWatch; step: WatchStep } {
  switch (type) {
    case "im.profileChanged":
    case "im.loading":
    case "im.syncProgress":
      return { watch, step: "keep" };
    case "im.connected":
      return { watch, step: "wait" };
    case "im.syncStarted":
      return { watch: NEW_WATCH, step: "stop" };
    default:
      return { watch, step: "stop" };
  }
}

/** Returns what to do when no sync has started in time: connect again, and after three times replace the SDK. */
export function missedSync({ patience, reconnections }: ReconnectWatch): {
  watch: ReconnectWatch;
  step: "reconnect" | "replace";
} {
  const longer = Math.min(2 * patience, LONGEST_PATIENCE);
  return reconnections >= RECONNECTIONS
    ? { watch: { patience: longer, reconnections: 0 }, step: "replace" }
    : { watch: { patience: longer, reconnections: reconnections + 1 }, step: "reconnect" };
}
