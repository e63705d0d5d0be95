import { describe, expect, it } from "vitest";
import { fitted } from "../../../src/text/fitted.ts";

const FAMILY = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";

describe("2-79 2-83 the text of a field of nine characters", () => {
  it.each([
    ["holds what fits", "", "lakehiker", "lakehiker"],
    ["is cut at its end", "", "lakehikers", "lakehiker"],
    ["loses no letter at its end to one in its middle", "lakehiker", "lakeXhiker", "lakehiker"],
    ["takes as much of a pasted text as fits in its place", "lake er", "lake hiker", "lake hier"],
    ["takes no half of an emoji", "lakes", `lakes${FAMILY}`, "lakes"],
    ["takes no half of an emoji at its start", "lakehike", `${FAMILY}lakehike`, "lakehike"],
    ["takes an emoji at its start that fits", "lake", `${FAMILY}lake`, `${FAMILY}lake`],
    ["takes the start of a text that replaces its end", "lakehiker", "lakeX12345678", "lakeX1234"],
    ["takes no letter more if all are the same", "aaaaaaaaa", "aaaaaaaaaa", "aaaaaaaaa"],
    ["gets shorter letter by letter if it was too long", "mountain lakes", "mountain lake", "mountain lake"],
    ["is replaced as a whole", "aaaa", "aaaaaaaaaaaa", "aaaaaaaaa"],
  ])("%s", (_, before, typed, held) => {
    expect(fitted(before, typed, 9)).toBe(held);
  });
});
