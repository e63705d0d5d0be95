// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const page = new DOMParser().parseFromString(readFileSync("index.html", "utf8"), "text/html");
const viewport = page.querySelector("meta[name=viewport]")?.getAttribute("content") ?? "";

describe("the page's markup", () => {
  it("10-04 covers the safe areas and allows pinch zoom", () => {
    expect(viewport).toContain("viewport-fit=cover");
    expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
  });

  it("10-03 lets the keyboard resize the page", () => {
    expect(viewport).toContain("interactive-widget=resizes-content");
  });

  it("10-15 declares light and dark color schemes", () => {
    expect(page.querySelector("meta[name=color-scheme]")?.getAttribute("content")).toBe("light dark");
  });
});
