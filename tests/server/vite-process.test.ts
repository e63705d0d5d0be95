// @vitest-environment node
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

const repository = join(import.meta.dirname, "../..");
// Inside the repository, so that the configuration finds the installed packages.
const artifacts = join(repository, "tests/.artifacts");

let root: string;
let children: ChildProcess[];
beforeEach(() => {
  mkdirSync(artifacts, { recursive: true });
  root = mkdtempSync(join(artifacts, "vite-"));
  children = [];
  mkdirSync(join(root, "dist"));
  writeFileSync(join(root, "index.html"), "<!doctype html><title>Parley</title>");
  writeFileSync(
    join(root, "vite.config.ts"),
    `import { embeddedBackend } from "../../../server/vite.ts";
     const settings = { port: Number(process.env.PORT), strictPort: true };
     export default { plugins: [embeddedBackend()], server: settings, preview: settings};`,
  );
});
afterEach(async () => {
  for (const child of children.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(root, { recursive: true });
});

/** Starts the command line of Vite as a person does. */
function startVite(command: string[], port: number) {
  const vite = join(repository, "node_modules/vite/bin/vite.js");
  const env = { ...process.env, PORT: String(port), PARLEY_DATA: ".parley", NO_COLOR: "1", CI: "true" };
  const child = spawn(process.execPath, [vite, ...command], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  const exited = once(child, "exit");
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = (chunk: unknown) => {
        output += String(chunk);
        if (output.includes(text)) resolve();
      };
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      child.once("exit", () => reject(new Error(`ended before saying "${text}":\n${output}`)));
    });
  return { child, exited, said, output: () => output };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
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
])("the process of the %s server", (_, command) => {
  it.each(["SIGINT", "SIGTERM"] as const)("says it is ready once and ends with 0 on %s", async (signal) => {
    const port = await freePort();
    const { child, exited, said, output } = startVite(command, port);
    await said("WELCOME3");
    const socket = new WebSocket(`ws://localhost:${port}/msg_gateway?sendID=1&token=x&platformID=5`);
    await once(socket, "open");
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
    expect(
      output()
        .split("\n")
        .filter((line) => line.includes(`http://localhost:${port}/`)),
    ).toEqual([`Parley is ready at http://localhost:${port}/`]);
  });

  it("ends with one clear line and 1 when the port is taken", async () => {
    const holder = createServer().listen(0, "localhost");
    await once(holder, "listening");
    const address = holder.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { exited, said, output } = startVite(command, port);
    await said("in use");
    expect(await exited).toEqual([1, null]);
    expect(output().trim().split("\n")).toEqual([
      `Port ${port} is in use. Stop what is running there, or choose another one with PORT.`,
    ]);
    holder.close();
  });
});
