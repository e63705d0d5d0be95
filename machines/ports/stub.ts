/** How a chart names what it needs from outside: typed, empty actors that `src/wiring` fills. */
import {
  type ActorRef,
  type AnyStateMachine,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type Snapshot,
} from "xstate";

/** A request to the outside. Left unprovided it rejects, so that a forgotten one is loud. */
export function port<Output, Input = NonReducibleUnknown>(name: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`Port "${name}" is not provided`)));
}

/** A conversation with the outside for as long as a state lasts: it sends events and may receive some. */
export function stream<Received extends EventObject = EventObject, Input = NonReducibleUnknown>(
  name: string,
) {
  return fromCallback<Received, Input>(() => {
    throw new Error(`Stream "${name}" is not provided`);
  });
}

/**
 * A chart that is fetched when it is needed, and known by its type alone until then. What is spawned is the fetched
 * one; this stands for it where XState wants to be told of every chart there may be.
 */
export function fetched<Chart extends AnyStateMachine>(name: string): Chart {
  const stub: unknown = port(name);
  return stub as Chart;
}

/** Somebody a chart reports to. */
export type Listener<Event extends EventObject> = ActorRef<Snapshot<unknown>, Event>;
