import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { run } from "../command.ts";

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const EXAMPLES = fileAt("../examples/index.ts");

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
  const told: string[] = [];
  const out = folder();
  const code = await run([tool, module, out, ...options], {
    load: async (file) => ({ module: await import(/* @vite-ignore */ file), dependencies: [] }),
    say: (line) => told.push(line),
  });
  return { code, told: told.join("\n"), ...outcomeIn(out) };
}

/** The same in a process of its own: a tool that loads edited sources loads them with Vite's runner. */
export async function runCommand(
  tool: string,
  options: readonly string[] = [],
  module = EXAMPLES,
): Promise<Outcome> {
  const out = folder();
  const command = spawn(process.execPath, [fileAt("../run.mjs"), tool, module, out, ...options]);
  let told = "";
  for (const stream of [command.stdout, command.stderr])
    stream.on("data", (text) => {
      told += text;
    });
  const [code] = await once(command, "close");
  return { code, told: told.trimEnd(), ...outcomeIn(out) };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "charts-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function outcomeIn(path: string): Pick<Outcome, "files" | "read"> {
  return {
    files: readdirSync(path).sort(),
    read: (file) => readFileSync(join(path, file), "utf8"),
  };
}
