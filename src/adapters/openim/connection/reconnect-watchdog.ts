import type { GatewayEvent, SyncEvent } from "../../../../machines/domain/platform-events.ts";

/** Milliseconds from the connection to the synchronisation, at first and at most. It takes a moment, if it comes. */
const PATIENCE = { first: 2000, longest: 60_000 };
/** Reconnections without a synchronisation, after which there will be none. */
const RECONNECTIONS = 3;

export interface Nudge {
  heard(event: GatewayEvent | SyncEvent): void;
  /** Nothing is waited for any more. */
  rest(): void;
}

/**
 * SDK 3.8.5 forgets its own reconnection when it is still busy with the one before: the link is up, no synchronisation
 * starts, and what came meanwhile stays away until the next message. Then it is told to connect once more.
 *
 * When its database has not answered in time while it logs in, it says that it is logged in and connects, but nothing
 * reads what the link brings, not even after a reconnection. Then `replace` is called.
 */
export function createNudge(reconnect: () => Promise<unknown>, replace: () => void): Nudge {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let patience = PATIENCE.first;
  let reconnections = 0;

  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    rest,
    heard({ type }) {
      if (type === "im.profileChanged" || type === "im.loading" || type === "im.syncProgress") return;
      rest();
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
        } else reconnect().catch(() => {}); // the SDK says by its events how it goes
      }, patience);
    },
  };
}
