/** Loads a chart with one edit in its source, and runs the app with it. */
import { readFileSync } from "node:fs";
import { type AnyStateMachine, StateMachine } from "xstate";
import { type ChartName, charts, roomOf } from "../../machines/index.ts";
import { editsOf } from "../../tools/charts/mutate/edits.ts";

/** Runs `during` while the chart has the edit of that name. */
export async function withEdit<Result>(
  name: ChartName,
  edit: string,
  during: () => Promise<Result>,
): Promise<Result> {
  const index = editsOf(sourceOf(name)).findIndex((one) => one.name === edit);
  if (index < 0) throw new Error(`${name} has no edit "${edit}"`);
  const takeBack = putMutant(await loadMutant(name, index), charts[name]);
  try {
    return await during();
  } finally {
    takeBack();
  }
}

/** The chart after an edit. Throws when the edited source cannot be loaded. */
export async function loadMutant(name: ChartName, index: number | "none"): Promise<AnyStateMachine> {
  const exports: Record<string, unknown> = await import(
    /* @vite-ignore */ `../../machines/${roomOf(name)}/${fileOf(name)}?mutant=${index}`
  );
  const mutant = Object.values(exports).find(
    (one) => one instanceof StateMachine && one.id === charts[name].id,
  );
  if (!(mutant instanceof StateMachine)) throw new Error(`${name} is gone`);
  return mutant;
}

/**
 * Puts the mutant in the place of a chart until the returned function is called. The app builds a chart from its
 * config with the wiring's ports, or takes it from the `setup` of its parent.
 */
export function putMutant(mutant: AnyStateMachine, original: AnyStateMachine): () => void {
  const { config, implementations } = original;
  // Without its guard an `always` transition may loop, in the graph and in the app.
  const options = { maxIterations: 500 };
  mutant.options = options;
  Object.assign(original, {
    config: Object.assign(mutant.config, { options }),
    implementations: mutant.implementations,
  });
  const parents: AnyStateMachine[] = Object.values(charts);
  const places = parents.flatMap(({ implementations: { actors } }) =>
    Object.keys(actors).flatMap((name) => (actors[name] === original ? [{ actors, name }] : [])),
  );
  for (const { actors, name } of places) actors[name] = mutant;
  return () => {
    Object.assign(original, { config, implementations });
    for (const { actors, name } of places) actors[name] = original;
  };
}

export function sourceOf(name: ChartName): string {
  return readFileSync(`machines/${roomOf(name)}/${fileOf(name)}`, "utf8");
}

function fileOf(name: ChartName): string {
  return `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}
