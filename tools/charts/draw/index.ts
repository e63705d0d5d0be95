/** Draws charts and tables from the machines. The client loads none of this. */
import type { AnyStateMachine } from "xstate";
import { type ChartDescription, describeChart } from "./description.ts";
import { familyOf } from "./family.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { layOut } from "./layout.ts";
import type { Pictures } from "./pictures.ts";
import { type Box, planOf } from "./plan.ts";
import { svgOf } from "./svg.ts";
import { chartPage } from "./table.ts";

/** @param pictures what a user sees in each state, shown on the page */
export async function drawChart(
  machine: AnyStateMachine,
  pictures?: Pictures,
): Promise<{ svg: string; page: string }> {
  const chart = describeChart(machine);
  return { svg: svgOf(chart.name, await layOut(planOf(chart))), page: chartPage(chart, pictures) };
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

/** Returns the fingerprint that the drawing of a chart has. */
export function fingerprintOfChart(machine: AnyStateMachine): string {
  const chart = describeChart(machine);
  const { root, arrows } = planOf(chart);
  const nowhere = { x: 0, y: 0, width: 0, height: 0 };
  return fingerprintOf(
    svgOf(chart.name, {
      ...nowhere,
      boxes: boxesIn(root).map((box) => ({ box, area: nowhere, depth: 0 })),
      marks: [],
      arrows: arrows.map((arrow) => ({ arrow, way: [], label: nowhere })),
    }),
  );
}

const boxesIn = (box: Box): Box[] => [box, ...box.boxes.flatMap(boxesIn)];
