import { describe, expect, it } from "vitest";
import { failureCode } from "../../../machines/domain/failure.ts";
import { later } from "../../../src/adapters/lazy.ts";

/** A part of the program that comes over a network which may be gone; each answer is for one attempt. */
function partOver(...answers: ("part" | "nothing")[]) {
  let attempts = 0;
  const ask = later(async () => {
    const answer = answers[attempts];
    attempts += 1;
    if (answer !== "part") throw new TypeError("Failed to fetch dynamically imported module");
    return { number: attempts };
  });
  return { ask, attempts: () => attempts };
}

describe("a part that is fetched when it is needed", () => {
  it("is fetched once, and is the same for everybody", async () => {
    const { ask, attempts } = partOver("part", "part");
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one).toBe(other);
    expect(await ask()).toBe(one);
    expect(attempts()).toBe(1);
  });

  it("fails as any request without a network does, and is fetched again when it is asked for again", async () => {
    const { ask } = partOver("nothing", "nothing", "part");
    expect(await ask().catch(failureCode)).toBe("network");
    expect(await ask().catch(failureCode)).toBe("network");
    expect(await ask()).toEqual({ number: 3 });
  });
});
