// @vitest-environment node
import { once } from "node:events";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer as createListener } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { createServer, type Plugin, preview } from "vite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { embeddedBackend } from "../../../server/vite.ts";
import { isEverything } from "../../everything.ts";
import { md5 } from "../chat/chat-client.ts";
import { eventually } from "../support/eventually.ts";
import { bodyOf, cut, noise } from "../support/uploads.ts";

let root: string;
let printed: string[];
let running: { close(): Promise<void> }[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-vite-"));
  mkdirSync(join(root, "dist"));
  for (const folder of [".", "dist"]) {
    writeFileSync(join(root, folder, "index.html"), "<!doctype html><title>Parley</title>");
  }
  writeFileSync(join(root, ".env"), "SECRET=1");
  printed = [];
  running = [];
});
afterEach(async () => {
  for (const server of running) await server.close();
  rmSync(root, { recursive: true });
});

const options = (env: Record<string, string>, before: readonly Plugin[] = []) => ({
  root,
  configFile: false as const,
  logLevel: "silent" as const,
  plugins: [...before, embeddedBackend({ env, print: (line) => printed.push(line) })],
});

async function startDev(env: Record<string, string> = {}) {
  const server = await createServer({ ...options(env), server: { port: 0 } });
  running.push(server);
  await server.listen();
  return { server, origin: originOf(server.httpServer?.address()) };
}

async function startPreview(env: Record<string, string> = {}, before: readonly Plugin[] = []) {
  const server = await preview({ ...options(env, before), preview: { port: 0 } });
  running.push(server);
  return { server, origin: originOf(server.httpServer.address()) };
}

function originOf(address: AddressInfo | string | null | undefined): string {
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  return `http://localhost:${address.port}`;
}

