/** Placeholders for what a chart needs from outside: typed actors without behaviour, replaced in `src/wiring`. */
import {
  type ActorRef,
  type AnyStateMachine,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type Snapshot,
} from "xstate";

/** A promise actor. If it was not provided it rejects, so that the mistake is noticed. */
export function port<Output, Input = NonReducibleUnknown>(name: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`Port "${name}" is not provided`)));
}

/** A callback actor that lives as long as its state. If it was not provided it throws. */
export function stream<Received extends EventObject = EventObject, Input = NonReducibleUnknown>(
  name: string,
) {
  return fromCallback<Received, Input>(() => {
    throw new Error(`Stream "${name}" is not provided`);
  });
}

/**
 * A placeholder for a chart whose code is loaded later, because XState wants every chart in `setup`. Only the type is
 * real; the parent spawns the loaded chart.
 */
export function fetched<Chart extends AnyStateMachine>(name: string): Chart {
  const stub: unknown = port(name);
  return stub as Chart;
}

/** An actor that a chart reports to. */
export type Listener<Event extends EventObject> = ActorRef<Snapshot<unknown>, Event>;
