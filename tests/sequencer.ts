import { readFile } from "node:fs/promises";
import type { TestSequencer, TestSpecification, Vitest } from "vitest/node";

/** Folders of files that take long. A clean clone knows no times, and Vitest would start its largest files first. */
const LONG =
  /[\\/](?:explore|pair|process)[\\/]|[\\/]charts[\\/](?:tests[\\/]mutate|foreign-project|sentences)\./;

/**
 * Vitest's order, with the files of one environment in a row and long files first. A worker runs a further file only if
 * that file has the environment of the worker. In Vitest's order most files of the project "unit" would start a new
 * worker, which loads everything again.
 */
export class ByEnvironment implements TestSequencer {
  constructor(readonly vitest: Vitest) {}

  async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = await (await this.#usual()).sort(specifications);
    const groups = new Map<string, TestSpecification[]>();
    for (const specification of inOrder) {
      const group = `${specification.project.name} ${await environmentOf(specification)}`;
      groups.set(group, [...(groups.get(group) ?? []), specification]);
    }
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
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

async function environmentOf({ moduleId, project }: TestSpecification): Promise<string> {
  const source = await readFile(moduleId, "utf8");
  return /@vitest-environment ([\w-]+)/.exec(source)?.[1] ?? project.config.environment;
}
