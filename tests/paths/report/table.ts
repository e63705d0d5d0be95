/** The report in the terminal: one line per chart, a total, and the failures. */
import { type MutationScore, scoreInWords, sumOf } from "./mutation-scores.ts";
import type { ChartReport } from "./told.ts";

export interface PathFailure {
  suite: string;
  name: string;
  message: string;
}

/** The result of a chart's tests; `report` is null if they never ran. */
export interface Outcome {
  chart: string;
  report: ChartReport | null;
  score: MutationScore | undefined;
  pathFailures: readonly PathFailure[];
}

/** Colours words if the terminal supports it. */
export type Paint = (colour: "red" | "green" | "grey" | "bold", words: string) => string;

const CODES = { red: 31, green: 32, grey: 90, bold: 1 } as const;

export const plainPaint: Paint = (_, words) => words;
export const terminalPaint: Paint = (colour, words) => `\u001b[${CODES[colour]}m${words}\u001b[0m`;

const WIDTHS = [17, 9, 27, 11, 7, 20] as const;

export function headLine(paint: Paint): string {
  const head = ["chart", "states", "transitions", "decisions", "paths", "mutants noticed"];
  return paint("grey", `  ${columns(head)}`.trimEnd());
}

export function chartLine({ chart, report, score, pathFailures }: Outcome, paint: Paint): string {
  const failed = pathFailures.length > 0;
  const mark = failed ? paint("red", "✗") : paint("green", "✓");
  const words = report
    ? columns([chart, ...countsOf([report]), scoreInWords(score)])
    : columns([chart, "did not run"]);
  const trouble = failed ? `${pathFailures.length} failed` : "";
  const line = `${words} ${trouble}`.trimEnd();
  return `${mark} ${failed ? paint("red", line) : line}`;
}

export function totalLine(outcomes: readonly Outcome[], paint: Paint): string {
  const reports = outcomes.flatMap(({ report }) => report ?? []);
  const score = sumOf(outcomes.flatMap((outcome) => outcome.score ?? []));
  const name = outcomes.length === 1 ? "1 chart" : `${outcomes.length} charts`;
  return `  ${paint("bold", columns([name, ...countsOf(reports), scoreInWords(score)]).trimEnd())}`;
}

/** Each failure with its test, then a verdict as the last line. */
export function failureLines(outcomes: readonly Outcome[], paint: Paint): string[] {
  const failed = outcomes.filter(({ pathFailures }) => pathFailures.length > 0);
  if (failed.length === 0) return [paint("green", "Every path leads where the tables say.")];
  const lines = failed.flatMap(({ chart, pathFailures }) =>
    causesOf(pathFailures).flatMap(({ first: { suite, name, message }, count }) => [
      "",
      `${paint("red", `✗ ${chart}`)}, ${suite}: ${paint("bold", name)}`,
      ...message.split("\n").map((line) => `    ${line}`),
      ...(count > 1 ? [`    and ${count - 1} more for the same reason`] : []),
    ]),
  );
  const count = failed.reduce((sum, { pathFailures }) => sum + pathFailures.length, 0);
  return [...lines, "", paint("red", `${count} failed in ${failed.map(({ chart }) => chart).join(", ")}.`)];
}

/** The failures with the same words once, in the order of the first of each: one cause fails many paths. */
function causesOf(pathFailures: readonly PathFailure[]): { first: PathFailure; count: number }[] {
  const causes = new Map<string, { first: PathFailure; count: number }>();
  for (const failure of pathFailures) {
    // The step that follows differs from path to path.
    const reason = failure.message.split("\n").filter((line) => !line.startsWith('after "'));
    const known = causes.get(reason.join("\n"));
    if (known) known.count += 1;
    else causes.set(reason.join("\n"), { first: failure, count: 1 });
  }
  return [...causes.values()];
}

/** "20/20", "63/66 (3 excused)" and so on, in column order. */
export function countsOf(reports: readonly ChartReport[]): string[] {
  const states = reports.flatMap((report) => report.states);
  const transitions = reports.flatMap((report) => report.transitions);
  const taken = transitions.filter(({ isTaken }) => isTaken).length;
  const excused = transitions.filter(({ isTaken, excuse }) => !isTaken && excuse !== null).length;
  const sum = (figure: "decisions" | "paths") =>
    String(reports.reduce((total, report) => total + report[figure], 0));
  return [
    `${states.filter(({ isReached }) => isReached).length}/${states.length}`,
    `${taken}/${transitions.length}${excused > 0 ? ` (${excused} excused)` : ""}`,
    sum("decisions"),
    sum("paths"),
  ];
}

function columns(cells: readonly string[]): string {
  return cells.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0)).join(" ");
}
