/** `npm run paths`: walks the generated paths and reports them, or replays what the inspector recorded. */
import { writeFileSync } from "node:fs";
import type { startVitest } from "vitest/node";
import { type ChartName, roomOf } from "../../../machines/index.ts";
import { parseArguments, USAGE, type Walk } from "./arguments.ts";
import { changedCharts } from "./changed.ts";
import { pageOf } from "./page.ts";
import { saveRecording } from "./recordings.ts";
import { replayFile } from "./replay.ts";
import { PathsReporter } from "./reporter.ts";
import { mineFile } from "./seen.ts";
import { plainPaint, terminalPaint } from "./table.ts";
import { COUNT_WALKS, EVERY_PATH, ONLY_CHARTS, TELL_PATHS } from "./told.ts";
import { WALKS, writeWalks } from "./walks.ts";

/** The terminal, and a loader for Vitest that is only called if there are paths to walk. */
export interface Terminal {
  say: (line: string) => void;
  hasColours: boolean;
  loadVitest: () => Promise<{ startVitest: typeof startVitest }>;
}

export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const { say } = terminal;
  const wish = parseArguments(args);
  switch (wish.kind) {
    case "help":
      say(USAGE);
      return 0;
    case "refuse":
      say(wish.problem);
      return 1;
    case "replay":
      return wish.isSaved ? saveRecording(wish.file, say) : replayFile(wish.file, say);
    case "mine":
      return mineFile(wish.file, say);
    case "walk":
      return walk(wish, terminal);
  }
}

async function walk(
  { charts: named, onlyChanged, isWatching, html, isCounted }: Walk,
  { say, hasColours, loadVitest }: Terminal,
): Promise<number> {
  const charts = onlyChanged ? changedCharts() : named;
  if (charts === null) {
    say("There is no branch main to compare with.");
    return 1;
  }
  if (onlyChanged && charts.length === 0) {
    say("No chart differs from the main branch.");
    return 0;
  }
  const { startVitest } = await loadVitest();
  process.env[EVERY_PATH] = "1";
  if (html !== null) process.env[TELL_PATHS] = "1";
  if (isCounted) process.env[COUNT_WALKS] = "1";
  if (charts.length > 0) process.env[ONLY_CHARTS] = charts.join(",");
  const reporter = new PathsReporter(say, hasColours ? terminalPaint : plainPaint);
  const vitest = await startVitest("test", [...new Set(charts.map(testFileOf))], {
    project: ["paths"],
    watch: isWatching,
    reporters: [reporter],
  });
  // Vitest ends the process on "q".
  if (isWatching) return new Promise<never>(() => {});
  await vitest.close();
  if (html !== null) {
    writeFileSync(html, pageOf(reporter.outcomes));
    say(`Written to ${html}.`);
  }
  if (isCounted) {
    writeWalks(reporter.walks);
    say(`Written to ${WALKS}.`);
  }
  return reporter.hasFailed ? 1 : 0;
}

export function testFileOf(chart: ChartName): string {
  return `tests/paths/${roomOf(chart)}.paths.test.ts`;
}
