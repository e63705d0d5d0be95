import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BADGE,
  clampPoint,
  cornerPoint,
  FLOATING,
  isDrag,
  keyCorner,
  keyStep,
  nearestCorner,
  restingPoint,
  shrunkInto,
  startPoint,
} from "../../../src/screens/call/badgeGeometry.ts";

const PHONE = { width: 390, height: 844 };
const size = fc.record({
  width: fc.integer({ min: 120, max: 4000 }),
  height: fc.integer({ min: 140, max: 4000 }),
});
const coordinate = fc.double({ min: -10_000, max: 10_000, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });

describe("the badge", () => {
  it("2-113 9-28 is 86 by 110", () => {
    expect(BADGE).toEqual({ width: 86, height: 110 });
  });

  it("2-116 2-117 9-29 starts 16 px from the right edge and 100 px from the top", () => {
    expect(startPoint(PHONE)).toEqual({ x: 390 - 86 - 16, y: 100 });
    expect(startPoint({ width: 1280, height: 720 })).toEqual({ x: 1280 - 86 - 16, y: 100 });
  });

  it.each([
    [PHONE, { x: 152, y: 367 }, `translate(0px, 0px) scale(${86 / 390})`],
    [PHONE, { x: 0, y: 0 }, `translate(-152px, -367px) scale(${86 / 390})`],
    [{ width: 1440, height: 900 }, { x: 1338, y: 100 }, `translate(661px, -295px) scale(${110 / 900})`],
  ])("11-56 a call in %o shrinks onto it at %o", (viewport, at, transform) => {
    expect(shrunkInto(at, viewport)).toBe(transform);
  });

  it("2-117 is wholly in view wherever it is dragged, in any window it fits in", () => {
    fc.assert(
      fc.property(point, size, (wanted, viewport) => {
        const { x, y } = clampPoint(wanted, viewport);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x + BADGE.width).toBeLessThanOrEqual(viewport.width);
        expect(y + BADGE.height).toBeLessThanOrEqual(viewport.height);
      }),
    );
  });

  it("2-115 comes to rest at the nearer side, in view", () => {
    expect(restingPoint({ x: 140, y: 300 }, PHONE)).toEqual({ x: 8, y: 300 });
    expect(restingPoint({ x: 160, y: 300 }, PHONE)).toEqual({ x: 390 - 86 - 8, y: 300 });
    fc.assert(
      fc.property(point, size, (wanted, viewport) => {
        const rest = restingPoint(wanted, viewport);
        expect(clampPoint(rest, viewport)).toEqual(rest);
      }),
    );
  });

  it("2-117 keeps a position that is in view", () => {
    fc.assert(
      fc.property(point, size, (wanted, viewport) => {
        const once = clampPoint(wanted, viewport);
        expect(clampPoint(once, viewport)).toEqual(once);
      }),
    );
    expect(clampPoint({ x: 120, y: 300 }, PHONE)).toEqual({ x: 120, y: 300 });
  });

  it("2-119 a finger that moves up to five pixels taps, a longer move drags", () => {
    expect(isDrag({ x: 10, y: 10 }, { x: 13, y: 14 })).toBe(false);
    expect(isDrag({ x: 10, y: 10 }, { x: 16, y: 10 })).toBe(true);
    expect(isDrag({ x: 10, y: 10 }, { x: 14, y: 14 })).toBe(true);
  });

  it("2-119 moves with the arrow keys and no others", () => {
    expect(keyStep("ArrowLeft")?.x).toBeLessThan(0);
    expect(keyStep("ArrowDown")?.y).toBeGreaterThan(0);
    expect(keyStep("Enter")).toBeNull();
  });
});

describe("a floating call", () => {
  const corner = fc.record({ isLeft: fc.boolean(), isBottom: fc.boolean() });
  const wide = fc.record({
    width: fc.integer({ min: 900, max: 4000 }),
    height: fc.integer({ min: 500, max: 4000 }),
  });

  it("11-21 rests in the corner that is nearest, wholly in view", () => {
    fc.assert(
      fc.property(corner, wide, (one, viewport) => {
        const rest = cornerPoint(one, viewport);
        expect(nearestCorner(rest, viewport)).toEqual(one);
        expect(clampPoint(rest, viewport, FLOATING)).toEqual(rest);
      }),
    );
  });

  it("11-21 starts where it is in view in a window that is too small for it", () => {
    const low = { width: 300, height: 200 };
    expect(cornerPoint({ isLeft: false, isBottom: true }, low)).toEqual({ x: 16, y: 64 });
  });

  it("11-21 goes to the next corner with an arrow key, and with no other key", () => {
    const topRight = { isLeft: false, isBottom: false };
    expect(keyCorner("ArrowLeft", topRight)).toEqual({ isLeft: true, isBottom: false });
    expect(keyCorner("ArrowDown", topRight)).toEqual({ isLeft: false, isBottom: true });
    expect(keyCorner("ArrowUp", topRight)).toEqual(topRight);
    expect(keyCorner("Enter", topRight)).toBeNull();
  });

  it("11-56 a call in full shrinks onto it", () => {
    expect(shrunkInto({ x: 0, y: 0 }, { width: 1280, height: 720 }, FLOATING)).toBe(
      `translate(-480px, -240px) scale(${240 / 720})`,
    );
  });
});
