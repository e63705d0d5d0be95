import { describe, expect, it } from "vitest";
import { CENTRED, placed, sizeIn, squareUnder } from "../../../src/screens/portrait/crop.ts";

const WIDE = { width: 400, height: 200 };
const TALL = { width: 100, height: 300 };

describe("which square of a picture is shown", () => {
  it("is its middle to begin with, as large as fits", () => {
    expect(squareUnder(WIDE, CENTRED)).toEqual({ left: 100, top: 0, side: 200 });
    expect(squareUnder(TALL, CENTRED)).toEqual({ left: 0, top: 100, side: 100 });
  });

  it("goes where the picture is moved, never past its edge", () => {
    // Half a frame to the right shows what is 100 pixels further left.
    expect(squareUnder(WIDE, placed(WIDE, { zoom: 1, x: 0.5, y: 0 }))).toEqual({
      left: 0,
      top: 0,
      side: 200,
    });
    expect(squareUnder(WIDE, placed(WIDE, { zoom: 1, x: 9, y: 9 }))).toEqual({ left: 0, top: 0, side: 200 });
    expect(squareUnder(WIDE, placed(WIDE, { zoom: 1, x: -9, y: -9 }))).toEqual({
      left: 200,
      top: 0,
      side: 200,
    });
    expect(squareUnder(TALL, placed(TALL, { zoom: 2, x: -9, y: -9 }))).toEqual({
      left: 50,
      top: 250,
      side: 50,
    });
  });

  it("is zoomed into from one to five times, and never leaves a gap when zoomed out again", () => {
    expect(placed(WIDE, { zoom: 0.2, x: 0, y: 0 }).zoom).toBe(1);
    expect(placed(WIDE, { zoom: 40, x: 0, y: 0 }).zoom).toBe(5);
    expect(placed(WIDE, { zoom: 1, x: 0, y: 0.4 }).y).toBe(0);
    expect(sizeIn(WIDE, 2)).toEqual({ width: 4, height: 2 });
  });
});
