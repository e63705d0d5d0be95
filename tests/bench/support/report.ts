/** Samples of one figure of one subject; what is printed of them is median, least and most. */
type Samples = Map<string, number[]>;

/** A table of figures, every one measured for all subjects in the same run. */
export interface Report {
  /** Adds one sample. `unit` is shown behind the figure's name: "ms", "kB", "1/s". */
  add(figure: string, unit: string, subject: string, value: number): void;
  /** A line below the table: under what conditions the figures came about. */
  note(text: string): void;
  /** Writes the table to the terminal. */
  print(): void;
}

/**
 * A report that puts its subjects side by side, the baseline last.
 *
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

/** The value that `share` of the samples do not exceed (0.5 the median, 0.95 the 95th percentile); NaN of none. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place % 1);
}

const gap = "  ";
const columns = ["median", "min", "max", "runs"];

function tableOf(figures: ReadonlyMap<string, Samples>, subjects: readonly string[]): string[] {
  const rows = [...figures].map(([figure, samples]) => [
    figure,
    ...subjects.flatMap((subject) => cellsOf(samples.get(subject) ?? [])),
  ]);
  const header = ["", ...subjects.flatMap(() => columns)];
  const widths = header.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  subjects.forEach((subject, index) => {
    // A long subject widens its first column, so that its name fits above the four.
    const first = 1 + index * columns.length;
    const width = widths
      .slice(first, first + columns.length)
      .reduce((sum, one) => sum + one + gap.length, -gap.length);
    widths[first] = (widths[first] ?? 0) + Math.max(0, subject.length - width);
  });
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join(gap)
      .trimEnd();
  const groups = subjects.map((subject, index) => {
    const first = 1 + index * columns.length;
    const width = widths
      .slice(first, first + columns.length)
      .reduce((sum, one) => sum + one + gap.length, -gap.length);
    return subject.padStart(width);
  });
  return ["".padEnd(widths[0] ?? 0) + gap + groups.join(gap), line(header), ...rows.map(line)].map(
    (text) => `  ${text}`,
  );
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

/** Three digits tell all there is to tell. */
function shown(value: number): string {
  if (!Number.isFinite(value)) return "-";
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
