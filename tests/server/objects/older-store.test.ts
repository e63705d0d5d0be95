// An older store keeps content once per hash, under the names that users asked for. It still works.
// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { gifFrame, gifOf } from "../support/pictures.ts";
import { bodyOf, cut, png, uploader } from "../support/uploads.ts";

let data: string;
let backend: TestBackend;
const file = cut(png);
const bomb = cut(gifOf(1, 1, [gifFrame(20_000, 20_000)]));

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "parley-"));
  await (await startBackend(["alice", "bob"], { data })).close();
  const db = new Libsql(join(data, "parley.sqlite"));
  db.exec(`
    CREATE TABLE objects (hash TEXT PRIMARY KEY, size INTEGER NOT NULL, mediaType TEXT NOT NULL,
      createTime INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE object_names (name TEXT PRIMARY KEY, hash TEXT NOT NULL, createTime INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;
    INSERT INTO objects VALUES ('${file.hash}', ${file.size}, 'image/png', 5), ('${bomb.hash}', ${bomb.size}, 'image/gif', 5);
    INSERT INTO object_names VALUES ('alice/a.png', '${file.hash}', 5), ('bob/b.png', '${file.hash}', 5),
      ('bob/bomb.gif', '${bomb.hash}', 5);
  `);
  db.close();
  for (const { hash, bytes } of [file, bomb]) {
    const folder = join(data, "objects", hash.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, hash), bytes);
  }
  backend = await startBackend(["alice", "bob"], { data });
});
afterEach(async () => {
  await backend.close();
  rmSync(data, { recursive: true });
});

it("finds content by its old names, without its hash", async () => {
  for (const path of ["alice/a.png", "bob/b.png"]) {
    const response = await fetch(`${backend.origin}/object/${path}`);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.url + response.headers.get("etag")).not.toContain(file.hash);
    expect(await bodyOf(response)).toEqual(png);
  }
  expect(await uploader(backend, "bob").initiate(file, "again.png")).toMatchObject({ upload: null });
});

it("checks old content again: a picture by the old rules may be a plain file now", async () => {
  const address = `${backend.origin}/object/bob/bomb.gif`;
  expect((await fetch(`${address}?type=image`)).status).toBe(415);
  expect((await fetch(address)).headers.get("content-type")).toBe("application/octet-stream");
});
