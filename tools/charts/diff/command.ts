/** `npm run charts -- --diff <commit>`: what changed in the behaviour of the charts since a commit. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type AnyStateMachine, StateMachine } from "xstate";
import { drawChanges } from "../draw/index.ts";
import { behaviourOf } from "./behaviour.ts";
import { changesBetween } from "./changes.ts";
import { withCommit } from "./checkout.ts";

export interface DiffOptions {
  repository: string;
  /** Anything that names a commit for Git. */
  commit: string;
  /** The module that exports `charts`, an object of machines, from the repository's root. */
  catalogue: string;
  /** Folder for the drawings. Its former contents are removed. */
  out: string;
  load(file: string): Promise<Record<string, unknown>>;
  say(line: string): void;
}

/** Prints the changes as Markdown and draws each changed chart. Returns the exit code. */
export async function diff({ repository, commit, catalogue, out, load, say }: DiffOptions): Promise<number> {
  const chartsAt = async (root: string) => chartsOf(await load(join(root, catalogue)));
  const after = await chartsAt(repository);
  let before: ReadonlyMap<string, AnyStateMachine>;
  try {
    before = await withCommit(repository, commit, "", chartsAt);
  } catch (error) {
    say(`The charts of ${commit} cannot be read. ${error instanceof Error ? error.message : ""}`.trim());
    return 1;
  }
  rmSync(out, { recursive: true, force: true });
  const news: string[] = [];
  for (const [name, machine] of after) {
    const earlier = before.get(name);
    if (!earlier) {
      news.push(`### ${name}`, "The chart is new.");
      continue;
    }
    const changes = changesBetween(behaviourOf(earlier), behaviourOf(machine));
    if (!changes) continue;
    mkdirSync(out, { recursive: true });
    const file = join(out, `${name}.svg`);
    writeFileSync(file, await drawChanges(changes.merged));
    news.push(
      `### ${name}`,
      changes.sentences.map((sentence) => `- ${sentence}`).join("\n"),
      `Drawing: ${relative(repository, file)}`,
    );
  }
  for (const name of before.keys()) if (!after.has(name)) news.push(`### ${name}`, "The chart is gone.");
  say(
    news.length === 0
      ? `The charts behave as in ${commit}, as far as the sources show.`
      : [`## Charts changed since ${commit}`, ...news].join("\n\n"),
  );
  return 0;
}

function chartsOf({ charts }: Record<string, unknown>): ReadonlyMap<string, AnyStateMachine> {
  if (typeof charts !== "object" || charts === null) throw new Error("The module exports no `charts`.");
  return new Map(
    Object.entries(charts).flatMap(([name, machine]) =>
      machine instanceof StateMachine ? [[name, machine]] : [],
    ),
  );
}
