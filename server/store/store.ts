import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { StartError } from "../start.ts";
import { DamagedError, type Database, inMemory, openDatabase, storeFile } from "./database.ts";
import { SchemaError } from "./schema.ts";

/** What SQLite or the file system says when there is no room, also for the memory that a store shares. */
const noRoom = new Set(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC"]);
const elsewhere = "choose another folder with PARLEY_DATA";

/**
 * Opens the store of a data folder for its one owner, after a look at whether it is whole. Closing leaves one
 * file that is the whole backup.
 * @param tables what there is beside the core tables
 * @throws StartError when the folder has an owner, cannot be used, or holds anything but a whole store
 */
export function openStore(data: string, tables = ""): Database {
  if (data === inMemory) return openDatabase(data, tables);
  try {
    makeFolder(data);
    const release = own(data);
    try {
      refuseEmptied(storeFile(data));
      if (!existsSync(storeFile(data))) create(storeFile(data));
      const db = openDatabase(data, tables);
      return {
        ...db,
        close: () => {
          db.close();
          release();
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  } catch (error) {
    throw startError(error, data);
  }
}

/**
 * The result of `work`, which prepares statements on tables that it looks after itself.
 * @throws StartError when the store's tables are not what the statements need; then the store is closed
 */
export function onTables<Result>(data: string, db: Database, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    db.close();
    const isOther = error instanceof Libsql.SqliteError && error.code === "SQLITE_ERROR";
    throw startError(isOther ? new SchemaError(error.message) : error, data);
  }
}

function makeFolder(data: string): void {
  if (isFile(data)) throw new StartError(`${data} is a file, not a folder: ${elsewhere}.`);
  mkdirSync(data, { recursive: true });
  for (const path of [data, storeFile(data)]) {
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory();
}

/**
 * Takes the folder for this process with a lock of the operating system, which ends with the process however that
 * ends. SQLite is asked for it because it knows how on every system.
 */
function own(data: string): () => void {
  const lock = new Libsql(join(data, "parley.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (codeOf(error) !== "SQLITE_BUSY") throw error;
    throw new StartError(`${data} is in use by another Parley: stop that one, or ${elsewhere}.`);
  }
  return () => {
    lock.exec("ROLLBACK");
    lock.close();
  };
}

/** An empty store is refused, too: filling it anew would hide that something was lost. */
function refuseEmptied(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === 0 || (size === undefined && existsSync(`${file}-wal`))) throw new DamagedError();
}

/** A first start that fails or is killed leaves no empty file behind, which the next one would take for an emptied store. */
function create(file: string): void {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  const fresh = new Libsql(unfinished);
  try {
    fresh.exec("PRAGMA journal_mode = WAL");
  } finally {
    fresh.close();
  }
  renameSync(unfinished, file);
}

function startError(error: unknown, data: string): unknown {
  if (error instanceof StartError) return error;
  const file = storeFile(data);
  const code = codeOf(error);
  if (error instanceof DamagedError || code === "SQLITE_CORRUPT") {
    return new StartError(`${file} is damaged: put a backup in its place, or ${elsewhere}.`);
  }
  if (error instanceof SchemaError) {
    const advice = `start that version, put a backup in its place, or ${elsewhere}`;
    return new StartError(`${file} is of another version of Parley (${error.message}): ${advice}.`);
  }
  if (code === "SQLITE_NOTADB") {
    return new StartError(`${file} is not a database: put a backup in its place, or ${elsewhere}.`);
  }
  if (code !== undefined && noRoom.has(code)) {
    return new StartError(`The disk of ${data} is full: make room, or ${elsewhere}.`);
  }
  return code === undefined ? error : new StartError(`${data} cannot be written: allow it, or ${elsewhere}.`);
}

/** What SQLite or the file system says; SQLite's own is empty for a file that cannot be opened. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}
