/**
 * `npm run charts`: draws docs/charts again, and lists the edits that no test notices. With `--diff <commit>` it says
 * what changed since a commit.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [option, commit = "main", ...rest] = process.argv.slice(2);
const catalogue = "machines/index.ts";
const tool = fileURLToPath(new URL("./charts/run.mjs", import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

if (option === undefined) {
  run(
    tool,
    "draw",
    catalogue,
    "docs/charts",
    "--overview",
    "Parley",
    "--pictures",
    "docs/pictures/states.json",
  );
  run(vitest, "run", "--project", "unit", "tests/charts/tested.test.ts", "--update");
} else if (option === "--diff" && rest.length === 0 && !commit.startsWith("-"))
  run(tool, "diff", catalogue, "charts-diff", "--since", commit);
else {
  console.error("The only option is --diff <commit>. Without a commit it compares with main.");
  process.exitCode = 1;
}

function run(...words) {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const { status } = spawnSync(process.execPath, words, { cwd, stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
}
