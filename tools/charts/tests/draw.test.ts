import { describe, expect, it } from "vitest";
import { runTool } from "./support.ts";

describe("draw", () => {
  it("writes a drawing and a table of each machine", async () => {
    const { code, files, read } = await runTool("draw");
    expect(code).toBe(0);
    expect(files).toEqual(
      ["fetcher", "form", "trafficLight"].flatMap((name) => [`${name}.md`, `${name}.svg`]),
    );
    expect(read("trafficLight.md")).toContain("| `red` | `after 9000` |  | `green` |  |");
    expect(read("fetcher.md")).toContain("| `loading` | `load failed` | `hasTriesLeft` | `waiting` |  |");
    expect(read("form.md")).toContain("`hasName and isAdult`");
    for (const file of files.filter((name) => name.endsWith(".svg"))) expect(read(file)).toMatch(/^<svg /);
  });

  it("writes only the machines that are wanted", async () => {
    expect((await runTool("draw", ["--only", "form"])).files).toEqual(["form.md", "form.svg"]);
  });
});

describe("the command", () => {
  it("names a machine that does not exist", async () => {
    expect(await runTool("draw", ["--only", "window"])).toMatchObject({
      code: 2,
      told: 'There is no machine "window".',
      files: [],
    });
  });

  it("says that a module has no machine", async () => {
    const module = new URL("../catalogue.ts", import.meta.url).pathname;
    expect(await runTool("draw", [], module)).toMatchObject({ told: "The module exports no machine." });
  });
});
