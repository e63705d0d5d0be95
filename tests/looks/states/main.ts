/** Runs in Chromium: walks the generated paths of a chart on the real screens, and stops in each state. */
import "./owner-stacks.ts";
import "../../shared-states.ts";
import "../../../src/styles/tokens.css";
import "../../../src/styles/reset.css";
import { act } from "@testing-library/react";
import type { AnyStateMachine } from "xstate";
import { allLeaves, leavesOf } from "../../../tools/charts/paths/structure.ts";
import { type Path, pathsOf, pathsToLeaves } from "../../paths/graph.ts";
import { type ChartModel, pressableIn, walkPath } from "../../paths/model.ts";
import { models } from "../../paths/models/index.ts";
import { openScreen } from "../../paths/screen.tsx";
import type { OpenStage } from "../../paths/stage.ts";
import type { Walked } from "./page.ts";

window.walkStates = async (name, without) => {
  const giveModels = Object.entries(models).find(([chart]) => chart === name)?.[1];
  if (!giveModels) throw new Error(`${name} has no model`);
  clear();
  return giveModels((model, ...others) => walkAll([model, ...others], without));
};

/** Drops what an earlier chart left in the page. */
function clear(): void {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
}

async function walkAll<Machine extends AnyStateMachine>(
  all: readonly ChartModel<Machine>[],
  without: readonly string[],
): Promise<Walked> {
  const problems: string[] = [];
  const left = new Set(all.flatMap(({ machine }) => allLeaves(machine)));
  for (const leaf of without) left.delete(leaf);
  const isNew = (leaf: string) => left.has(leaf);
  for (const model of all)
    for (const { path, isPressed } of waysThrough(model, isNew)) {
      if (left.size === 0) break;
      if (!leavesOn(path).some(isNew)) continue;
      const note = (problem: unknown) => {
        problems.push(`${path.name || "the start"}: ${problem instanceof Error ? problem.message : problem}`);
      };
      const visit = async (steps: number, check: () => void) => {
        const leaves = leavesOf(path.steps[steps - 1]?.after ?? path.start).filter(isNew);
        if (leaves.length === 0) return;
        try {
          await until(check);
        } catch (problem) {
          // Lists of a screen with a layout read on by themselves, so the chart may be in the next state.
          return note(problem);
        }
        if (await window.takePicture?.(leaves)) for (const leaf of leaves) left.delete(leaf);
      };
      await walkPath(model, path, open, isPressed ? new Set() : null, visit).catch(note);
    }
  return { problems, unreached: [...left] };
}

/** The most paths that are tried for states that no shortest path shows. */
const LONGER_PATHS = 6;

/** The shortest path to each state, by pressing buttons and then by events alone. Then some longer paths to new states. */
function* waysThrough<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  isNew: (leaf: string) => boolean,
): Generator<{ path: Path<Machine>; isPressed: boolean }> {
  const specs = model.press ? [pressableIn(model), model] : [model];
  for (const spec of specs)
    for (const path of longest(pathsToLeaves(spec))) yield { path, isPressed: spec !== model };
  const longer = pathsOf(model, "complete").filter((path) => leavesOn(path).some(isNew));
  for (const path of longer.sort((a, b) => a.steps.length - b.steps.length).slice(0, LONGER_PATHS))
    yield { path, isPressed: false };
}

const leavesOn = <Machine extends AnyStateMachine>({ start, steps }: Path<Machine>): string[] =>
  [start, ...steps.map(({ after }) => after)].flatMap(leavesOf);

/** Without the paths that others begin with. */
function longest<Machine extends AnyStateMachine>(paths: readonly Path<Machine>[]): Path<Machine>[] {
  const ways = paths.map(({ steps }) => steps.map(({ label }) => `${label}\n`).join(""));
  return paths.filter(
    (_, at) => !ways.some((way, other) => way.startsWith(ways[at] ?? "") && (way !== ways[at] || other < at)),
  );
}

const open: OpenStage = (options, prepare) =>
  openScreen(
    {
      idle,
      pictureOf: (src) =>
        src?.startsWith("blob:") || src?.startsWith("https://im.example/") ? "/object/demo/lake.svg" : src,
      container() {
        const root = document.createElement("div");
        root.id = "root";
        document.body.append(root);
        return root;
      },
    },
    options,
    prepare,
  );

/** A task runs after the callbacks of all settled promises. */
function idle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Milliseconds. */
const PATIENCE = 1000;

async function until(check: () => void): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      return check();
    } catch (problem) {
      if (performance.now() > end) throw problem;
      await act(frame);
    }
  }
}

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
