import { describe, expect, it, vi } from "vitest";
import { emojiCount, graphemesOf, lastLength } from "../../../src/text/graphemes.ts";

describe("last grapheme", () => {
  it.each([
    ["", ""],
    ["abc", "c"],
    ["你好", "好"],
    ["hi 👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"],
    ["👍🏽", "👍🏽"],
    ["🇩🇪🇨🇳", "🇨🇳"],
    ["1️⃣", "1️⃣"],
    ["cafe\u0301", "e\u0301"],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ])("of %s is measured whole", (text, last) => expect(lastLength(text)).toBe(last.length));
});

describe("emojiCount", () => {
  it.each([
    ["😀", 1],
    ["😀 😀\n😀", 3],
    ["👨‍👩‍👧‍👦👍🏽", 2],
    ["🇩🇪", 1],
    ["1️⃣#️⃣", 2],
    ["❤️", 1],
    ["❤️‍🔥", 1],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", 1],
  ])("counts %s", (text, count) => expect(emojiCount(text)).toBe(count));

  it.each(["", "  ", "1", "123", "#", "©", "™", "hi 😀", "😀😀😀😀", "🇩", "❤ text", "你", "😀".repeat(500)])(
    "returns 0 for the text %s",
    (text) => expect(emojiCount(text)).toBe(0),
  );
});

describe("a browser without a segmenter", () => {
  it("splits between code points", () => {
    vi.stubGlobal("Intl", Object.create(Intl, { Segmenter: { value: undefined } }));
    expect([...graphemesOf("a👍🏽")]).toEqual(["a", "👍", "🏽"]);
    expect([lastLength("a😀"), emojiCount("😀😀")]).toEqual([2, 2]);
  });
});
