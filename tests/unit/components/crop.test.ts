import { describe, expect, it } from "vitest";
import { CENTRED, placed, sizeIn, squareUnder } from "../../../src/screens/portrait/crop.ts";

const WIDE = { width: 400, height: 200 };
const TALL = { width: 100, height: 300 };

describe("crop square", () => {
  it("is centred and as large as possible at first", () => {
    expect(squareUnder(WIDE, CENTRED)).toEqual({ left: 100, top: 0, side: 200 });
    expect(squareUnder(TALL, CENTRED)).toEqual({ left: 0, top: 100, side: 100 });
  });

  it("moves with the picture and stays inside it", () => {
    // Moving the picture half a frame to the right shows the square 100 pixels further left.
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

  it("has a zoom from 1 to 5 and leaves no gap after zooming out", () => {
    expect(placed(WIDE, { zoom: 0.2, x: 0, y: 0 }).zoom).toBe(1);
    expect(placed(WIDE, { zoom: 40, x: 0, y: 0 }).zoom).toBe(5);
    expect(placed(WIDE, { zoom: 1, x: 0, y: 0.4 }).y).toBe(0);
    expect(sizeIn(WIDE, 2)).toEqual({ width: 4, height: 2 });
  });
});
