import type { Stream } from "../../machines/ports/stream.ts";

export interface FakeStream<Event> {
  readonly stream: Stream<Event>;
  emit(event: Event): void;
  readonly listeners: number;
}

export function createStream<Event>(): FakeStream<Event> {
  const listening = new Set<{ send: (event: Event) => void }>();
  return {
    stream: (send) => {
      const listener = { send };
      listening.add(listener);
      return () => void listening.delete(listener);
    },
    emit: (event) => {
      for (const listener of [...listening]) if (listening.has(listener)) listener.send(event);
    },
    get listeners() {
      return listening.size;
    },
  };
}
