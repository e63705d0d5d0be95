import type { GatewayEvent, SyncEvent } from "../../../../machines/domain/platform-events.ts";

/** Milliseconds. SDK 3.8.5 ignores what would start a sync within five seconds of the last one. */
const DELAY = 6000;

export interface SecondLook {
  onEvent(event: GatewayEvent | SyncEvent): void;
  /** Gives up the look that is due. */
  reset(): void;
}

/**
 * Asks the server again for what it has, after the sync of each connection.
 *
 * open-im-server pushes nothing to a user who connected less than a second ago. The sync of the connection is over by
 * then, so a message of that second would be missing until the next message of its chat, or the next connection.
 */
export function createSecondLook(look: () => Promise<unknown>): SecondLook {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reset = () => clearTimeout(timer);
  return {
    reset,
    onEvent({ type }) {
      if (type !== "im.connecting" && type !== "im.syncFinished") return;
      reset();
      if (type === "im.syncFinished") timer = setTimeout(() => look().catch(() => {}), DELAY);
    },
  };
}
