/** What the tests of a chart hand over to the report: plain data, as it crosses from the tests' process. */
import type { AnyStateMachine, AnyTransitionDefinition } from "xstate";
import type { ChartName } from "../../../machines/index.ts";
import { eventWords } from "../../../src/inspector/drawing/words.ts";
import type { Path, SnapshotOf, Step } from "../graph.ts";
import { type ChartModel, sightsAt } from "../model.ts";
import { leavesOf } from "../structure.ts";

/** Set where the report wants every path told, which is more than the numbers need. */
export const TELL_PATHS = "PATHS_TOLD";

/** Names the charts to walk, joined by commas; every chart where it is not set. */
export const ONLY_CHARTS = "PATHS_CHARTS";

export interface ChartReport {
  chart: ChartName;
  states: readonly ToldState[];
  transitions: readonly ToldTransition[];
  decisions: number;
  paths: number;
  /** Every path, where asked for. */
  told: readonly ToldPath[];
}

/** A leaf. */
export interface ToldState {
  path: string;
  isReached: boolean;
  /** Why no path reaches it. */
  excuse: string | null;
}

/** A transition in the words of the drawing. */
export interface Way {
  source: string;
  /** Paths joined by a blank; "" where nothing is left. */
  target: string;
  event: string;
}

export interface ToldTransition extends Way {
  isTaken: boolean;
  /** Why no path takes it. */
  excuse: string | null;
}

/** Where a path is, and what a person sees there (see `sight.ts`). */
export interface Place {
  states: readonly string[];
  sees: readonly string[];
}

export interface ToldPath {
  /** The tests it stands among, and its own name there. */
  suite: string;
  name: string;
  begins: Place;
  steps: readonly ToldStep[];
  /** Whether the chart is over at its end. */
  isOver: boolean;
}

export interface ToldStep extends Place {
  label: string;
  took: readonly Way[];
}

declare module "vitest" {
  interface TaskMeta {
    /** The charts of the file whose tests are over. */
    charts?: readonly ChartReport[];
  }
}

/** A path as the report tells it. */
export function tell<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  path: Path<Machine>,
  suite: string,
): ToldPath {
  const placeOf = (snapshot: SnapshotOf<Machine>, step: Step<Machine> | null): Place => ({
    states: leavesOf(snapshot),
    sees: sightsAt(model, { snapshot, step }),
  });
  const last = path.steps.at(-1)?.after ?? path.start;
  return {
    suite,
    name: path.name,
    begins: placeOf(path.start, null),
    steps: path.steps.map((step) => ({
      ...placeOf(step.after, step),
      label: step.label,
      took: step.selected.map(wayOf),
    })),
    isOver: last.status === "done",
  };
}

/** A transition in the words of the drawing. */
export function wayOf({ source, target, eventType }: AnyTransitionDefinition): Way {
  return {
    source: source.path.join("."),
    target: (target ?? []).map(({ path }) => path.join(".")).join(" "),
    event: eventWords(eventType),
  };
}
