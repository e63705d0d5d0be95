import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";

export interface Tests {
  /** Runs the command, with another text in one file. Returns whether it succeeds. */
  pass(change?: { file: string; text: string }): boolean;
  remove(): void;
}

/** A run may take this many times as long as the first, and a minute: an edit may make a loop. */
const PATIENCE = 5;

const LEFT_OUT = ["node_modules", ".git"];

/** Tests of a project, in a copy of its folder. The copy has a link to the installed packages. */
export function testsIn(project: string, command: string): Tests {
  const copy = mkdtempSync(join(tmpdir(), "charts-"));
  cpSync(project, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
  const packages = packagesOf(project);
  if (packages !== null) symlinkSync(packages, join(copy, "node_modules"), "junction");
  let longest = Number.POSITIVE_INFINITY;
  const run = () => {
    const began = Date.now();
    const timeout = Number.isFinite(longest) ? longest : undefined;
    const { status } = spawnSync(command, { cwd: copy, shell: true, stdio: "ignore", timeout });
    if (timeout === undefined) longest = (Date.now() - began) * PATIENCE + 60_000;
    return status === 0;
  };
  return {
    pass(change) {
      if (!change) return run();
      const file = join(copy, relative(project, change.file));
      const before = readFileSync(file, "utf8");
      writeFileSync(file, change.text);
      try {
        return run();
      } finally {
        writeFileSync(file, before);
      }
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}

/** The nearest folder of installed packages. */
function packagesOf(folder: string): string | null {
  const packages = join(folder, "node_modules");
  if (existsSync(packages)) return packages;
  return dirname(folder) === folder ? null : packagesOf(dirname(folder));
}
