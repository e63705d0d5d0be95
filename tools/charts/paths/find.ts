import { type AnyMachineSnapshot, type AnyStateMachine, type EventObject, initialTransition } from "xstate";
import { type GraphSpec, type Path, pathsOf } from "./graph.ts";
import type { PathSettings } from "./settings.ts";
import { type AnyStateNode, answerOf, isExitedBy, leavesOf, nodesOf, transitionKey } from "./structure.ts";
import { textOf } from "./walk.ts";

export type AnyPath = Path<AnyStateMachine>;

export interface FoundPaths {
  paths: readonly AnyPath[];
  /** What was searched. */
  specs: readonly GraphSpec<AnyStateMachine>[];
  /** Whether there are situations beyond the bound. */
  isBounded: boolean;
  /** Events and answers that the machine could not take, by label, with the error. */
  refused: ReadonlyMap<string, string>;
}

/** The most edges between situations that are told apart by their whole context. */
const LIMIT = 1500;

/** Situations that are tried if there are more. */
const BOUND = 300;

/**
 * Finds paths that take each transition with each event and each answer of an actor. A machine that counts has too many
 * situations: then the nearest are tried, and those that differ in the transitions that events take.
 * @throws Error if the machine cannot start
 */
export function findPaths(machine: AnyStateMachine, settings: PathSettings): FoundPaths {
  const [start] = initialTransition(machine, settings.input);
  if (start.status === "error") throw start.error;
  const refused = new Map<string, string>();
  const spec = specOf(machine, settings, refused);
  try {
    const whole = { ...spec, limit: LIMIT };
    const paths = pathsOf(whole);
    const standing = { name: "as it begins", start, steps: [] };
    return { paths: paths.length > 0 ? paths : [standing], specs: [whole], isBounded: false, refused };
  } catch (error) {
    if (settings.key || !(error instanceof Error && error.message === "Traversal limit exceeded"))
      throw error;
    const events = Object.values(spec.events);
    const wholeKey = (snapshot: AnyMachineSnapshot) => takenBy(machine, snapshot, events);
    const nearest = { ...spec, bound: BOUND };
    const specs = [nearest, { ...nearest, wholeKey }];
    const paths = specs.flatMap((one) => pathsOf(one));
    const unique = [...new Map(paths.map((path) => [path.name, path])).values()];
    return { paths: unique, specs, isBounded: true, refused };
  }
}

function specOf(
  machine: AnyStateMachine,
  { input, events, answers, key = textOf }: PathSettings,
  refused: Map<string, string>,
) {
  const actors = nodesOf(machine.root).flatMap((node) => node.invoke.map(({ id }) => ({ id, node })));
  const answersOf = (id: string) => {
    const { done = { "": undefined }, failed = ["error"] } = answers?.[id] ?? {};
    const outputs = Object.entries(done).map(([name, output]) => [name, () => output] as const);
    return { done: Object.fromEntries(outputs), failed };
  };
  return {
    machine,
    input,
    events: events ?? eventsOf(machine),
    answers: Object.fromEntries(actors.map(({ id }) => [id, answersOf(id)])),
    key: ({ context }) => key(context),
    around: {
      start: "",
      // The ids of actors that answered. They answer again after their state is entered again.
      after: (around, _, after, { event, before }) => {
        const selected = machine.getTransitionData(before, event);
        const isNew = (node: AnyStateNode) =>
          !isIn(node, after) || selected.some((transition) => isExitedBy(node, transition));
        const answered = [...around.split(" "), answeringID(event)];
        return actors
          .flatMap(({ id, node }) => (answered.includes(id) && !isNew(node) ? [id] : []))
          .join(" ");
      },
    },
    refuses: (snapshot, around, [label, event]) => {
      const id = answeringID(event);
      if (id !== null && (around.split(" ").includes(id) || !snapshot.children[id])) return true;
      try {
        const [after] = answerOf(machine, snapshot, event);
        if (after.status !== "error") return false;
        throw after.error;
      } catch (error) {
        refused.set(label, error instanceof Error ? error.message : String(error));
        return true;
      }
    },
    isRest: () => true,
  } satisfies GraphSpec<AnyStateMachine>;
}

function answeringID({ type }: EventObject): string | null {
  return /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1] ?? null;
}

function isIn(node: AnyStateNode, snapshot: { value: unknown }): boolean {
  const path = node.path.join(".");
  return path === "" || leavesOf(snapshot).some((leaf) => leaf === path || leaf.startsWith(`${path}.`));
}

/** An event of each type that the machine handles. A wildcard stands for an event that has no other name. */
export function eventsOf(machine: AnyStateMachine): Record<string, EventObject> {
  const types = nodesOf(machine.root).flatMap((node) => [...node.transitions.keys()]);
  const outside = types
    .filter((type) => !type.startsWith("xstate."))
    .map((type) => type.replace("*", "other"));
  return Object.fromEntries(outside.map((type) => [type, { type }]));
}

function takenBy(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  events: readonly EventObject[],
): string {
  const keysOf = (event: EventObject) => {
    try {
      return machine.getTransitionData(snapshot, event).map(transitionKey).join();
    } catch {
      return "refused";
    }
  };
  return events.map(keysOf).join(" ");
}
