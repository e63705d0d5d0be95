import { describe, expect, it } from "vitest";
import { isFound, placeOf } from "../../../src/text/search.ts";

/** The part of the text that matches the query; null without a match. */
function marked(text: string, sought: string): string | null {
  const place = placeOf(text, sought);
  return place && text.slice(place.start, place.end);
}

describe("2-63 searching", () => {
  it.each([
    ["Zoë Müller", "zoe mul", "Zoë Mül"],
    ["Zoe\u0308 M.", "zoe", "Zoe\u0308"],
    ["a e\u0301 b", "e", "e\u0301"],
    ["Straße", "STRASSE", "Straße"],
    ["ＡＢＣ１２３", "bc1", "ＢＣ１"],
    ["ﬁne", "fine", "ﬁne"],
    ["ﬁne", "in", "ﬁn"],
    ["王小明，周五", "小明，", "小明，"],
    ["ok 👍🏽 done", "👍🏽", "👍🏽"],
    ["ΟΔΟΣ", "οδος", "ΟΔΟΣ"],
    ["İzmir", "izmir", "İzmir"],
    ["1+1 (2)", "(2", "(2"],
    ["Ann", "  nn ", "nn"],
    ["Ann", "b", null],
    ["Ann", "", null],
  ])("finds in %s for the query %s the part %s", (text, sought, expected) => {
    expect(marked(text, sought)).toBe(expected);
    if (sought !== "") expect(isFound(sought, text)).toBe(expected !== null);
  });

  it("matches every text for an empty query", () => {
    expect(isFound(" ", "Ann")).toBe(true);
  });
});
