/** The drawings in docs/charts show what runs. `npm run charts` draws them anew. */
import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { charts } from "../../machines/index.ts";
import { drawChart, drawFamily } from "../../src/inspector/drawing/index.ts";

const folder = new URL("../../docs/charts/", import.meta.url);
const all = Object.entries(charts) as [string, AnyStateMachine][];

describe("11-11 docs/charts", () => {
  it.each(all)("%s is drawn and tabulated as it is", async (name, machine) => {
    const { svg, page } = await drawChart(machine);
    await expect(svg).toMatchFileSnapshot(new URL(`${name}.svg`, folder).pathname);
    await expect(page).toMatchFileSnapshot(new URL(`${name}.md`, folder).pathname);
  });

  it("show who runs whom", async () => {
    await expect(await drawFamily("Parley", charts)).toMatchFileSnapshot(
      new URL("parley.svg", folder).pathname,
    );
  });

  it("are led through by docs/README.md, each of them", async () => {
    const guide = await readFile(new URL("../README.md", folder), "utf8");
    expect(all.map(([name]) => name).filter((name) => !guide.includes(`(charts/${name}.md)`))).toEqual([]);
  });

  it("holds nothing of charts that are gone", async () => {
    const expected = new Set(["parley.svg", ...all.flatMap(([name]) => [`${name}.md`, `${name}.svg`])]);
    expect((await readdir(folder)).filter((file) => !expected.has(file))).toEqual([]);
  });
});