async function post(
  origin: string,
  path: string,
  body: object,
  token = "",
): Promise<{ errCode: number; data: unknown }> {
  const headers = { "Content-Type": "application/json", operationID: "1", token };
  return (await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

const begun = v.object({
  upload: v.object({
    uploadID: v.string(),
    sign: v.object({ parts: v.array(v.object({ url: v.string() })) }),
  }),
});

const loginAsAlice = (origin: string) =>
  post(origin, "/chat/account/login", {
    areaCode: "+86",
    phoneNumber: "13800000001",
    password: md5("parley2026"),
    platform: 5,
  });

const firstFrame = (url: string, protocol: string[] = []) =>
  new Promise<unknown>((resolve, reject) => {
    const socket = new WebSocket(url, protocol);
    socket.once("error", reject);
    socket.once("message", (data) => {
      resolve(JSON.parse(String(data)));
      socket.close();
    });
  });

/** `npm run test:all` tries both servers. */
const SERVERS = [
  ["preview", startPreview],
  ...(isEverything ? [["development", startDev] as const] : []),
] as const;

describe.each(SERVERS)("the %s server", (_, start) => {
  it("serves the page and the backend on one port", async () => {
    const { origin } = await start({ PARLEY_DATA: ":memory:" });
    expect(await (await fetch(`${origin}/`)).text()).toContain("<title>Parley</title>");
    expect(await loginAsAlice(origin)).toMatchObject({ errCode: 0 });
    const picture = await fetch(`${origin}/object/demo/alice.svg`);
    expect(picture.headers.get("content-type")).toBe("image/svg+xml");
  });

  it("answers a request for a part of a file of the app with the whole file, not with another part", async () => {
    for (const folder of [".", "dist"]) writeFileSync(join(root, folder, "letters.txt"), "abcdefgh");
    const { origin } = await start({ PARLEY_DATA: ":memory:" });
    for (const range of ["bytes=-3", "bytes=2-4"]) {
      const answer = await fetch(`${origin}/letters.txt`, { headers: { Range: range } });
      expect([answer.status, await answer.text()]).toEqual([200, "abcdefgh"]);
    }
  });

  it("accepts a file up to its limit and serves it", async () => {
    const { origin } = await start({ PARLEY_DATA: ":memory:", PARLEY_MAX_FILE: "1" });
    const { userID, imToken } = v.parse(
      v.object({ userID: v.string(), imToken: v.string() }),
      (await loginAsAlice(origin)).data,
    );
    const file = cut(noise(1000));
    const ask = (path: string, body: object) => post(origin, `/api/object/${path}`, body, imToken);
    const begin = (size: number) =>
      ask("initiate_multipart_upload", { hash: file.hash, size, maxParts: 1, name: `${userID}/f.bin` });
    expect(await begin(1024 * 1024 + 1)).toMatchObject({ errCode: 1001 });
    const { upload } = v.parse(begun, (await begin(file.size)).data);
    const [url = ""] = upload.sign.parts.map((part) => part.url);
    expect((await fetch(url, { method: "PUT", body: file.bytes })).status).toBe(200);
    const named = { uploadID: upload.uploadID, parts: file.md5s, name: `${userID}/f.bin` };
    const { data } = await ask("complete_multipart_upload", named);
    const { url: address } = v.parse(v.object({ url: v.string() }), data);
    expect(address).toContain(`${origin}/object/${userID}/`);
    expect((await bodyOf(fetch(address))).equals(file.bytes)).toBe(true);
  });

  it("11-01 prints the address of the two-phones page once when it is ready, then the demo accounts", async () => {
    const { origin, server } = await start({ PARLEY_DATA: ":memory:" });
    server.printUrls();
    expect(printed.slice(0, 2)).toEqual([
      `Two phones and their charts: ${origin}/duo`,
      `Parley is ready at ${origin}/`,
    ]);
    expect(printed.slice(2)).toEqual([
      "Demo accounts, password parley2026:",
      "  Alice Zhang  +86 13800000001  alice@parley.test",
      "  Bob Li       +86 13800000002  bob@parley.test",
      "  Carol Wang   +86 13800000003  carol@parley.test",
      "  Dave Chen    +86 13800000004  dave@parley.test",
      "  李雷         +86 13800000005  lilei@parley.test",
      "  韩梅梅       +86 13800000006  hanmeimei@parley.test",
      "Invitation codes (optional when registering): WELCOME1 WELCOME2 WELCOME3",
    ]);
  });

  it("starts without demo people with PARLEY_DEMO=off", async () => {
    const { origin } = await start({ PARLEY_DATA: ":memory:", PARLEY_DEMO: "off" });
    expect(printed).toEqual([`Parley is ready at ${origin}/`]);
    expect(await loginAsAlice(origin)).toMatchObject({ errCode: 20002 });
  });

  it("accepts the websocket of the gateway", async () => {
    const { origin } = await start({ PARLEY_DATA: ":memory:" });
    const url = `${origin.replace("http", "ws")}/msg_gateway?isMsgResp=true&sendID=1&token=none&platformID=5&operationID=1`;
    expect(await firstFrame(url)).toMatchObject({ errCode: 1503 });
  });

  it("keeps its store in .parley, closes it with the server, and opens it at the next start", async () => {
    const first = await start();
    const { data } = await loginAsAlice(first.origin);
    const { userID, chatToken } = v.parse(v.object({ userID: v.string(), chatToken: v.string() }), data);
    await fetch(`${first.origin}/chat/user/update`, {
      method: "POST",
      headers: { "Content-Type": "application/json", token: chatToken },
      body: JSON.stringify({ userID, nickname: "Alice Renamed" }),
    });
    await first.server.close();
    const second = await start();
    const found = await fetch(`${second.origin}/chat/user/find/full`, {
      method: "POST",
      headers: { "Content-Type": "application/json", token: chatToken },
      body: JSON.stringify({ userIDs: [userID] }),
    });
    expect(await found.json()).toMatchObject({ data: { users: [{ nickname: "Alice Renamed" }] } });
  });
});

describe.runIf(isEverything)("the development server", () => {
  it("keeps Vite's own websocket", async () => {
    const { origin } = await startDev({ PARLEY_DATA: ":memory:" });
    expect(await firstFrame(origin.replace("http", "ws"), ["vite-hmr"])).toMatchObject({ type: "connected" });
  });

  it("serves neither the store nor the files that Vite protects", async () => {
    const { origin } = await startDev();
    for (const path of ["/.parley/parley.sqlite", `/@fs${root}/.parley/parley.sqlite?raw`, "/.env"]) {
      const response = await fetch(origin + path);
      expect(response.status).toBe(403);
    }
  });

  it("works after a restart", async () => {
    const { server } = await startDev();
    await server.restart();
    expect(await loginAsAlice(originOf(server.httpServer?.address()))).toMatchObject({ errCode: 0 });
  });

  it("works after a second restart was requested during the first", async () => {
    const { server } = await startDev();
    await Promise.all([server.restart(), server.restart()]);
    expect(await loginAsAlice(originOf(server.httpServer?.address()))).toMatchObject({ errCode: 0 });
  });

  it("works after a change of its configuration file, and after an unreadable one", async () => {
    const file = join(root, "vite.config.mjs");
    writeFileSync(file, "export default {};");
    const server = await createServer({ ...options({}), configFile: file, server: { port: 0 } });
    running.push(server);
    await server.listen();
    const { httpServer } = server;
    writeFileSync(file, "export default { define: { CHANGED: true } };");
    await expect.poll(() => server.httpServer === httpServer).toBe(false);
    await server.restart();
    expect(await loginAsAlice(originOf(server.httpServer?.address()))).toMatchObject({ errCode: 0 });
    writeFileSync(file, "export default {");
    await server.restart();
    expect(await loginAsAlice(originOf(server.httpServer?.address()))).toMatchObject({ errCode: 0 });
  });

  it("leaves no signal listener behind when it is closed", async () => {
    const before = process.listenerCount("SIGINT");
    const { server } = await startDev({ PARLEY_DATA: ":memory:" });
    await server.restart();
    expect(process.listenerCount("SIGINT")).toBe(before + 1);
    await server.close();
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
});

it.each(["/", "/share", "/demo/page", "/object/_/uploads/1/1"])(
  "8-09 a body of unknown length ends its connection, because each of its chunks may be a byte: %s",
  async (path) => {
    const { origin } = await startPreview();
    const socket = connect(Number(new URL(origin).port), "localhost").on("error", () => {});
    let answer = "";
    socket.on("data", (chunk) => {
      answer += String(chunk);
    });
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
    socket.write(`${head}1\r\na\r\n`);
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 411 /);
  },
);

/** The files in the built app that this process reads. */
const openFiles = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(join("/proc/self/fd", fd)).startsWith(realpathSync(join(root, "dist")));
    } catch {
      return false;
    }
  });

