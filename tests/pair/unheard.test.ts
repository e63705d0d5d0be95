import { describe, expect, it } from "vitest";
import { judge } from "./claims.ts";
import { tell } from "./story.ts";
import { UNHEARD } from "./styles.ts";

const STORIES = 40;

/** The server stores no signals: a user who comes online too late gets only the repeated invitations. */
describe("the first invitation of every call is lost", () => {
  it("R3 2-97 every call is still answered and leaves exactly one record", async () => {
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
