import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runTool } from "./support.ts";

const WORLDS = fileURLToPath(new URL("../examples/worlds.ts", import.meta.url));

describe("explore", () => {
  it("tries every run of a world within its bounds", async () => {
    const { code, told, files } = await runTool("explore", ["--only", "patient"], WORLDS);
    expect({ code, told, files }).toEqual({
      code: 0,
      told: "patient: 10 states, 13 choices, 4 runs",
      files: [],
    });
  });

  it("tells a small run that breaks a claim", async () => {
    const { code, told, read } = await runTool("explore", ["--only", "impatient"], WORLDS);
    expect(code).toBe(1);
    expect(told).toContain("BROKEN: it gives up only after three failures. It gave up after 2");
    const steps = read("impatient.broken.md").match(/^\d+\. .*$/gm) ?? [];
    expect(steps[0]).toBe("1. the user loads");
    expect(steps.filter((step) => step.includes("**"))).toHaveLength(3);
    expect(steps.at(-1)).toBe(`${steps.length}. **the server fails**`);
  });

  it("says that it stopped, and which claims never held", async () => {
    const { code, told } = await runTool("explore", ["--only", "impatient", "--runs", "2"], WORLDS);
    expect(code).toBe(1);
    expect(told.split("\n").slice(1)).toEqual([
      "  STOPPED after 2 runs. There are more.",
      "  NEVER: it gives up",
    ]);
  });

  it("refuses a module without worlds, and a world that does not exist", async () => {
    expect(await runTool("explore")).toMatchObject({
      code: 2,
      told: expect.stringContaining("The module exports no `worlds`"),
    });
    expect(await runTool("explore", ["--runs", "many"], WORLDS)).toMatchObject({ code: 2 });
    expect(await runTool("explore", ["--only", "calm"], WORLDS)).toMatchObject({
      code: 2,
      told: 'There is no world "calm".',
    });
  });
});
