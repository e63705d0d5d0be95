/** What the tests of a chart hand to the report. Plain data, because it crosses from the test process. */
import type { AnyStateMachine, AnyTransitionDefinition } from "xstate";
import type { ChartName } from "../../../machines/index.ts";
import type { CountedWalks } from "../../../src/inspector/tested.ts";
import { eventLabel } from "../../../tools/charts/draw/labels.ts";
import { leavesOf } from "../../../tools/charts/paths/structure.ts";
import type { Path, SnapshotOf, Step } from "../graph.ts";
import { type ChartModel, expectationsAt } from "../model.ts";

/** Set if the report needs every path and not only the numbers. */
export const TELL_PATHS = "PATHS_TOLD";

/** The charts to walk, joined by commas; every chart if not set. */
export const ONLY_CHARTS = "PATHS_CHARTS";

/** Set if every generated path is walked, as with `EVERYTHING`. */
export const EVERY_PATH = "PATHS_EVERY";

/** Set if the numbers of `Walks` will be written, so that they may differ from the stored ones. */
export const COUNT_WALKS = "PATHS_COUNTED";

export interface ChartReport {
  chart: ChartName;
  states: readonly ToldState[];
  transitions: readonly ToldTransition[];
  decisions: number;
  paths: number;
  /** Every path, if `TELL_PATHS` is set. */
  told: readonly ToldPath[];
  /** Null if not every path was walked. */
  walks: CountedWalks | null;
}

export interface ToldState {
  path: string;
  isReached: boolean;
  /** Why no path reaches it. */
  excuse: string | null;
}

/** A transition in the words of the drawing. */
export interface Way {
  source: string;
  /** Paths joined by a space; "" if no state is left. */
  target: string;
  event: string;
}

export interface ToldTransition extends Way {
  isTaken: boolean;
  /** Why no path takes it. */
  excuse: string | null;
}

/** The states of a path at a point, and what a user sees there (see `screen-expectation.ts`). */
export interface Place {
  states: readonly string[];
  sees: readonly string[];
}

export interface ToldPath {
  suite: string;
  name: string;
  begins: Place;
  steps: readonly ToldStep[];
  isOver: boolean;
}

export interface ToldStep extends Place {
  label: string;
  took: readonly Way[];
}

declare module "vitest" {
  interface TaskMeta {
    charts?: readonly ChartReport[];
  }
}

export function tell<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  path: Path<Machine>,
  suite: string,
): ToldPath {
  const placeOf = (snapshot: SnapshotOf<Machine>, step: Step<Machine> | null): Place => ({
    states: leavesOf(snapshot),
    sees: expectationsAt(model, { snapshot, step }),
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

export function wayOf({ source, target, eventType }: AnyTransitionDefinition): Way {
  return {
    source: source.path.join("."),
    target: (target ?? []).map(({ path }) => path.join(".")).join(" "),
    event: eventLabel(eventType),
  };
}
