/** What changed in the behaviour of machines since a commit. */
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Machines } from "../catalogue.ts";
import { drawChanges } from "../draw/index.ts";
import { behaviourOf } from "./behaviour.ts";
import { changesBetween } from "./changes.ts";
import { withCommit } from "./checkout.ts";

export interface DiffOptions {
  /** Anything that names a commit for Git. */
  commit: string;
  /** Path of the module that exports the machines, in a repository of Git. */
  catalogue: string;
  /** Folder for the drawings. Its former drawings are removed. */
  out: string;
  machinesIn(catalogue: string): Promise<Machines>;
  say(line: string): void;
}

/** Prints the changes as Markdown and draws each changed chart. Returns the exit code. */
export async function diff({ commit, catalogue, out, machinesIn, say }: DiffOptions): Promise<number> {
  const after = await machinesIn(catalogue);
  const repository = repositoryOf(catalogue);
  let before: Machines;
  try {
    const file = relative(repository, realpathSync(catalogue));
    before = await withCommit(repository, commit, file, machinesIn);
  } catch (error) {
    say(`The charts of ${commit} cannot be read. ${error instanceof Error ? error.message : ""}`.trim());
    return 1;
  }
  for (const name of [...before.keys(), ...after.keys()]) rmSync(join(out, `${name}.svg`), { force: true });
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
      `Drawing: ${relative(repository, realpathSync(file))}`,
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

function repositoryOf(file: string): string {
  const git = ["rev-parse", "--show-toplevel"];
  try {
    const folder = execFileSync("git", git, { cwd: dirname(file), encoding: "utf8", stdio: "pipe" });
    return realpathSync(folder.trim());
  } catch {
    throw new Error(`${file} is in no repository of Git.`);
  }
}
