import type { ConnectionEvent, SyncEvent } from "../../../machines/vocabulary/surroundings.ts";

/** Milliseconds from the connection to the synchronisation, at first and at most. It takes a moment, if it comes. */
const PATIENCE = { first: 2000, longest: 60_000 };

export interface Nudge {
  heard(event: ConnectionEvent | SyncEvent): void;
  /** Nothing is waited for any more. */
  rest(): void;
}

/**
 * SDK 3.8.5 forgets its own reconnection when it is still busy with the one before: the link is up, no synchronisation
 * starts, and what came meanwhile stays away until the next message. Then it is told to connect once more.
 */
export function createNudge(reconnect: () => Promise<unknown>): Nudge {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let patience = PATIENCE.first;

  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    rest,
    heard({ type }) {
      if (type === "im.profileChanged" || type === "im.loading" || type === "im.syncProgress") return;
      rest();
      if (type === "im.syncStarted") patience = PATIENCE.first;
      if (type !== "im.connected") return;
      timer = setTimeout(() => {
        patience = Math.min(2 * patience, PATIENCE.longest);
        reconnect().catch(() => {}); // the SDK says by its events how it goes
      }, patience);
    },
  };
}
