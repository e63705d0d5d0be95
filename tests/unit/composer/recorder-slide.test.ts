import { describe, expect, it } from "vitest";
import { type RecorderSlide, recorderSlide } from "../../../machines/composer/recorder-slide.ts";

describe("a finger on the record button", () => {
  const still = { type: "slide" as const, left: 0 };
  it.each<[number, number, RecorderSlide]>([
    [0, 0, still],
    [40, 0, { type: "slide", left: 40 }],
    [109, 0, { type: "slide", left: 109 }],
    [110, 0, { type: "discard" }],
    [-200, 0, still],
    [0, 80, still],
    [0, 81, { type: "lock" }],
    [80, 81, { type: "lock" }],
    [100, 90, { type: "slide", left: 100 }],
    [150, 100, { type: "discard" }],
    [150, 160, { type: "lock" }],
    [0, -200, still],
  ])("5-19 that slides %i to the left and %i up: %j", (left, up, slide) =>
    expect(recorderSlide({ x: 300, y: 700 }, { x: 300 - left, y: 700 - up })).toEqual(slide),
  );
});
