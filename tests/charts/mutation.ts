/**
 * Mutants of a chart: the same chart with one thing missing. The generated paths of the original are walked on the
 * app with a mutant inside; a mutant nobody notices is a hole in the oracle, or shows that the thing was never needed.
 */
import type { AnyStateMachine } from "xstate";
import { charts } from "../../machines/index.ts";
import { pathsOf, pathsToLeaves } from "../paths/graph.ts";
import { type ChartModel, goOnWithout, standStill, streamsOf, walkPath } from "../paths/model.ts";
import type { GiveModel } from "../paths/models/index.ts";
import { openHeadless } from "../paths/stage.ts";

export interface Mutant {
  /** What is missing, e.g. "states.idle.on.user.loadMore" or "states.idle.entry[0]". */
  name: string;
  apply(): void;
  restore(): void;
}

export interface Score {
  killed: number;
  total: number;
  /** Names of the mutants nobody noticed and no reason is known for. */
  unexplained: string[];
  /** Reasons for mutants that do not exist or are noticed after all. */
  stale: string[];
}

type Config = { [key: string]: unknown };

/** Every mutant of a chart: one transition, action, invoke, guard or re-entry less. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const config: Config = machine.config;
  return statesIn(config, "").flatMap(([state, path]) => [
    ...keyed(state, "on", path),
    ...keyed(state, "after", path),
    ...transitionList(state, "always", path),
    ...["entry", "exit"].flatMap((key) => listItems(state, key, path)),
    ...invokes(state, path),
  ]);
}

/** Walks the original's paths on every mutant until one stumbles. `reasons` explain survivors by name. */
export async function scoreOf(
  machine: AnyStateMachine,
  models: readonly GiveModel[],
  reasons: Readonly<Record<string, string>> = {},
): Promise<Score> {
  const walks = models.flatMap((give) => give(walksOf));
  for (const walk of walks) await walk();
  const mutants = mutantsOf(machine);
  const survivors: string[] = [];
  const isExplained = (name: string, reason: string) =>
    reason.endsWith("*") ? name.startsWith(reason.slice(0, -1)) : name === reason;
  for (const mutant of mutants) if (!(await isNoticed(machine, mutant, walks))) survivors.push(mutant.name);
  return {
    total: mutants.length,
    killed: mutants.length - survivors.length,
    unexplained: survivors.filter(
      (name) => !Object.keys(reasons).some((reason) => isExplained(name, reason)),
    ),
    stale: Object.keys(reasons).filter((reason) => !survivors.some((name) => isExplained(name, reason))),
  };
}

/** All there is to try on the app, headless. */
function walksOf<Machine extends AnyStateMachine>(model: ChartModel<Machine>): (() => Promise<unknown>)[] {
  return [
    ...pathsOf(model).map((path) => () => walkPath(model, path, openHeadless)),
    ...pathsToLeaves(model).map((path) => () => standStill(model, path, openHeadless)),
    ...streamsOf(model).map((stream) => () => goOnWithout(model, stream, openHeadless)),
  ];
}

/** Whoever noticed last is asked first: neighbouring mutants often fall to the same path. */
async function isNoticed(
  machine: AnyStateMachine,
  mutant: Mutant,
  walks: (() => Promise<unknown>)[],
): Promise<boolean> {
  mutant.apply();
  // Without its guard an `always` may turn in circles.
  const config: Config = machine.config;
  config.options = { maxIterations: 500 };
  const takeBack = hireAgain(machine);
  try {
    for (const [index, walk] of walks.entries())
      try {
        await walk();
      } catch {
        walks.unshift(...walks.splice(index, 1));
        return true;
      }
    return false;
  } finally {
    mutant.restore();
    delete config.options;
    takeBack();
  }
}

/**
 * A chart the wiring does not provide anything to is used as its parent was set up with it, built long ago: the
 * parent gets one built from the mutated config, until the returned function is called.
 */
function hireAgain(machine: AnyStateMachine): () => void {
  const all: AnyStateMachine[] = Object.values(charts);
  const places = all.flatMap(({ implementations: { actors } }) =>
    Object.keys(actors).flatMap((name) => (actors[name] === machine ? [{ actors, name }] : [])),
  );
  for (const { actors, name } of places) actors[name] = machine.provide({});
  return () => {
    for (const { actors, name } of places) actors[name] = machine;
  };
}

function statesIn(config: Config, path: string): [Config, string][] {
  const children = isConfig(config.states) ? Object.entries(config.states) : [];
  return [
    [config, path],
    ...children.flatMap(([key, child]) =>
      isConfig(child) ? statesIn(child, path === "" ? key : `${path}.${key}`) : [],
    ),
  ];
}

/** `on` and `after`: transitions by key. */
function keyed(state: Config, key: string, path: string): Mutant[] {
  const table = state[key];
  if (!isConfig(table)) return [];
  return Object.keys(table).flatMap((name) => transitionList(table, name, `${path} ${key}`));
}

function invokes(state: Config, path: string): Mutant[] {
  return listed(state.invoke).flatMap((invoke, index) => {
    const name = `${path} invoke ${String(invoke.id)}`;
    const drop = Array.isArray(state.invoke)
      ? without(state, "invoke", name, (list) => list.filter((_, place) => place !== index))
      : without(state, "invoke", name);
    return [drop, ...transitionList(invoke, "onDone", name), ...transitionList(invoke, "onError", name)];
  });
}

/** A transition, or several in order: each dropped, and each less one of its parts. */
function transitionList(owner: Config, key: string, path: string): Mutant[] {
  const value = owner[key];
  if (value === undefined) return [];
  const name = `${path} ${key}`;
  const parts = (transition: unknown, at: string): Mutant[] =>
    isConfig(transition)
      ? [
          ...(transition.guard === undefined ? [] : [without(transition, "guard", `${at} guard`)]),
          ...(transition.reenter === undefined ? [] : [without(transition, "reenter", `${at} reenter`)]),
          ...listItems(transition, "actions", at),
        ]
      : [];
  if (!Array.isArray(value)) return [without(owner, key, name), ...parts(value, name)];
  return value.flatMap((transition, index) => {
    const at = `${name} #${index + 1}`;
    return [
      without(owner, key, at, (list) => list.filter((_, place) => place !== index)),
      ...parts(transition, at),
    ];
  });
}

/** Actions: each dropped. */
function listItems(owner: Config, key: string, path: string): Mutant[] {
  const value = owner[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [without(owner, key, `${path} ${key} ${actionName(value)}`)];
  return value.map((action, index) =>
    without(owner, key, `${path} ${key} ${actionName(action)}`, (list) =>
      list.filter((_, place) => place !== index),
    ),
  );
}

function without(
  owner: Config,
  key: string,
  name: string,
  change?: (list: readonly unknown[]) => unknown,
): Mutant {
  const original = owner[key];
  return {
    name: name.trim(),
    apply() {
      if (change && Array.isArray(original)) owner[key] = change(original);
      else delete owner[key];
    },
    restore() {
      owner[key] = original;
    },
  };
}

function actionName(action: unknown): string {
  if (typeof action === "string") return action;
  if (!isConfig(action)) return "?";
  const params = action.params;
  const told = typeof params === "object" ? ` ${JSON.stringify(params)}` : "";
  return `${String(action.type)}${told}`;
}

function listed(value: unknown): Config[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).filter(isConfig);
}

function isConfig(value: unknown): value is Config {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
