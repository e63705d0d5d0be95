import type { Stream } from "../../../../machines/ports/stream.ts";

/** A stream with a function that publishes to it. A new listener receives later events only. */
export interface Feed<Event> {
  stream: Stream<Event>;
  publish(event: Event): void;
}

export function createFeed<Event>(): Feed<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    stream(send) {
      const listener = (event: Event) => send(event);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish(event) {
      for (const listener of [...listeners]) listener(event);
    },
  };
}
