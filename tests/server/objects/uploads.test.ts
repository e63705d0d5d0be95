// @vitest-environment node
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { type Bytes, bodyOf, cut, mebibyte, noise, partBytes, png, uploader } from "../support/uploads.ts";

const dayMs = 24 * 60 * 60_000;

let data: string;
let backend: TestBackend;
let time: number;
const now = () => time;
const start = () => startBackend(["alice", "bob"], { data, now });

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  data = mkdtempSync(join(tmpdir(), "parley-"));
  time = Date.now();
  backend = await start();
});
afterEach(async () => {
  await backend.close();
  rmSync(data, { recursive: true });
});

async function restart(): Promise<void> {
  await backend.close();
  backend = await start();
}

const filesOf = (folder: string) =>
  existsSync(join(data, "objects", folder)) ? readdirSync(join(data, "objects", folder)) : [];

describe("an upload", () => {
  it("of one part can be read byte by byte under its name", async () => {
    const alice = uploader(backend, "alice");
    expect(await backend.post("/object/part_limit", {}, alice.token)).toMatchObject({
      data: { minPartSize: 5242880, maxPartSize: 5368709120, maxNumSize: 10000 },
    });
    const file = cut(png);
    const upload = await alice.begin(file, "msg_picture_1.png");
    expect(upload).toMatchObject({ partSize: partBytes, expireTime: time + dayMs });
    expect(upload.sign.parts).toHaveLength(1);
    const put = await alice.put(upload.sign.parts[0]?.url, png);
    expect([put.status, put.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    const url = await alice.complete(upload.uploadID, file, "msg_picture_1.png");
    expect(new URL(url).pathname).toMatch(/^\/object\/alice\/[0-9a-f]{24}\/msg_picture_1\.png$/);
    expect(await bodyOf(fetch(url))).toEqual(png);
    expect(filesOf("open")).toEqual([]);
  });

  it("of several parts accepts them in any order and in parallel", async () => {
    const alice = uploader(backend, "alice");
    const file = cut(noise(partBytes * 2 + 12_345));
    const { uploadID, sign } = await alice.begin(file, "film.bin", { maxParts: -1 });
    expect(sign.parts.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3]);
    const puts = sign.parts.map(({ url }, i) => alice.put(url, file.parts[i] ?? png)).reverse();
    expect((await Promise.all(puts)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const url = await alice.complete(uploadID, file, "film.bin");
    expect((await bodyOf(fetch(url))).equals(file.bytes)).toBe(true);
    // The answer may get lost, so a second call returns the same.
    expect(await alice.complete(uploadID, file, "film.bin")).toBe(url);
  });

  it("that is complete is found under the name it has, whatever name it is completed with again", async () => {
    const alice = uploader(backend, "alice");
    const file = cut(png);
    const { uploadID, sign } = await alice.begin(file, "a.png");
    await alice.put(sign.parts[0]?.url, png);
    const url = await alice.complete(uploadID, file, "a.png");
    for (const name of ["b.png", "c.png", "a.png"])
      expect(await alice.complete(uploadID, file, name)).toBe(url);
  });

  it("signs the first requested parts and the others later", async () => {
    const alice = uploader(backend, "alice");
    const file = cut(noise(partBytes + 1));
    const upload = await alice.begin(file, "two.bin", { maxParts: 1 });
    expect(upload.sign.parts).toHaveLength(1);
    const later = await alice.sign(upload.uploadID, 2, 1);
    expect(later.parts.map(({ partNumber }) => partNumber)).toEqual([2, 1]);
    expect((await alice.put(later.parts[0]?.url, file.parts[1] ?? png)).status).toBe(200);
  });

  it("of content that the user sent before needs no bytes, under any name", async () => {
    const alice = uploader(backend, "alice");
    const first = await alice.send(png, "a.png");
    expect(await alice.initiate(cut(png), "a.png")).toEqual({ url: first, upload: null });
    const other = await alice.initiate(cut(png), "b.png");
    expect(other).toMatchObject({ url: expect.stringContaining("/b.png"), upload: null });
    expect(await bodyOf(fetch(other.url))).toEqual(png);
  });

  it("of content that another user sent needs the bytes, because a hash is no proof", async () => {
    const url = await uploader(backend, "alice").send(png, "a.png");
    const bob = uploader(backend, "bob");
    const [known, unknown] = [cut(png), cut(noise(png.length))];
    const answers = [await bob.initiate(known, "b.png"), await bob.initiate(unknown, "c.png")];
    expect(answers).toEqual([
      { url: "", upload: expect.objectContaining({ partSize: partBytes }) },
      { url: "", upload: expect.objectContaining({ partSize: partBytes }) },
    ]);
    const { uploadID = "", sign } = answers[0]?.upload ?? {};
    // Metadata of the file is not enough; its bytes are needed.
    await expect(bob.complete(uploadID, known, "b.png")).rejects.toThrow("The specified key does not exist.");
    await bob.put(sign?.parts[0]?.url, png);
    expect(await bodyOf(fetch(await bob.complete(uploadID, known, "b.png")))).toEqual(png);
    expect(await bodyOf(fetch(url))).toEqual(png);
  });

  it("does not reveal its hash to readers", async () => {
    const file = cut(png);
    const url = await uploader(backend, "alice").send(png, "a.png");
    const response = await fetch(url);
    const told = [url, response.url, ...[...response.headers].flat()].join(" ");
    for (const hash of [file.hash, ...file.md5s]) expect(told).not.toContain(hash);
  });

  it.each([
    ["removed with its folder", (folder: string) => rmSync(folder, { recursive: true })],
    [
      "truncated on disk",
      (folder: string) => {
        const [file = ""] = readdirSync(folder, { recursive: true }).filter((one) =>
          /[0-9a-f]{32}$/.test(String(one)),
        );
        truncateSync(join(folder, String(file)), 10);
      },
    ],
  ])("of content that was %s needs the bytes again, and is missing until then", async (_, harm) => {
    const url = await uploader(backend, "alice").send(png, "a.png");
    await backend.close();
    harm(join(data, "objects"));
    backend = await start();
    const path = new URL(url).pathname;
    expect((await fetch(backend.origin + path)).status).toBe(404);
    await uploader(backend, "alice").send(png, "b.png");
    expect(await bodyOf(fetch(backend.origin + path))).toEqual(png);
  });

  it("of the same file twice at once succeeds for both", async () => {
    const alice = uploader(backend, "alice");
    const file = cut(noise(70_000));
    const uploads = [await alice.begin(file, "one"), await alice.begin(file, "two")];
    for (const [i, { sign, uploadID }] of uploads.entries()) {
      expect((await alice.put(sign.parts[0]?.url, file.bytes)).status).toBe(200);
      const url = await alice.complete(uploadID, file, ["one", "two"][i] ?? "");
      expect((await bodyOf(fetch(url))).equals(file.bytes)).toBe(true);
    }
    expect(filesOf("open")).toEqual([]);
  });

  it("gets addresses with the host that the client used, also behind a proxy", async () => {
    const alice = uploader(backend, "alice");
    const file = cut(png);
    const response = await fetch(`${backend.origin}/api/object/initiate_multipart_upload`, {
      method: "POST",
      headers: {
        token: alice.token,
        operationID: "test",
        "x-forwarded-host": "im.example.com",
        "x-forwarded-proto": "https",
      },
      body: JSON.stringify({ hash: file.hash, size: file.size, maxParts: 1, name: "alice/p.png" }),
    });
    const url = /"url":"(https:[^"]*)"/.exec(await response.text())?.[1] ?? "";
    expect(url).toMatch(/^https:\/\/im\.example\.com\/object\//);
    // The proxy forwards it to this server.
    const put = await alice.put(url.replace("https://im.example.com", backend.origin), png);
    expect(put.status).toBe(200);
  });
});

describe("an interrupted upload", () => {
  it("continues after a restart of the server", async () => {
    let alice = uploader(backend, "alice");
    const file = cut(noise(partBytes + 999));
    const { uploadID, sign } = await alice.begin(file, "f.bin");
    await alice.put(sign.parts[0]?.url, file.parts[0] ?? png);
    await restart();
    alice = uploader(backend, "alice");
    const [second] = (await alice.sign(uploadID, 2)).parts;
    await alice.put(second?.url, file.parts[1] ?? png);
    const url = await alice.complete(uploadID, file, "f.bin");
    expect((await bodyOf(fetch(url))).equals(file.bytes)).toBe(true);
  });

  it("in the middle of a part takes that part again", async () => {
    const alice = uploader(backend, "alice");
    const file = cut(noise(mebibyte));
    const { uploadID, sign } = await alice.begin(file, "f.bin");
    const url = sign.parts[0]?.url ?? "";
    const half = request(url, { method: "PUT", headers: { "Content-Length": file.size } });
    half.on("error", () => {});
    half.write(noise(mebibyte / 2, 2));
    await eventually(() => expect(filesOf("open")).toEqual([uploadID]));
    await expect(alice.complete(uploadID, file, "f.bin")).rejects.toThrow("1001 ArgsError The specified key");
    // The first attempt still hangs, because the server has not noticed that its sender is gone.
    expect((await alice.put(url, file.bytes)).status).toBe(200);
    half.destroy();
    const address = await alice.complete(uploadID, file, "f.bin");
    expect((await bodyOf(fetch(address))).equals(file.bytes)).toBe(true);
  });

  it("takes a part that is sent twice at once from the newer request, and logs no error", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const alice = uploader(backend, "alice");
    const file = cut(noise(50_000));
    const { uploadID, sign } = await alice.begin(file, "f");
    const put = () => alice.put(sign.parts[0]?.url, file.bytes);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.allSettled([put(), put(), put()]);
      expect(answers.map((answer) => answer.status === "fulfilled" && answer.value.status)).toContain(200);
    }
    expect(errors.mock.calls).toEqual([]);
    expect(await bodyOf(fetch(await alice.complete(uploadID, file, "f")))).toEqual(file.bytes);
  });

  it("whose sender is gone after the last byte logs no error, and takes the part again", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const alice = uploader(backend, "alice");
    const file = cut(noise(50_000));
    const { uploadID, sign } = await alice.begin(file, "f");
    const url = sign.parts[0]?.url ?? "";
    for (let round = 0; round < 100; round += 1)
      await new Promise<void>((resolve) => {
        const gone = request(url, { method: "PUT", headers: { "Content-Length": file.size } });
        gone.on("error", () => {});
        gone.on("close", resolve);
        gone.end(file.bytes, () => gone.destroy());
      });
    // The server may still meet one of the others, and takes the newer one.
    await eventually(async () => {
      const put = await alice.put(url, file.bytes).catch(() => null);
      expect(put?.status).toBe(200);
    });
    expect(errors.mock.calls).toEqual([]);
    expect(await bodyOf(fetch(await alice.complete(uploadID, file, "f")))).toEqual(file.bytes);
  });

  it("is dropped after a day, with its bytes", async () => {
    let alice = uploader(backend, "alice");
    const file = cut(noise(partBytes + 1));
    const { uploadID, sign } = await alice.begin(file, "f.bin");
    await alice.put(sign.parts[0]?.url, file.parts[0] ?? png);
    expect(filesOf("open")).toEqual([uploadID]);
    time += dayMs;
    expect((await alice.put(sign.parts[1]?.url, file.parts[1] ?? png)).status).toBe(404);
    await restart();
    expect(filesOf("open")).toEqual([]);
    alice = uploader(backend, "alice");
    await expect(alice.sign(uploadID, 2)).rejects.toThrow("1701");
    await expect(alice.complete(uploadID, file, "f.bin")).rejects.toThrow("1701");
  });

  it("is dropped for a new one when there are too many, unless all are running", async () => {
    const alice = uploader(backend, "alice");
    const ids: string[] = [];
    for (let i = 0; i < 100; i += 1) {
      ids.push((await alice.begin(cut(noise(10 + i)), "f")).uploadID);
      time += 1; // otherwise any of them may count as the longest idle
    }
    await expect(alice.begin(cut(noise(200)), "f")).rejects.toThrow("1001 ArgsError nobody uploads more");
    await uploader(backend, "bob").begin(cut(noise(200)), "f");
    time += 60 * 60_000;
    await alice.begin(cut(noise(200)), "f");
    const [longestIdle = "", ...others] = ids;
    await expect(alice.sign(longestIdle, 1)).rejects.toThrow("1701");
    for (const id of others) await alice.sign(id, 1);
  });
});

