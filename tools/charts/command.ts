/** The command of these tools: `parley-charts <tool> <catalogue> <folder>`. */
import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Plugin } from "vite";
import { machinesOf, only } from "./catalogue.ts";
import { diff } from "./diff/command.ts";
import { draw } from "./draw/command.ts";
import { exploreWorlds } from "./explore/command.ts";
import { worldsIn } from "./explore/world.ts";
import { inspect } from "./inspect/command.ts";
import { mutate } from "./mutate/command.ts";
import { paths } from "./paths/command.ts";

export interface Surroundings {
  /** Imports a module of the project; `dependencies` are the files that it imports. */
  load(file: string, plugins?: readonly Plugin[]): Promise<Loaded>;
  say(line: string): void;
  /** Ends a tool that runs until it is ended. */
  signal?: AbortSignal;
}

export interface Loaded {
  module: Record<string, unknown>;
  dependencies: readonly string[];
}

const USAGE = `parley-charts <tool> <catalogue> <folder>

The catalogue is a module that exports machines. What a tool writes goes to the folder.

  draw   a drawing and a table of each machine
           --overview <name>   draws also which machine runs which
           --pictures <file>   shows the pictures of states that the file names
  diff   what changed in the behaviour of each machine since a commit, in sentences and drawings
           --since <commit>    main, if it is left out
  paths  paths over every transition, as sentences, each walked on an actor
  mutate edits the sources of the machines in one place at a time, and says what the paths notice
           --test <command>    asks a command in a copy of this folder instead of the paths
  explore  tries every run of the worlds that the module exports, within their bounds
           --runs <number>     the most runs of a world, 100000 if it is left out
  inspect  shows the machines of running apps, at an address of this machine; writes nothing, and needs no folder
           --port <number>     4973, if it is left out

--only <names> takes a part of the machines, with commas between the names.`;

const TOOLS: readonly string[] = ["draw", "diff", "paths", "mutate", "explore", "inspect"];
const MORE = "parley-charts --help says more.";

/** Runs a tool. Returns the exit code: 1 if the tool finds something wrong, 2 if it cannot run. */
export async function run(words: readonly string[], { load, say, signal }: Surroundings): Promise<number> {
  try {
    const { values, positionals } = parsed(words);
    if (values.help) {
      say(USAGE);
      return 0;
    }
    const { tool, catalogue, folder } = given(positionals);
    if (values.test === "") throw new Error("--test needs a command.");
    const file = realpathSync(resolve(catalogue));
    const out = resolve(folder);
    const names = values.only.split(",").filter(Boolean);
    const wantedOf = (module: Record<string, unknown>) => only(machinesOf(module), names);
    const machinesIn = async (path: string) => wantedOf((await load(path)).module);
    switch (tool) {
      case "draw":
        return await draw({
          machines: await machinesIn(file),
          out,
          overview: values.overview ?? null,
          pictures: values.pictures === undefined ? null : resolve(values.pictures),
          say,
        });
      case "diff":
        return await diff({ commit: values.since, catalogue: file, out, machinesIn, say });
      case "paths": {
        const { module } = await load(file);
        return await paths({ machines: wantedOf(module), module, out, say });
      }
      case "mutate":
        return await mutate({ catalogue: file, wantedOf, load, out, test: values.test ?? null, say });
      case "explore": {
        const worlds = only(worldsIn((await load(file)).module), names, "world");
        return await exploreWorlds({ worlds, out, runs: countIn(values.runs, "runs"), say });
      }
      case "inspect": {
        const machines = await machinesIn(file);
        const port = values.port === "0" ? 0 : countIn(values.port, "a port", 65_535);
        return await inspect({ machines, port, say, signal: signal ?? new AbortController().signal });
      }
      default:
        throw new Error(USAGE);
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        overview: { type: "string" },
        pictures: { type: "string" },
        since: { type: "string", default: "main" },
        only: { type: "string", default: "" },
        test: { type: "string" },
        runs: { type: "string", default: "100000" },
        port: { type: "string", default: "4973" },
      },
    });
  } catch (error) {
    // Node also tells how to write a file whose name begins with a hyphen.
    const [problem = ""] = error instanceof Error ? error.message.split(". To specify") : [];
    throw new Error(`${problem}. ${MORE}`);
  }
}

/** @throws Error that names what is missing or wrong */
function given(words: readonly string[]): { tool: string; catalogue: string; folder: string } {
  const [tool, catalogue, folder = tool === "inspect" ? "." : undefined, ...rest] = words;
  if (tool === undefined) throw new Error(USAGE);
  if (!TOOLS.includes(tool)) throw new Error(`There is no tool "${tool}". There are: ${TOOLS.join(", ")}.`);
  if (catalogue === undefined) throw new Error(`${tool} needs a module that exports machines. ${MORE}`);
  if (!existsSync(catalogue)) throw new Error(`There is no file ${catalogue}.`);
  if (folder === undefined) throw new Error(`${tool} needs a folder for what it writes. ${MORE}`);
  if (rest.length > 0) throw new Error(`${rest.join(" ")} is more than ${tool} takes. ${MORE}`);
  return { tool, catalogue, folder };
}

function countIn(text: string, what: string, most = Number.MAX_SAFE_INTEGER): number {
  if (!/^[1-9]\d*$/.test(text) || Number(text) > most) throw new Error(`"${text}" is no number of ${what}.`);
  return Number(text);
}
