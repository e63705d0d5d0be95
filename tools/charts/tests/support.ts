import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { run } from "../command.ts";

export const EXAMPLES = fileURLToPath(new URL("../examples/index.ts", import.meta.url));

interface Outcome {
  code: number;
  told: string;
  /** Names of the files that the tool wrote. */
  files: readonly string[];
  read(file: string): string;
}

/** Runs a tool on a module, by default on the examples. Its folder is removed after the test. */
export async function runTool(
  tool: string,
  options: readonly string[] = [],
  module = EXAMPLES,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "charts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const told: string[] = [];
  const code = await run([tool, module, folder, ...options], {
    load: async (file) => ({ module: await import(/* @vite-ignore */ file), dependencies: [] }),
    say: (line) => told.push(line),
  });
  return {
    code,
    told: told.join("\n"),
    files: readdirSync(folder).sort(),
    read: (file) => readFileSync(join(folder, file), "utf8"),
  };
}
