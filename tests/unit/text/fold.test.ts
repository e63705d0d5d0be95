import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLinks } from "../../../machines/domain/links.ts";
import { foldText } from "../../../src/text/fold.ts";

const longText = fc
  .array(fc.constantFrom("word ", "长", "😀", "https://example.com/a?b=c ", "www.example.org/x", "\n", "x"), {
    minLength: 1000,
    maxLength: 4000,
  })
  .map((parts) => parts.join("").repeat(3));

describe("folding", () => {
  it("does not fold a short text", () => {
    expect(foldText("Hi")).toBeNull();
    expect(foldText("x".repeat(1500))).toBeNull();
    expect(foldText("line\n".repeat(40))).toBeNull();
  });

  it("counts a Chinese character as two, so that half as many are shown", () => {
    expect(foldText("长".repeat(750))).toBeNull();
    expect(foldText("长".repeat(751))).toBe("长".repeat(250));
  });

  it("shows a prefix that cuts no link and no surrogate pair", () => {
    fc.assert(
      fc.property(longText, (text) => {
        const folded = foldText(text) ?? text;
        expect(text.startsWith(folded)).toBe(true);
        expect(folded).not.toMatch(/[\ud800-\udbff]$/);
        const linksOf = (whole: string) =>
          splitLinks(whole).flatMap((part) => (part.kind === "link" ? [`${part.start} ${part.href}`] : []));
        expect(linksOf(text).slice(0, linksOf(folded).length)).toEqual(linksOf(folded));
      }),
      { numRuns: 50 },
    );
  });

  it("shows 50 to 500 characters of a very long text, many lines or one word", () => {
    for (const text of ["Words and words. ".repeat(1800), "line\n".repeat(1000), "x".repeat(30_000)]) {
      const length = foldText(text)?.length ?? 0;
      expect(length).toBeGreaterThan(50);
      expect(length).toBeLessThanOrEqual(500);
    }
  });
});
