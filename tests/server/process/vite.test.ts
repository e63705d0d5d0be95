// @vitest-environment node
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { isEverything } from "../../everything.ts";
import { freePort } from "../../free-port.ts";
import { eventually } from "../support/eventually.ts";

const repository = join(import.meta.dirname, "../../..");
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
     export default { plugins: [embeddedBackend()], server: settings, preview: settings, cacheDir: ".vite" };`,
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

/** A notice of the bundler on slow machines that cannot be switched off. */
const slownessNotice = /\[PLUGIN_TIMINGS\][\s\S]*? for more details\.\n+/g;

const vite = join(repository, "node_modules/vite/bin/vite.js");
const quiet = { NO_COLOR: "1", CI: "true", VITE_CONFIG_NATIVE_IGNORE_WARNING: "1", PARLEY_DATA: ".parley" };

function startVite(command: readonly string[], more: Record<string, string>, cwd = root) {
  const child = spawn(process.execPath, [vite, ...command], {
    cwd,
    env: { ...process.env, ...quiet, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  const exited = once(child, "close");
  const collect = (chunk: unknown) => {
    output += String(chunk);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (output.includes(text)) resolve();
      };
      look();
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      child.once("exit", () => reject(new Error(`ended before saying "${text}":\n${output}`)));
    });
  return { child, exited, said, output: () => output.replace(slownessNotice, "") };
}

/** `npm run test:all` tries both servers. */
const SERVERS = [["preview", ["preview"]], ...(isEverything ? [["development", []] as const] : [])] as const;

describe.each(SERVERS)("the process of the %s server", (_, command) => {
  it.each(["SIGINT", "SIGTERM"] as const)("prints one ready line and ends with 0 on %s", async (signal) => {
    const port = await freePort();
    const { child, exited, said, output } = startVite(command, { PORT: String(port) });
    await said("WELCOME3");
    const socket = new WebSocket(
      `ws://localhost:${port}/msg_gateway?isMsgResp=true&sendID=1&token=x&platformID=5`,
    );
    await once(socket, "open");
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
    expect(
      output()
        .split("\n")
        .filter((line) => line.includes(`http://localhost:${port}/`)),
    ).toEqual([
      `Two phones and their charts: http://localhost:${port}/duo`,
      `Parley is ready at http://localhost:${port}/`,
    ]);
  });

  it("ends with one clear line and 1 if the port is taken", async () => {
    const holder = createServer().listen(0, "localhost");
    await once(holder, "listening");
    const address = holder.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { exited, said, output } = startVite(command, { PORT: String(port) });
    await said("in use");
    expect(await exited).toEqual([1, null]);
    expect(output().trim().split("\n")).toEqual([
      `Port ${port} is in use. Stop what is running there, or choose another one with PORT.`,
    ]);
    holder.close();
  });
});

const fullDisk = "/dev/full";
describe.skipIf(!existsSync(fullDisk))("a log on a full disk (skipped where there is no /dev/full)", () => {
  it("8-09 does not end the server", async () => {
    const port = await freePort();
    const log = openSync(fullDisk, "w");
    const env = { ...process.env, ...quiet, PORT: String(port) };
    const child = spawn(process.execPath, [vite, "preview"], { cwd: root, env, stdio: ["ignore", log, log] });
    children.push(child);
    closeSync(log);
    const ask = async (email: string): Promise<unknown> => {
      const body = JSON.stringify({ email, usedFor: 1, platform: 5 });
      const code = { method: "POST", body, headers: { operationID: "test" } };
      return (await fetch(`http://localhost:${port}/chat/account/code/send`, code)).json();
    };
    // Each code is a line of the log.
    await eventually(async () => expect(await ask("first@parley.test")).toMatchObject({ errCode: 0 }));
    expect(await ask("second@parley.test")).toMatchObject({ errCode: 0 });
    expect(await ask("third@parley.test")).toMatchObject({ errCode: 0 });
    expect(child.exitCode).toBeNull();
  });
});

