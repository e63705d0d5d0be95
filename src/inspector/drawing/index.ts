/** Charts as pictures and tables, made from the machines themselves. Nothing of it is loaded by the client. */
import type { AnyStateMachine } from "xstate";
import { describeChart } from "./description.ts";
import { familyOf } from "./family.ts";
import { layOut } from "./layout.ts";
import { planOf } from "./plan.ts";
import { svgOf } from "./svg.ts";
import { chartPage } from "./table.ts";

/** The drawing of a chart as SVG, and its page as Markdown. */
export async function drawChart(machine: AnyStateMachine): Promise<{ svg: string; page: string }> {
  const chart = describeChart(machine);
  return { svg: svgOf(chart.name, await layOut(planOf(chart))), page: chartPage(chart) };
}

/** Who runs whom, as SVG. */
export async function drawFamily(
  name: string,
  catalogue: Readonly<Record<string, AnyStateMachine>>,
): Promise<string> {
  return svgOf(name, await layOut(familyOf(name, catalogue)));
}
