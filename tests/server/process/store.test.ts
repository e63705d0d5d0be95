// The owner of a data folder, the report of a damaged store, and the single file that is left after closing.
// @vitest-environment node
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StartError } from "../../../server/start.ts";
import { openDatabase } from "../../../server/store/database.ts";
import { openStore } from "../../../server/store/store.ts";
import { startChat } from "../chat/chat-client.ts";
import { startBackend } from "../support/backend.ts";
import { connectGob } from "../support/gob-client.ts";

const script = fileURLToPath(new URL("../support/backend-process.mjs", import.meta.url));

let data: string;
let file: string;
let running: ChildProcess[];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "parley-store-"));
  file = join(data, "parley.sqlite");
  running = [];
});
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, data, "alice", "bob"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  await once(createInterface(child.stdout), "line");
  return child;
}

/** Root may write anywhere, so permission tests run as another user. */
function asNobody(work: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** The line that an operator reads if the store cannot be opened; "" if it can. */
function refusal(folder = data): string {
  try {
    openStore(folder).close();
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "";
}

async function sendHello(): Promise<void> {
  const backend = await startBackend(["alice", "bob"], { data });
  const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
  await alice.send({ recvID: "bob" });
  alice.close();
  await backend.close();
}

describe("the owner of a data folder", () => {
  it("is one process; the next one prints the folder and what to do", async () => {
    await startProcess();
    expect(refusal()).toBe(
      `${data} is in use by another Parley: stop that process, or choose another folder with PARLEY_DATA.`,
    );
  });

  it("does not block the next process after a kill", async () => {
    for (let round = 0; round < 2; round += 1) {
      const child = await startProcess();
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    expect(refusal()).toBe("");
  });

  it("releases the folder when it closes, and keeps it after another process was refused", async () => {
    const first = openStore(data);
    expect(refusal()).not.toBe("");
    expect(refusal()).not.toBe("");
    first.close();
    expect(refusal()).toBe("");
  });
});

describe("closing", () => {
  it("leaves one file that is the whole backup", async () => {
    await sendHello();
    expect(readdirSync(data).sort()).toEqual(["parley.lock", "parley.sqlite"]);
    expect(statSync(join(data, "parley.lock")).size).toBe(0);
    const copy = join(data, "copy");
    mkdirSync(copy);
    copyFileSync(file, join(copy, "parley.sqlite"));
    const db = openDatabase(copy);
    expect(db.prepare("SELECT count(*) AS count FROM messages").get()).toEqual({ count: 1 });
    db.close();
  });

  it("leaves a whole file while another process reads it, too", async () => {
    const backend = await startBackend(["alice", "bob"], { data });
    const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
    const looking = openDatabase(data);
    await alice.send({ recvID: "bob" });
    alice.close();
    await backend.close();
    const copy = join(data, "copy");
    mkdirSync(copy);
    copyFileSync(file, join(copy, "parley.sqlite"));
    looking.close();
    const db = openDatabase(copy);
    expect(db.prepare("SELECT count(*) AS count FROM messages").get()).toEqual({ count: 1 });
    db.close();
  });
});

describe("a damaged store is refused and left unchanged", () => {
  const damages: [what: string, damage: () => void, says: string][] = [
    ["cut in half", () => truncateSync(file, statSync(file).size / 2), "is damaged"],
    ["emptied", () => truncateSync(file, 0), "is damaged"],
    [
      "with a page overwritten",
      () => {
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0x41, 8192, 12_288));
      },
      "is damaged",
    ],
    [
      "lost, with its log still there",
      () => {
        rmSync(file);
        writeFileSync(`${file}-wal`, "");
      },
      "is damaged",
    ],
    ["of another kind", () => writeFileSync(file, "A letter to somebody, ".repeat(100)), "is not a database"],
  ];

  it.each(damages)("%s", async (_, damage, says) => {
    await (await startChat({ data, demo: true })).close();
    damage();
    const before = readdirSync(data).includes("parley.sqlite") ? readFileSync(file) : undefined;
    const advice = "put a backup in its place, or choose another folder with PARLEY_DATA.";
    expect(refusal()).toBe(`${file} ${says}: ${advice}`);
    await expect(startChat({ data, demo: true })).rejects.toThrow(StartError);
    if (before === undefined) expect(readdirSync(data)).not.toContain("parley.sqlite");
    else expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("a store of another version is refused with a clear line and left unchanged", () => {
  const advice = "start that version, put a backup in its place, or choose another folder with PARLEY_DATA.";
  const changes: [what: string, sql: string, says: string][] = [
    ["a core table lacks a column", "ALTER TABLE users DROP COLUMN ex", "table users has no column ex"],
    [
      "a table of accounts lacks a column",
      "ALTER TABLE accounts DROP COLUMN allowBeep",
      "table accounts has no column allowBeep",
    ],
    [
      "a column is of another type",
      "ALTER TABLE users DROP COLUMN ex; ALTER TABLE users ADD COLUMN ex INTEGER",
      "column ex of table users is not TEXT",
    ],
    ["it is newer", "PRAGMA user_version = 99", "version 99 of its tables is newer"],
  ];

  it.each(changes)("%s", async (_, sql, says) => {
    await (await startChat({ data, demo: true })).close();
    const db = openDatabase(data);
    db.exec(sql);
    db.close();
    const before = readFileSync(file);
    const line = `${file} comes from another version of Parley (${says}): ${advice}`;
    await expect(startChat({ data, demo: true })).rejects.toEqual(new StartError(line));
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("refuses a store whose table of files lacks a column", async () => {
    await (await startChat({ data, demo: true })).close();
    const db = openDatabase(data);
    db.exec("ALTER TABLE object_uploads RENAME COLUMN partSize TO bytes");
    db.close();
    await expect(startChat({ data, demo: true })).rejects.toThrow(StartError);
    await expect(startChat({ data, demo: true })).rejects.toThrow(/comes from another version of Parley/);
  });

  it("opens a store from before versions existed", async () => {
    await sendHello();
    const db = openDatabase(data);
    db.exec("PRAGMA user_version = 0; DROP TABLE user_commands");
    db.close();
    await sendHello();
  });
});

describe("refuses a data folder", () => {
  it("that is a file", () => {
    writeFileSync(file, "");
    expect(refusal(file)).toBe(`${file} is a file, not a folder: choose another folder with PARLEY_DATA.`);
    const below = join(file, "below");
    expect(refusal(below)).toBe(
      `${below} cannot be written: allow it, or choose another folder with PARLEY_DATA.`,
    );
  });

  it("that is not writable", () => {
    openStore(data).close();
    chmodSync(data, 0o555);
    asNobody(() =>
      expect(refusal()).toBe(
        `${data} cannot be written: allow it, or choose another folder with PARLEY_DATA.`,
      ),
    );
    chmodSync(data, 0o777);
    chmodSync(file, 0o444);
    asNobody(() => expect(refusal()).toContain("cannot be written"));
  });
});
