import { describe, expect, it } from "vitest";
import { failureCode } from "../../../machines/domain/failure.ts";
import { lazy } from "../../../src/adapters/lazy.ts";

/** A lazy part with one answer for each attempt: the part, or a network failure. */
function partOver(...answers: ("part" | "nothing")[]) {
  let attempts = 0;
  const ask = lazy(async () => {
    const answer = answers[attempts];
    attempts += 1;
    if (answer !== "part") throw new TypeError("Failed to fetch dynamically imported module");
    return { number: attempts };
  });
  return { ask, attempts: () => attempts };
}

describe("a lazy part", () => {
  it("is loaded once for all callers", async () => {
    const { ask, attempts } = partOver("part", "part");
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one).toBe(other);
    expect(await ask()).toBe(one);
    expect(attempts()).toBe(1);
  });

  it("fails with a network failure, and is loaded again on the next call", async () => {
    const { ask } = partOver("nothing", "nothing", "part");
    expect(await ask().catch(failureCode)).toBe("network");
    expect(await ask().catch(failureCode)).toBe("network");
    expect(await ask()).toEqual({ number: 3 });
  });
});
