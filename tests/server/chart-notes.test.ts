// @vitest-environment node
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, it } from "vitest";
import { chartNotes } from "../../tools/chart-notes.ts";

const CHART = `
const setup = (parts: object) => ({ createMachine: (chart: object) => [parts, chart] });
console.log(setup({ types: { context: {} as object }, description: "said before" }).createMachine({
  types: "kept too",
  description: "Wartet… 等",
  meta: { rule: "R1" },
  states: {
    one: { type: "final", description:
      "Two lines" },
    two: { meta: { rule: "R2" }, tags: "kept" },
  },
}), { description: "said elsewhere" });
`;

it("10-01 the built charts are without their descriptions, rules and types, and with all else", async () => {
  const root = await mkdtemp(join(tmpdir(), "parley-notes-"));
  try {
    await mkdir(join(root, "machines"));
    await writeFile(join(root, "machines/chart.ts"), CHART);
    await build({
      root,
      configFile: false,
      logLevel: "silent",
      plugins: [chartNotes()],
      build: { minify: false, rolldownOptions: { input: join(root, "machines/chart.ts") } },
    });
    const [file = ""] = await readdir(join(root, "dist/assets"));
    const code = await readFile(join(root, "dist/assets", file), "utf8");
    expect(code).not.toMatch(/Wartet|R1|R2|Two lines|meta|context/);
    expect(code).toMatch(/type: "final"/);
    expect(code).toMatch(/tags: "kept"/);
    expect(code).toMatch(/types: "kept too"/);
    expect(code).toMatch(/description: "said before"/);
    expect(code).toMatch(/description: "said elsewhere"/);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
