import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxOf, tileBoxOf } from "../../../src/screens/chat/attachments/box.ts";
import { coordinates, mapAddress } from "../../../src/text/coordinates.ts";
import { fileKind, shortName, splitName } from "../../../src/text/fileKind.ts";
import { fileSize } from "../../../src/text/fileSize.ts";

describe("file size", () => {
  it.each([
    [0, ""],
    [Number.NaN, ""],
    [1, "1 B"],
    [999, "999 B"],
    [1000, "1.0 KB"],
    [1536, "1.5 KB"],
    [34 * 1024 * 1024, "34 MB"],
    [1023.9 * 1024 * 1024, "1.0 GB"],
    [Number.MAX_SAFE_INTEGER, "8192 TB"],
  ])("3-77 shows %d bytes as %j", (bytes, text) => {
    expect(fileSize(bytes)).toBe(text);
  });

  it("3-77 has at most three digits up to the largest unit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 * 1024 ** 4 }), (bytes) => {
        expect(fileSize(bytes)).toMatch(/^(\d{1,3}|\d\.\d) [KMGT]?B$/);
      }),
    );
  });
});

describe("file name", () => {
  it.each([
    ["plan.PDF", "text", "plan", ".PDF"],
    ["a.tar.gz", "archive", "a.tar", ".gz"],
    ["README", "other", "README", ""],
    [".bashrc", "other", ".bashrc", ""],
    ["a.", "other", "a.", ""],
    ["x.constructor", "other", "x.constructor", ""],
    ["song.mp3", "sound", "song", ".mp3"],
    ["a.b", "other", "a", ".b"],
  ])("3-77 %s is of kind %s", (name, kind, stem, ending) => {
    expect(fileKind(name)).toBe(kind);
    expect(splitName(name)).toEqual({ stem, ending });
  });

  it.each([
    ["report.pdf", "report.pdf"],
    ["abcdefghijklmnopqrst.pdf", "abcdefghijklmnopqrst.pdf"],
    ["abcdefghijklmnopqrstu.pdf", "abcdefghijklmnopqrs….pdf"],
    ["五月的旅行照片合集.pdf", "五月的旅行照片合集.pdf"],
    ["五月的旅行照片合集与说明文件.pdf", "五月的旅行照片合集….pdf"],
    ["abcdefghijklmnopqrstuvwxyz", "abcdefghijk…opqrstuvwxyz"],
  ])("3-77 %s is %s in the list of chats", (name, short) => {
    expect(shortName(name)).toBe(short);
  });

  it("3-77 is the same when its parts are joined", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const { stem, ending } = splitName(name);
        expect(stem + ending).toBe(name);
      }),
    );
  });
});

describe("picture box", () => {
  it.each([
    [
      { width: 0, height: 0 },
      { width: 240, height: 180 },
    ],
    [
      { width: 4000, height: 3000 },
      { width: 240, height: 180 },
    ],
    [
      { width: 100, height: 120 },
      { width: 100, height: 120 },
    ],
    [
      { width: 100_000, height: 1 },
      { width: 240, height: 96 },
    ],
    [
      { width: 1, height: 100_000 },
      { width: 96, height: 240 },
    ],
    [
      { width: 1, height: 1 },
      { width: 96, height: 96 },
    ],
    [
      { width: Number.NaN, height: 5 },
      { width: 240, height: 180 },
    ],
  ])("3-77 of a picture of %j is %j", (size, box) => {
    expect(boxOf(size)).toEqual(box);
  });
});

it("gives a picture that is not loaded room for a text", () => {
  expect(tileBoxOf({ width: 40, height: 30 })).toEqual({ width: 200, height: 140 });
  expect(tileBoxOf({ width: 2000, height: 1500 })).toEqual(boxOf({ width: 2000, height: 1500 }));
});

it("3-77 formats coordinates with five decimals", () => {
  expect(coordinates({ latitude: 30.2431234, longitude: -120.15 })).toBe("30.24312, -120.15000");
});

it("3-77 shows the same place on a public map", () => {
  expect(mapAddress({ latitude: 30.2431234, longitude: -120.15 })).toBe(
    "https://www.openstreetmap.org/?mlat=30.24312&mlon=-120.15000#map=16/30.24312/-120.15000",
  );
});
