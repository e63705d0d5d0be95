/** Turns port methods into actors. */
import { type EventObject, fromCallback, fromPromise } from "xstate";
import type { Stream } from "../../machines/ports/stream.ts";

export function asking<Input, Output>(ask: (input: Input) => Promise<Output>) {
  return fromPromise<Output, Input>(({ input }) => ask(input));
}

export function listening<Event extends EventObject>(stream: Stream<Event>) {
  return fromCallback<EventObject>(({ sendBack }) => stream(sendBack));
}

/** For calls without a result: the adapter has already logged the error. */
export function ignore(): void {}