describe("a quota", () => {
  const mine = (userID: string) => uploader(backend, userID);
  beforeEach(async () => {
    await backend.close();
    backend = await startBackend(["alice", "bob"], { data, now, quotaBytes: 40_000 });
  });

  it("stops only the user who has used all of it", async () => {
    await mine("alice").send(noise(30_000), "a.bin");
    await expect(mine("alice").initiate(cut(noise(20_000, 2)), "b.bin")).rejects.toThrow("1702");
    await mine("alice").send(noise(5_000, 2), "small.bin");
    await mine("bob").send(noise(30_000), "a.bin");
    // Stored content needs no more quota.
    expect(await mine("alice").initiate(cut(noise(30_000)), "c.bin")).toMatchObject({ upload: null });
  });

  it("counts running uploads, and one block for the smallest file", async () => {
    for (let i = 0; i < 9; i += 1) await mine("alice").begin(cut(noise(10 + i)), "f");
    await expect(mine("alice").initiate(cut(noise(100)), "f")).rejects.toThrow("1702");
  });

  it("gets back the share of an abandoned upload", async () => {
    await mine("alice").begin(cut(noise(30_000)), "given up");
    await expect(mine("alice").initiate(cut(noise(20_000)), "b.bin")).rejects.toThrow("1702");
    time += 60 * 60_000;
    await mine("alice").send(noise(20_000), "b.bin");
  });
});

