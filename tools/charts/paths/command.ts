import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyStateMachine, AnyTransitionDefinition } from "xstate";
import { type Machines, machinesOf } from "../catalogue.ts";
import { eventLabel, guardLabel } from "../draw/labels.ts";
import { type AnyPath, findPaths } from "./find.ts";
import { sentenceOf } from "./sentences.ts";
import { type PathSettings, settingsIn, tableIn } from "./settings.ts";
import { allLeaves, leavesOf, transitionsOf } from "./structure.ts";
import { countOf, differences, type Leads } from "./transition-table.ts";
import { Walker, withoutChildren } from "./walk.ts";

export interface PathsOptions {
  machines: Machines;
  /** The module that exports the machines. By their names it may export `paths`, their settings, and `tables`. */
  module: Readonly<Record<string, unknown>>;
  out: string;
  say(line: string): void;
}

/**
 * Walks the paths of each machine, and writes them. Returns 1 if a path ends elsewhere than it should, or if a machine
 * differs from its table.
 */
export async function paths({ machines, module, out, say }: PathsOptions): Promise<number> {
  mkdirSync(out, { recursive: true });
  let code = 0;
  for (const name of namesWithoutMachine(module)) {
    say(`There is no machine for the table of "${name}".`);
    code = 1;
  }
  for (const [name, machine] of machines) {
    try {
      const report = await reportOf(machine, settingsIn(module, name), tableIn(module, name));
      writeFileSync(join(out, `${name}.paths.md`), pageOf(name, report));
      say(`${name}: ${countsOf(report)}`);
      for (const line of report.refused) say(`  Left out: ${line}`);
      for (const line of report.unreached) say(`  Not reached: ${line}`);
      for (const line of report.problems) say(`  WRONG: ${line}`);
      for (const line of report.contradictions) say(`  NOT AS THE TABLE SAYS: ${line}`);
      if (report.problems.length > 0 || report.contradictions.length > 0) code = 1;
    } catch (error) {
      say(`${name} cannot be walked. ${error instanceof Error ? error.message : String(error)}`);
      code = 1;
    }
  }
  return code;
}

interface PathsReport {
  sentences: readonly string[];
  /** States and transitions that no path reaches. */
  unreached: readonly string[];
  problems: readonly string[];
  /** Entries of the table; null without a table. */
  decisions: number | null;
  /** Differences from the table. */
  contradictions: readonly string[];
  states: readonly [reached: number, all: number];
  transitions: readonly [taken: number, all: number];
  isBounded: boolean;
  /** Events and answers that are left out, with the reason. */
  refused: readonly string[];
}

function namesWithoutMachine(module: PathsOptions["module"]): string[] {
  const { tables } = module;
  const machines = machinesOf(module);
  return Object.keys(typeof tables === "object" && tables !== null ? tables : {}).filter(
    (name) => !machines.has(name),
  );
}

async function reportOf(
  machine: AnyStateMachine,
  settings: PathSettings,
  table: Leads<AnyStateMachine> | null,
): Promise<PathsReport> {
  const quiet = withoutChildren(machine);
  const found = findPaths(quiet, settings);
  const taken = new Set<string>();
  const reached = new Set<string>();
  const problems: string[] = [];
  for (const path of found.paths) {
    const walker = new Walker(quiet, settings.input);
    const problem = await problemOf(path, walker, reached);
    if (problem !== null) problems.push(`${wordsOf(path)}: ${problem}`);
    for (const key of walker.taken) taken.add(key);
  }
  const [leaves, transitions] = [allLeaves(quiet), [...transitionsOf(quiet)]];
  const missed = transitions.filter(([key]) => !taken.has(key));
  const unreached = leaves.filter((leaf) => !reached.has(leaf));
  return {
    sentences: found.paths.map(wordsOf),
    unreached: [
      ...unreached.map((leaf) => `the state \`${leaf}\``),
      ...missed.map(([, transition]) => transitionInWords(transition)),
    ],
    problems,
    decisions: table && countOf(table),
    contradictions: table
      ? [
          ...new Set(
            differences({ leads: table, machine: quiet, specs: found.specs, wordsOf: keyOf(settings) }),
          ),
        ]
      : [],
    states: [leaves.length - unreached.length, leaves.length],
    transitions: [transitions.length - missed.length, transitions.length],
    isBounded: found.isBounded,
    refused: [...found.refused].map(([label, error]) => `\`${label}\`. ${error.replace(/\s+/g, " ")}`),
  };
}

/** Walks a path to its end. Returns the first difference from what the graph says, or null. */
async function problemOf(path: AnyPath, walker: Walker, reached: Set<string>): Promise<string | null> {
  let words = "at the start";
  try {
    const begin = await walker.start();
    const points = [{ label: "", is: begin, should: leavesOf(path.start) }];
    const differs = () => {
      const [{ is, should } = { is: begin, should: [] }] = points.slice(-1);
      for (const leaf of is.leaves) reached.add(leaf);
      return String(is.leaves) === String(should)
        ? null
        : `${words} it is in ${is.leaves.join(" and ")} instead of ${should.join(" and ")}`;
    };
    let problem = differs();
    for (const { label, event, after } of path.steps) {
      if (problem !== null) break;
      words = `after \`${label}\``;
      points.push({ label, is: await walker.step(event), should: leavesOf(after) });
      problem = differs();
    }
    return problem;
  } catch (error) {
    return `${words}: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    walker.stop();
  }
}

function wordsOf({ start, steps }: AnyPath): string {
  return sentenceOf({
    begins: { states: leavesOf(start) },
    steps: steps.map(({ label, after }) => ({ label, states: leavesOf(after) })),
    isOver: (steps.at(-1)?.after ?? start).status === "done",
  });
}

function transitionInWords({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const condition = guardLabel(guard);
  const targets = (target ?? []).map(({ path }) => `\`${path.join(".")}\``).join(", ");
  return [
    `\`${eventLabel(eventType)}\``,
    source.path.length > 0 ? ` in \`${source.path.join(".")}\`` : "",
    targets === "" ? "" : ` to ${targets}`,
    condition === null ? "" : `, if \`${condition}\``,
  ].join("");
}

/** Lines tell of the context only what the settings name: a whole one is long. */
function keyOf({ key }: PathSettings): (snapshot: { context: unknown }) => string {
  return ({ context }) => key?.(context) ?? "";
}

function countsOf({ sentences, states, transitions, decisions }: PathsReport): string {
  const parts = [
    `${states.join(" of ")} states`,
    `${transitions.join(" of ")} transitions`,
    ...(decisions === null ? [] : [`${decisions} ${decisions === 1 ? "decision" : "decisions"}`]),
  ];
  return `${sentences.length} ${sentences.length === 1 ? "path" : "paths"}, ${parts.join(", ")}`;
}

function pageOf(name: string, report: PathsReport): string {
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");
  return `${[
    `# Paths of ${name}`,
    `${countsOf(report)}.`,
    ...(report.isBounded
      ? [
          "The context has too many values to try all. The paths are from the situations nearest to the start, and from those that differ in the transitions that events take.",
        ]
      : []),
    list(report.sentences),
    ...(report.refused.length > 0 ? ["## Left out", list(report.refused)] : []),
    ...(report.unreached.length > 0 ? ["## Not reached", list(report.unreached)] : []),
    ...(report.problems.length > 0 ? ["## Wrong", list(report.problems)] : []),
    ...(report.contradictions.length > 0 ? ["## Not as the table says", list(report.contradictions)] : []),
  ].join("\n\n")}\n`;
}
