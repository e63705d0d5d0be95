/** `npm run charts`: draws docs/charts again. With `--diff <commit>` it says what changed since a commit. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const [option, commit = "main", ...rest] = process.argv.slice(2);
const catalogue = "machines/index.ts";

if (option === undefined) run("draw", catalogue, "docs/charts", "--overview", "Parley");
else if (option === "--diff" && rest.length === 0 && !commit.startsWith("-"))
  run("diff", catalogue, "charts-diff", "--since", commit);
else {
  console.error("The only option is --diff <commit>. Without a commit it compares with main.");
  process.exitCode = 1;
}

function run(...words) {
  const tool = fileURLToPath(new URL("./charts/run.mjs", import.meta.url));
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  process.exitCode = spawnSync(process.execPath, [tool, ...words], { cwd, stdio: "inherit" }).status ?? 1;
}