describe("refuses", () => {
  it.each([
    ["a size of zero", { size: 0 }, "1001 ArgsError size must be at least 1"],
    [
      "a file beyond the limit",
      { size: 200 * mebibyte + 1 },
      "1001 ArgsError size must be at most 209715200",
    ],
    ["an absurd size", { size: 1e300 }, "1001"],
    ["a malformed hash", { hash: "../../../etc/passwd" }, "1001 ArgsError hash must be an md5"],
    ["no name", { name: "" }, "1001 ArgsError name is empty"],
    ["another user's name", { name: "bob/a.png" }, "1002 NoPermissionError name must start with `alice/`"],
    ["a name that only starts like the user's own", { name: "alicex/a.png" }, "1002"],
    ["a name with ..", { name: "alice/../bob/a.png" }, "1001 ArgsError name is not a plain path"],
    ["a name that is a folder", { name: "alice/" }, "1001 ArgsError name is not a plain path"],
    ["a line break in a name", { name: "alice/a\r\nSet-Cookie: b" }, "1001 ArgsError name has characters"],
    ["a lone surrogate in a name", { name: "alice/\ud800" }, "1001 ArgsError name has characters"],
    ["a very long name", { name: `alice/${"a".repeat(2000)}` }, "1001 ArgsError name must have at most"],
  ])("%s", async (_, wrong, refusal) => {
    await expect(uploader(backend, "alice").initiate(cut(png), "a.png", wrong)).rejects.toThrow(refusal);
  });

  it("another user's upload, and an unknown upload", async () => {
    const { uploadID } = await uploader(backend, "alice").begin(cut(png), "a.png");
    const bob = uploader(backend, "bob");
    await expect(bob.sign(uploadID, 1)).rejects.toThrow("1002");
    await expect(bob.complete(uploadID, cut(png), "a.png")).rejects.toThrow("1002");
    await expect(bob.sign("../../etc", 1)).rejects.toThrow("1701");
    await expect(bob.sign(uploadID.slice(1), 1)).rejects.toThrow("1701");
  });

  it("parts that are missing or differ from what was announced", async () => {
    const alice = uploader(backend, "alice");
    const file = cut(noise(1000));
    const { uploadID, sign } = await alice.begin(file, "f");
    await expect(alice.complete(uploadID, file, "f")).rejects.toThrow("The specified key does not exist.");
    await alice.put(sign.parts[0]?.url, noise(1000, 2));
    await expect(alice.complete(uploadID, file, "f")).rejects.toThrow("md5 mismatching");
    await expect(alice.complete(uploadID, cut(noise(1000, 2)), "f")).rejects.toThrow("md5 mismatching");
    await expect(alice.complete(uploadID, { ...file, md5s: [] }, "f")).rejects.toThrow("every part");
    await expect(alice.sign(uploadID, 2)).rejects.toThrow("partNumbers must be at most 1");
    expect((await fetch(`${backend.origin}/object/alice/f`)).status).toBe(404);
  });

  it("bytes without a valid address, and too many or too few bytes", async () => {
    const alice = uploader(backend, "alice");
    const file = cut(noise(1000));
    const { uploadID, sign } = await alice.begin(file, "f");
    const url = sign.parts[0]?.url ?? "";
    const status = async (address: string, bytes: Bytes = file.bytes) =>
      (await alice.put(address, bytes)).status;
    expect(await status(url.replace(/sign=.*/, ""))).toBe(403);
    expect(await status(url.replace(/sign=.*/, "sign=AAAA"))).toBe(403);
    expect(await status(url.replace("/1?", "/2?"))).toBe(403);
    expect(await status(url.replace("/1?", "/..%2f1?"))).toBe(404);
    expect(await status(`${backend.origin}/object/_/files/../../parley.sqlite`)).toBe(405);
    expect(await status(url, noise(1001))).toBe(413);
    expect(await status(url, noise(999))).toBe(400);
    expect((await fetch(url, { method: "POST", body: "x" })).status).toBe(405);
    await expect(alice.complete(uploadID, file, "f")).rejects.toThrow("The specified key does not exist.");
    expect(await status(url)).toBe(200);
  });

  it("a body of unknown length, before all of it is sent", async () => {
    const alice = uploader(backend, "alice");
    const { sign } = await alice.begin(cut(noise(1000)), "f");
    const endless = request(sign.parts[0]?.url ?? "", { method: "PUT" });
    const answered = new Promise<number | undefined>((resolve) => {
      endless.on("response", ({ statusCode }) => resolve(statusCode));
    });
    endless.on("error", () => {});
    endless.write(Buffer.alloc(2000));
    expect(await answered).toBe(411);
    endless.destroy();
  });

  it("a request without a token", async () => {
    expect(await backend.post("/object/part_limit", {}, "")).toMatchObject({ errCode: 1001 });
    expect(await backend.post("/object/part_limit", {}, "forged")).toMatchObject({ errCode: 1503 });
  });
});
