/**
 * `npm run test:mutation:code`: tries edits of the code around the charts, and writes docs/mutation-code.md. With words,
 * such as `machines/domain`, it tries the modules whose path begins with one of them. `--seconds=240` ends the run after
 * that time. The next run goes on with the module, if neither its source nor its tests have changed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { createVitest, type Vitest } from "vitest/node";
import { withCells } from "../charts/mutation-rows.ts";
import { ROOT } from "../charts/source-files.ts";
import { editsOfCode } from "./edits.ts";
import { explained } from "./explained.ts";
import { KeptProcesses } from "./kept-processes.ts";
import { type CodeModule, codeModules, fingerprintOf, serverModules } from "./modules.ts";
import { forgetProgress, progressOf, writeProgress } from "./progress.ts";

const REPORT = "docs/mutation-code.md";

/** Milliseconds. An edit may make a test wait for what never comes. */
const PATIENCE = 10_000;

/**
 * Milliseconds for one test file, beside ten times what it takes without an edit. An edit may make a loop without an
 * end, which no timeout of a test stops.
 */
const LONGEST = 20_000;

/** As in vite.config.ts, which would start the backend. */
const SETUP = {
  unit: [
    "tests/mutation/worker.ts",
    "tests/patience.ts",
    "tests/labels.ts",
    "tests/computed-style.ts",
    "tests/left-behind.ts",
  ],
  server: [
    "tests/mutation/worker.ts",
    "tests/patience.ts",
    "tests/server/support/setup.ts",
    "tests/left-behind.ts",
  ],
};
const DEFINE = { __APP_VERSION__: '"0"', __APP_LICENCE__: '""', __LIBRARIES__: "[]", __WASM_BYTES__: "1" };

/** Returns the exit code: 1 if an edit is not noticed and has no reason, or a reason is not needed. */
export async function run(args: readonly string[], say: (line: string) => void): Promise<number> {
  const words = args.filter((word) => !word.startsWith("--"));
  const seconds = args.find((word) => word.startsWith("--seconds="))?.split("=")[1];
  const end = seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + 1000 * Number(seconds);
  const isWanted = ({ path }: CodeModule) =>
    words.length === 0 || words.some((word) => path.startsWith(word));
  const wanted = [...codeModules(), ...serverModules()].filter(isWanted);
  if (wanted.length === 0) {
    say(`No module has a path that begins with ${words.join(" or ")}.`);
    return 1;
  }
  process.env.MUTATE = "code";
  let open = 0;
  for (const level of ["unit", "server"] as const) {
    const modules = wanted.filter((module) => module.level === level);
    if (modules.length > 0) open += await tryModules(modules, level, say, end);
  }
  return open > 0 ? 1 : 0;
}

async function tryModules(
  modules: readonly CodeModule[],
  level: CodeModule["level"],
  say: (line: string) => void,
  end: number,
): Promise<number> {
  const trial = await Trial.start(level);
  let open = 0;
  try {
    for (const module of modules)
      open += performance.now() > end ? 1 : await tryModule(module, trial, say, end);
  } finally {
    await trial.end();
  }
  return open;
}

/**
 * Returns how many edits are open, and how many reasons are not needed; 1 if the time ends before all edits are tried.
 * `end` is of `performance.now()`.
 */
async function tryModule(
  module: CodeModule,
  trial: Trial,
  say: (line: string) => void,
  end: number,
): Promise<number> {
  const { path, tests } = module;
  const source = readFileSync(resolve(ROOT, path), "utf8");
  const edits = editsOfCode(source, path);
  await trial.begin(path, tests);
  const reasons = explained[path] ?? {};
  const progress = progressOf(module);
  const { survivors } = progress;
  for (const edit of edits.slice(progress.tried)) {
    if (performance.now() > end) {
      writeProgress(module, progress);
      say(`${path}: ${progress.tried} of ${edits.length} edits are tried, ${survivors.length} not noticed`);
      return 1;
    }
    const edited = `${source.slice(0, edit.start)}${edit.text}${source.slice(edit.end)}`;
    if (!(await trial.isNoticed(edited))) survivors.push(edit.name);
    progress.tried += 1;
  }
  forgetProgress(module);
  const open = survivors.filter((name) => !(name in reasons));
  const stale = Object.keys(reasons).filter((name) => !survivors.includes(name));
  const noticed = edits.length - survivors.length;
  say(`${path}: ${noticed} of ${edits.length} edits are noticed`);
  for (const name of open) say(`  Not noticed: ${name}`);
  for (const name of stale) say(`  Needs no reason: ${name}`);
  const explainedCount = survivors.length - open.length;
  const cells = [path, edits.length, noticed, explainedCount, open.length, fingerprintOf(module)];
  writeFileSync(REPORT, withCells(readFileSync(REPORT, "utf8"), cells));
  return open.length + stale.length;
}

