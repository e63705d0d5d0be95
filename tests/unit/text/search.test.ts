import { describe, expect, it } from "vitest";
import { isFound, isNamed, placeOf } from "../../../src/text/search.ts";

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

describe("3-40 the name after an @", () => {
  it.each([
    ["mem", "Member 11", true],
    ["ember", "Member 11", true],
    ["Member ", "Member 11", true],
    ["member 1", "Member 11", true],
    ["Member 11", "Member 11", true],
    ["Member  11", "Member 11", true],
    ["Member 11", "Member \t 11", true],
    ["Zoe m", "Dr. Zoë Müller", true],
    ["Member 11 ", "Member 11", false],
    ["Member 2", "Member 11", false],
    ["ember 1", "Member 11", false],
    ["an ", "Jan Li", false],
    ["an you", "Jan Young", false],
  ])("%j looks for %j: %s", (query, name, expected) => expect(isNamed(query, "other", name)).toBe(expected));
});
