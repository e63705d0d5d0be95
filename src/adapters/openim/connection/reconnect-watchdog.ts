import type { GatewayEvent, SyncEvent } from "../../../../machines/domain/platform-events.ts";

/** First and longest wait in milliseconds from the connection to the start of the sync. */
const PATIENCE = { first: 2000, longest: 60_000 };
/** Reconnections without a sync before the SDK is replaced. */
const RECONNECTIONS = 3;

export interface ReconnectWatchdog {
  onEvent(event: GatewayEvent | SyncEvent): void;
  /** Stops waiting for a sync. */
  reset(): void;
}

/**
 * Detects a connection on which the SDK starts no sync.
 *
 * SDK 3.8.5 drops its own reconnection while the previous one still runs: the socket is open, no sync starts, and
 * missed messages stay missing until the next message. `reconnect` then connects again.
 *
 * If the SDK's database does not answer in time during the login, the SDK reports a login and connects, but nothing
 * reads from the socket, even after a reconnection. `replace` is called then.
 */
export function createReconnectWatchdog(
  reconnect: () => Promise<unknown>,
  replace: () => void,
): ReconnectWatchdog {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let patience = PATIENCE.first;
  let reconnections = 0;

  const reset = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    reset,
    onEvent({ type }) {
      if (type === "im.profileChanged" || type === "im.loading" || type === "im.syncProgress") return;
      reset();
      if (type === "im.syncStarted") {
        patience = PATIENCE.first;
        reconnections = 0;
      }
      if (type !== "im.connected") return;
      timer = setTimeout(() => {
        patience = Math.min(2 * patience, PATIENCE.longest);
        reconnections += 1;
        if (reconnections > RECONNECTIONS) {
          reconnections = 0;
          replace();
        } else reconnect().catch(() => {}); // SDK events report the result
      }, patience);
    },
  };
}
