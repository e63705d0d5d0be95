import { describe, expect, it } from "vitest";
import { mayFlip } from "../../../machines/calls/media-room.ts";

describe("the camera", () => {
  it.each([
    [true, true, 2, true],
    [true, true, 1, false],
    [true, true, 0, false],
    [true, false, 2, false],
    [false, true, 2, false],
  ])(
    "2-122 that is on: %j, on a touch screen: %j, one of %i, can be flipped: %j",
    (isOn, isTouch, cameras, can) => expect(mayFlip({ isOn, isTouch, cameras })).toBe(can),
  );
});
