import { describe, expect, it } from "vitest";
import { claims } from "./calls/claims.ts";
import { shrinkAndTell } from "./calls/counterexamples.ts";
import { SLICES } from "./calls/spaces.ts";
import { tell } from "./calls/tell.ts";
import { callsOf } from "./calls/world.ts";
import { explore } from "./engine/explore.ts";

describe("11-14 every interleaving of calls", () => {
  const seen = new Set<string>();

  it.each(SLICES)("breaks no claim: $name", async (space) => {
    const report = await explore(callsOf(space.cast), { bounds: space.bounds });
    const told: string[] = [];
    for (const found of report.counterexamples) {
      const { counterexample, story } = await shrinkAndTell(space, found);
      told.push(`${counterexample.claim}: ${counterexample.says}\n${tell(story)}`);
    }
    expect(told.join("\n\n")).toBe("");
    expect(report.isFinished).toBe(true);
    for (const claim of report.seen.keys()) seen.add(claim);
  });

  it("meets the situation of each race rule", () => {
    expect(Object.keys(claims.sometimes).filter((claim) => !seen.has(claim))).toEqual([]);
  });
});
