import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitted, scaledOnto, WHOLE, within, zoomedAt } from "../../../src/screens/gallery/bounds.ts";
import { fileNameOf } from "../../../src/screens/gallery/fileName.ts";

const stage = { width: 390, height: 844 };

describe("a full-screen picture", () => {
  it("3-77 fits the screen at first", () => {
    expect(fitted({ width: 780, height: 780 }, stage)).toEqual({ width: 390, height: 390 });
    expect(fitted({ width: 844, height: 8440 }, stage)).toEqual({ width: 84.4, height: 844 });
    expect(fitted({ width: 0, height: 0 }, stage)).toEqual(stage);
  });

  it("3-77 keeps the point under the fingers in place while zooming", () => {
    const spot = { x: 100, y: -50 };
    const zoom = zoomedAt(WHOLE, 2, spot);
    expect(zoom).toEqual({ scale: 2, x: -100, y: 50 });
    expect(zoomedAt(zoom, 1, spot)).toEqual({ scale: 1, x: 0, y: 0 });
  });

  it("3-77 stays at the screen edges and within a zoom of 1 to 5", () => {
    const numbers = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(numbers, numbers, fc.double({ min: 0, max: 20, noNaN: true }), (x, y, scale) => {
        const picture = { width: 390, height: 292 };
        const zoom = within({ x, y, scale }, picture, stage);
        expect(zoom.scale).toBeGreaterThanOrEqual(1);
        expect(zoom.scale).toBeLessThanOrEqual(5);
        expect(Math.abs(zoom.x)).toBeLessThanOrEqual((picture.width * zoom.scale - stage.width) / 2 + 0.001);
        if (picture.height * zoom.scale <= stage.height) expect(Math.abs(zoom.y)).toBe(0);
      }),
    );
  });

  it("3-77 is saved with its time, and with an extension only if the URL has a picture extension", () => {
    const sendTime = new Date(2026, 6, 5, 9, 3, 7).getTime();
    const named = (url: string) =>
      fileNameOf({ sendTime, medium: { kind: "picture", url, thumbnail: "", width: 0, height: 0 } });
    expect(named("https://im.example/a/b.JPG?x=1")).toBe("Parley 2026-07-05 09.03.07.jpg");
    expect(named("https://im.example/object/u1/image.html")).toBe("Parley 2026-07-05 09.03.07");
    expect(named("/object/u1/me.webp?x=1")).toBe("Parley 2026-07-05 09.03.07.webp");
    expect(named("https://[")).toBe("Parley 2026-07-05 09.03.07");
  });
});

describe("11-56 a picture over its thumbnail", () => {
  const stage = { x: 0, y: 0, width: 390, height: 844 };

  it.each([
    ["as large as the picture", { x: 0, y: 162, width: 390, height: 520 }, "translate(0px, 0px) scale(1)"],
    ["smaller", { x: 100, y: 600, width: 195, height: 260 }, "translate(2.5px, 308px) scale(0.5)"],
    // Its lower and upper edges stick out.
    ["cut to a square", { x: 0, y: 0, width: 130, height: 130 }, `translate(-130px, -357px) scale(${1 / 3})`],
  ])("that is %s", (_, thumbnail, transform) => {
    expect(scaledOnto({ width: 390, height: 520 }, stage, thumbnail)).toBe(transform);
  });
});
