import type { RoomEvent } from "../../../machines/calls/media-room.ts";

export interface EventQueue {
  /**
   * Reports a member's event after all events of the same turn: in a full reconnect all members leave before the
   * library reports the reconnect. While the connection is down nothing is reported; `room.reconnected` has all
   * members later.
   */
  tell(event: RoomEvent): void;
  /** Drops the events that wait. */
  clear(): void;
}

/** Holds the events of members until the end of a turn. */
export function createEventQueue(isUp: () => boolean, send: (event: RoomEvent) => void): EventQueue {
  let waiting: RoomEvent[] = [];
  const flush = () => {
    const events = waiting;
    waiting = [];
    for (const event of events) if (isUp()) send(event);
  };
  return {
    tell(event) {
      if (!isUp()) return;
      waiting.push(event);
      if (waiting.length === 1) queueMicrotask(flush);
    },
    clear() {
      waiting = [];
    },
  };
}
