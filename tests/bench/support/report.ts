import type { Blocking } from "./probes.ts";

/** Samples of a figure by subject. The report prints their median, minimum and maximum. */
type Samples = Map<string, number[]>;

/** A table of figures. Each figure is measured for all subjects in the same run. */
export interface Report {
  /** Adds a sample. `unit` is shown after the figure's name: "ms", "kB", "1/s". */
  add(figure: string, unit: string, subject: string, value: number): void;
  /** Adds a line below the table with the conditions of the measurement. */
  note(text: string): void;
  print(): void;
}

/**
 * Creates a report with its subjects side by side, the baseline last. With two subjects it also shows the ratio of the
 * first to the second, run by run, so that a slow machine affects both alike.
 * @param subjects columns of the table, in this order
 */
export function createReport(title: string, subjects: readonly string[]): Report {
  const figures = new Map<string, Samples>();
  const notes: string[] = [];
  return {
    add(figure, unit, subject, value) {
      const name = unit === "" ? figure : `${figure}, ${unit}`;
      const samples = figures.get(name) ?? new Map<string, number[]>();
      figures.set(name, samples);
      samples.set(subject, [...(samples.get(subject) ?? []), value]);
    },
    note: (text) => notes.push(text),
    print() {
      const lines = tableOf(figures, subjects);
      process.stdout.write(`\n${[title, "", ...lines, ...notes.map((note) => `  ${note}`)].join("\n")}\n\n`);
    },
  };
}

/** Adds what blocked the main thread; `when` is a prefix of the figures' names. */
export function addBlocking(report: Report, subject: string, blocking: Blocking, when = ""): void {
  const { longTasks, longestTask, overTime, lateFrames, worstFrame } = blocking;
  report.add(`${when}long tasks`, "", subject, longTasks);
  report.add(`${when}longest task`, "ms", subject, longestTask);
  report.add(`${when}beyond 50 ms in sum`, "ms", subject, overTime);
  report.add(`${when}late frames`, "", subject, lateFrames);
  report.add(`${when}worst frame`, "ms", subject, worstFrame);
}

/**
 * Returns the value that `share` of the samples do not exceed (0.5 is the median, 0.95 the 95th percentile); NaN
 * without samples.
 */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place % 1);
}

const gap = "  ";

/** Each subject is a group of four columns, or a single column if every figure has only one sample. */
function tableOf(figures: ReadonlyMap<string, Samples>, subjects: readonly string[]): string[] {
  const isSingle = [...figures.values()].every((samples) =>
    [...samples.values()].every(({ length }) => length < 2),
  );
  const columns = isSingle ? [""] : ["median", "min", "max", "runs"];
  const groups = subjects.map((subject) =>
    groupOf(subject, columns, [...figures.values()], (samples) => cellsOf(samples.get(subject) ?? [])),
  );
  const [first, second, ...more] = subjects;
  if (first !== undefined && second !== undefined && more.length === 0)
    groups.push(
      groupOf("ratio", columns.slice(0, 3), [...figures.values()], (samples) =>
        cellsOf(ratios(samples.get(first) ?? [], samples.get(second) ?? [])),
      ),
    );
  const names = ["", "", ...figures.keys()];
  const width = Math.max(...names.map(({ length }) => length));
  return names
    .map((name, line) =>
      `  ${[name.padEnd(width), ...groups.map((group) => group[line])].join(gap.repeat(2))}`.trimEnd(),
    )
    .filter((line) => line !== "");
}

/** Returns a heading, the column names and a line of cells for each figure, all of the same width. */
function groupOf(
  heading: string,
  columns: readonly string[],
  figures: readonly Samples[],
  cellsOfFigure: (samples: Samples) => string[],
): string[] {
  const cells = [columns, ...figures.map((samples) => cellsOfFigure(samples).slice(0, columns.length))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join(gap));
  const width = Math.max(heading.length, lines[0]?.length ?? 0);
  return [heading, ...lines].map((line) => line.padStart(width));
}

/** Ratios of the runs that both took part in. A baseline of 0 gives no ratio. */
function ratios(samples: readonly number[], baseline: readonly number[]): number[] {
  return samples.flatMap((sample, run) => {
    const base = baseline[run];
    return base === undefined || base === 0 ? [] : [sample / base];
  });
}

function cellsOf(samples: readonly number[]): string[] {
  if (samples.length === 0) return ["-", "-", "-", "-"];
  return [
    shown(quantile(samples, 0.5)),
    shown(Math.min(...samples)),
    shown(Math.max(...samples)),
    String(samples.length),
  ];
}

/** Three significant digits. */
function shown(value: number): string {
  if (!Number.isFinite(value)) return "-";
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
