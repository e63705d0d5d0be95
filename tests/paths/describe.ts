/** The tests of one chart: its paths, what must change nothing, and what was covered. */
import { afterAll, describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { pathsOf, pathsToLeaves, unreachedLeaves } from "./graph.ts";
import { type ChartModel, standStill, walkPath } from "./model.ts";
import { openPage } from "./page.tsx";
import { type OpenStage, openHeadless } from "./stage.ts";
import { allLeaves, allTransitions, leavesOf } from "./structure.ts";

/**
 * Generates the tests of `model`.
 *
 * @param open how the app is opened: `openPage` with its screens (the default when the model says how to press), or `openHeadless`
 */
export function describePaths<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  open: OpenStage = model.press ? openPage : openHeadless,
): void {
  const paths = pathsOf(model);
  const taken = new Set<string>();
  let walked = 0;

  describe(`${model.chart}: paths`, () => {
    it("every state has a row, and every row a state", () => {
      expect(Object.keys(model.rows).sort()).toEqual(allLeaves(model.machine).sort());
      expect(unreachedLeaves(model)).toEqual(Object.keys(model.unreachable ?? {}));
    });

    for (const path of paths)
      it(path.name, async () => {
        for (const key of await walkPath(model, path, open, open === openPage)) taken.add(key);
        walked += 1;
      });

    for (const path of pathsToLeaves(model))
      it(`in ${path.name || "its only state"} nothing foreign, doubled or late changes anything`, () =>
        standStill(model, path, open, open === openPage));

    it("every transition was taken, or there is a reason", () => {
      if (walked < paths.length) return;
      expect(untaken(model, taken).join("\n")).toBe("");
    });
  });

  afterAll(() => {
    if (walked < paths.length) return;
    const states = new Set(
      paths.flatMap(({ start, steps }) => [start, ...steps.map(({ after }) => after)].flatMap(leavesOf)),
    );
    const all = allTransitions(model.machine);
    const hit = all.filter((key) => taken.has(key)).length;
    console.info(
      [
        `${model.chart}:`,
        `${paths.length} paths,`,
        `${allLeaves(model.machine).filter((leaf) => states.has(leaf)).length}/${allLeaves(model.machine).length} states,`,
        `${hit}/${all.length} transitions`,
        all.length > hit ? `(${all.length - hit} excused)` : "",
      ].join(" "),
    );
  });
}

function untaken<Machine extends AnyStateMachine>(
  { machine, excused = {} }: ChartModel<Machine>,
  taken: ReadonlySet<string>,
): string[] {
  const isExcused = (key: string) => key in excused || `* |${key.split("|")[1]}` in excused;
  return allTransitions(machine).filter((key) => !taken.has(key) && !isExcused(key));
}
