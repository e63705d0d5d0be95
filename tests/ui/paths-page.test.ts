import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drawChart } from "../../tools/charts/draw/index.ts";
import { client } from "../paths/report/client.ts";
import { pageOf } from "../paths/report/page.ts";
import { door, doorMachine } from "../unit/paths-report/told.ts";

/** The page that `npm run paths -- --html` writes, with its script. */
describe("11-13 the address of the paths page", () => {
  const text = (selector: string) => document.querySelector(selector)?.textContent;
  const player = () => document.querySelector<HTMLElement>("main .player");
  let html = "";

  beforeEach(async () => {
    const { svg } = await drawChart(doorMachine);
    html = pageOf([{ chart: "door", report: door, score: undefined, pathFailures: [] }], () => svg);
    // jsdom does not scroll. The script listens as long as its page lives, which is longer than a test.
    for (const target of [window, document]) vi.spyOn(target, "addEventListener").mockReturnValue();
    vi.stubGlobal("scrollTo", () => {});
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    Object.defineProperty(Element.prototype, "scrollBy", { configurable: true, value: () => {} });
  });
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, "scrollBy");
    document.body.replaceChildren();
    history.replaceState(null, "", "/");
  });

  function open(hash: string): void {
    history.replaceState(null, "", `/${hash}`);
    document.body.innerHTML = new DOMParser().parseFromString(html, "text/html").body.innerHTML;
    client();
  }

  it("shows a step of a path", () => {
    open("#door/0/1");
    expect(text(".player .count")).toBe("Step 1 of 2");
    expect(player()?.hidden).toBe(false);
  });

  it.each(["#door/0/abc", "#door/0/-1", "#door/0/NaN"])("%s shows the start of the path", (hash) => {
    open(hash);
    expect(text(".player .count")).toBe("Step 0 of 2");
  });

  it("a step behind the last is the last", () => {
    open("#door/0/99");
    expect(text(".player .count")).toBe("Step 2 of 2");
  });

  it.each(["#door/abc", "#door/0.5", "#door/99"])("%s shows the chart without a path", (hash) => {
    open(hash);
    expect(player()?.hidden).toBe(true);
  });

  it.each(["#window", "#%", "#%E0%A4%A"])("%s says that there is no such chart", (hash) => {
    open(hash);
    expect(text("main")).toBe(
      "This page has no such chart. Choose a chart to see its drawing and its paths.",
    );
  });

  it("without a chart asks for one", () => {
    open("");
    expect(text("main")).toBe("Choose a chart to see its drawing and its paths.");
  });
});
