/** Paths through a chart of Parley: its promises fail with a `Failure`. */
import type { AnyStateMachine } from "xstate";
import { Failure, type FailureCode } from "../../machines/domain/failure.ts";
import { FAILURE_CODES } from "../../machines/domain/failure-codes.ts";
import * as graph from "../../tools/charts/paths/graph.ts";

export type { Path, SnapshotOf, Step } from "../../tools/charts/paths/graph.ts";
export { end, fewestOf, hasEntered } from "../../tools/charts/paths/graph.ts";

type Answers<Machine extends AnyStateMachine> = Record<
  string,
  graph.Answers<Machine>[string] & { failed?: readonly FailureCode[] }
>;

export interface GraphSpec<Machine extends AnyStateMachine> extends graph.GraphSpec<Machine> {
  answers: Answers<Machine>;
}

export function pathsOf<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
  detail?: "complete" | "each",
): graph.Path<Machine>[] {
  return graph.pathsOf(withFailures(spec), detail);
}

export function pathsToLeaves<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
): graph.Path<Machine>[] {
  return graph.pathsToLeaves(withFailures(spec));
}

export function unreachedLeaves<Machine extends AnyStateMachine>(spec: GraphSpec<Machine>): string[] {
  return graph.unreachedLeaves(withFailures(spec));
}

/** Completes the model itself: its graph is kept with that object. */
export function withFailures<Machine extends AnyStateMachine>(
  spec: GraphSpec<Machine>,
): graph.GraphSpec<Machine> {
  if (!spec.failureOf) spec.failureOf = failureOf;
  return spec;
}

function failureOf(name: string): Failure {
  return new Failure(FAILURE_CODES.find((code) => code === name) ?? "unknown");
}
