import { beforeAll, describe, expect, it } from "vitest";
import { drawChart } from "../../../tools/charts/draw/index.ts";
import { coloured } from "../../paths/report/coverage.ts";
import { pageOf, playedOf } from "../../paths/report/page.ts";
import { door, doorMachine } from "./told.ts";

let drawing = "";
beforeAll(async () => {
  drawing = (await drawChart(doorMachine)).svg;
});

const elements = (svg: string, pattern: RegExp) =>
  svg.match(new RegExp(`<[^<>]*${pattern.source}[^<>]*>`, "g")) ?? [];
const coverIn = (svg: string, pattern: RegExp) =>
  elements(svg, pattern).map((element) => /data-cover="(\w+)"/.exec(element)?.[1] ?? "none");

describe("11-13 coverage colours of a drawing", () => {
  it("colour the lines of a transition by whether a path takes it", () => {
    const svg = coloured(drawing, door);
    expect(coverIn(svg, /data-events="user\.open"/)).toEqual(["walked"]);
    expect(coverIn(svg, /data-events="door\.jam"/)).toEqual(["excused"]);
    expect(coverIn(svg, /data-events="after patience"/)).toEqual(["missed"]);
  });

  it("mark a line with two events as partly covered", () => {
    const svg = coloured(drawing, door);
    expect(new Set(coverIn(svg, /data-events="user\.knock\|user\.ring"/))).toEqual(new Set(["part"]));
    const all = door.transitions.map((transition) => ({ ...transition, isTaken: true }));
    expect(new Set(coverIn(coloured(drawing, { ...door, transitions: all }), /data-events=/))).toEqual(
      new Set(["walked"]),
    );
  });

  it("colour arrows and state boxes", () => {
    const svg = coloured(drawing, door);
    expect(coverIn(svg, /data-arrow="waiting&gt;open"/)).toEqual(["walked"]);
    expect(coverIn(svg, /data-arrow="waiting&gt;stuck"/)).toEqual(["excused"]);
    expect(coverIn(svg, /data-state="waiting"/)).toEqual(["walked"]);
    expect(coverIn(svg, /data-state="stuck"/)).toEqual(["missed"]);
    expect(coverIn(svg, /data-state=""/)).toEqual(["part"]);
  });

  it("mark an unreachable state with a reason as excused", () => {
    const states = door.states.map((state) => ({ ...state, excuse: "doors do not get stuck" }));
    const svg = coloured(drawing, { ...door, states });
    expect(coverIn(svg, /data-state="stuck"/)).toEqual(["excused"]);
    expect(coverIn(svg, /data-state="waiting"/)).toEqual(["walked"]);
  });

  it("name the reason of an uncovered transition", () => {
    const svg = coloured(drawing, door);
    expect(svg).toContain("<title>door.jam: no path takes it, as doors do not jam</title>");
    expect(svg).toContain("<title>user.ring: no path takes it</title>");
  });

  it("leave the rest of the drawing unchanged", () => {
    const plain = coloured(drawing, door)
      .replaceAll(/ data-cover="\w+"/g, "")
      .replaceAll(/<title>[^<]*<\/title>/g, "");
    expect(plain).toBe(drawing);
  });
});

describe("11-13 the paths page", () => {
  const pathFailures = [{ suite: "paths", name: "user.knock -> user.open", message: "expected <b> to open" }];
  const page = (failed: typeof pathFailures = []) =>
    pageOf([{ chart: "toasts", report: door, score: undefined, pathFailures: failed }], () => drawing);

  it("contains the numbers, the drawing and each path as a sentence, and loads no resources", () => {
    const html = page();
    expect(html).toContain("<dd>2/5 (1 excused)</dd>");
    expect(html).toContain("user.knock, then user.open; ends in open</button>");
    expect(html).toContain('data-state="waiting"');
    expect(html).not.toMatch(/<link|@import|src=|url\((?!#)|https?:\/\/(?!www\.w3\.org)/);
  });

  it("marks a failed path and shows its message", () => {
    expect(page()).not.toContain('data-play="0" class="is-broken"');
    const html = page(pathFailures);
    expect(html).toContain('data-play="0" class="is-broken"');
    expect(html).toContain("expected &lt;b&gt; to open");
  });

  it("plays each step with its transitions and expectations", () => {
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
    // The data is inside a script element: it must not contain an end tag.
    expect(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(page())?.[1]).not.toContain("<");
  });
});
