import { describe, expect, it } from "vitest";
import { checkInvariants } from "./invariants.ts";
import { simulate } from "./simulation.ts";
import { UNHEARD } from "./styles.ts";

const STORIES = 40;

/** The server stores no signals: a user who comes online too late gets only the repeated invitations. */
describe("the first invitation of every call is lost", () => {
  it("R3 2-97 every call is still answered and leaves exactly one record", async () => {
    for (let seed = 0; seed < STORIES; seed += 1) {
      const simulation = await simulate(seed, UNHEARD);
      const told = simulation.trace.join("\n");
      expect(checkInvariants(simulation).problems, told).toEqual([]);
      expect(
        simulation.sides.map(({ role, connectedAt, reason }) => [role, connectedAt !== null, reason]),
        told,
      ).toEqual([
        ["caller", true, "completed"],
        ["callee", true, "completed"],
      ]);
      expect(simulation.stored).toHaveLength(1);
    }
  });
});
