// Floods from an attacker without an account, which other users must not notice.
// @vitest-environment node
import { once } from "node:events";
import { createServer as createSecureServer, request } from "node:https";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { limitConnections } from "../../../server/connections.ts";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { bodyOf, noise, uploader } from "../support/uploads.ts";

let backend: TestBackend;
let sockets: Socket[] = [];
beforeAll(async () => {
  backend = await startBackend(["alice"]);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(() => backend.close());

/** Sockets of this process: both ends of each connection, because the server runs in it. */
const openSockets = () => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;

/** A connection that sends the given text; `closed` resolves with everything that came back. */
function open(text = "") {
  const socket = connect(Number(new URL(backend.origin).port), "127.0.0.1");
  sockets.push(socket);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += String(chunk);
  });
  socket.on("error", () => {});
  socket.write(text);
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(answer)));
  return { socket, closed };
}

const head = (...lines: string[]) =>
  ["POST /chat/account/login HTTP/1.1", "Host: parley.test", ...lines, "", ""].join("\r\n");

const isServed = async () =>
  (await backend.post("/user/get_users_info", { userIDs: ["alice"] }, backend.token("alice"))).errCode === 0;

describe("a body that is too large", () => {
  it.each(["Content-Length: 2000000", "Content-Length: 99999999999", "Transfer-Encoding: chunked"])(
    "gets 413 and is cut off: %s",
    async (length) => {
      const { socket, closed } = open(head(length));
      const piece = Buffer.alloc(64 * 1024, "a");
      const isChunked = length.startsWith("Transfer");
      const part = isChunked ? Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]) : piece;
      let isOver = false;
      closed.then(() => {
        isOver = true;
      });
      while (!isOver) {
        if (!socket.write(part)) await Promise.race([once(socket, "drain").catch(() => {}), closed]);
      }
      expect(await closed).toMatch(/^HTTP\/1\.1 413 .*"errCode":1001/s);
      expect(socket.bytesWritten).toBeLessThan(32 * 1024 * 1024);
    },
  );

  it("8-09 gets 413, too, if it comes in a hundred thousand chunks of a byte", async () => {
    const { socket, closed } = open(head("Transfer-Encoding: chunked"));
    const chunks = "1\r\n1\r\n".repeat(100_000);
    socket.write(`${chunks}0\r\n\r\n`);
    const answer = await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*body too large/s);
  });

  it("is refused before it is sent, if its length is known", async () => {
    const { closed } = open(head("Content-Length: 2000000"));
    expect(await closed).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("ends the connection, too, if the client reads no answer and sends no more", async () => {
    // Waits until earlier sockets are gone and both ends of this one exist, before it sends the body.
    await eventually(() => expect(openSockets()).toBe(0));
    const { socket } = open();
    socket.pause();
    await eventually(() => expect(openSockets()).toBe(2));
    socket.write(head("Transfer-Encoding: chunked"));
    for (let sent = 0; sent < 20; sent += 1) {
      socket.write(`10000\r\n${"a".repeat(0x10000)}\r\n`);
    }
    // The client's own end stays open, because it reads nothing.
    await eventually(() => expect(openSockets()).toBe(1));
  });

  it("is not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    const response = await fetch(`${backend.origin}/chat/account/login`, {
      method: "POST",
      headers: { "Content-Encoding": "gzip" },
      body: bomb,
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ errCode: 1001, errDlt: "compressed bodies are not taken" });
  });
});

describe("a body of a stranger", () => {
  it.each(["/friend/add_friend", "/jssdk/get_active_conversations", "/jssdk/get_conversations"])(
    "is not read before the token: a megabyte of brackets takes 0.3 s: %s",
    async (path) => {
      expect(await backend.post(path, "[".repeat(1000), "none")).toMatchObject({ errCode: 1503 });
      const alice = backend.token("alice");
      expect(await backend.post(path, "[".repeat(1000), alice)).toMatchObject({
        errCode: 1001,
        errDlt: "the body is not JSON",
      });
    },
  );

  it.each(["/chat/account/login", "/chat/account/register", "/api/push/act"])(
    "has at most 64 KiB where there is no token: %s",
    async (path) => {
      const post = async (size: number): Promise<unknown> => {
        const body = JSON.stringify({ more: "[".repeat(size) });
        return (await fetch(backend.origin + path, { method: "POST", body })).json();
      };
      const tooLarge = { errCode: 1001, errDlt: "body too large" };
      expect(await post(65_536)).toMatchObject(tooLarge);
      expect(await post(60_000)).not.toMatchObject(tooLarge);
    },
  );
});

describe("connections without a request", () => {
  it("make room for others: the oldest is closed", async () => {
    const idle = Array.from({ length: 300 }, () => open());
    await Promise.all(idle.map(({ socket }) => once(socket, "connect")));
    await idle[0]?.closed;
    expect(await isServed()).toBe(true);
  });

  it("count as idle until the head of their request is complete", async () => {
    const slow = Array.from({ length: 300 }, () => open("POST /chat/account/login HTTP/1.1\r\nX-Slow: "));
    await Promise.all(slow.map(({ socket }) => once(socket, "connect")));
    await slow[0]?.closed;
    expect(await isServed()).toBe(true);
  });
});