describe("a wrong start", () => {
  it.each<[string, Record<string, string>, string]>([
    [
      "a data path that is a file",
      { PARLEY_DATA: "index.html" },
      "ROOT/index.html is a file, not a folder: choose another folder with PARLEY_DATA.",
    ],
    [
      "a malformed store",
      { PARLEY_DATA: "letters" },
      "ROOT/letters/parley.sqlite is not a database: put a backup in its place, or choose another folder with PARLEY_DATA.",
    ],
    [
      "a malformed media port",
      { PARLEY_MEDIA_PORT: "many" },
      'PARLEY_MEDIA_PORT is "many": give a port number from 1 to 65535, or leave it out.',
    ],
    [
      "a malformed file limit",
      { PARLEY_MAX_FILE: "2 GB" },
      'PARLEY_MAX_FILE is "2 GB": give the largest file\'s size in MiB, or leave it out.',
    ],
    [
      "a malformed quota",
      { PARLEY_QUOTA: "-1" },
      'PARLEY_QUOTA is "-1": give what one user may store in MiB, or leave it out.',
    ],
    [
      "a contact for push services that is no address",
      { PARLEY_PUSH: "operator" },
      'PARLEY_PUSH is "operator": give your address as mailto:you@example.com or https://..., or off.',
    ],
    [
      "one of three LiveKit settings",
      { LIVEKIT_URL: "wss://livekit.example.com" },
      "Not set: LIVEKIT_API_KEY and LIVEKIT_API_SECRET. For calls, set all of LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET, or none.",
    ],
    [
      "a malformed LiveKit address",
      { LIVEKIT_URL: "livekit.example.com", LIVEKIT_API_KEY: "key", LIVEKIT_API_SECRET: "secret" },
      "LIVEKIT_URL is not an address: give an address that begins with wss:// or ws://.",
    ],
  ])("ends with one line that says what to change, and 1, for %s", async (_, env, line) => {
    mkdirSync(join(root, "letters"));
    writeFileSync(join(root, "letters/parley.sqlite"), "A letter to somebody. ".repeat(100));
    const { exited, output } = startVite(["preview"], { PORT: String(await freePort()), ...env });
    expect(await exited).toEqual([1, null]);
    expect(output()).toBe(`${line.replace("ROOT", root)}\n`);
  });

  it("leaves a folder to the server that uses it, and prints one line", async () => {
    const first = startVite(["preview"], { PORT: String(await freePort()) });
    await first.said("WELCOME3");
    const second = startVite(["preview"], { PORT: String(await freePort()) });
    expect(await second.exited).toEqual([1, null]);
    expect(second.output()).toBe(
      `${root}/.parley is in use by another Parley: stop that process, or choose another folder with PARLEY_DATA.\n`,
    );
    first.child.kill("SIGKILL");
    await first.exited;
    await startVite(["preview"], { PORT: String(await freePort()) }).said("WELCOME3");
  });
});

describe("PORT", () => {
  it.each(isEverything ? ["abc", "99999", ""] : ["99999"])(
    '"%s" ends the build and the server with one line',
    async (port) => {
      for (const command of [["build", "--mode", "quick"], ["preview"]]) {
        const { exited, output } = startVite(command, { PORT: port }, repository);
        expect(await exited).toEqual([1, null]);
        expect(output()).toBe(`PORT is "${port}": give a port number from 1 to 65535, or leave it out.\n`);
      }
    },
  );
});

describe("the page of the preview server", () => {
  const policyOf = async (env: Record<string, string>) => {
    writeFileSync(join(root, "dist/index.html"), "<!doctype html><title>Parley</title>");
    const port = String(await freePort());
    const command = ["preview", "--outDir", join(root, "dist")];
    const { said } = startVite(command, { PORT: port, PARLEY_DATA: ":memory:", ...env }, repository);
    await said("Parley is ready");
    const { headers } = await fetch(`http://localhost:${port}/`);
    expect(headers.get("permissions-policy")).toBeNull();
    return headers.get("content-security-policy")?.split("; ") ?? [];
  };
  const framing = (policy: string[]) => policy.filter((rule) => rule.startsWith("frame-ancestors"));

  it("11-01 may be framed by its own origin while demo people are offered", async () => {
    expect(framing(await policyOf({}))).toEqual(["frame-ancestors 'self'"]);
  });

  it("11-01 may not be framed without demo people", async () => {
    expect(framing(await policyOf({ PARLEY_DEMO: "off" }))).toEqual(["frame-ancestors 'none'"]);
  });
});