/** Runs tests again and again in one process, with another text for one file. Each run loads all modules again. */
class Trial {
  /** Starts with the file's own text. */
  static async start(level: CodeModule["level"]): Promise<Trial> {
    const change: Change = { path: "", file: "", text: null };
    const folder = mkdtempSync(join(tmpdir(), "mutation-"));
    const worker = join(folder, "worker");
    process.env.MUTATION_WORKER = worker;
    const kept = new KeptProcesses();
    const vitest = await createVitest(
      "test",
      {
        root: ROOT,
        config: false,
        watch: false,
        include: [`tests/${level}/**/*.test.{ts,tsx}`],
        reporters: [{}],
        pool: kept,
        isolate: false,
        maxWorkers: 1,
        bail: 1,
        setupFiles: SETUP[level],
        // The seed of tests/server/support/global-setup.ts: an edit must not meet another order of notifications.
        provide: { tipSeed: 1 },
        testTimeout: PATIENCE,
        hookTimeout: PATIENCE,
      },
      { plugins: [react(), swapping(change)], define: DEFINE },
    );
    return new Trial(vitest, change, kept, worker);
  }

  /** The fastest first. `duration` in milliseconds, without an edit. */
  #tests: { test: string; duration: number }[] = [];

  private constructor(
    readonly vitest: Vitest,
    readonly change: Change,
    readonly kept: KeptProcesses,
    /** A file with the process id of the worker. */
    readonly worker: string,
  ) {}

  /** Tells which file is edited from now on, and its tests. Throws if one of them fails already. */
  async begin(path: string, tests: readonly string[]): Promise<void> {
    this.#put(path, null);
    this.#tests = [];
    for (const test of tests) {
      const start = performance.now();
      const failure = await this.#failureOf(test, Number.POSITIVE_INFINITY);
      if (failure !== null) throw new Error(`Without an edit of ${path} fails ${failure}`);
      this.#tests.push({ test, duration: performance.now() - start });
    }
    // An edit that a test of a rule notices does not start the whole app.
    this.#tests.sort((one, other) => one.duration - other.duration);
  }

  /**
   * Whether a test fails while the file has this text. A test that fails may leave a timer or a mock: if it then fails
   * without the edit, the next run gets a new process.
   */
  async isNoticed(text: string): Promise<boolean> {
    const { path } = this.change;
    for (const { test, duration } of this.#tests) {
      const longest = LONGEST + 10 * duration;
      this.#put(path, text);
      const failure = await this.#failureOf(test, longest);
      this.#put(path, null);
      if (failure === null) continue;
      // The next edit is likely to be noticed by the same test.
      this.#tests.sort((one, other) => Number(other.test === test) - Number(one.test === test));
      if ((await this.#failureOf(test, longest)) !== null) await this.kept.end();
      return true;
    }
    return false;
  }

  /** Returns what fails in a test file, or null. `longest` in milliseconds. */
  async #failureOf(test: string, longest: number): Promise<string | null> {
    const specifications = await this.vitest.globTestSpecifications([test]);
    const end = () => process.kill(Number(readFileSync(this.worker, "utf8")), "SIGKILL");
    const stop = longest === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, longest);
    const { testModules, unhandledErrors } = await this.vitest
      .runTestSpecifications(specifications)
      .finally(() => clearTimeout(stop));
    // The result also has the modules of earlier runs.
    const module = testModules.find(({ moduleId }) => moduleId === resolve(ROOT, test));
    const [failed] = module ? [...module.children.allTests("failed")] : [];
    if (failed) return `${test}: ${failed.fullName}`;
    return module?.state() !== "passed" || unhandledErrors.length > 0 ? test : null;
  }

  async end(): Promise<void> {
    await this.vitest.close();
    await this.kept.end();
    rmSync(dirname(this.worker), { recursive: true, force: true });
  }

  #put(path: string, text: string | null): void {
    const file = resolve(ROOT, path);
    Object.assign(this.change, { path, file, text });
    this.vitest.invalidateFile(file);
    for (const { vite } of this.vitest.projects)
      for (const { moduleGraph } of Object.values(vite.environments))
        for (const known of moduleGraph.fileToModulesMap.keys())
          if (!known.includes("/node_modules/")) this.vitest.watcher.invalidates.add(known);
  }
}

interface Change {
  path: string;
  /** The same with the folder of the repository. */
  file: string;
  text: string | null;
}

function swapping(change: Change): Plugin {
  return {
    name: "swapping",
    enforce: "pre",
    load: (id) => (id.split("?", 1)[0] === change.file && change.text !== null ? change.text : undefined),
  };
}
