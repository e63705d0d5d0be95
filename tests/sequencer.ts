import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { TestSequencer, TestSpecification, Vitest } from "vitest/node";

/** Files without a browser that take long. A clean clone knows no times, and Vitest would start its largest files first. */
const LONG_WITHOUT_BROWSER =
  /[\\/](?:explore|pair|process)[\\/]|[\\/]charts[\\/](?:tests[\\/]mutate|foreign-project|sentences)\./;

/** Browser tests with calls, the longest first. Pages that encode and decode media need most of a processor each. */
const CALLS = ["calls-endings", "calls-media", "group-calls", "duo", "firefox", "push", "voice", "push-acts"];
/** Other browser tests that take longer than their size suggests. */
const LONG = ["hostile", "shares", "burning", "scan"];

/**
 * Vitest's order, with the files of one environment in a row and long files first, so that none of them runs alone at
 * the end. A worker runs a further file only if that file has the environment of the worker. In Vitest's order most
 * files of the project "unit" would start a new worker, which loads everything again. Browser tests with calls are
 * spread, because three of them at once would make media late.
 *
 * With `--sequence.seed <number>` the files of each environment run in a random order. Together with `--no-file-parallelism`
 * this finds what a file leaves behind for the next files of its process.
 */
export class ByEnvironment implements TestSequencer {
  constructor(readonly vitest: Vitest) {}

  async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.vitest.config.sequence;
    const isShuffled = seed !== undefined;
    const inOrder = isShuffled
      ? shuffled(specifications, seed)
      : spread(await (await this.#usual()).sort(specifications));
    const groups = new Map<string, TestSpecification[]>();
    for (const specification of inOrder) {
      const group = `${specification.project.name} ${await environmentOf(specification)}`;
      groups.set(group, [...(groups.get(group) ?? []), specification]);
    }
    const isLong = ({ moduleId }: TestSpecification) => !isShuffled && LONG_WITHOUT_BROWSER.test(moduleId);
    return [...groups.values()].flatMap((files) => [
      ...files.filter(isLong),
      ...files.filter((file) => !isLong(file)),
    ]);
  }

  async shard(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return (await this.#usual()).shard(specifications);
  }

  /** Loaded here, because the configuration is also that of the app. */
  async #usual(): Promise<TestSequencer> {
    const { BaseSequencer } = await import("vitest/node");
    return new BaseSequencer(this.vitest);
  }
}

/** Returns the files in an order that depends only on the seed and their paths. */
function shuffled(specifications: readonly TestSpecification[], seed: number): TestSpecification[] {
  const placeOf = ({ moduleId }: TestSpecification) =>
    createHash("sha256").update(`${seed} ${moduleId}`).digest("hex");
  return specifications.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/** After each browser test with calls come three without, as long as there are any. */
function spread(specifications: readonly TestSpecification[]): TestSpecification[] {
  const nameOf = ({ moduleId }: TestSpecification) =>
    /[\\/]e2e[\\/]([\w-]+)\.test\.ts$/.exec(moduleId)?.[1] ?? "";
  const named = (names: readonly string[]) =>
    names.flatMap((name) => specifications.filter((one) => nameOf(one) === name));
  const [calls, long] = [named(CALLS), named(LONG)];
  const others = specifications.filter((one) => !calls.includes(one) && !long.includes(one));
  const isBrowser = (one: TestSpecification) => nameOf(one) !== "";
  const quiet = [...long, ...others.filter(isBrowser)];
  const spreadOut = calls.flatMap((one, index) => [one, ...quiet.slice(3 * index, 3 * index + 3)]);
  return [...others.filter((one) => !isBrowser(one)), ...spreadOut, ...quiet.slice(3 * calls.length)];
}

async function environmentOf({ moduleId, project }: TestSpecification): Promise<string> {
  const source = await readFile(moduleId, "utf8");
  return /@vitest-environment ([\w-]+)/.exec(source)?.[1] ?? project.config.environment;
}
