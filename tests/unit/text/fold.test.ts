import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLinks } from "../../../machines/domain/links.ts";
import { blocksOf, foldText } from "../../../src/text/fold.ts";

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

  it("shows the first twenty lines of a text of more than forty", () => {
    expect(foldText("line\n".repeat(41))).toBe("line\n".repeat(20).trimEnd());
    expect(foldText("a\n".repeat(50))).toBe("a\n".repeat(20).trimEnd());
  });

  it.each([
    ["nothing before it", ""],
    ["blank lines before it", "\n \n"],
  ])("shows a link in full that is longer than what is shown, with %s", (_, before) => {
    const link = `https://example.com/${"x".repeat(600)}`;
    expect(foldText(`${before}${link} ${"y ".repeat(700)}`)).toBe(before + link);
  });

  it("ends before a link that does not fit", () => {
    const before = `${"word ".repeat(90)}see `;
    const link = `https://example.com/${"x".repeat(980)}`;
    expect(foldText(`${before}${link} ${"y ".repeat(80)}`)).toBe(before);
    expect(foldText(`(${link}) ${"y ".repeat(300)}`)).toBe("(");
  });

  it("ends with a link that just fits", () => {
    const link = `https://example.com/${"x".repeat(480)}`;
    expect(foldText(`${link} ${"y ".repeat(700)}`)).toBe(link);
  });

  it.each([
    [499, 499],
    [500, 500],
    [441, 441],
    // A longer word is cut.
    [440, 500],
    [100, 500],
  ])("ends between words, with a word that begins after %d characters", (start, shown) => {
    const text = `${"x".repeat(start)} ${"y".repeat(2000)}`;
    expect(foldText(text)).toBe(text.slice(0, shown));
  });

  it("ends between emoji", () => {
    expect(foldText("😀".repeat(800))).toBe("😀".repeat(250));
    expect(foldText(`x${"😀".repeat(800)}`)).toBe(`x${"😀".repeat(249)}`);
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

describe("blocks of a long text", () => {
  it("together are the text", () => {
    fc.assert(
      fc.property(fc.oneof(longText, fc.string({ unit: "binary", maxLength: 5000 })), (text) => {
        expect(blocksOf(text).join("")).toBe(text);
      }),
      { numRuns: 20 },
    );
  });

  it("are short, also without a space or a line break", () => {
    for (const unit of ["\u0645", "x", "word ", "\u0645\n", "😀", "长", "\n"])
      for (const block of blocksOf(unit.repeat(20_000))) expect(block.length).toBeLessThanOrEqual(1001);
  });

  it("end after a line break, else between words, and not within a link or a character", () => {
    const lines = `${"line\n".repeat(150)}${"word ".repeat(800)}`;
    expect(blocksOf(lines)[0]).toBe("line\n".repeat(150));
    expect(blocksOf("word ".repeat(801))[0]).toBe("word ".repeat(200));
    const link = `https://example.com/${"x".repeat(980)}`;
    expect(blocksOf(`see ${link} ${"y ".repeat(2000)}`)[0]).toBe("see ");
    expect(blocksOf(`x${"😀".repeat(2000)}`)[0]).toBe(`x${"😀".repeat(499)}`);
  });

  it("are one block for a text that is no longer than people write, so that its copy is the text", () => {
    for (const text of ["", "Hi", "word ".repeat(800)]) expect(blocksOf(text)).toEqual([text]);
  });
});
