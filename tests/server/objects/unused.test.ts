// Content is removed when nothing in the store refers to it any more, and never before.
// @vitest-environment node
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFolder } from "../../../server/objects/folder.ts";
import { createObjectRecords } from "../../../server/objects/objects.ts";
import { createObjectTables } from "../../../server/objects/tables.ts";
import { createUnusedSweep } from "../../../server/objects/unused.ts";
import { openDatabase } from "../../../server/store/database.ts";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { cut, noise, uploader } from "../support/uploads.ts";

const dayMs = 24 * 60 * 60_000;

let data: string;
let backend: TestBackend;
let time: number;
const start = () => startBackend(["alice", "bob"], { data, now: () => time, quotaBytes: 100_000 });

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "parley-"));
  time = Date.UTC(2026, 10, 26);
  backend = await start();
});
afterEach(async () => {
  await backend.close();
  rmSync(data, { recursive: true });
});

const files = () =>
  readdirSync(join(data, "objects"), { recursive: true }).filter((path) =>
    /[0-9a-f]{32}$/.test(String(path)),
  );
const upload = (seed: number, name: string) => uploader(backend, "alice").send(noise(10_000, seed), name);
const isThere = async (url: string) =>
  (await fetch(backend.origin + new URL(url).pathname, { method: "HEAD" })).status === 200;

/** Restarts the server after that many days, which checks the store. */
async function after(days: number): Promise<void> {
  await backend.close();
  time += days * dayMs;
  backend = await start();
}

it("keeps content that a message, a picture of a user or group, a stored text or a log refers to", async () => {
  const kept = [];
  for (const seed of [1, 2, 3, 4, 5, 7]) kept.push(await upload(seed, `f${seed}`));
  const unused = await upload(6, "f6");
  const [sent = "", quoted = "", face = "", group = "", text = "", log = ""] = kept;
  backend.im.send({
    from: "alice",
    to: "bob",
    contentType: 105,
    content: { sourceUrl: new URL(sent).pathname },
  });
  const inner = JSON.stringify({ sourcePicture: { url: quoted } });
  backend.im.send({
    from: "alice",
    to: "bob",
    contentType: 114,
    content: { quoteMessage: { content: inner } },
  });
  backend.im.updateUser("alice", { faceURL: face });
  backend.im.createGroup({ owner: "alice", members: ["bob"], name: "G", faceURL: group });
  const token = backend.token("bob");
  await backend.post(
    "/user/process_user_command_add",
    { userID: "bob", type: 8, uuid: "sticker", value: JSON.stringify({ url: text }), ex: "" },
    token,
  );
  const fileURLs = [{ filename: "1.zip", URL: log }];
  await backend.post("/third/logs/upload", { platform: 2, fileURLs }, token);
  await after(8);
  await eventually(() => expect(files()).toHaveLength(kept.length));
  expect(await isThere(unused)).toBe(false);
  for (const url of kept) expect(await isThere(url)).toBe(true);
});

it("keeps unused content for a week, also after another claim, and returns its quota when it is removed", async () => {
  const url = await upload(1, "f");
  const other = await upload(2, "g");
  await after(6);
  expect(await uploader(backend, "alice").initiate(cut(noise(10_000, 1)), "f")).toMatchObject({
    upload: null,
  });
  await after(6);
  await eventually(() => expect(files()).toHaveLength(1));
  expect([await isThere(url), await isThere(other)]).toEqual([true, false]);
  await after(8);
  await eventually(() => expect(files()).toEqual([]));
  await uploader(backend, "alice").send(noise(100_000), "all of the quota");
});

it("stays when its user claims it while the server looks through the messages", async () => {
  const urls = [await upload(1, "claimed"), await upload(2, "named"), await upload(3, "unused")];
  backend.im.send({
    from: "alice",
    to: "bob",
    contentType: 101,
    content: { content: "a message to look at" },
  });
  await backend.close();
  time += 8 * dayMs;
  const db = openDatabase(data);
  createObjectTables(db);
  const folder = createFolder(data);
  const objects = createObjectRecords(db, () => time, folder);
  const sweep = createUnusedSweep(db, () => time, folder);
  const nameOf = (url = "") => new URL(url).pathname.slice("/object/".length);
  const looking = sweep.run();
  objects.name("alice/claimed", objects.findNamed(nameOf(urls[0]))?.contentID ?? "");
  objects.name("alice/another name", objects.findNamed(nameOf(urls[1]))?.contentID ?? "");
  await looking;
  db.close();
  backend = await start();
  expect(await Promise.all(urls.map(isThere))).toEqual([true, true, false]);
});

it("8-09 is found again when its file could not be removed, and does not stop the others", async () => {
  await upload(1, "f");
  const [held = ""] = files().map((path) => join(data, "objects", String(path)));
  await upload(2, "g");
  await backend.close();
  renameSync(held, `${held}.held`);
  // A folder in the place of the file makes its removal fail.
  mkdirSync(held);
  backend = await start();
  await after(8);
  await eventually(() => expect(files()).toHaveLength(1));
  rmdirSync(held);
  renameSync(`${held}.held`, held);
  await after(1);
  await eventually(() => expect(files()).toEqual([]));
});
