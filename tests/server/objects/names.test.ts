// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createObjectRecords } from "../../../server/objects/objects.ts";
import { createObjectTables } from "../../../server/objects/tables.ts";
import { inMemory, openDatabase } from "../../../server/store/database.ts";
import { png } from "../support/uploads.ts";

it("content that is sent again and again gets a limited number of names, and is found by each", () => {
  const data = mkdtempSync(join(tmpdir(), "parley-"));
  writeFileSync(join(data, "file"), png);
  const db = openDatabase(inMemory);
  createObjectTables(db);
  const objects = createObjectRecords(db, Date.now, { file: (name) => join(data, name), has: () => true });
  objects.add({ userID: "alice", hash: "h", size: png.length, file: "file" });
  const { contentID } = objects.findOwn("alice", "h", png.length) ?? { contentID: "" };
  const names = db.transaction(() =>
    Array.from({ length: 3000 }, (_, i) => objects.name(`alice/msg_file_${i}/a.png`, contentID)),
  )();
  expect(new Set(names.slice(0, 500)).size).toBe(500);
  expect(new Set(names).size).toBeLessThan(2000);
  expect(names.filter((name) => objects.findNamed(name)?.contentID !== contentID)).toEqual([]);
  db.close();
  rmSync(data, { recursive: true });
});
