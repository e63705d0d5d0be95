/** The sentences of `npm run charts -- --diff <commit>`, for a chart of a door. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type AnyStateMachine, createMachine } from "xstate";
import { machinesOf } from "../../tools/charts/catalogue.ts";
import { behaviourOf } from "../../tools/charts/diff/behaviour.ts";
import { changesBetween } from "../../tools/charts/diff/changes.ts";
import { diff } from "../../tools/charts/diff/command.ts";

const states = {
  open: { on: { shut: "closed" } },
  closed: { entry: "click", on: { pull: { target: "open", guard: "isFree" }, turn: "locked" } },
  locked: { on: { turn: { target: "closed", actions: "squeak" } } },
};
const parts = {
  guards: { isFree: () => true },
  actions: { click: () => {}, squeak: () => {} },
  delays: { patience: 1000 },
};
const door = (config: object = {}, implementations: Partial<typeof parts> = {}) =>
  createMachine({ id: "door", initial: "open", states, ...config }, { ...parts, ...implementations });

const tell = (after: AnyStateMachine, before: AnyStateMachine = door()) =>
  changesBetween(behaviourOf(before), behaviourOf(after))?.sentences ?? [];

describe("11-58 two versions of a chart", () => {
  it("say nothing if they behave alike", () => {
    expect(tell(door())).toEqual([]);
    expect(tell(door({ description: "Another text." }))).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      "another target",
      { open: { on: { shut: "locked" } } },
      "`open`: `shut` now leads to `locked` instead of to `closed`.",
    ],
    [
      "another action",
      { locked: { on: { turn: { target: "closed", actions: "click" } } } },
      "`locked`: `turn` now does `click` instead of `squeak`.",
    ],
    [
      "a guard less",
      { closed: { ...states.closed, on: { pull: "open", turn: "locked" } } },
      "`closed`: `pull` now does not ask `isFree` any more.",
    ],
    [
      "a transition more",
      { open: { on: { shut: "closed", kick: "locked" } } },
      "`open`: `kick` leads to `locked`. This is new.",
    ],
    [
      "a transition less",
      { closed: { ...states.closed, on: { turn: "locked" } } },
      "`closed`: `pull`, if `isFree`, no longer leads to `open`.",
    ],
    [
      "an entry action less",
      { closed: { on: states.closed.on } },
      "`closed`: it does not do on entry: `click` any more.",
    ],
    ["a new state", { broken: { on: { mend: "open" } } }, "`broken` is new. It handles `mend`."],
  ])("tell of %s", (_, change, sentence) => {
    expect(tell(door({ states: { ...states, ...change } }))).toEqual([sentence]);
  });

  it("name a removed state, and the transitions that led there", () => {
    const { open, closed } = states;
    expect(tell(door({ states: { open, closed: { ...closed, on: { pull: closed.on.pull } } } }))).toEqual([
      "`closed`: `turn` no longer leads to `locked`.",
      "`locked` is gone.",
    ]);
  });

  it("name guards in another order", () => {
    const asked = (...guards: string[]) =>
      door({
        states: { ...states, open: { on: { shut: guards.map((guard) => ({ guard, target: "closed" })) } } },
      });
    expect(tell(asked("b", "a"), asked("a", "b"))).toEqual([
      "`open`: the guards of `shut` are asked in another order: `b`, `a`.",
    ]);
  });

  it("name changes that only the code shows", () => {
    expect(tell(door({}, { guards: { isFree: () => false }, delays: { patience: 2000 } }))).toEqual([
      "`patience` is 2000 ms instead of 1000 ms.",
      "The guard `isFree` is computed in another way.",
    ]);
    const passing = (to: number) =>
      door({
        states: { ...states, open: { on: { shut: { actions: { type: "click", params: () => to } } } } },
      });
    expect(tell(passing(2), passing(2))).toEqual([]);
    const loud = { actions: { type: "click", params: () => "loud" } };
    expect(tell(door({ states: { ...states, open: { on: { shut: loud } } } }), passing(2))).toEqual([
      "`open`: `shut` now passes other values to its guard or actions.",
    ]);
  });
});

const source = (target: string) => `
  import { createMachine } from "xstate";
  const door = createMachine({
    id: "door", initial: "open", states: { open: { on: { shut: "${target}" } }, closed: {}, locked: {} },
  });
  export const charts = { door };
`;

async function diffed(commit: string): Promise<{ code: number; told: string; drawing: () => string }> {
  // Inside this project, so that the charts find XState.
  const repository = mkdtempSync(join(process.cwd(), "node_modules", ".charts-"));
  onTestFinished(() => rmSync(repository, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: repository });
  mkdirSync(join(repository, "machines"));
  const file = join(repository, "machines", "index.mjs");
  git("init", "--quiet");
  writeFileSync(file, source("closed"));
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  writeFileSync(file, source("locked"));
  const told: string[] = [];
  const code = await diff({
    commit,
    catalogue: file,
    out: join(repository, "drawings"),
    machinesIn: async (path) => machinesOf(await import(path)),
    say: (line) => told.push(line),
  });
  return {
    code,
    told: told.join("\n"),
    drawing: () => readFileSync(join(repository, "drawings", "door.svg"), "utf8"),
  };
}

describe("11-58 the charts of a commit", () => {
  it("are compared with those on disk, in sentences and in one drawing", async () => {
    const { code, told, drawing } = await diffed("HEAD");
    expect(code).toBe(0);
    expect(told).toContain("### door\n\n- `open`: `shut` now leads to `locked` instead of to `closed`.");
    expect(told).toContain("Drawing: drawings/door.svg");
    expect(drawing()).toMatch(/class="way added" data-arrow="open&gt;locked"/);
    expect(drawing()).toMatch(/class="way removed" data-arrow="open&gt;closed"/);
  });

  it("are not found under a name that Git does not know, and nothing is left behind", async () => {
    const { code, told } = await diffed("nowhere");
    expect(code).toBe(1);
    expect(told).toBe(
      "The charts of nowhere cannot be read. Git knows no such commit here. A shallow clone has few: git fetch gets others.",
    );
  });
});
