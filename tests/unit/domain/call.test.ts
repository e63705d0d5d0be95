import { describe, expect, it } from "vitest";
import { type CallRecord, isMissed, isRingingAt } from "../../../machines/domain/call.ts";
import { NOON } from "../../fakes/world.ts";

const record = (changes: Partial<CallRecord> = {}): CallRecord => ({
  roomID: "room",
  mediaType: "voice",
  result: "noAnswer",
  durationSeconds: 0,
  ...changes,
});

describe("a call record", () => {
  it.each([
    [-30_000, false],
    [-29_999, true],
    [0, true],
    [29_999, true],
    [30_000, false],
  ])("11-25 of a ring of 30 s, %d ms after it was sent: rings is %s", (after, rings) => {
    expect(isRingingAt(record({ ringSeconds: 30 }), NOON, NOON + after)).toBe(rings);
  });

  it("11-25 without a ring does not ring", () => {
    expect(isRingingAt(record(), NOON, NOON)).toBe(false);
  });

  it.each<[CallRecord["result"], boolean]>([
    ["cancelled", true],
    ["noAnswer", true],
    ["busy", true],
    ["completed", false],
    ["declined", false],
    ["failed", false],
  ])("2-97 that is %s: for the callee, missed is %s", (result, missed) => {
    expect(isMissed(record({ result }), false)).toBe(missed);
    expect(isMissed(record({ result }), true)).toBe(false);
  });
});
