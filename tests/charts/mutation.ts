/**
 * Mutants of a chart: its source with one edit. The tables and paths are generated from the mutant: every stimulus is
 * given in every state, and the paths run on the app with the mutant inside. A chart without a model has plain tests
 * instead. A mutant that nothing notices shows a gap in the tests, or code that is not needed.
 */
import type { AnyStateMachine } from "xstate";
import { type ChartName, charts } from "../../machines/index.ts";
import { editsOf } from "../../tools/charts/mutate/edits.ts";
import { allLeaves } from "../../tools/charts/paths/structure.ts";
import { createRandom } from "../pair/random.ts";
import { pathsOf, pathsToLeaves, unreachedLeaves } from "../paths/graph.ts";
import { type ChartModel, goOnWithout, standStill, streamsOf, walkPath } from "../paths/model.ts";
import { models } from "../paths/models/index.ts";
import { hasNoModel } from "../paths/models/without-model.ts";
import { openHeadless } from "../paths/stage.ts";
import { contradictions } from "../paths/transition-table.ts";
import { plainTestsOf } from "../unit/plain-charts.ts";
import { runPlain } from "../unit/plain-tests.ts";
import { loadMutant, putMutant, sourceOf } from "./mutants.ts";
import { fingerprintOf } from "./source-fingerprint.ts";

export interface Score {
  noticed: number;
  total: number;
  unexplained: string[];
  /** Reasons whose mutant does not exist or is noticed. */
  stale: string[];
}

/**
 * Tries the mutants of a chart that `isWanted`, by the name and the index of their edit. `reasons` explain survivors by
 * name. `tell` hears at once of each mutant that has no reason and is not noticed.
 */
export async function scoreOf(
  name: ChartName,
  reasons: Readonly<Record<string, string>>,
  isWanted: (edit: string, index: number) => boolean,
  tell: (survivor: string) => void,
): Promise<Score> {
  const objection = await objectionTo(name, "none");
  if (objection !== null) throw new Error(`${name} is noticed as it is: ${objection}`);
  const edits = editsOf(sourceOf(name)).map(({ name: edit }) => edit);
  const tried = edits.filter(isWanted);
  const survivors: string[] = [];
  for (const edit of tried) {
    if (await isNoticed(name, edits.indexOf(edit))) continue;
    survivors.push(edit);
    if (!(edit in reasons)) tell(edit);
  }
  return {
    total: tried.length,
    noticed: tried.length - survivors.length,
    unexplained: survivors.filter((survivor) => !(survivor in reasons)),
    stale: Object.keys(reasons).filter(
      (reason) => !survivors.includes(reason) && (tried.includes(reason) || !edits.includes(reason)),
    ),
  };
}

/**
 * Tries `count` mutants of a chart that have no known reason. Returns the names of those that nothing noticed. The
 * chart's source seeds the draw, so it stays the same until the chart changes.
 */
export async function survivorsOfSample(
  name: ChartName,
  count: number,
  reasons: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const source = sourceOf(name);
  const chance = createRandom(Number.parseInt(fingerprintOf(name), 16));
  const candidates = [...editsOf(source).entries()].filter(([, edit]) => !(edit.name in reasons));
  const survivors: string[] = [];
  for (let tried = 0; tried < count && candidates.length > 0; tried++) {
    const [drawn] = candidates.splice(Math.floor(chance.between(0, candidates.length)), 1);
    if (drawn && !(await isNoticed(name, drawn[0]))) survivors.push(drawn[1].name);
  }
  return survivors;
}

async function isNoticed(name: ChartName, index: number): Promise<boolean> {
  return (await objectionTo(name, index)) !== null;
}

/** Returns what is wrong with the chart after an edit, by the first test that notices; null if none does. */
async function objectionTo(name: ChartName, index: number | "none"): Promise<string | null> {
  const mutant = await loadMutant(name, index).catch(() => null);
  if (!mutant) return "it cannot be loaded";
  const takeBack = putMutant(mutant, charts[name]);
  try {
    for (const one of noticingFirst(partsOf(name, mutant), nameOf)) await remembering(one.name, one.run);
    return null;
  } catch (problem) {
    return String(problem);
  } finally {
    takeBack();
  }
}

/** The tests of a chart in two parts: the one that noticed a mutant last is tried first. */
function partsOf(name: ChartName, mutant: AnyStateMachine): { name: string; run: () => Promise<void> }[] {
  const plain = plainTestsOf(name).flatMap((all) =>
    Object.keys(all.tests).map((test) => ({ name: test, run: () => runPlain(all, test) })),
  );
  return [
    {
      name: "plain tests",
      run: async () => {
        for (const test of noticingFirst(plain, nameOf)) await remembering(test.name, test.run);
      },
    },
    {
      name: "table and paths",
      run: async () => {
        if (hasNoModel(name)) return;
        await models[name](async (...beginnings) => {
          const specs = beginnings.map((model) => within(mutant, model));
          if (isContradicted(specs)) throw new Error("the table says something else");
          if (hasOtherLeaves(specs)) throw new Error("it has other states");
          for (const spec of specs) await walkAll(spec);
        });
      },
    },
  ];
}

function within<Machine extends AnyStateMachine>(
  mutant: AnyStateMachine,
  model: ChartModel<Machine>,
): ChartModel<Machine> {
  return { ...model, ...{ machine: mutant as Machine } };
}

/** Whether the decision table contradicts the mutant. All models of a chart share that table. */
function isContradicted<Machine extends AnyStateMachine>(specs: readonly ChartModel<Machine>[]): boolean {
  const [spec] = specs;
  if (!spec?.leads) return false;
  return !contradictions(spec.leads, spec.machine, ...specs).next().done;
}

/** Whether the chart has other leaves than the model's rows, or a model reaches others than it says. */
function hasOtherLeaves<Machine extends AnyStateMachine>(specs: readonly ChartModel<Machine>[]): boolean {
  return specs.some((spec, index) => {
    const unreachable = spec.unreachable ?? (index === 0 ? {} : null);
    const isElsewhere = unreachable && unreachedLeaves(spec).join() !== Object.keys(unreachable).join();
    return isElsewhere || allLeaves(spec.machine).sort().join() !== Object.keys(spec.rows).sort().join();
  });
}

/** Walks the mutant's own paths. Throws when a path fails. */
async function walkAll<Machine extends AnyStateMachine>(spec: ChartModel<Machine>): Promise<void> {
  for (const path of noticingFirst(pathsOf(spec), nameOf))
    await remembering(path.name, () => walkPath(spec, path, openHeadless));
  for (const path of noticingFirst(pathsToLeaves(spec), nameOf))
    await remembering(path.name, () => standStill(spec, path, openHeadless));
  for (const stream of streamsOf(spec)) await goOnWithout(spec, stream, openHeadless);
}

/** Names of tests and paths that noticed a mutant, oldest first. */
const noticing = new Set<string>();

/** Puts those first that noticed a mutant last: edits of one place are often noticed by the same test. */
function noticingFirst<Kind>(all: readonly Kind[], name: (one: Kind) => string): readonly Kind[] {
  const order = [...noticing];
  return [...all].sort((a, b) => order.indexOf(name(b)) - order.indexOf(name(a)));
}

function nameOf({ name }: { name: string }): string {
  return name;
}

async function remembering(name: string, test: () => Promise<unknown>): Promise<void> {
  try {
    await test();
  } catch (problem) {
    noticing.delete(name);
    noticing.add(name);
    throw problem;
  }
}
