/**
 * The running app that a path is walked on. Without a screen it is fast; charts, wiring and ports are the
 * same.
 */
import { type ActorRefLike, type AnyActorRef, type InspectionEvent, StateMachine } from "xstate";
import { type App, createApp } from "../../src/wiring/index.ts";
import { transitionKey } from "../../tools/charts/paths/structure.ts";
import { type FakeOptions, type FakePorts, fakePorts } from "../fakes/ports.ts";
import { SteadyClock } from "./steady-clock.ts";

export interface Stage {
  readonly app: App;
  readonly ports: FakePorts;
  /** Keys of every transition that any chart of the app took so far. */
  readonly taken: ReadonlySet<string>;
  /** Waits until all settled promises have run their callbacks. */
  settle(): Promise<void>;
  advance(milliseconds: number): Promise<void>;
  act(move: () => void | Promise<void>): Promise<void>;
  stop(): void;
}

export type OpenStage = (options: FakeOptions, prepare?: (ports: FakePorts) => void) => Promise<Stage>;

export const openHeadless: OpenStage = async (options, prepare) => {
  const ports = fakePorts(options);
  prepare?.(ports);
  const clock = new SteadyClock();
  const { taken, inspect } = takingNotes(ports);
  const app = createApp(ports, { clock, inspect, logger: (...words) => ports.note("log", words.join(" ")) });
  app.subscribe({ error: () => {} });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  app.start();
  await settle();
  return {
    app,
    ports,
    taken,
    settle,
    async advance(milliseconds) {
      ports.passTime(milliseconds);
      clock.increment(milliseconds);
      await settle();
    },
    async act(move) {
      await move();
      await settle();
    },
    stop: () => app.stop(),
  };
};

/**
 * An inspection observer. It collects the keys of transitions taken, and notes messages between charts on the
 * wire as "chart <- event".
 */
export function takingNotes(ports: FakePorts): {
  taken: Set<string>;
  inspect: (event: InspectionEvent) => void;
} {
  const taken = new Set<string>();
  const inspect = (event: InspectionEvent) => {
    if (event.type === "@xstate.microstep")
      for (const transition of event._transitions) taken.add(transitionKey(transition));
    if (event.type !== "@xstate.event" || event.event.type.startsWith("xstate.")) return;
    const [to, from] = [chartOf(event.actorRef), chartOf(event.sourceRef)];
    if (!to || !from) return;
    const { type, ...payload } = event.event;
    const words = Object.entries(payload).filter(([, value]) => !isActor(value));
    ports.note(`${to} <- ${type}`, words.length > 0 ? Object.fromEntries(words) : undefined);
  };
  return { taken, inspect };
}

function chartOf(ref: ActorRefLike | undefined): string | null {
  const logic: unknown = ref && "logic" in ref ? ref.logic : undefined;
  return logic instanceof StateMachine ? logic.id : null;
}

function isActor(value: unknown): boolean {
  return typeof value === "object" && value !== null && "send" in value;
}

/** A child of the app by its ids from the root, e.g. ["session", "sync"]; undefined while it does not exist. */
export function childOf(root: AnyActorRef, ...ids: readonly string[]): AnyActorRef | undefined {
  let actor: AnyActorRef | undefined = root;
  for (const id of ids) {
    const snapshot: { children?: Record<string, AnyActorRef | undefined> } | undefined = actor?.getSnapshot();
    actor = snapshot?.children?.[id];
  }
  return actor;
}
