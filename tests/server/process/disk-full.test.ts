// A disk of a few megabytes fills up under a running backend: what works, what is refused, and what recovers.
// @vitest-environment node
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { md5 } from "../chat/chat-client.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, RequestError } from "../support/gob-client.ts";
import { bodyOf, cut, noise } from "../support/uploads.ts";

const script = fileURLToPath(new URL("../support/backend-process.mjs", import.meta.url));
/** A separate mount namespace, in which a user without root rights can mount a small disk. */
const namespace = ["-rm", "sh", "-c"];
const mountDisk = (mebibytes: number) => `mount -t tmpfs -o size=${mebibytes}m tmpfs "$1"`;
const canMount = spawnSync("unshare", [...namespace, mountDisk(4), "sh", tmpdir()]).status === 0;

const begun = v.object({
  upload: v.object({
    uploadID: v.string(),
    sign: v.object({ parts: v.array(v.object({ url: v.string() })) }),
  }),
});

const login = v.object({
  errCode: v.literal(0),
  data: v.object({ userID: v.string(), chatToken: v.string(), imToken: v.string() }),
});

let folder: string;
let backend: ChildProcess;
let origin: string;
let logged: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-disk-"));
  logged = "";
});

/** Shell command: starts the backend and kills it when it is ready. */
const runBefore =
  '{ mkfifo "$1/line"; "$2" "$3" "$1" > "$1/line" & read line < "$1/line"; kill -9 $!; wait $!; rm "$1/line"; }';

/** Shell command: fills the disk and leaves so many bytes. */
const leave = (bytes: number) =>
  `{ ! cat /dev/zero > "$1/other" 2> /dev/null; } && truncate -s -${bytes} "$1/other"`;

const reader = `
  const db = new (require("libsql"))(process.argv[1] + "/parley.sqlite");
  db.exec("BEGIN; SELECT * FROM users");
  require("fs").mkdirSync(process.argv[1] + "/reading");
  const { ppid } = process;
  setInterval(() => process.ppid === ppid || process.exit(), 100);`;

/** Shell command: reads the store in another process as long as the backend runs. */
const readStore = `{ "$2" -e '${reader}' "$1" & until [ -e "$1/reading" ]; do sleep 0.1; done; }`;

