import { execFileSync } from "node:child_process";
import { type ChartName, charts, roomOf } from "../../../machines/index.ts";
import { ROOT, type SourceFile, sourcesIn } from "../../charts/source-files.ts";
import { hasNoModel } from "../models/without-model.ts";

const FOLDERS = ["machines", "tests/paths/models"];

/**
 * Returns the charts that differ from the main branch, in the order of the catalogue; null without such a branch. The
 * working files count, committed or not.
 */
export function changedCharts(): ChartName[] | null {
  try {
    const base = git("merge-base", "main", "HEAD").trim();
    const changed = git("diff", "--name-only", base, "--", ...FOLDERS);
    const added = git("ls-files", "--others", "--exclude-standard", "--", ...FOLDERS);
    return chartsOf(`${changed}\n${added}`.split("\n"), FOLDERS.flatMap(sourcesIn));
  } catch {
    return null;
  }
}

/** Returns the charts whose own file, model, or an import of these is among the files. */
export function chartsOf(changed: readonly string[], sources: readonly SourceFile[]): ChartName[] {
  const imports = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap((one) => (one.isTypeOnly ? [] : one.path))]),
  );
  const names = Object.keys(charts) as ChartName[];
  return names.filter((name) => {
    if (hasNoModel(name)) return false;
    const file = `${roomOf(name)}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
    return FOLDERS.some((folder) => reaches(`${folder}/${file}`, changed, imports));
  });
}

function reaches(
  start: string,
  sought: readonly string[],
  imports: ReadonlyMap<string, readonly (string | null)[]>,
): boolean {
  const seen = new Set([start]);
  for (const path of seen) for (const next of imports.get(path) ?? []) if (next !== null) seen.add(next);
  return sought.some((path) => seen.has(path));
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
