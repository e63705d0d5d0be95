/** The modules whose code is mutated, and the tests that may notice it. */
import { createHash } from "node:crypto";
import { parseSync } from "vite";
import { type SourceFile, sourcesIn } from "../charts/source-files.ts";
import { editsOfCode } from "./edits.ts";

export interface CodeModule extends SourceFile {
  /** Unit tests that import it. Those of an adapter also count if they import it through other modules. */
  tests: readonly string[];
}

/** Where code decides without a chart. A file that makes a chart has its own mutants (`tests/charts/mutants.ts`). */
const ROOMS = ["machines", "src/text", "src/wiring", "src/adapters", "src/worker"];

/** Modules with edits that unit tests try, in the order of their paths. */
export function codeModules(): CodeModule[] {
  const files = [...ROOMS, "tests/unit"].flatMap(sourcesIn);
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files)
    for (const one of imports)
      if (one.path !== null && !one.isTypeOnly)
        importers.set(one.path, [...(importers.get(one.path) ?? []), path]);
  return files.flatMap((file) => {
    const isCode = ROOMS.some((room) => file.path.startsWith(`${room}/`)) && !isChart(file);
    if (!isCode || editsOfCode(file.code, file.path).length === 0) return [];
    const isOfAdapter = (path: string) =>
      path.startsWith(`tests/unit/${/^src\/(adapters\/[^/]+\/)/.exec(file.path)?.[1]}`);
    const direct = (importers.get(file.path) ?? []).filter(isTest);
    const others = reaching(file.path, importers).filter((path) => isTest(path) && isOfAdapter(path));
    const tests = [...new Set([...direct, ...others])];
    return tests.length > 0 ? [{ ...file, tests }] : [];
  });
}

/** Identifies the code of a module, without its comments and places. */
export function fingerprintOf({ code, path }: SourceFile): string {
  const tree = JSON.stringify(parseSync(path, code).program, (key, value: unknown) =>
    key === "start" || key === "end" ? undefined : value,
  );
  return createHash("sha256").update(tree).digest("hex").slice(0, 8);
}

/** Files that import a file, also through others. */
function reaching(path: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set([path]);
  for (const one of found) for (const importer of importers.get(one) ?? []) found.add(importer);
  return [...found];
}

function isTest(path: string): boolean {
  return /^tests\/unit\/.*\.test\.tsx?$/.test(path);
}

function isChart({ code }: SourceFile): boolean {
  return code.includes("createMachine(");
}
