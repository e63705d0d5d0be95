// @vitest-environment node
/**
 * The mutation score of the charts, by tables and paths alone:
 *
 *     npm run test:mutation                     every mutant of every chart: hours
 *     MUTATE=session,outbox npm run test:mutation
 */
import { describe, expect, it } from "vitest";
import { type ChartName, charts } from "../../machines/index.ts";
import { scoreOf } from "./mutation.ts";
import { survivors } from "./survivors.ts";

const wanted = process.env.MUTATE ?? "all";
const names = Object.keys(charts) as ChartName[];
const chosen = wanted === "all" ? names : names.filter((name) => wanted.split(",").includes(name));

/** Long enough for the largest chart on a busy machine. */
const PATIENCE = 120 * 60_000;

describe("mutants", () => {
  it.each(chosen)(
    "of %s are noticed by tables and paths, or there is a reason",
    async (name) => {
      const { noticed, total, unexplained, stale } = await scoreOf(name, survivors[name]);
      console.info([`${name}: ${noticed} of ${total} mutants noticed`, ...unexplained].join("\n  "));
      expect(unexplained.join("\n")).toBe("");
      expect(stale.join("\n")).toBe("");
    },
    PATIENCE,
  );
});
