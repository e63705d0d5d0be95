import { describe, expect, it } from "vitest";
import { emojiCount, lastLength } from "../../../src/text/graphemes.ts";

describe("the last character of a text", () => {
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
  ])("of %s is whole", (text, last) => expect(lastLength(text)).toBe(last.length));
});

describe("how many emoji a message consists of", () => {
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
    "calls %s a text",
    (text) => expect(emojiCount(text)).toBe(0),
  );
});
