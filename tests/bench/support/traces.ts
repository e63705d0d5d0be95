import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { Report } from "./report.ts";

/** `TRACE=1 npm run bench -- load` keeps traces for the browser's performance panel. */
const isAsked = process.env.TRACE === "1";
const categories = [
  "-*",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "v8.execute",
  "v8.compile",
  "disabled-by-default-v8.cpu_profiler",
  "blink.user_timing",
  "loading",
];

export interface Traces {
  /** Runs a figure; `run` resolves with its duration. Keeps the trace of the slowest run. */
  of(browser: Browser | null, figure: string, run: () => Promise<number>): Promise<number>;
  tell(report: Report): void;
}

/** Keeps the Chromium trace of the slowest run of each figure if TRACE=1; otherwise it does nothing. */
export function createTraces(bench: string): Traces {
  const folder = join(tmpdir(), "parley-bench-traces", bench);
  const slowest = new Map<string, number>();
  return {
    async of(browser, figure, run) {
      if (!isAsked || !browser) return run();
      await browser.startTracing(undefined, { categories });
      let time: number;
      let trace: Buffer | undefined;
      try {
        time = await run();
      } finally {
        trace = await browser.stopTracing();
      }
      if (time > (slowest.get(figure) ?? 0)) {
        slowest.set(figure, time);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, `${figure.replace(/[^\w]+/g, "-")}.json`), trace);
      }
      return time;
    },
    tell(report) {
      if (slowest.size === 0) return;
      report.note(`Traces of the slowest runs: ${folder}; with them, everything takes longer.`);
    },
  };
}
