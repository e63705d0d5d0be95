/** Converts recorded data into what a chart can work with: JSON has no actors, clocks or errors. */
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type EventObject,
} from "xstate";
import { Failure } from "../../../machines/domain/failure.ts";
import { type Message, REDACTED, type RecordedSnapshot } from "./recording.ts";
import { MADE } from "./sendings.ts";

type Of<Type extends Message["type"]> = Extract<Message, { type: Type }>;
type Moment = Pick<Message, "phone" | "sessionId" | "createdAt">;

/** The actors of a recording up to the current message. */
export class Revival {
  readonly #actors = new Map<string, Of<"@xstate.actor">>();
  readonly #parts = new Map<string, unknown>();

  meet(message: Of<"@xstate.actor">): void {
    this.#actors.set(keyOf(message), { ...message });
  }

  see({ snapshot, ...moment }: Of<"@xstate.snapshot">): void {
    const actor = this.#actors.get(keyOf(moment));
    if (actor) actor.snapshot = snapshot;
  }

  event(message: Of<"@xstate.snapshot">): EventObject {
    const { error, ...event } = message.event;
    const revived = this.#revived(event, message);
    const isObject = typeof revived === "object" && revived !== null;
    return {
      ...(isObject ? revived : {}),
      ...(error === undefined ? {} : { error: failureOf(error) }),
      type: message.event.type,
    };
  }

  /** A chart at the time of a message, with its children, because some events are forwarded to them. */
  snapshot(
    machine: AnyStateMachine,
    { value, context }: RecordedSnapshot,
    moment: Moment,
  ): AnyMachineSnapshot {
    const snapshot = machine.resolveState({
      value: value ?? {},
      context: this.#revived(context ?? {}, moment),
    });
    const invoked = snapshot._nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id));
    const children = new Map<string, AnyActorRef>(invoked.map((id) => [id, standIn(id, undefined)]));
    for (const { id, parentId, phone, snapshot: own } of this.#actors.values())
      if (phone === moment.phone && parentId === moment.sessionId && own?.status === "active")
        children.set(id, standIn(id, own));
    return { ...snapshot, children: Object.fromEntries(children) };
  }

  #revived(thing: unknown, moment: Moment, name = ""): unknown {
    if (typeof thing !== "object" || thing === null) return thing;
    if (Array.isArray(thing))
      return this.#shared(
        thing,
        thing.map((one) => this.#revived(one, moment)),
      );
    if (name === "clock") return { now: () => moment.createdAt, newID: () => MADE };
    if ("actor" in thing && typeof thing.actor === "string" && Object.keys(thing).length === 1) {
      const actor = this.#actors.get(keyOf({ phone: moment.phone, sessionId: thing.actor }));
      return standIn(actor?.id ?? thing.actor, actor?.snapshot);
    }
    return this.#shared(
      thing,
      Object.fromEntries(
        Object.entries(thing).map(([key, inner]) => [key, this.#revived(inner, moment, key)]),
      ),
    );
  }

  /** Charts compare parts of their context by identity. A recording keeps none, so equal parts become the same one. */
  #shared(recorded: object, revived: unknown): unknown {
    const text = JSON.stringify(recorded);
    // Actors and clocks belong to one moment.
    if (/"(actor|clock)":/.test(text)) return revived;
    const known = this.#parts.get(text);
    if (known !== undefined) return known;
    this.#parts.set(text, revived);
    return revived;
  }
}

function keyOf({ phone, sessionId }: Pick<Message, "phone" | "sessionId">): string {
  return `${phone} ${sessionId}`;
}

function standIn(id: string, snapshot: RecordedSnapshot | null | undefined): AnyActorRef {
  const idle = createEmptyActor();
  return Object.assign(idle, { id, ...(snapshot && { getSnapshot: () => snapshot }) });
}

/** Charts compare failures by code and check their class. */
function failureOf(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return error;
  const code = "code" in error ? error.code : "message" in error ? error.message : undefined;
  return typeof code === "string" ? Object.assign(new Failure("unknown"), { code }) : error;
}

/** A chart that notes when a guard reads redacted data, because the guard may then decide differently. */
export function watchedChart(chart: AnyStateMachine): {
  machine: AnyStateMachine;
  hasSeenSecret: () => boolean;
  /** Makes data count as seen when anything reads a hidden part of it, as actions may. */
  watched: <Thing>(thing: Thing) => Thing;
} {
  let hasSeen = false;
  // Guards may compare by identity, so an object always gets the same proxy.
  const proxies = new WeakMap<object, object>();
  const proxyOf = (thing: object): object => {
    const known = proxies.get(thing);
    if (known) return known;
    const proxy = new Proxy(thing, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (value === REDACTED) hasSeen = true;
        return watched(value);
      },
    });
    proxies.set(thing, proxy);
    return proxy;
  };
  const isObject = (thing: unknown): thing is object => typeof thing === "object" && thing !== null;
  function watched<Thing>(thing: Thing): Thing;
  function watched(thing: unknown): unknown {
    return isObject(thing) ? proxyOf(thing) : thing;
  }
  const named: Record<string, unknown> = chart.implementations.guards;
  const guards = Object.fromEntries(
    Object.entries(named).map(([name, guard]) => {
      // Combined guards (`and`, `or`, `not`) refer to others by name.
      if (typeof guard !== "function" || "check" in guard) return [name, guard];
      return [
        name,
        (given: { context: unknown; event: unknown }, params: unknown) =>
          Boolean(
            guard(
              { ...given, context: watched(given.context), event: watched(given.event) },
              watched(params),
            ),
          ),
      ];
    }),
  );
  const machine: AnyStateMachine = chart.provide({ guards });
  // Redacted data may lead an `always` in circles. The limit turns that into an error.
  machine.options = { ...machine.options, maxIterations: 500 };
  return { machine, hasSeenSecret: () => hasSeen, watched };
}
