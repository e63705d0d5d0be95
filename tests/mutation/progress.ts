/** What an earlier run with `--seconds` has tried of a module. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import * as v from "valibot";
import { ROOT } from "../charts/source-files.ts";
import type { CodeModule } from "./modules.ts";

const Progress = v.object({
  /** How many edits. */
  tried: v.number(),
  /** The names of the edits that were not noticed. */
  survivors: v.array(v.string()),
});

export type Progress = v.InferOutput<typeof Progress>;

/** Nothing is tried yet if the source or a test has changed. */
export function progressOf(module: CodeModule): Progress {
  const file = fileOf(module);
  if (!existsSync(file)) return { tried: 0, survivors: [] };
  return v.parse(Progress, JSON.parse(readFileSync(file, "utf8")));
}

export function writeProgress(module: CodeModule, progress: Progress): void {
  const file = fileOf(module);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(progress));
}

export function forgetProgress(module: CodeModule): void {
  rmSync(fileOf(module), { force: true });
}

function fileOf({ path, code, tests }: CodeModule): string {
  const hash = createHash("sha256").update(`${path}\n${code}`);
  for (const test of tests) hash.update(readFileSync(resolve(ROOT, test)));
  return resolve(ROOT, "tests/.artifacts/mutation", `${hash.digest("hex").slice(0, 16)}.json`);
}
