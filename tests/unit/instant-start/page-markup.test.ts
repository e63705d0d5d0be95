// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const page = new DOMParser().parseFromString(readFileSync("index.html", "utf8"), "text/html");
const viewport = page.querySelector("meta[name=viewport]")?.getAttribute("content") ?? "";

describe("the page's markup", () => {
  it("10-04 reaches into the safe areas and leaves pinch zoom to the person", () => {
    expect(viewport).toContain("viewport-fit=cover");
    expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
  });

  it("10-03 the keyboard shrinks the page instead of covering it", () => {
    expect(viewport).toContain("interactive-widget=resizes-content");
  });

  it("10-15 says that it is at home in light and dark", () => {
    expect(page.querySelector("meta[name=color-scheme]")?.getAttribute("content")).toBe("light dark");
  });
});
