import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { TestError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";
import { type ChartName, charts } from "../../../machines/index.ts";
import type { CountedWalks } from "../../../src/inspector/tested.ts";
import { fingerprintOf } from "../../charts/source-fingerprint.ts";
import { readScores } from "./mutation-scores.ts";
import {
  chartLine,
  failureLines,
  headLine,
  type Outcome,
  type Paint,
  type PathFailure,
  totalLine,
} from "./table.ts";
import type { ChartReport } from "./told.ts";

export class PathsReporter implements Reporter {
  readonly outcomes: Outcome[] = [];
  #errors = 0;
  readonly #scores = readScores(
    readFileSync("docs/mutation.md", "utf8"),
    (chart, fingerprint) => isChart(chart) && fingerprintOf(chart) === fingerprint,
  );

  constructor(
    readonly say: (line: string) => void,
    readonly paint: Paint,
  ) {}

  /** True also if nothing ran. */
  get hasFailed(): boolean {
    const isBroken = this.outcomes.some(({ report, pathFailures }) => !report || pathFailures.length > 0);
    return isBroken || this.#errors > 0 || this.outcomes.length === 0;
  }

  /** The numbers of the charts whose paths were all walked. */
  get walks(): Record<string, CountedWalks> {
    const walked = this.outcomes.filter(({ pathFailures }) => pathFailures.length === 0);
    return Object.fromEntries(
      walked.flatMap(({ chart, report }) => (report?.walks ? [[chart, report.walks]] : [])),
    );
  }

  onTestRunStart(): void {
    // Each run of `--watch` is a report of its own.
    this.outcomes.length = 0;
    this.say(headLine(this.paint));
  }

  onTestModuleEnd(module: TestModule): void {
    const reports = new Map<string, ChartReport>(
      (module.meta().charts ?? []).map((report) => [report.chart, report]),
    );
    const failed = pathFailuresOf(module);
    for (const chart of new Set([...reports.keys(), ...failed.keys()])) {
      const outcome = {
        chart,
        report: reports.get(chart) ?? null,
        score: this.#scores.get(chart),
        pathFailures: failed.get(chart) ?? [],
      };
      this.outcomes.push(outcome);
      this.say(chartLine(outcome, this.paint));
    }
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly { message: string }[]): void {
    this.say(totalLine(this.outcomes, this.paint));
    this.say("");
    for (const line of failureLines(this.outcomes, this.paint)) this.say(line);
    this.#errors = errors.length;
    for (const { message } of errors) this.say(this.paint("red", message));
  }
}

function isChart(name: string): name is ChartName {
  return Object.hasOwn(charts, name);
}

function pathFailuresOf(module: TestModule): Map<string, PathFailure[]> {
  const failed = new Map<string, PathFailure[]>();
  const add = (chart: string, pathFailure: PathFailure) =>
    failed.set(chart, [...(failed.get(chart) ?? []), pathFailure]);
  const room = module.relativeModuleId.replace(/^.*\/|\.paths\.test\.ts$/g, "");
  for (const error of module.errors())
    add(room, { suite: "the file", name: "did not run", message: wordsOf(error) });
  for (const test of module.children.allTests("failed")) {
    const [chart = room, suite = ""] = test.parent.type === "suite" ? test.parent.name.split(": ") : [];
    add(chart, {
      suite,
      name: test.name,
      message: (test.result().errors ?? []).map(wordsOf).join("\n"),
    });
  }
  return failed;
}

/**
 * If the expected text is empty, the actual text says everything. Otherwise the diff is added. An error that is no
 * difference from a table has the place in the chart or its model where it was thrown.
 */
export function wordsOf({
  name,
  message,
  actual,
  expected,
  diff,
  stacks,
}: Pick<TestError, "name" | "message" | "actual" | "expected" | "diff" | "stacks">): string {
  if (expected === "" && typeof actual === "string") return actual;
  if (name === "Mismatch") return message;
  const places = (stacks ?? []).map(({ file, line }) => ({ file: relative(process.cwd(), file), line }));
  const place = places.find(({ file }) => /^(machines|tests\/paths\/models)\//.test(file));
  return [
    message,
    ...(diff === undefined ? [] : [stripVTControlCharacters(diff).trim()]),
    ...(place ? [`${place.file}:${place.line}`] : []),
  ].join("\n");
}
