/** The drawings in docs/charts match the charts. `npm run charts` writes them again. */
import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { charts } from "../../machines/index.ts";
import { drawChart, drawFamily } from "../../tools/charts/draw/index.ts";
import { readPictures } from "../../tools/charts/draw/pictures.ts";

const folder = new URL("../../docs/charts/", import.meta.url);
const picturesOf = readPictures("docs/pictures/states.json", "docs/charts");
const all = Object.entries(charts) as [string, AnyStateMachine][];

describe("11-11 docs/charts", () => {
  it.each(all)("%s has an up-to-date drawing and table", async (name, machine) => {
    const { svg, page } = await drawChart(machine, picturesOf(name));
    await expect(svg).toMatchFileSnapshot(new URL(`${name}.svg`, folder).pathname);
    await expect(page).toMatchFileSnapshot(new URL(`${name}.md`, folder).pathname);
  });

  it("parley.svg shows which chart runs which", async () => {
    await expect(await drawFamily("Parley", charts)).toMatchFileSnapshot(
      new URL("parley.svg", folder).pathname,
    );
  });

  it("docs/README.md links every chart's page", async () => {
    const guide = await readFile(new URL("../README.md", folder), "utf8");
    expect(all.map(([name]) => name).filter((name) => !guide.includes(`(charts/${name}.md)`))).toEqual([]);
  });

  it("contain no file of a removed chart", async () => {
    const expected = new Set(["parley.svg", ...all.flatMap(([name]) => [`${name}.md`, `${name}.svg`])]);
    expect((await readdir(folder)).filter((file) => !expected.has(file))).toEqual([]);
  });
});
