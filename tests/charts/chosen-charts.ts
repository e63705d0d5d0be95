import type { ChartName } from "../../machines/index.ts";

/**
 * Returns the charts that a command takes, of `all`. `wanted` is "all", or names with commas between them.
 * @throws for a name that is not in `all`
 */
export function chosenCharts(wanted: string | undefined, all: readonly ChartName[]): readonly ChartName[] {
  if (wanted === undefined || wanted === "all") return all;
  return wanted.split(",").map((word) => {
    const name = all.find((one) => one === word);
    if (!name) throw new Error(`There is no chart "${word}" here. There are: ${all.join(", ")}.`);
    return name;
  });
}
