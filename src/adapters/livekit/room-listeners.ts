import type { Room, RoomEventCallbacks } from "livekit-client";

/** Listeners that are removed together. */
export interface RoomListeners {
  on<Name extends keyof RoomEventCallbacks>(name: Name, listener: RoomEventCallbacks[Name]): void;
  /** Runs `stop` when the listeners are removed. */
  add(stop: () => void): void;
  removeAll(): void;
}

/** Listens to the events of a room. */
export function createRoomListeners(room: Pick<Room, "on" | "off">): RoomListeners {
  const stops: (() => void)[] = [];
  return {
    on(name, listener) {
      room.on(name, listener);
      stops.push(() => room.off(name, listener));
    },
    add: (stop) => void stops.push(stop),
    removeAll() {
      for (const stop of stops) stop();
    },
  };
}
