/**
 * `npm test`: the browser tests beside all others. They wait half of their time, for rings, timeouts and other browsers.
 * The others give way to them, so that media in browsers stays in time.
 */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";

const VITEST = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const WITHOUT_BROWSER = ["unit", "ui", "paths", "server", "rtc"];
const PROJECTS = WITHOUT_BROWSER.map((name) => `--project=${name}`);

/** @param {"inherit" | "pipe"} output */
function start(options, output) {
  const env = { ...process.env, ...(process.stdout.isTTY && !process.env.NO_COLOR && { FORCE_COLOR: "1" }) };
  const child = spawn(process.execPath, [VITEST, "run", ...options], {
    stdio: ["ignore", output, output],
    env,
  });
  const code = new Promise((resolve) => child.on("close", (status) => resolve(status ?? 1)));
  return { child, code };
}

const named = process.argv.slice(2);
if (named.length > 0) {
  process.exitCode = await start(named, "inherit").code;
} else {
  const browsers = start(["--project=e2e"], "pipe");
  const others = start(PROJECTS, "inherit");
  setPriority(others.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);

  // Two reports at once would be mixed.
  const kept = [];
  let say = (text) => kept.push(text);
  for (const stream of [browsers.child.stdout, browsers.child.stderr]) stream.on("data", (text) => say(text));
  const rest = await others.code;
  for (const text of kept) process.stdout.write(text);
  say = (text) => process.stdout.write(text);
  process.exitCode = (await browsers.code) || rest;
}
