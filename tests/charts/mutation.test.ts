/**
 * The mutation score of the charts, by tables and paths or by plain tests alone. `npm run test:all` tries a mutant of
 * every chart that has no open survivor in docs/mutation.md, and names the rows there that are older than their chart.
 * These commands try more, and write the result into that file unless they try a part only:
 *
 *     npm run test:mutation                     every mutant of every chart: about an hour
 *     MUTATE=session,outbox npm run test:mutation
 *     MUTATE=groupCall MUTATE_PART=1/4 npm run test:mutation
 *     MUTATE=groupCall MUTATE_EDITS="isRival|joining" npm run test:mutation       edits with such a name
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ChartName, charts } from "../../machines/index.ts";
import { chosenCharts } from "./chosen-charts.ts";
import { type Score, scoreOf, survivorsOfSample } from "./mutation.ts";
import { type Row, rowsIn, withRow } from "./mutation-rows.ts";
import { fingerprintOf } from "./source-fingerprint.ts";
import { survivors } from "./survivors.ts";

const wanted = process.env.MUTATE;
const [part = 1, parts = 1] = (process.env.MUTATE_PART ?? "1/1").split("/").map(Number);
const pattern = new RegExp(process.env.MUTATE_EDITS ?? "");
const isWhole = parts === 1 && process.env.MUTATE_EDITS === undefined;
const names = Object.keys(charts) as ChartName[];

/** Milliseconds, enough for the largest chart on a busy machine. */
const PATIENCE = 120 * 60_000;

/** Mutants of each chart in a normal test run. */
const SAMPLE = 1;

const REPORT = "docs/mutation.md";
const readReport = () => readFileSync(REPORT, "utf8");

describe.skipIf(wanted)("11-12 a sample of each chart's mutants", () => {
  const settled = names.filter((name) => (rowOf(name)?.open ?? 0) === 0);
  it.each(settled)("is noticed: %s", async (name) => {
    expect(await survivorsOfSample(name, SAMPLE, survivors[name])).toEqual([]);
  });

  it("names rows that are older than their chart", () => {
    const older = names.filter((name) => rowOf(name)?.source !== fingerprintOf(name));
    if (older.length > 0) console.info(`Rows of ${REPORT} older than their chart: ${older.join(", ")}`);
    const joined = names.filter((name) => ![undefined, fingerprintOf(name)].includes(joinedSourceOf(name)));
    if (joined.length > 0)
      console.info(`Joined scores of ${REPORT} older than their chart: ${joined.join(", ")}`);
  });
});

describe.runIf(wanted)("mutants", () => {
  it.each(chosenCharts(wanted, names))(
    "of %s are noticed, or have a reason",
    async (name) => {
      const isTried = (edit: string, index: number) => index % parts === part - 1 && pattern.test(edit);
      const score = await scoreOf(name, survivors[name] ?? {}, isTried, (survivor) =>
        console.info(`${name}: nothing notices "${survivor}"`),
      );
      if (isWhole) report(name, score);
      console.info(`${name}: ${score.noticed} of ${score.total} mutants noticed`);
      expect(score.unexplained.join("\n")).toBe("");
      expect(score.stale.join("\n")).toBe("");
    },
    PATIENCE,
  );
});

function rowOf(name: ChartName): Row | undefined {
  return rowsIn(readReport()).get(name);
}

function joinedSourceOf(name: ChartName): string | undefined {
  return rowOf(name)?.joined?.source;
}

/** Writes a chart's row. What the joined charts noticed stays in it. */
function report(name: ChartName, { noticed, total, unexplained }: Score): void {
  const open = unexplained.length;
  const joined = rowOf(name)?.joined ?? null;
  const explained = total - noticed - open;
  const row: Row = { edits: total, noticed, explained, open, source: fingerprintOf(name), joined };
  writeFileSync(REPORT, withRow(readReport(), name, row));
}
