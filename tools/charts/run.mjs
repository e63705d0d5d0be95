/** `npm run charts`: draws docs/charts again, and lists the edits that no test notices. With `--diff <commit>` it says what changed since a commit. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const FILES = ["tests/charts/drawings.test.ts", "tests/charts/tested.test.ts"];
const [option, commit = "main", ...rest] = process.argv.slice(2);

if (option === undefined) {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const drawings = ["run", "--project", "unit", ...FILES, "--update"];
  process.exitCode = spawnSync(process.execPath, [vitest, ...drawings], {
    cwd: repository,
    stdio: "inherit",
  }).status;
} else if (option !== "--diff" || rest.length > 0 || commit.startsWith("-")) {
  console.error("The only option is --diff <commit>. Without a commit it compares with main.");
  process.exitCode = 1;
} else {
  const load = async (file) => (await runnerImport(file, { configFile: false, logLevel: "error" })).module;
  const { diff } = await load(join(repository, "tools/charts/diff/command.ts"));
  process.exitCode = await diff({
    repository,
    commit,
    catalogue: "machines/index.ts",
    out: join(repository, "charts-diff"),
    load,
    say: (line) => console.log(line),
  });
}
