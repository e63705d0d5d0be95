// @vitest-environment node
import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { preview } from "vite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { embeddedBackend } from "../../../server/vite.ts";
import { freePort } from "../../free-port.ts";
import { md5 } from "../chat/chat-client.ts";
import { holds, until } from "./people.ts";

const repository = join(import.meta.dirname, "../../..");
const artifacts = join(repository, "tests/.artifacts");

let root: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  mkdirSync(artifacts, { recursive: true });
  root = mkdtempSync(join(artifacts, "rtc-"));
  mkdirSync(join(root, "dist"));
  writeFileSync(join(root, "index.html"), "<!doctype html><title>Parley</title>");
  writeFileSync(
    join(root, "vite.config.ts"),
    `import { embeddedBackend } from "../../../server/vite.ts";
     const settings = { port: Number(process.env.PORT), strictPort: true };
     export default { cacheDir: ".vite", plugins: [embeddedBackend()], server: settings, preview: settings };`,
  );
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  child = undefined;
  rmSync(root, { recursive: true });
});

describe.each([
  ["development", []],
  ["preview", ["preview"]],
])("the media server of the %s server", (_, command) => {
  it("7-09 runs in the server's process, and ends with it", async () => {
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

describe("the environment", () => {
  const start = async (env: Record<string, string>) => {
    const plugins = [embeddedBackend({ env: { PARLEY_DATA: ":memory:", ...env }, print: () => {} })];
    const server = await preview({
      root,
      configFile: false,
      logLevel: "silent",
      plugins,
      preview: { port: 0 },
    });
    const address = server.httpServer.address();
    if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
    return { origin: `http://localhost:${address.port}`, close: () => server.close() };
  };

  it("7-09 uses another media server with LIVEKIT_URL, _API_KEY and _API_SECRET", async () => {
    const server = await start({
      LIVEKIT_URL: "wss://l.example",
      LIVEKIT_API_KEY: "k",
      LIVEKIT_API_SECRET: "s",
    });
    const post = async (path: string, body: object, token = "") => {
      const headers = { operationID: "1", token };
      const response = await fetch(server.origin + path, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return v.parse(v.object({ data: v.record(v.string(), v.string()) }), await response.json()).data;
    };
    const person = { areaCode: "+86", phoneNumber: "13800000001", password: md5("parley2026"), platform: 5 };
    const { userID, chatToken } = await post("/chat/account/login", person);
    const answer = await post("/chat/user/rtc/get_token", { room: "tea", identity: userID }, chatToken);
    expect(answer.serverUrl).toBe("wss://l.example");
    await server.close();
  });

  it("7-09 uses the UDP port of PARLEY_MEDIA_PORT", async () => {
    const probe = createSocket("udp4").bind(0, "127.0.0.1");
    await once(probe, "listening");
    const { port } = probe.address();
    probe.close();
    await once(probe, "close");
    const server = await start({ PARLEY_MEDIA_PORT: String(port) });
    // The media server answers, so it has its port by now. An earlier attempt could take the port away.
    expect((await fetch(`${server.origin}/rtc/v1/validate?access_token=x`)).status).toBe(401);
    const second = createSocket("udp4");
    const found = await new Promise<string>((resolve) => {
      second.once("error", () => resolve("taken")).bind(port, "127.0.0.1", () => resolve("free"));
    });
    second.close();
    expect(found).toBe("taken");
    await server.close();
  });
});
