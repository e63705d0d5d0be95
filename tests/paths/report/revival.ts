/** Makes of what a recording holds what a chart can work with: JSON knows neither actors nor clocks nor errors. */
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type EventObject,
} from "xstate";
import { Failure } from "../../../machines/domain/failure.ts";
import { type Message, REDACTED, type RecordedSnapshot } from "./recording.ts";

type Of<Type extends Message["type"]> = Extract<Message, { type: Type }>;
type Moment = Pick<Message, "phone" | "sessionId" | "createdAt">;

/** The actors of a recording, as far as one has come. */
export class Revival {
  readonly #actors = new Map<string, Of<"@xstate.actor">>();

  /** An actor is there. */
  meet(message: Of<"@xstate.actor">): void {
    this.#actors.set(keyOf(message), { ...message });
  }

  /** An actor has gone on. */
  see({ snapshot, ...moment }: Of<"@xstate.snapshot">): void {
    const actor = this.#actors.get(keyOf(moment));
    if (actor) actor.snapshot = snapshot;
  }

  /** The event of a message. */
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

  /** A chart as it was when a message came: with its children, as some events go to them. */
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
    if (Array.isArray(thing)) return thing.map((one) => this.#revived(one, moment));
    if (name === "clock") return { now: () => moment.createdAt, newID: () => "an id made in the replay" };
    if ("actor" in thing && typeof thing.actor === "string" && Object.keys(thing).length === 1) {
      const actor = this.#actors.get(keyOf({ phone: moment.phone, sessionId: thing.actor }));
      return standIn(actor?.id ?? thing.actor, actor?.snapshot);
    }
    return Object.fromEntries(
      Object.entries(thing).map(([key, inner]) => [key, this.#revived(inner, moment, key)]),
    );
  }
}

function keyOf({ phone, sessionId }: Pick<Message, "phone" | "sessionId">): string {
  return `${phone} ${sessionId}`;
}

/** Somebody who can be named and asked how they are, and does nothing. */
function standIn(id: string, snapshot: RecordedSnapshot | null | undefined): AnyActorRef {
  const idle = createEmptyActor();
  return Object.assign(idle, { id, ...(snapshot && { getSnapshot: () => snapshot }) });
}

/** Charts tell failures by their code, and know them by their class. */
function failureOf(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return error;
  const code = "code" in error ? error.code : "message" in error ? error.message : undefined;
  return typeof code === "string" ? Object.assign(new Failure("unknown"), { code }) : error;
}

/** A chart that notes when a guard looks at something hidden: what it decides then is not what it decided. */
export function watchedChart(chart: AnyStateMachine): {
  machine: AnyStateMachine;
  hasSeenSecret: () => boolean;
} {
  let hasSeen = false;
  // The same thing stays the same, as guards may compare.
  const proxies = new WeakMap<object, object>();
  const watched = (thing: unknown): unknown => {
    if (typeof thing !== "object" || thing === null) return thing;
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
  const named: Record<string, unknown> = chart.implementations.guards;
  const guards = Object.fromEntries(
    Object.entries(named).map(([name, guard]) => {
      // Those made of others ask these by their names.
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
  // Hidden data may lead an `always` in circles; that is an error then, and no end of the replay.
  machine.options = { ...machine.options, maxIterations: 500 };
  return { machine, hasSeenSecret: () => hasSeen };
}
