/** What charts name and do not know is filled with the ports' methods. */
import { type EventObject, fromCallback, fromPromise } from "xstate";
import type { Stream } from "../../machines/ports/stream.ts";

/** A port's method as an actor. */
export function asking<Input, Output>(ask: (input: Input) => Promise<Output>) {
  return fromPromise<Output, Input>(({ input }) => ask(input));
}

/** A port's stream as an actor. */
export function listening<Event extends EventObject>(stream: Stream<Event>) {
  return fromCallback<EventObject>(({ sendBack }) => stream(sendBack));
}

/** Fire and forget: the adapter has logged it, and nobody waits for the outcome. */
export function ignore(): void {}
