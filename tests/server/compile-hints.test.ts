// @vitest-environment node
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compileHints } from "../../tools/compile-hints.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-hints-"));
  const files = {
    "main.js": 'import("./tapped.js");\n',
    // The loaded module has its own style, because Vite writes that into the first line.
    "tapped.js":
      '\nexport const shout = () => import("./other.js").then(() => console.log("tapped"));\nshout();\n',
    "other.js": 'import "./other.css";\nconsole.log("other");\n',
    "other.css": "p { color: red }\n",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function built(...names: string[]): Promise<(chunk: string, suffix?: string) => Promise<string>> {
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [compileHints(names)],
    build: { sourcemap: true, rolldownOptions: { input: join(root, "main.js") } },
  });
  const assets = join(root, "dist/assets");
  const files = await readdir(assets);
  return async (chunk, suffix = ".js") => {
    const file = files.find((name) => name.startsWith(`${chunk}-`) && name.endsWith(suffix));
    return readFile(join(assets, file ?? "none"), "utf8");
  };
}

describe("chunks that are needed at a tap", () => {
  it("10-01 start with the hint that compiles all their functions, and other chunks do not", async () => {
    const read = await built("tapped");
    expect((await read("tapped")).split("\n")[0]).toBe("//# allFunctionsCalledOnLoad");
    expect(await read("other")).not.toContain("allFunctionsCalledOnLoad");
    expect(await read("main")).not.toContain("allFunctionsCalledOnLoad");
  });

  it("still map to their sources, line by line", async () => {
    const read = await built("tapped");
    const lines = (await read("tapped")).split("\n");
    const line = lines.findIndex((code) => code.includes("tapped"));
    const map = new SourceMap(JSON.parse(await read("tapped", ".js.map")));
    const entry = map.findEntry(line, lines[line]?.indexOf("console") ?? 0);
    expect(entry).toMatchObject({ originalLine: 1, originalSource: expect.stringContaining("tapped.js") });
  });

  it("cannot be listed under the name of a missing chunk", async () => {
    await expect(built("tapped", "renamed")).rejects.toThrow("No chunk is called renamed");
  });
});
