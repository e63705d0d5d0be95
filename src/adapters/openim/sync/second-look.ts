import type { SdkEvent } from "../connection/channel.ts";
import type { Rpc } from "../connection/rpc.ts";

/** Milliseconds. SDK 3.8.5 ignores what would start a sync within five seconds of the last one. */
const DELAY = 6000;

export interface SecondLook {
  onEvents(burst: readonly SdkEvent[]): void;
  /** Gives up the look that is due. */
  reset(): void;
}

/**
 * Asks the server again for what it has, after the sync of each connection.
 *
 * open-im-server pushes nothing to a user who connected less than a second ago. The sync of the connection is over by
 * then, so a message of that second would be missing until the next message of its chat, or the next connection. The
 * SDK asks again when the app leaves the background, and only then.
 */
export function createSecondLook(rpc: Rpc, isHidden: () => boolean): SecondLook {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reset = () => clearTimeout(timer);
  const setBackground = (isOn: boolean) => rpc.call("setAppBackgroundStatus", isOn);
  const look = () =>
    setBackground(!isHidden())
      .finally(() => setBackground(isHidden()))
      .catch(() => {});
  return {
    reset,
    onEvents(burst) {
      for (const { name } of burst) {
        if (name === "OnConnecting") reset();
        if (name !== "OnSyncServerFinish") continue;
        reset();
        timer = setTimeout(look, DELAY);
      }
    },
  };
}
