/** Counts the paths that walk each state and transition of a chart, for the inspector. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { AnyStateMachine } from "xstate";
import { type ChartName, charts } from "../../../machines/index.ts";
import { type CountedWalks, readWalks, type Walks, wayKey } from "../../../src/inspector/tested.ts";
import { fingerprintOfChart } from "../../../tools/charts/draw/index.ts";
import { allStates, transitionsOf } from "../../../tools/charts/paths/structure.ts";
import { withoutModel } from "../models/without-model.ts";
import { wayOf } from "./told.ts";

export const WALKS = "docs/tested/walks.json";

/** What one walk of the app met. */
export interface Walk {
  /** Keys of transitions, of any chart. */
  taken: ReadonlySet<string>;
  /** Leaves of the chart; null if the walk is no path, but its start without a stream. */
  leaves: ReadonlySet<string> | null;
}

/**
 * @param excused why no path takes a transition, by its key
 * @param unreachable why no path is in a state, by its path
 */
export function countWalks(
  machine: AnyStateMachine,
  walks: readonly Walk[],
  excused: ReadonlyMap<string, string>,
  unreachable: Readonly<Record<string, string>>,
): CountedWalks {
  const transitions = transitionsOf(machine);
  const states = new Map(allStates(machine).map((path) => [path, 0]));
  const ways = new Map([...transitions.values()].map((transition) => [wayKey(wayOf(transition)), 0]));
  for (const { taken, leaves } of walks) {
    const own = [...transitions].flatMap(([key, transition]) => (taken.has(key) ? [wayOf(transition)] : []));
    add(ways, own.map(wayKey));
    if (!leaves) continue;
    // A state that is left at once is no leaf of a snapshot.
    const met = [...leaves, ...own.map(({ source }) => source)];
    add(states, met.flatMap(withAncestors));
  }
  const reasons = [...excused].flatMap(([key, reason]): [string, string][] => {
    const transition = transitions.get(key);
    return transition ? [[wayKey(wayOf(transition)), reason]] : [];
  });
  const isZero = ([name]: [string, string]) => (ways.get(name) ?? states.get(name)) === 0;
  return {
    drawing: fingerprintOfChart(machine),
    paths: walks.filter(({ leaves }) => leaves).length,
    states: Object.fromEntries(states),
    ways: Object.fromEntries(ways),
    reasons: Object.fromEntries([...reasons, ...Object.entries(unreachable)].filter(isZero)),
  };
}

/** What the numbers say without numbers: the states and transitions that some path meets, and the reasons of others. */
export function outlineOf({ drawing, paths, states, ways, reasons }: CountedWalks) {
  const met = (counts: Readonly<Record<string, number>>) =>
    Object.keys(counts).filter((name) => counts[name] !== 0);
  return { drawing, paths, states: met(states), ways: met(ways), reasons };
}

/** Counts each name once. */
function add(counts: Map<string, number>, names: readonly string[]): void {
  for (const name of new Set(names)) {
    const count = counts.get(name);
    if (count !== undefined) counts.set(name, count + 1);
  }
}

/** "a.b.c" is "a", "a.b" and "a.b.c". */
function withAncestors(path: string): string[] {
  const names = path.split(".");
  return names.map((_, index) => names.slice(0, index + 1).join("."));
}

export function storedWalks(): Readonly<Record<string, Walks>> {
  return existsSync(WALKS) ? readWalks(readFileSync(WALKS, "utf8")) : {};
}

/** Writes the numbers of some charts. The other charts keep theirs, and charts that are gone lose them. */
export function writeWalks(counted: Readonly<Partial<Record<ChartName, CountedWalks>>>): void {
  const stored: Readonly<Record<string, Walks>> = {
    ...storedWalks(),
    ...counted,
    ...reasonsOf(withoutModel),
  };
  const lines = Object.keys(charts)
    .sort()
    .flatMap((name) => (stored[name] ? [`${JSON.stringify(name)}:${JSON.stringify(stored[name])}`] : []));
  mkdirSync(dirname(WALKS), { recursive: true });
  writeFileSync(WALKS, `{\n${lines.join(",\n")}\n}\n`);
}

function reasonsOf(given: Readonly<Record<string, string>>): Record<string, Walks> {
  return Object.fromEntries(Object.entries(given).map(([name, reason]) => [name, { reason }]));
}
