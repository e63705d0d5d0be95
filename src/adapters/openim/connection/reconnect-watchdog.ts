import type { GatewayEvent, SyncEvent } from "../../../../machines/domain/platform-events.ts";
import { missedSync, NEW_WATCH, watchedEvent } from "../../../../machines/session/reconnect-watch.ts";

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
  let watch = NEW_WATCH;

  const reset = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    reset,
    onEvent(event) {
      const after = watchedEvent(watch, event);
      watch = after.watch;
      if (after.step === "keep") return;
      reset();
      if (after.step === "stop") return;
      timer = setTimeout(() => {
        const missed = missedSync(watch);
        watch = missed.watch;
        if (missed.step === "replace") replace();
        else reconnect().catch(() => {}); // SDK events report the result
      }, watch.patience);
    },
  };
}
