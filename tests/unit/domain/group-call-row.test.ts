import { expect, it } from "vitest";
import { isJoinable } from "../../../machines/domain/call.ts";
import { NOON } from "../../fakes/world.ts";

const on = { roomID: "room", mediaType: "voice", state: "on", invited: 2 } as const;
const over = { roomID: "room", mediaType: "voice", state: "over", durationSeconds: 9 } as const;
const HOURS = 3_600_000;

it.each([
  [on, false, 0, true],
  [on, false, 4 * HOURS - 1, true],
  [on, false, 4 * HOURS, false],
  [on, true, 0, false],
  [over, false, 0, false],
  // A clock that is behind the server's.
  [on, false, -HOURS, true],
] as const)("11-40 %o, over %s, after %i ms can be joined: %s", (call, isOver, age, expected) => {
  expect(isJoinable(call, { isOver, sentAt: NOON - age, now: NOON })).toBe(expected);
});
