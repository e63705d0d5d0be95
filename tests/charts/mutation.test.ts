/**
 * The mutation score of the charts, by tables and paths or by plain tests alone. `npm run test:all` tries a few mutants of every chart
 * that has no open survivor in docs/mutation.md. These commands try more and write the result into that file:
 *
 *     npm run test:mutation                     every mutant of every chart: about an hour
 *     MUTATE=session,outbox npm run test:mutation
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ChartName, charts } from "../../machines/index.ts";
import { type Score, scoreOf, survivorsOfSample } from "./mutation.ts";
import { survivors } from "./survivors.ts";

const wanted = process.env.MUTATE;
const names = Object.keys(charts) as ChartName[];

/** Milliseconds, enough for the largest chart on a busy machine. */
const PATIENCE = 120 * 60_000;

/** Mutants of each chart in a normal test run. */
const SAMPLE = 1;

const REPORT = "docs/mutation.md";
const readReport = () => readFileSync(REPORT, "utf8");

describe.skipIf(wanted)("11-12 a sample of each chart's mutants", () => {
  const settled = names.filter((name) => new RegExp(`^\\| ${name} \\|.*\\| 0 \\|$`, "m").test(readReport()));
  it.each(settled)("is noticed: %s", async (name) => {
    expect(await survivorsOfSample(name, SAMPLE, survivors[name])).toEqual([]);
  });
});

describe.runIf(wanted)("mutants", () => {
  it.each(names.filter((name) => wanted === "all" || wanted?.split(",").includes(name)))(
    "of %s are noticed, or have a reason",
    async (name) => {
      const score = await scoreOf(name, survivors[name]);
      report(name, score);
      console.info(
        [`${name}: ${score.noticed} of ${score.total} mutants noticed`, ...score.unexplained].join("\n  "),
      );
      expect(score.unexplained.join("\n")).toBe("");
      expect(score.stale.join("\n")).toBe("");
    },
    PATIENCE,
  );
});

/** Writes a chart's row. The rows of other charts stay as they are. */
function report(name: ChartName, { noticed, total, unexplained }: Score): void {
  const row = `| ${name} | ${total} | ${noticed} | ${total - noticed - unexplained.length} | ${unexplained.length} |`;
  const rows = readReport()
    .split("\n")
    .filter((line) => !line.startsWith(`| ${name} |`));
  const head = rows.findIndex((line) => line.startsWith("|---"));
  const table = rows.slice(head + 1).filter((line) => line.startsWith("|"));
  writeFileSync(REPORT, [...rows.slice(0, head + 1), ...[...table, row].sort(), ""].join("\n"));
}
