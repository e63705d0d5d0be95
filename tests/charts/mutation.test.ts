// @vitest-environment node
/**
 * The mutation score of the charts. A few small charts in every run; all of them, or the named ones, on request:
 *
 *     MUTATE=all npx vitest run tests/charts/mutation.test.ts
 *     MUTATE=session,outbox npx vitest run tests/charts/mutation.test.ts
 */
import { describe, expect, it } from "vitest";
import { type ChartName, charts } from "../../machines/index.ts";
import { models } from "../paths/models/index.ts";
import { scoreOf } from "./mutation.ts";
import { survivors } from "./survivors.ts";

const QUICK: readonly ChartName[] = ["notices", "sync", "outgoing"];
const wanted = process.env.MUTATE;
const names = Object.keys(charts) as ChartName[];
const chosen =
  wanted === "all" ? names : wanted ? names.filter((name) => wanted.split(",").includes(name)) : QUICK;

/** Long enough for the largest chart on a busy machine. */
const PATIENCE = 30 * 60_000;

describe("mutants", () => {
  it.each(chosen)(
    "of %s are noticed by the generated paths, or there is a reason",
    async (name) => {
      const { killed, total, unexplained, stale } = await scoreOf(
        charts[name],
        models[name],
        survivors[name],
      );
      console.info([`${name}: ${killed} of ${total} mutants noticed`, ...unexplained].join("\n  "));
      expect(unexplained.join("\n")).toBe("");
      expect(stale.join("\n")).toBe("");
    },
    PATIENCE,
  );
});
