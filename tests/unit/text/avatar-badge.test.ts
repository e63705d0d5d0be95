import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { avatarLetter } from "../../../src/text/avatar.ts";
import { badgeText } from "../../../src/text/badge.ts";

describe("avatarLetter", () => {
  it.each([
    ["Alice", "e"],
    ["王小芳", "芳"],
    [" Bob \n", "b"],
    ["", ""],
    ["   ", ""],
  ])("2-123 takes the last character of %j", (name, letter) => {
    expect(avatarLetter(name)).toBe(letter);
  });

  it.each([
    ["Zoë 🦊", "🦊"],
    ["family 👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"],
    ["flag 🇨🇭", "🇨🇭"],
    ["Jose\u0301", "e\u0301"],
    ["𠮷", "𠮷"],
  ])("2-124 keeps the last grapheme of %j whole", (name, letter) => {
    expect(avatarLetter(name)).toBe(letter);
  });

  it("2-124 keeps an emoji whole in a browser that does not know graphemes", () => {
    vi.stubGlobal("Intl", { ...Intl, Segmenter: undefined });
    expect(["Zoë 🦊", "👨‍👩‍👧‍👦", " "].map(avatarLetter)).toEqual(["🦊", "👦", ""]);
    vi.unstubAllGlobals();
  });

  it("2-124 returns the end of the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(name.trim().endsWith(avatarLetter(name))).toBe(true);
      }),
    );
  });
});

describe("badgeText", () => {
  it.each([
    [1, "1"],
    [98, "98"],
    [99, "99"],
    [100, "99+"],
    [12_345, "99+"],
    [1.5, "1"],
  ])("9-06 2-17 2-20 shows %d as %s", (count, text) => {
    expect(badgeText(count)).toBe(text);
  });

  it.each([0, -1, Number.NaN])("2-18 shows nothing at %d", (count) => {
    expect(badgeText(count)).toBeNull();
  });
});
