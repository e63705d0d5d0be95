/**
 * Explores all runs of a subject within bounds. The state of a subject cannot be copied, so each run starts at the
 * beginning and repeats a plan. Runs with few deviations come first: the first counterexample has the fewest.
 */
import { hash } from "node:crypto";
import {
  type Bounds,
  type Chooser,
  createFollower,
  type Deviation,
  isAffordable,
  isAtMost,
  type Spent,
  spentOn,
} from "./chooser.ts";
import type { Broken } from "./claims.ts";

export interface RunResult {
  readonly broken: readonly Broken[];
  readonly seen: Iterable<string>;
}

/** Runs once from the beginning. The chooser decides all that can differ between two runs. */
export type Subject = (chooser: Chooser) => Promise<RunResult>;

export interface Counterexample extends Broken {
  readonly deviations: readonly Deviation[];
}

export interface Report {
  /** Whether every run within the bounds is covered. */
  readonly isFinished: boolean;
  readonly runs: number;
  /** Different states. */
  readonly states: number;
  /** What can happen in all these states within the bounds, together. */
  readonly choices: number;
  /** Runs that stopped at a state that was known. */
  readonly merged: number;
  /** Points of the longest run. */
  readonly longest: number;
  /** Number of runs in which each `sometimes` claim held. */
  readonly seen: ReadonlyMap<string, number>;
  /** The first of each broken claim. */
  readonly counterexamples: readonly Counterexample[];
}

export interface Settings {
  bounds: Bounds;
  /** Stops the exploration early. Asked before each run. */
  isOver?: (runs: number) => boolean;
  /** Whether to stop at the first broken claim; false by default. */
  stopsAtFirst?: boolean;
}

/** A plan: a deviation, after those of the plan before it. */
interface Plan {
  readonly before: Plan | null;
  readonly deviation: Deviation;
}

export async function explore(subject: Subject, settings: Settings): Promise<Report> {
  const { bounds, isOver = () => false, stopsAtFirst = false } = settings;
  const plans: (Plan | null)[] = [null];
  const known = createKnownStates();
  const seen = new Map<string, number>();
  const counterexamples: Counterexample[] = [];
  let runs = 0;
  let choices = 0;
  let merged = 0;
  let longest = 0;

  const isDone = () => isOver(runs) || (stopsAtFirst && counterexamples.length > 0);
  while (runs < plans.length && !isDone()) {
    const plan = plans[runs] ?? null;
    plans[runs] = null;
    runs += 1;
    const deviations = deviationsOf(plan);
    const spent = spentOn(deviations);
    const chooser = createFollower(deviations, (point, options, state) => {
      longest = Math.max(longest, point + 1);
      if (state && !known.add(state(), spent)) {
        merged += 1;
        return false;
      }
      choices += 1;
      for (const option of options.slice(1)) {
        if (!isAffordable(option, spent, bounds)) continue;
        choices += 1;
        plans.push({ before: plan, deviation: { point, ...option } });
      }
      return true;
    });
    const result = await subject(chooser);
    for (const name of result.seen) seen.set(name, (seen.get(name) ?? 0) + 1);
    for (const broken of result.broken)
      if (!counterexamples.some(({ claim }) => claim === broken.claim))
        counterexamples.push({ ...broken, deviations });
  }
  return {
    isFinished: runs === plans.length,
    runs,
    states: known.size,
    choices,
    merged,
    longest,
    seen,
    counterexamples,
  };
}

function deviationsOf(plan: Plan | null): Deviation[] {
  const all: Deviation[] = [];
  for (let one = plan; one; one = one.before) all.unshift(one.deviation);
  return all;
}

/**
 * Hashes of states, and what was spent when they were met. A state that was met with less spent is known: more could
 * follow then.
 */
function createKnownStates() {
  const known = new Map<string, Spent[]>();
  return {
    get size() {
      return known.size;
    },
    /** Returns false if it was known. */
    add(state: string, spent: Spent): boolean {
      const name = nameOf(state);
      const before = known.get(name);
      if (before?.some((one) => isAtMost(one, spent))) return false;
      if (before) before.push(spent);
      else known.set(name, [spent]);
      return true;
    },
  };
}

/** A short name for a state. */
export function nameOf(state: string): string {
  return hash("sha1", state, "base64").slice(0, 16);
}
