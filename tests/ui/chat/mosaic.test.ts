import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALBUM_LIMIT } from "../../../machines/domain/album.ts";
import { mosaicOf } from "../../../src/screens/chat/album/mosaic.ts";
import type { Box } from "../../../src/screens/chat/attachments/box.ts";

const WIDE: Box = { width: 800, height: 500 };
const HIGH: Box = { width: 600, height: 900 };
const UNKNOWN: Box = { width: 0, height: 0 };

/** The numbers of pictures a row, from the distinct upper edges. */
function rowsIn(sizes: readonly Box[]): number[] {
  const tops = mosaicOf(sizes).places.map(({ top }) => top);
  return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
}

describe("11-51 the mosaic of an album", () => {
  it.each<[string, readonly Box[], readonly number[]]>([
    ["two wide pictures stand one above the other", [WIDE, WIDE], [1, 1]],
    ["two others side by side", [WIDE, HIGH], [2]],
    ["two of unknown size side by side", [UNKNOWN, UNKNOWN], [2]],
    ["one wide picture above two", [WIDE, HIGH, HIGH], [1, 2]],
    ["four in two rows", [WIDE, HIGH, WIDE, HIGH], [2, 2]],
    ["five", Array(5).fill(WIDE), [2, 3]],
    ["six", Array(6).fill(WIDE), [3, 3]],
    ["seven", Array(7).fill(WIDE), [2, 2, 3]],
    ["eight", Array(8).fill(WIDE), [2, 3, 3]],
    ["nine", Array(9).fill(WIDE), [3, 3, 3]],
    ["ten", Array(10).fill(WIDE), [2, 2, 3, 3]],
  ])("%s", (_, sizes, expected) => {
    expect(rowsIn(sizes)).toEqual(expected);
  });

  it("a high first picture of three stands beside the two others", () => {
    const [first, second, third] = mosaicOf([HIGH, WIDE, WIDE]).places;
    expect(first).toMatchObject({ left: 0, top: 0, height: mosaicOf([HIGH, WIDE, WIDE]).height });
    expect(second?.left).toBe(third?.left);
    expect(first?.width).toBeGreaterThan(second?.width ?? 0);
  });

  it("a wide picture gets more of a row than a high one", () => {
    const [wide, high] = mosaicOf([WIDE, HIGH]).places;
    expect(wide?.width).toBeGreaterThan(high?.width ?? 0);
  });

  it("no picture leaves the mosaic, covers another one, or is too small to be pressed, whatever its size", () => {
    const edge = fc.oneof(fc.nat(5000), fc.constantFrom(0, 1, 100_000));
    const sizes = fc.array(fc.record({ width: edge, height: edge }), {
      minLength: 1,
      maxLength: ALBUM_LIMIT,
    });
    fc.assert(
      fc.property(sizes, (all) => {
        const { width, height, places } = mosaicOf(all);
        expect(places).toHaveLength(all.length);
        expect(width).toBe(280);
        expect(height).toBeLessThanOrEqual(width * 1.8);
        for (const [index, place] of places.entries()) {
          expect(Math.min(place.left, place.top)).toBeGreaterThanOrEqual(0);
          expect(place.left + place.width).toBeLessThanOrEqual(width);
          expect(place.top + place.height).toBeLessThanOrEqual(height);
          expect(Math.min(place.width, place.height)).toBeGreaterThanOrEqual(64);
          for (const other of places.slice(index + 1))
            expect(
              place.left + place.width < other.left ||
                other.left + other.width < place.left ||
                place.top + place.height < other.top ||
                other.top + other.height < place.top,
            ).toBe(true);
        }
      }),
    );
  });
});
