import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { testsIn } from "../mutate/tests.ts";
import { runCommand } from "./support.ts";

const machines = (name: string) => fileURLToPath(new URL(`./machines/${name}.ts`, import.meta.url));

describe("mutate", () => {
  it("says which edits the paths notice", async () => {
    const { code, told, files, read } = await runCommand("mutate");
    expect(code).toBe(0);
    const lines = told.split("\n").map((line) => line.replace(/^.*\//, ""));
    expect(lines).toEqual([
      "fetcher.ts: 27 of 27 edits are noticed",
      "form.ts: 28 of 31 edits are noticed",
      // No event has a name of one letter, and no path reaches the printer.
      "  Not noticed: guards hasName: 0 is 1",
      "  Not noticed: filling on printed: drop",
      "  Not noticed: filling on printed target: lead to filling",
      "traffic-light.ts: 13 of 13 edits are noticed",
    ]);
    expect(files).toEqual(["edits.md"]);
    expect(read("edits.md")).toContain("- `guards hasTriesLeft: < is >=`");
  });

  it("edits only the sources of the machines that are wanted", async () => {
    const { told } = await runCommand("mutate", ["--only", "trafficLight"]);
    expect(told).toMatch(/traffic-light\.ts: 13 of 13 edits are noticed$/);
    expect(told).not.toContain("form.ts");
  });

  it("says that no machine can be walked", async () => {
    const { code, told } = await runCommand("mutate", ["--only", "nameless"], machines("awkward"));
    expect(code).toBe(1);
    expect(told).toContain("No machine can be walked.");
  });
});

describe("tests of a project", () => {
  it("run in a copy, and the project stays as it is", () => {
    const project = mkdtempSync(join(tmpdir(), "project-"));
    onTestFinished(() => rmSync(project, { recursive: true, force: true }));
    const file = join(project, "word.txt");
    writeFileSync(file, "good\n");
    const tests = testsIn(project, "grep good word.txt");
    onTestFinished(() => tests.remove());
    expect(tests.pass()).toBe(true);
    expect(tests.pass({ file, text: "bad\n" })).toBe(false);
    expect(tests.pass()).toBe(true);
    expect(readFileSync(file, "utf8")).toBe("good\n");
  });
});
