import type { Stream } from "../../../../machines/ports/stream.ts";

/** A stream and the way to feed it. Who starts listening late hears nothing of what was before. */
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
