/** The tools of `tools/charts`, packed and installed in a project that knows nothing of Parley. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ROOT } from "./source-files.ts";

const DOOR = `
import { createMachine } from "xstate";

export const door = createMachine({
  id: "door",
  initial: "open",
  states: {
    open: { on: { shut: "closed" } },
    closed: { on: { pull: "open", turn: "locked" } },
    locked: { description: "Needs the key.", on: { turn: "closed" } },
  },
});
`;

const WINDOW = `
import { createMachine } from "xstate";

export const window = createMachine({
  id: "window",
  initial: "shut",
  states: { shut: { on: { push: "open", tilt: "tilted" } }, open: { on: { pull: "shut" } }, tilted: {} },
});
`;

/** The project's own test. It never tilts the window. */
const CHECK = `
import { createActor } from "xstate";
import { window } from "./src/window.mjs";

const actor = createActor(window).start();
actor.send({ type: "push" });
if (actor.getSnapshot().value !== "open") process.exit(1);
actor.send({ type: "pull" });
if (actor.getSnapshot().value !== "shut") process.exit(1);
`;

/** A wind may tilt the window, and then nothing shuts it. */
const WORLDS = `
import { createActor } from "xstate";
import { window } from "./window.mjs";

function create() {
  const actor = createActor(window).start();
  const at = () => actor.getSnapshot().value;
  const step = (says, type, costs) => ({ says, costs, run: () => actor.send({ type }) });
  return {
    at,
    usual: () => (at() === "open" ? step("a hand pulls", "pull") : null),
    others: () =>
      at() === "shut" ? [step("a hand pushes", "push", "push"), step("the wind blows", "tilt", "wind")] : [],
    state: at,
  };
}

const eventually = { "it is shut": ({ at }) => (at() === "shut" ? null : "It is " + at()) };
const sometimes = { "it is open": ({ at }) => at() === "open" };
const claims = { eventually, sometimes };

export const worlds = {
  calm: { bounds: { push: 2 }, create, claims },
  windy: { bounds: { push: 2, wind: 1 }, create, claims },
};
`;

/** The table does not know that a window can be tilted. */
const TABLE = `
export { window } from "./window.mjs";

export const tables = { window: { shut: { push: "open" }, open: { pull: "shut" }, tilted: {} } };
`;

const APP = `
import { createActor } from "xstate";
import { createInspector } from "parley-charts/sender";
import { window } from "./window.mjs";

const inspect = createInspector({ name: "house", port: Number(process.argv[2]) });
const actor = createActor(window, { inspect }).start();
actor.send({ type: "push", password: "sesame" });
`;

/** What the tools need of the project, or of the project's own packages. */
const PEERS = ["xstate", "@xstate/graph", "vite", "elkjs", "valibot"];

let project = "";
let cache = "";

const inProject = (...path: string[]) => join(project, ...path);

function npm(folder: string, ...words: string[]): string {
  return execFileSync(
    "npm",
    [...words, "--offline", "--no-audit", "--no-fund", "--loglevel=error", "--cache", cache],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
}

function charts(...words: string[]): { code: number | null; told: string } {
  const command = inProject("node_modules", ".bin", "parley-charts");
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: project, encoding: "utf8" });
  return { code: status, told: `${stdout}${stderr}` };
}

/** Reads a stream until its text has a match. */
async function told(
  stream: AsyncIterable<Uint8Array> | Iterable<never>,
  wanted: RegExp,
): Promise<RegExpExecArray> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of stream) {
    text += decoder.decode(part, { stream: true });
    const found = wanted.exec(text);
    if (found) return found;
  }
  throw new Error(`It ends without ${wanted}: ${text}`);
}

function git(...words: string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd: project });
}

beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "foreign-")));
  cache = mkdtempSync(join(tmpdir(), "cache-"));
  mkdirSync(inProject("src"));
  writeFileSync(inProject("package.json"), JSON.stringify({ name: "doors", private: true, type: "module" }));
  writeFileSync(inProject("src", "door.ts"), DOOR);
  writeFileSync(inProject("src", "machines.ts"), 'export { door } from "./door.ts";\n');
  writeFileSync(inProject("src", "window.mjs"), WINDOW);
  writeFileSync(inProject("src", "worlds.mjs"), WORLDS);
  writeFileSync(inProject("src", "table.mjs"), TABLE);
  writeFileSync(inProject("src", "app.mjs"), APP);
  writeFileSync(inProject("check.mjs"), CHECK);
  writeFileSync(inProject(".gitignore"), "node_modules\n");
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  npm(join(ROOT, "tools/charts"), "pack", "--pack-destination", project);
  const [tarball = ""] = readdirSync(project).filter((name) => name.endsWith(".tgz"));
  // The peers are installed already, as links.
  npm(project, "install", "--legacy-peer-deps", `./${tarball}`);
  for (const name of PEERS) {
    const link = inProject("node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link, "junction");
  }
});

