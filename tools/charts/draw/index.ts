/** Draws charts and tables from the machines. The client loads none of this. */
import type { AnyStateMachine } from "xstate";
import { type ChartDescription, describeChart } from "./description.ts";
import { familyOf } from "./family.ts";
import { layOut } from "./layout.ts";
import { planOf } from "./plan.ts";
import { svgOf } from "./svg.ts";
import { chartPage } from "./table.ts";

export async function drawChart(machine: AnyStateMachine): Promise<{ svg: string; page: string }> {
  const chart = describeChart(machine);
  return { svg: svgOf(chart.name, await layOut(planOf(chart))), page: chartPage(chart) };
}

export async function drawFamily(
  name: string,
  catalogue: Readonly<Record<string, AnyStateMachine>>,
): Promise<string> {
  return svgOf(name, await layOut(familyOf(name, catalogue)));
}

/** Draws both versions of a chart in one, with added parts in green and removed parts in red. */
export async function drawChanges(merged: ChartDescription): Promise<string> {
  return svgOf(merged.name, await layOut(planOf(merged)), true);
}
