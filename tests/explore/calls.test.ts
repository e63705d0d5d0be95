import { describe, expect, it } from "vitest";
import { withEdit } from "../charts/mutants.ts";
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

const [faults, order] = SLICES;
const devices = SLICES.at(-1);

describe("11-15 a rule that is taken out of a chart", () => {
  it.each([
    {
      rule: "R7",
      chart: "callManager",
      edit: "engaged.line.outgoing.calling on signal.invite: drop",
      space: order,
      says: "Room a101 and the call that crosses it are both given up.",
      choices: ["1. Mia calls anna.", "2. Anna calls mia."],
    },
    {
      rule: "R9",
      chart: "callee",
      edit: "accepting on signal.cancel: drop",
      space: faults,
      says: "anna is joining in room a101, which its caller ended.",
      choices: ["1. Mia calls anna.", "2. Anna accepts the call."],
    },
    {
      rule: "R10",
      chart: "caller",
      edit: "inRoom.connected.talking entry: drop #1",
      space: devices,
      says: "anna is in a call while anna2 is ringing.",
      choices: ["1. Mia calls anna.", "2. Anna calls mia."],
    },
  ] as const)("$rule leaves a smallest counterexample, told in sentences", async (removal) => {
    const { chart, edit, space, says, choices } = removal;
    if (!space) throw new Error("There is no such space");
    await withEdit(chart, edit, async () => {
      const report = await explore(callsOf(space.cast), { bounds: space.bounds, stopsAtFirst: true });
      const [found] = report.counterexamples;
      if (!found) throw new Error("Nothing breaks");
      const { counterexample, story } = await shrinkAndTell(space, found);
      expect(counterexample.says).toBe(says);
      const told = tell(story).split("\n");
      expect(told.filter((line) => /^\d/.test(line))).toEqual(choices);
      expect(told.length).toBeLessThan(60);
    });
  });
});
