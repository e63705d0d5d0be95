/** Turns port methods into actors. */
import { type EventObject, fromCallback, fromPromise } from "xstate";
import type { Stream } from "../../machines/ports/stream.ts";

/** Returns an actor that calls a port method with its input. The signal is aborted when the chart no longer waits. */
export function asking<Input, Output>(ask: (input: Input, signal: AbortSignal) => Promise<Output>) {
  return fromPromise<Output, Input>(({ input, signal }) => ask(input, signal));
}

/** Returns an actor that passes the events of a port's stream to its parent. */
export function listening<Event extends EventObject>(stream: Stream<Event>) {
  return fromCallback<EventObject>(({ sendBack }) => stream(sendBack));
}

/** The `catch` of a call without a result: the adapter has already logged the error. */
export function ignore(): void {}