/** A pre-shared key instead of certificates. */
const key = { ciphers: "PSK-AES128-GCM-SHA256", maxVersion: "TLSv1.2" } as const;

it("idle connections are closed before connections with a request, over TLS, too", async () => {
  const psk = Buffer.alloc(16, 7);
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const server = createSecureServer({ ...key, pskCallback: () => psk }, (_, response) => {
    response.writeHead(200).write("so far");
    asked();
  });
  limitConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const tls = { ...key, port, host: "127.0.0.1", pskCallback: () => ({ psk, identity: "somebody" }) };
  const first = request({ ...tls, checkServerIdentity: () => undefined }).on("error", () => {});
  first.end();
  await isAsked;
  const idle = Array.from({ length: 201 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  sockets.push(...idle);
  const [oldest] = idle;
  if (oldest) await once(oldest.resume(), "close");
  expect(first.destroyed || first.socket?.destroyed).toBe(false);
  for (const socket of idle) socket.destroy();
  first.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe("a malformed request", () => {
  it.each([
    ["a negative length", head("Content-Length: -5")],
    ["two lengths", head("Content-Length: 5", "Content-Length: 6")],
    ["a length and chunks", head("Content-Length: 5", "Transfer-Encoding: chunked")],
    ["an endless chunk", `${head("Transfer-Encoding: chunked")}FFFFFFFFFFFFFFFFF\r\n`],
    ["a head of 64 kB", head(`X-Large: ${"a".repeat(65_536)}`)],
    ["an upgrade to an unknown path", head("Connection: Upgrade", "Upgrade: websocket")],
    [
      "a malformed upgrade",
      "GET /msg_gateway HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ],
  ])("ends only its own connection: %s", async (_, text) => {
    await open(text).closed;
    expect(await isServed()).toBe(true);
  });
});

describe("a malformed body", () => {
  const deep = `{"userIDs":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const strange = [
    "\u0000",
    "\ud800",
    "'; DROP TABLE accounts; --",
    "%00",
    "__proto__",
    "‮abc",
    "\uffff".repeat(100),
  ];

  it.each([
    ["a hundred thousand brackets", deep],
    [
      "keys of Object.prototype",
      '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"userIDs":["alice"]}',
    ],
    ["a very long number", `{"userIDs":[${"9".repeat(100_000)}]}`],
    ["malformed UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]).toString("latin1")],
  ])("is refused or answered, and changes nothing for others: %s", async (_, body) => {
    const token = backend.token("alice");
    for (const path of ["/api/user/get_users_info", "/chat/user/find/full", "/chat/account/login"]) {
      const response = await fetch(backend.origin + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", operationID: "test", token },
        body,
      });
      expect(response.status).toBe(200);
      expect(await response.json()).not.toMatchObject({ errCode: 500 });
    }
    expect(Object.hasOwn(Object.prototype, "admin")).toBe(false);
    expect(await isServed()).toBe(true);
  });

  it.each(strange)("is refused or answered with %j in every text field", async (text) => {
    const token = backend.token("alice");
    const bodies: [path: string, body: object][] = [
      ["/api/user/get_users_info", { userIDs: [text] }],
      ["/api/user/update_user_info_ex", { userInfo: { userID: "alice", nickname: text, ex: text } }],
      ["/api/friend/get_designated_friends", { ownerUserID: "alice", friendUserIDs: [text] }],
      ["/api/group/get_groups_info", { groupIDs: [text] }],
      ["/api/conversation/get_conversations", { ownerUserID: "alice", conversationIDs: [text] }],
      ["/chat/account/login", { account: text, password: text, platform: 5 }],
      ["/chat/account/login", { areaCode: text, phoneNumber: text, password: text, platform: 5 }],
      ["/chat/account/code/send", { email: text, usedFor: 1 }],
      ["/chat/user/search/full", { keyword: text, pagination: { pageNumber: 1, showNumber: 10 } }],
    ];
    for (const [path, body] of bodies) {
      const response = await fetch(backend.origin + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", operationID: "test", token },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(200);
      expect(await response.json()).not.toMatchObject({ errCode: 500 });
    }
    expect(await isServed()).toBe(true);
  });
});

describe("clients that do not read", () => {
  it("lose their connections, and a client that reads gets the whole file", async () => {
    const impatient = await startBackend(["alice"], {
      readers: { stallMs: 1000, bytesPerSecond: 1e9, checkMs: 100 },
    });
    const bytes = noise(20_000_000);
    const { url } = await fetch(await uploader(impatient, "alice").send(bytes, "film"), { method: "HEAD" });
    const { port, pathname, search } = new URL(url);
    const idle = Array.from({ length: 100 }, () => connect(Number(port), "127.0.0.1").pause());
    sockets.push(...idle);
    for (const socket of idle) socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: parley.test\r\n\r\n`);
    expect((await bodyOf(fetch(url))).equals(bytes)).toBe(true);
    // The clients' own ends stay open, because they read nothing.
    await eventually(() => expect(openSockets()).toBeLessThan(1.5 * idle.length));
    await impatient.close();
  });
});
