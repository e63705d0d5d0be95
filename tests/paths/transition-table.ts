/** The transition table of a chart of Parley, as tools/charts checks it. */
import type { AnyStateMachine } from "xstate";
import { differences, type Leads } from "../../tools/charts/paths/transition-table.ts";
import { type GraphSpec, withFailures } from "./graph.ts";

export { countOf, type Lead, type Leads, STAYS } from "../../tools/charts/paths/transition-table.ts";

/** Yields one line for each difference between chart and table. */
export function contradictions<Machine extends AnyStateMachine>(
  leads: Leads<Machine>,
  machine: Machine,
  ...specs: readonly GraphSpec<Machine>[]
): Generator<string, void> {
  return differences({ leads, machine, specs: specs.map(withFailures) });
}
