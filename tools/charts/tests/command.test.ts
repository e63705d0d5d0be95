import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { run } from "../command.ts";

const EXAMPLES = fileURLToPath(new URL("../examples/index.ts", import.meta.url));

async function told(...words: string[]): Promise<{ code: number; says: string }> {
  const lines: string[] = [];
  const code = await run(words, {
    load: async () => ({ module: await import("../examples/index.ts"), dependencies: [] }),
    say: (line) => lines.push(line),
  });
  return { code, says: lines.join("\n") };
}

const wordsIn = (text: string) => text.split(" ").map((word) => (word === "machines.ts" ? EXAMPLES : word));

const MORE = "parley-charts --help says more.";

describe("11-17 the command of the tools", () => {
  it.each(["--help", "-h", "draw --help"])("explains itself after %s", async (words) => {
    const { code, says } = await told(...wordsIn(words));
    expect([code, says.split("\n")[0]]).toEqual([0, "parley-charts <tool> <catalogue> <folder>"]);
  });

  it.each([
    [
      "drw machines.ts out",
      'There is no tool "drw". There are: draw, diff, paths, mutate, explore, inspect.',
    ],
    ["draw", `draw needs a module that exports machines. ${MORE}`],
    ["draw nowhere.ts out", "There is no file nowhere.ts."],
    ["draw machines.ts", `draw needs a folder for what it writes. ${MORE}`],
    ["draw machines.ts out more", `more is more than draw takes. ${MORE}`],
    ["draw machines.ts out --frob", `Unknown option '--frob'. ${MORE}`],
    ["mutate machines.ts out --test=", "--test needs a command."],
    ["inspect machines.ts --port 65536", '"65536" is no number of a port.'],
  ])("names what is wrong with %s", async (words, says) => {
    expect(await told(...wordsIn(words))).toEqual({ code: 2, says });
  });

  it("does not compare machines that no repository has", async () => {
    const folder = mkdtempSync(join(tmpdir(), "charts-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const catalogue = join(folder, "machines.ts");
    writeFileSync(catalogue, "");
    expect((await told("diff", catalogue, folder)).says).toBe(`${catalogue} is in no repository of Git.`);
  });
});