/** Starts the backend on its own disk, after the shell command `before`. */
async function start(before = "true", mebibytes = 4): Promise<void> {
  const steps = `${mountDisk(mebibytes)} && ${before} && exec "$2" "$3" "$1"`;
  const command = [steps, "sh", folder, process.execPath, script];
  const child = spawn("unshare", [...namespace, ...command], { stdio: ["ignore", "pipe", "pipe"] });
  backend = child;
  child.stderr.on("data", (chunk) => {
    logged += String(chunk);
  });
  const ended = once(child, "exit").then(() => {
    throw new Error(logged);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  ({ origin } = v.parse(v.object({ origin: v.string() }), JSON.parse(line)));
}

afterEach(async () => {
  if (backend.exitCode === null) {
    backend.kill("SIGKILL");
    await once(backend, "exit");
  }
  rmSync(folder, { recursive: true });
});

/** Another file on the disk, seen from outside the namespace. */
const disk = () => join(`/proc/${backend.pid}/root`, folder);
const other = () => join(disk(), "other");

function fillDisk(): void {
  for (const size of [64 * 1024, 1]) {
    try {
      for (;;) writeFileSync(other(), Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      expect(error).toMatchObject({ code: "ENOSPC" });
    }
  }
}

async function post(path: string, body: object, token = "") {
  const headers = { "Content-Type": "application/json", operationID: "test", token };
  const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  return v.parse(v.looseObject({ errCode: v.number() }), await response.json());
}

async function signIn(phoneNumber: string) {
  const body = { areaCode: "+86", phoneNumber, password: md5("parley2026"), platform: 5 };
  const { userID, imToken, chatToken } = v.parse(login, await post("/chat/account/login", body)).data;
  return { client: await connectGob(origin, { userID, token: imToken }), userID, chatToken, imToken };
}

describe.skipIf(!canMount)("a full disk (skipped where no mount namespace may be made)", () => {
  it("refuses what needs space, logs it once, and continues when there is space again", async () => {
    await start();
    const alice = await signIn("13800000001");
    const bob = await signIn("13800000002");
    const conversationID = Object.keys(await alice.client.maxSeqs()).find((id) => id.startsWith("si_")) ?? "";
    fillDisk();

    // The space that the store had left is used up first.
    const content = JSON.stringify({ content: "x".repeat(20_000) });
    const refusal = await eventually(async () => {
      for (;;) {
        const sent = await alice.client
          .send({ recvID: bob.userID, content })
          .catch((error: unknown) => error);
        if (sent instanceof RequestError) return sent;
      }
    });
    expect(refusal).toMatchObject({ errCode: 500 });

    const again = await signIn("13800000001");
    const seqs = await again.client.maxSeqs();
    const pulled = await again.client.pullSeqs(conversationID, [1]);
    expect(pulled.Msgs).toHaveLength(1);
    expect((await again.client.readSeqs(conversationID)).seqs[conversationID]?.maxSeq).toBe(
      seqs[conversationID],
    );
    expect(await post("/chat/user/find/full", { userIDs: [bob.userID] }, again.chatToken)).toMatchObject({
      errCode: 0,
    });
    expect(await post("/api/user/get_users_info", { userIDs: [bob.userID] }, again.imToken)).toMatchObject({
      errCode: 0,
    });
    // The new sign-in ended the older one, as always.
    expect(await post("/api/user/get_users_info", { userIDs: [bob.userID] }, alice.imToken)).toMatchObject({
      errCode: 1506,
    });
    await expect(again.client.send({ recvID: bob.userID, content })).rejects.toMatchObject({ errCode: 500 });

    expect(logged.match(/the disk is full/g)).toHaveLength(1);
    expect(logged).not.toMatch(/rollback|at .*\.ts/);

    expect(readFileSync(other()).length).toBeGreaterThan(0);
    rmSync(other());
    await again.client.send({ recvID: bob.userID, clientMsgID: "after" });
    await eventually(() =>
      expect(bob.client.received().map((message) => message.clientMsgID)).toContain("after"),
    );
  });

  it("stops an upload, which continues when there is space", async () => {
    await start();
    const { userID, imToken } = await signIn("13800000001");
    const file = cut(noise(1_000_000));
    const name = `${userID}/f.bin`;
    const begin = { hash: file.hash, size: file.size, maxParts: 1, name };
    const { upload } = v.parse(
      begun,
      (await post("/api/object/initiate_multipart_upload", begin, imToken)).data,
    );
    const put = async () => (await fetch(url, { method: "PUT", body: file.bytes })).status;
    const [url = ""] = upload.sign.parts.map((part) => part.url);
    fillDisk();
    expect(await put()).toBe(507);
    rmSync(other());
    expect(await put()).toBe(200);
    const complete = { uploadID: upload.uploadID, parts: file.md5s, name };
    const answer = await post("/api/object/complete_multipart_upload", complete, imToken);
    const { url: address } = v.parse(v.object({ url: v.string() }), answer.data);
    expect((await bodyOf(fetch(address))).equals(file.bytes)).toBe(true);
  });

  it("refuses files while there is still space for messages", async () => {
    await start();
    const alice = await signIn("13800000001");
    const bob = await signIn("13800000002");
    const file = cut(noise(200_000));
    const begin = () =>
      post(
        "/api/object/initiate_multipart_upload",
        { hash: file.hash, size: file.size, maxParts: 1, name: `${alice.userID}/f.bin` },
        alice.imToken,
      );
    const { upload } = v.parse(begun, (await begin()).data);
    while (statfsSync(disk()).bavail * 4096 > 350_000)
      writeFileSync(other(), Buffer.alloc(4096), { flag: "a" });
    expect(await begin()).toMatchObject({ errCode: 1703 });
    const [url = ""] = upload.sign.parts.map((part) => part.url);
    expect((await fetch(url, { method: "PUT", body: file.bytes })).status).toBe(507);
    await alice.client.send({ recvID: bob.userID, clientMsgID: "words" });
    await eventually(() =>
      expect(bob.client.received().map((message) => message.clientMsgID)).toContain("words"),
    );
  });

  it("8-09 refuses parts that fit alone, but not together, while there is still space for messages", async () => {
    await start();
    const alice = await signIn("13800000001");
    const bob = await signIn("13800000002");
    const size = 600_000;
    const parts = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const { hash } = cut(noise(size, i + 1));
        const begin = { hash, size, maxParts: 1, name: `${alice.userID}/f.bin` };
        const answer = await post("/api/object/initiate_multipart_upload", begin, alice.imToken);
        const [url = ""] = v.parse(begun, answer.data).upload.sign.parts.map((part) => part.url);
        const part = request(url, { method: "PUT", headers: { "Content-Length": size } });
        part.on("error", () => {});
        return part;
      }),
    );
    const statuses = parts.map(
      (part) =>
        new Promise((resolve) => {
          part.on("response", ({ statusCode }) => resolve(statusCode));
        }),
    );
    // All parts begin before the first one needs space.
    for (const part of parts) part.write(Buffer.alloc(1000));
    const open = join(disk(), "objects", "open");
    await eventually(() => expect(readdirSync(open)).toHaveLength(parts.length));
    for (const part of parts) part.end(Buffer.alloc(size - 1000));
    expect(await Promise.all(statuses)).toContain(507);
    const { bavail, blocks } = statfsSync(disk());
    expect(bavail).toBeGreaterThan(blocks / 10 - 16);
    await alice.client.send({ recvID: bob.userID, clientMsgID: "words" });
    await eventually(() =>
      expect(bob.client.received().map((message) => message.clientMsgID)).toContain("words"),
    );
  });

  it("8-09 starts on a full disk with its data, and stores again when there is space", async () => {
    await start(`${runBefore}; ${leave(0)}`);
    const alice = await signIn("13800000001");
    const bob = await signIn("13800000002");
    await expect(alice.client.send({ recvID: bob.userID })).rejects.toMatchObject({ errCode: 500 });
    rmSync(other());
    await alice.client.send({ recvID: bob.userID, clientMsgID: "after" });
    await eventually(() =>
      expect(bob.client.received().map((message) => message.clientMsgID)).toContain("after"),
    );
  });

  it("8-09 logs it once, too, where the shared memory of the store cannot grow", async () => {
    // The log grows as long as another process reads. Its shared memory has entries for 4062 frames.
    await start(`${runBefore}; ${readStore}`, 40);
    const alice = await signIn("13800000001");
    const bob = await signIn("13800000002");
    const size = (file: string) => statSync(join(disk(), `parley.sqlite-${file}`)).size;
    const frames = () => size("wal") / (4096 + 24);
    const long = JSON.stringify({ content: "x".repeat(100_000) });
    while (frames() < 3950) {
      await alice.client.send({ recvID: bob.userID, content: long });
      if (frames() < 3950) await bob.client.send({ recvID: alice.userID, content: long });
    }
    while (frames() < 4058) await alice.client.send({ recvID: bob.userID });
    expect(size("shm")).toBe(32_768);
    fillDisk();
    truncateSync(other(), statSync(other()).size - 9 * 4096);
    await expect(alice.client.send({ recvID: bob.userID })).rejects.toMatchObject({ errCode: 500 });
    await expect(alice.client.send({ recvID: bob.userID })).rejects.toMatchObject({ errCode: 500 });
    expect(size("shm")).toBeGreaterThan(32_768);
    expect(logged.match(/the disk is full/g)).toHaveLength(1);
    expect(logged).not.toContain("SQLITE");
    rmSync(other());
    await alice.client.send({ recvID: bob.userID, clientMsgID: "after" });
  });

  it.each([4096, 65_536, 262_144])(
    "fails a first start with %i bytes, and the next start with space works as if it were the first",
    async (bytes) => {
      await start(`${leave(bytes)} && { ! "$2" "$3" "$1"; } && rm "$1/other"`);
      expect(logged).toContain("is full: make room");
      await signIn("13800000001");
    },
  );
});
