import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isVisible } from "../../../machines/domain/visible-text.ts";
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

  it.each([
    ["سارة\u200f", "ة"],
    ["Dana \u202bדנה\u202c", "ה"],
    ["\u2067محمد\u2069\u200e", "د"],
    ["🦊 \u200e", "🦊"],
    ["🇨🇭\u200f", "🇨🇭"],
    ["דָּנָה", "ה"],
    ["مُحَمَّدٌ", "دٌ"],
    ["👩‍🚀 Ada\u2060", "a"],
    ["Ann \u3164", "n"],
    ["\u200e\u200f", ""],
  ])("2-123 takes the last visible character of %j", (name, letter) => {
    expect(avatarLetter(name)).toBe(letter);
  });

  it("2-124 keeps an emoji whole in a browser that does not know graphemes", () => {
    vi.stubGlobal("Intl", { ...Intl, Segmenter: undefined });
    expect(["Zoë 🦊", "👨‍👩‍👧‍👦", " ", "Ann\u200f"].map(avatarLetter)).toEqual(["🦊", "👦", "", "n"]);
  });

  it("2-124 returns the end of what the name shows", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const letter = avatarLetter(name);
        const rest = name.slice(name.lastIndexOf(letter) + letter.length);
        expect([isVisible(letter), isVisible(rest)]).toEqual([isVisible(name), false]);
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
