import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import type { Machines } from "../catalogue.ts";
import { settingsIn } from "../paths/settings.ts";
import { type Edit, edited, editsOf } from "./edits.ts";
import { replacing } from "./plugin.ts";
import { type Record, recordOf, replay } from "./record.ts";
import { testsIn } from "./tests.ts";

type Load = (
  file: string,
  plugins?: readonly Plugin[],
) => Promise<{ module: Readonly<{ [name: string]: unknown }>; dependencies: readonly (string | null)[] }>;

export interface MutateOptions {
  catalogue: string;
  wantedOf(module: Readonly<{ [name: string]: unknown }>): Machines;
  load: Load;
  out: string;
  /** A command that fails if it notices an edit. Without it the paths of the machines are walked. */
  test: string | null;
  say(line: string): void;
}

interface Source {
  file: string;
  text: string;
  edits: readonly Edit[];
}

/** Says which edits of the machines' sources are noticed. Returns 1 if the sources are not right without an edit. */
export async function mutate({ test, out, say, ...project }: MutateOptions): Promise<number> {
  const sources = await sourcesOf(project);
  const check = test === null ? await byPaths(project, say) : byTests(test);
  if (check === null) {
    say(test === null ? "No machine can be walked." : `\`${test}\` fails without an edit.`);
    return 1;
  }
  const page: string[] = [];
  try {
    for (const source of sources) {
      const survivors: string[] = [];
      for (const edit of source.edits)
        if (!(await check.notices(source.file, edited(source.text, edit)))) survivors.push(edit.name);
      const noticed = source.edits.length - survivors.length;
      const counts = `${noticed} of ${source.edits.length} edits are noticed`;
      const name = relative(process.cwd(), source.file);
      say(`${name}: ${counts}`);
      for (const survivor of survivors) say(`  Not noticed: ${survivor}`);
      page.push(`## ${name}`, `${counts}.`);
      const noticedNames = source.edits.map((edit) => edit.name).filter((one) => !survivors.includes(one));
      page.push(...listed("Not noticed", survivors), ...listed("Noticed", noticedNames));
    }
  } finally {
    check.end();
  }
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "edits.md"), `${["# Edits", ...page].join("\n\n")}\n`);
  return 0;
}

function listed(title: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`### ${title}`, names.map((name) => `- \`${name}\``).join("\n")];
}

interface Check {
  /** Whether the project notices that a file has this text. */
  notices(file: string, text: string): Promise<boolean>;
  end(): void;
}

type Project = Pick<MutateOptions, "catalogue" | "wantedOf" | "load">;

/** The files of the project that make the wanted machines, and their edits. */
async function sourcesOf({ catalogue, wantedOf, load }: Project): Promise<Source[]> {
  const { module, dependencies } = await load(catalogue);
  const ids = [...wantedOf(module).values()].map(({ id }) => id);
  const files = [catalogue, ...dependencies.flatMap((file) => file ?? [])];
  return [...new Set(files)].flatMap((file) => {
    if (file.includes("/node_modules/") || !existsSync(file)) return [];
    const text = readFileSync(file, "utf8");
    const isSource = ids.some((id) => new RegExp(`\\bid: ["'\`]${id}["'\`]`).test(text));
    return isSource && text.includes("createMachine(") ? [{ file, text, edits: editsOf(text) }] : [];
  });
}

async function byPaths(
  { catalogue, wantedOf, load }: Project,
  say: MutateOptions["say"],
): Promise<Check | null> {
  const { module } = await load(catalogue);
  const records: [name: string, record: Record][] = [];
  for (const [name, machine] of wantedOf(module)) {
    try {
      records.push([name, await recordOf(machine, settingsIn(module, name))]);
    } catch (error) {
      say(`${name} cannot be walked. ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (records.length === 0) return null;
  return {
    async notices(file, text) {
      try {
        const mutants = wantedOf((await load(catalogue, [replacing(file, text)])).module);
        for (const [name, record] of records) {
          const mutant = mutants.get(name);
          if (!mutant || !(await replay(record, mutant))) return true;
        }
        return false;
      } catch {
        return true;
      }
    },
    end() {},
  };
}

function byTests(command: string): Check | null {
  const tests = testsIn(process.cwd(), command);
  if (!tests.pass()) {
    tests.remove();
    return null;
  }
  return {
    async notices(file, text) {
      return !tests.pass({ file, text });
    },
    end: () => tests.remove(),
  };
}
