import type { Stream } from "../../../../machines/ports/stream.ts";

/** A stream with a function that publishes to it. A new listener receives later events, and those that are held. */
export interface Feed<Event> {
  stream: Stream<Event>;
  publish(event: Event): void;
  /** Drops the events that are held. */
  clear(): void;
}

/** @param mostHeld how many events, the newest, are held for the first listener while there is none */
export function createFeed<Event>(mostHeld = 0): Feed<Event> {
  const listeners = new Set<(event: Event) => void>();
  let held: Event[] = [];
  return {
    stream(send) {
      const listener = (event: Event) => send(event);
      listeners.add(listener);
      for (const event of held.splice(0)) send(event);
      return () => listeners.delete(listener);
    },
    clear() {
      held = [];
    },
    publish(event) {
      if (listeners.size === 0 && mostHeld > 0) held = [...held, event].slice(-mostHeld);
      for (const listener of [...listeners]) listener(event);
    },
  };
}