describe.skipIf(!existsSync("/proc/self/fd"))("a file of the app (skipped where there is no /proc)", () => {
  const ask = "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const open = (origin: string, text: string) => {
    const socket = connect(Number(new URL(origin).port), "localhost");
    socket.on("error", () => {});
    socket.write(text);
    return socket;
  };
  beforeEach(() => writeFileSync(join(root, "dist/large.bin"), Buffer.alloc(20_000_000)));

  it("8-09 is closed when its reader has gone, also if it was not its turn", async () => {
    const { origin } = await startPreview();
    for (const text of [ask, ask.repeat(3)]) {
      const socket = open(origin, text);
      await once(socket, "data");
      socket.pause();
      await eventually(() => expect(openFiles()).toHaveLength(text.length / ask.length));
      socket.destroy();
      await eventually(() => expect(openFiles()).toEqual([]));
    }
  });

  it("8-09 is not opened for each of many requests that a client sends at once", async () => {
    let opened = 0;
    const files: Plugin = {
      name: "files",
      configurePreviewServer: ({ middlewares }) => {
        middlewares.use((_, response) => {
          opened += 1;
          createReadStream(join(root, "dist/large.bin")).pipe(response);
        });
      },
    };
    const { origin } = await startPreview({}, [files]);
    const socket = open(origin, ask.repeat(500));
    await once(socket.resume(), "close");
    expect(opened).toBeLessThanOrEqual(16);
    await eventually(() => expect(openFiles()).toEqual([]));
  });

  it("8-09 that cannot be opened ends its own connection only", async () => {
    const { origin } = await startPreview();
    // A socket has a size and a date, but no content.
    const listening = createListener().listen(join(root, "dist/socket.bin"));
    await once(listening, "listening");
    await expect(fetch(`${origin}/socket.bin`).then((response) => response.text())).rejects.toThrow();
    listening.close();
    expect((await fetch(`${origin}/`)).status).toBe(200);
  });
});