afterAll(() => {
  for (const folder of [project, cache]) rmSync(folder, { recursive: true, force: true });
});

describe("11-17 a project that installed the tools", () => {
  it("draws its machines", () => {
    const { code, told } = charts("draw", "src/machines.ts", "docs", "--overview", "Doors");
    expect(told).toContain("1 machine is drawn");
    expect(code).toBe(0);
    expect(readdirSync(inProject("docs")).sort()).toEqual(["door.md", "door.svg", "doors.svg"]);
    expect(readFileSync(inProject("docs", "door.md"), "utf8")).toContain(
      "| `locked` |  | Needs the key. |  |",
    );
    expect(readFileSync(inProject("docs", "door.svg"), "utf8")).toContain('data-arrow="open&gt;closed"');
  });

  it("compares their behaviour with a commit", () => {
    writeFileSync(inProject("src", "door.ts"), DOOR.replace('shut: "closed"', 'shut: "locked"'));
    const { code, told } = charts("diff", "src/machines.ts", "changes", "--since", "HEAD");
    writeFileSync(inProject("src", "door.ts"), DOOR);
    expect(told).toContain("- `open`: `shut` now leads to `locked` instead of to `closed`.");
    expect(code).toBe(0);
    expect(readdirSync(inProject("changes"))).toEqual(["door.svg"]);
  });

  it("walks their paths", () => {
    const { code, told } = charts("paths", "src/machines.ts", "paths");
    expect({ code, told }).toEqual({ code: 0, told: "door: 2 paths, 3 of 3 states, 4 of 4 transitions\n" });
    expect(readFileSync(inProject("paths", "door.paths.md"), "utf8")).toContain("then turn twice");
  });

  it("fails if a machine differs from its transition table", () => {
    const { code, told } = charts("paths", "src/table.mjs", "paths");
    expect(code).toBe(1);
    expect(told.split("\n")).toEqual([
      "window: 2 paths, 3 of 3 states, 3 of 3 transitions, 2 decisions",
      '  NOT AS THE TABLE SAYS: in shut: "tilt" leads to tilted instead of shut',
      "",
    ]);
  });

  it("shows the machines of its app while they run", async () => {
    const command = inProject("node_modules", ".bin", "parley-charts");
    const inspector = spawn(command, ["inspect", "src/window.mjs", "--port", "0"], { cwd: project });
    onTestFinished(() => void inspector.kill());
    // Up to its last line: the stream ends with the match, and a command that writes on would end too.
    const [, address = ""] = await told(inspector.stdout, /(http:\S+:\d+\/)\n.*Ctrl\+C/);
    const read = async (path: string) => (await fetch(new URL(path, address))).text();
    const [script = ""] = /[\w./-]+\.js/.exec(await read("/")) ?? [];
    expect(await read(script)).toContain("EventSource");
    expect(await read("/drawings/window.svg")).toContain('data-arrow="shut&gt;open"');

    const { body } = await fetch(new URL("/watch?inspector=me", address));
    const app = spawn(process.execPath, ["src/app.mjs", new URL(address).port], { cwd: project });
    const [text] = await told(body ?? [], /.*"type":"charts\.closed"/s);
    expect(text).toContain('"name":"house"');
    expect(text).toContain('"type":"push","password":"•••"');
    expect(text).toContain('"source":"shut","target":"open"');
    expect(text).toContain('"value":"open"');
    if (app.exitCode === null) await once(app, "exit");
    expect(app.exitCode).toBe(0);

    inspector.kill();
    const [code] = await once(inspector, "exit");
    expect(code).toBe(0);
  });

  it("edits their sources, and says what the paths and the project's own tests notice", () => {
    expect(charts("mutate", "src/machines.ts", "edits")).toEqual({
      code: 0,
      told: "src/door.ts: 8 of 8 edits are noticed\n",
    });
    const { code, told } = charts("mutate", "src/window.mjs", "edits", "--test", "node check.mjs");
    expect(code).toBe(0);
    expect(told.split("\n")).toEqual([
      "src/window.mjs: 4 of 6 edits are noticed",
      "  Not noticed: shut on tilt: drop",
      "  Not noticed: shut on tilt: lead to shut",
      "",
    ]);
    expect(readFileSync(inProject("src", "window.mjs"), "utf8")).toBe(WINDOW);
  });

  it("explores its worlds, and tells the smallest run that breaks a claim", () => {
    const { code, told } = charts("explore", "src/worlds.mjs", "explored");
    expect(code).toBe(1);
    expect(told.split("\n")).toEqual([
      expect.stringMatching(/^calm: 2 states, \d+ choices, \d+ runs$/),
      expect.stringMatching(/^windy: 3 states, \d+ choices, \d+ runs$/),
      "  BROKEN: it is shut. It is tilted",
      "    1. **the wind blows**",
      "",
    ]);
    expect(readdirSync(inProject("explored"))).toEqual(["windy.broken.md"]);
  });
});
