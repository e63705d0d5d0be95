import { describe, expect, it } from "vitest";
import { judge } from "./claims.ts";
import { tell } from "./story.ts";
import { UNHEARD } from "./styles.ts";

const STORIES = 40;

/** The server keeps no signal: who comes online a moment too late has only the repeats. */
describe("the first invitation of every call is lost", () => {
  it("R3 2-97 every call is answered all the same, the two talk, and one record is left", async () => {
    for (let seed = 0; seed < STORIES; seed += 1) {
      const story = await tell(seed, UNHEARD);
      const told = story.trace.join("\n");
      expect(judge(story).problems, told).toEqual([]);
      expect(
        story.sides.map(({ role, connectedAt, reason }) => [role, connectedAt !== null, reason]),
        told,
      ).toEqual([
        ["caller", true, "completed"],
        ["callee", true, "completed"],
      ]);
      expect(story.stored).toHaveLength(1);
    }
  });
});
