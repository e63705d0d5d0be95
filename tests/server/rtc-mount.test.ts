// @vitest-environment node
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holds, until } from "./rtc-people.ts";

const repository = join(import.meta.dirname, "../..");
const artifacts = join(repository, "tests/.artifacts");

let root: string;
let child: ChildProcess;
beforeEach(() => {
  mkdirSync(artifacts, { recursive: true });
  root = mkdtempSync(join(artifacts, "rtc-"));
  mkdirSync(join(root, "dist"));
  writeFileSync(join(root, "index.html"), "<!doctype html><title>Parley</title>");
  writeFileSync(
    join(root, "vite.config.ts"),
    `import { embeddedBackend } from "../../../server/vite.ts";
     const settings = { port: Number(process.env.PORT), strictPort: true };
     export default { plugins: [embeddedBackend()], server: settings, preview: settings };`,
  );
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(root, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

describe.each([
  ["development", []],
  ["preview", ["preview"]],
])("the media server of the %s server", (_, command) => {
  it("7-09 runs in the process a person starts, and ends with it", async () => {
    const port = await freePort();
    const vite = join(repository, "node_modules/vite/bin/vite.js");
    child = spawn(process.execPath, [vite, ...command], {
      cwd: root,
      env: { ...process.env, PORT: String(port), PARLEY_DATA: ":memory:", CI: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += String(chunk);
    });
    child.stderr?.on("data", (chunk) => {
      output += String(chunk);
    });
    await until(() => holds(output.includes("Parley is ready"), output));
    const answer = await fetch(`http://localhost:${port}/rtc/v1/validate?access_token=x`);
    expect([answer.status, await answer.text()]).toEqual([401, "invalid token"]);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(output).not.toContain("[server]");
  });
});
