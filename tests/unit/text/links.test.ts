import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLinks } from "../../../machines/domain/links.ts";

function links(text: string): [string, string][] {
  return splitLinks(text).flatMap((part) => (part.kind === "link" ? [[part.text, part.href]] : []));
}

function shown(text: string): string[] {
  return links(text).map(([address]) => address);
}

describe("splitLinks", () => {
  it("9-31 finds http and https", () => {
    expect(splitLinks("see http://a.example/x and HTTPS://B.example now")).toEqual([
      { kind: "text", start: 0, text: "see " },
      { kind: "link", start: 4, text: "http://a.example/x", href: "http://a.example/x" },
      { kind: "text", start: 22, text: " and " },
      { kind: "link", start: 27, text: "HTTPS://B.example", href: "HTTPS://B.example" },
      { kind: "text", start: 44, text: " now" },
    ]);
  });

  it("9-32 9-33 finds www and opens it as https", () => {
    expect(links("www.example.com/path?q=1#x")).toEqual([
      ["www.example.com/path?q=1#x", "https://www.example.com/path?q=1#x"],
    ]);
    expect(links("www.nothing, www., www..com, awww.example.com")).toEqual([]);
  });

  it("9-33 leaves closing punctuation outside, also in Chinese", () => {
    expect(shown("Look at https://a.example/x. Or (https://b.example/y), or https://c.example?!")).toEqual([
      "https://a.example/x",
      "https://b.example/y",
      "https://c.example",
    ]);
    expect(shown("看https://a.example/x，还有《https://b.example》。www.c.example！好")).toEqual([
      "https://a.example/x",
      "https://b.example",
      "www.c.example",
    ]);
  });

  it.each([
    ["(https://en.example/wiki/A_(b))", "https://en.example/wiki/A_(b)"],
    ["((https://a.example/x))", "https://a.example/x"],
    ["[https://a.example/x[1]]", "https://a.example/x[1]"],
    ["{https://a.example/{id}}", "https://a.example/{id}"],
    ["https://a.example/x)((b)", "https://a.example/x)((b)"],
  ])("9-33 %s keeps a closing bracket that matches one in the address", (text, address) => {
    expect(shown(text)).toEqual([address]);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://a.example",
    "mailto:a@b.example",
    "http://",
    "https:///",
    "http:// a.example",
  ])("9-33 does not link %s", (text) => {
    expect(links(text)).toEqual([]);
  });

  it("9-31 9-33 loses no character and links only to http and https", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(
        "http://",
        "https://",
        "www.",
        "a.example",
        ".",
        ")",
        "(",
        "，",
        "。",
        " ",
        "/",
        "javascript:",
        "\n",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const parts = splitLinks(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const part of parts) {
          expect(text.startsWith(part.text, part.start)).toBe(true);
          expect(part.text).not.toBe("");
          if (part.kind === "link") {
            expect(new URL(part.href).protocol).toMatch(/^https?:$/);
            expect(part.href.endsWith(part.text)).toBe(true);
          }
        }
      }),
    );
  });

  it.each([
    ["a long address", `https://a.example/${"x".repeat(200_000)}`],
    ["unmatched brackets", `https://a.example/${")".repeat(100_000)}${"(".repeat(100_000)}`],
    ["unclosed schemes", "http://www.".repeat(20_000)],
    ["endless dots", `www.a${".".repeat(200_000)}`],
  ])("9-33 parses %s in linear time", (_, text) => {
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});
