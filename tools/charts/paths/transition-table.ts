/**
 * The transition table of a chart, written by hand: what leaves each state, and to which state. Every
 * stimulus is given to the chart in every state. A listed stimulus must lead where the table says. Any other
 * must change nothing. So a transition that is missing in the chart or in the table is found.
 */
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { type GraphSpec, type SnapshotOf, situationsOf } from "./graph.ts";
import { type AnyStateNode, allLeaves, answerOf, isExitedBy, leavesOf, nodeAt } from "./structure.ts";
import { textOf } from "./walk.ts";

/**
 * Where a stimulus leads: a leaf (the same leaf if it is left and entered again), several leaves joined by ",
 * ", or `STAYS` for an answer without a change of state. A function decides by context or environment; null
 * means that nothing happens.
 */
export type Lead<Machine extends AnyStateMachine> =
  | string
  | ((snapshot: SnapshotOf<Machine>, around: string) => string | null);

/**
 * By leaf, then by stimulus. "region.*" means all leaves below, "*" all leaves; the row closest to a leaf
 * wins.
 */
export type Leads<Machine extends AnyStateMachine> = Readonly<
  Record<string, Readonly<Record<string, Lead<Machine>>>>
>;

/** The chart acts in at least one situation, and the state stays. */
export const STAYS = "stays";

interface TableOptions<Machine extends AnyStateMachine> {
  leads: Leads<Machine>;
  machine: Machine;
  /** The specs of one chart with different starts or bounds, which share the table. */
  specs: readonly GraphSpec<Machine>[];
  /** What a line tells of the context. By default the spec's key. */
  wordsOf?: (snapshot: SnapshotOf<Machine>) => string;
}

/** Yields one line for each difference between chart and table. */
export function* differences<Machine extends AnyStateMachine>({
  leads,
  machine,
  specs,
  wordsOf,
}: TableOptions<Machine>): Generator<string, void> {
  /** Lines of the table that something was said of, or that a situation showed. */
  const shown = new Set<string>();
  const situations = specs.flatMap((spec) =>
    situationsOf(spec).map((situation) => ({
      ...situation,
      known: (wordsOf ?? spec.key)?.(situation.snapshot) ?? "",
    })),
  );
  for (const { snapshot, around, stimuli, known } of situations) {
    const leaves = leavesOf(snapshot);
    const goesOnAlone = leaves.some((leaf) => hasAlways(nodeAt(machine, leaf)));
    for (const { label, event, transitions } of stimuli) {
      const told = leaves.map((leaf) => ({ leaf, ...leadAt(leads, leaf, label, snapshot, around) }));
      const isIgnored = transitions.length === 0 && !goesOnAlone;
      const [after, actions] = isIgnored ? [snapshot, []] : answerOf(machine, snapshot, event);
      const isNothing =
        isIgnored ||
        (actions.length === 0 && same(snapshot.value, after.value) && same(snapshot.context, after.context));
      const targets = told.flatMap(({ target }) => (isMove(target) ? target.split(", ") : []));
      const staying = told.flatMap(({ leaf, target }) =>
        !isMove(target) && targets.every((other) => canBeBeside(machine, leaf, other)) ? [leaf] : [],
      );
      const should = [...new Set([...targets, ...staying])].sort().join(", ");
      const is = leavesOf(after).sort().join(", ");
      const where = `in ${leaves.join(", ")}${known && ` (${known})`}: "${label}"`;
      for (const { leaf, target } of told) {
        const isAgain =
          is.split(", ").includes(leaf) && transitions.some((one) => isExitedBy(nodeAt(machine, leaf), one));
        if (isAgain !== (target?.split(", ").includes(leaf) ?? false))
          yield `${where} ${isAgain ? "enters" : "does not enter"} ${leaf} again`;
      }
      if (should !== is) {
        for (const { row } of told) shown.add(`${row} ${label}`);
        yield `${where} leads to ${is} instead of ${should}`;
      } else if (!isNothing && told.every(({ target }) => target === null))
        yield `${where} does something, and the table does not say so`;
      for (const { row, target } of told)
        if (row !== null && target !== null && !isNothing) shown.add(`${row} ${label}`);
    }
  }
  for (const [row, lines] of Object.entries(leads))
    for (const label of Object.keys(lines))
      if (!shown.has(`${row} ${label}`)) yield `in ${row}: "${label}" never does anything`;
  const leaves = allLeaves(machine);
  for (const leaf of leaves) if (!(leaf in leads)) yield `no row for ${leaf}`;
  for (const row of Object.keys(leads))
    if (!leaves.some((leaf) => leaf === row || rowsAbove(leaf).includes(row)))
      yield `no state for the row ${row}`;
}

export function countOf<Machine extends AnyStateMachine>(leads: Leads<Machine>): number {
  return Object.values(leads).reduce((sum, lines) => sum + Object.keys(lines).length, 0);
}

function isMove(target: string | null): target is string {
  return target !== null && target !== STAYS;
}

/** Whether a state, or a state around it, has a transition without an event. */
function hasAlways(node: AnyStateNode): boolean {
  return (node.always ?? []).length > 0 || (node.parent !== undefined && hasAlways(node.parent));
}

/** Whether both leaves can be active at once, because they are in different regions. */
function canBeBeside(machine: AnyStateMachine, leaf: string, other: string): boolean {
  const [one, two] = [leaf.split("."), other.split(".")];
  const shared = one.findIndex((step, index) => step !== two[index]);
  return shared >= 0 && nodeAt(machine, one.slice(0, shared).join(".")).type === "parallel";
}

/** The target in the row closest to the leaf that has the stimulus. */
function leadAt<Machine extends AnyStateMachine>(
  leads: Leads<Machine>,
  leaf: string,
  label: string,
  snapshot: AnyMachineSnapshot,
  around: string,
): { row: string | null; target: string | null } {
  for (const row of [leaf, ...rowsAbove(leaf)]) {
    const lead = leads[row]?.[label];
    if (lead !== undefined)
      return { row, target: typeof lead === "function" ? lead(snapshot, around) : lead };
  }
  return { row: null, target: null };
}

/** The rows for all leaves around a leaf, the closest first. */
function rowsAbove(leaf: string): string[] {
  const steps = leaf.split(".");
  return steps.map((_, index) => [...steps.slice(0, steps.length - 1 - index), "*"].join("."));
}

function same(a: unknown, b: unknown): boolean {
  return a === b || textOf(a) === textOf(b);
}
