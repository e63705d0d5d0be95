/** The page of the paths: coverage on the drawing, and what is played on it. */
import { beforeAll, describe, expect, it } from "vitest";
import { drawChart } from "../../../src/inspector/drawing/index.ts";
import { coloured } from "../../paths/report/coverage.ts";
import { pageOf, playedOf } from "../../paths/report/page.ts";
import { door, doorMachine } from "./told.ts";

let drawing = "";
beforeAll(async () => {
  drawing = (await drawChart(doorMachine)).svg;
});

/** The elements of a drawing that match, as they begin. */
const elements = (svg: string, pattern: RegExp) =>
  svg.match(new RegExp(`<[^<>]*${pattern.source}[^<>]*>`, "g")) ?? [];
const coverIn = (svg: string, pattern: RegExp) =>
  elements(svg, pattern).map((element) => /data-cover="(\w+)"/.exec(element)?.[1] ?? "none");

describe("11-13 the coverage of a drawing", () => {
  it("colours every line about a transition by whether a path took it", () => {
    const svg = coloured(drawing, door);
    expect(coverIn(svg, /data-events="user\.open"/)).toEqual(["walked"]);
    expect(coverIn(svg, /data-events="door\.jam"/)).toEqual(["excused"]);
    expect(coverIn(svg, /data-events="after patience"/)).toEqual(["missed"]);
  });

  it("says of two events on one line that only one of them was walked", () => {
    const svg = coloured(drawing, door);
    expect(new Set(coverIn(svg, /data-events="user\.knock\|user\.ring"/))).toEqual(new Set(["part"]));
    const all = door.transitions.map((transition) => ({ ...transition, isTaken: true }));
    expect(new Set(coverIn(coloured(drawing, { ...door, transitions: all }), /data-events=/))).toEqual(
      new Set(["walked"]),
    );
  });

  it("colours arrows and boxes, too", () => {
    const svg = coloured(drawing, door);
    expect(coverIn(svg, /data-arrow="waiting&gt;open"/)).toEqual(["walked"]);
    expect(coverIn(svg, /data-arrow="waiting&gt;stuck"/)).toEqual(["excused"]);
    expect(coverIn(svg, /data-state="waiting"/)).toEqual(["walked"]);
    expect(coverIn(svg, /data-state="stuck"/)).toEqual(["missed"]);
    expect(coverIn(svg, /data-state=""/)).toEqual(["part"]);
  });

  it("does not blame a state nobody can reach when there is a reason", () => {
    const states = door.states.map((state) => ({ ...state, excuse: "doors do not get stuck" }));
    const svg = coloured(drawing, { ...door, states });
    expect(coverIn(svg, /data-state="stuck"/)).toEqual(["excused"]);
    expect(coverIn(svg, /data-state="waiting"/)).toEqual(["walked"]);
  });

  it("says why a transition is not walked", () => {
    const svg = coloured(drawing, door);
    expect(svg).toContain("<title>door.jam: no path takes it, as doors do not jam</title>");
    expect(svg).toContain("<title>user.ring: no path takes it</title>");
  });

  it("leaves the drawing itself as it is", () => {
    const plain = coloured(drawing, door)
      .replaceAll(/ data-cover="\w+"/g, "")
      .replaceAll(/<title>[^<]*<\/title>/g, "");
    expect(plain).toBe(drawing);
  });
});

describe("11-13 the page", () => {
  const stumbles = [{ suite: "paths", name: "user.knock -> user.open", message: "expected <b> to open" }];
  const page = (stumbled: typeof stumbles = []) =>
    pageOf([{ chart: "toasts", report: door, score: undefined, stumbles: stumbled }], () => drawing);

  it("holds numbers, drawing and every path as a sentence, and loads nothing", () => {
    const html = page();
    expect(html).toContain("<dd>2/5 (1 excused)</dd>");
    expect(html).toContain("user.knock, then user.open; ends in open</button>");
    expect(html).toContain('data-state="waiting"');
    expect(html).not.toMatch(/<link|@import|src=|url\((?!#)|https?:\/\/(?!www\.w3\.org)/);
  });

  it("marks what failed, and says why", () => {
    expect(page()).not.toContain('data-play="0" class="is-broken"');
    const html = page(stumbles);
    expect(html).toContain('data-play="0" class="is-broken"');
    expect(html).toContain("expected &lt;b&gt; to open");
  });

  it("plays each step on what it takes, beside what one sees there", () => {
    const { paths, places, ways, labels } = playedOf(door);
    const [path] = paths;
    const steps = path?.steps.map(([label, place, took]) => ({
      label: labels[label],
      states: places[place]?.states,
      sees: places[place]?.sees,
      took: took.map((way) => ways[way]?.event),
    }));
    expect(steps).toEqual([
      {
        label: "user.knock",
        states: ["waiting"],
        sees: [
          [true, 'a button "Open <now>"'],
          [false, 'no button "Knock"'],
        ],
        took: ["user.knock"],
      },
      { label: "user.open", states: ["open"], sees: [], took: ["user.open"] },
    ]);
    // What is played stands in a script: nothing in it may end that.
    expect(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(page())?.[1]).not.toContain("<");
  });
});
