import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { StartError } from "../start.ts";
import {
  DamagedError,
  type Database,
  diskFullCodes,
  inMemory,
  openDatabase,
  StoreFullError,
  storeFile,
} from "./database.ts";
import { SchemaError } from "./schema.ts";

/** Codes of SQLite and the file system for a full disk. */
const noRoom = new Set([...diskFullCodes, "ENOSPC"]);
const elsewhere = "choose another folder with PARLEY_DATA";

/**
 * Opens the store of a data folder for one process, after an integrity check. Closing leaves one file, which is the
 * whole backup.
 * @param tables beside the core tables
 * @throws StartError when another process uses the folder, it cannot be used, or it holds anything but a complete
 * store
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
 * Returns the result of `work`, which prepares statements and stores what a first start needs.
 * @throws StartError when the store's tables do not fit the statements, or the disk is full; then the store is closed
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
 * Locks the folder for this process. The operating system releases the lock when the process ends in any way. SQLite
 * is used because it locks on every system.
 */
function own(data: string): () => void {
  const lock = new Libsql(join(data, "parley.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (codeOf(error) !== "SQLITE_BUSY") throw error;
    throw new StartError(`${data} is in use by another Parley: stop that process, or ${elsewhere}.`);
  }
  return () => {
    lock.exec("ROLLBACK");
    lock.close();
  };
}

/** Refuses an empty store too: filling it again would hide a loss. */
function refuseEmptied(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === 0 || (size === undefined && existsSync(`${file}-wal`))) throw new DamagedError();
}

/** Leaves no empty file when the first start fails or is killed: the next start would take it for an emptied store. */
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
    return new StartError(`${file} comes from another version of Parley (${error.message}): ${advice}.`);
  }
  if (code === "SQLITE_NOTADB") {
    return new StartError(`${file} is not a database: put a backup in its place, or ${elsewhere}.`);
  }
  if (error instanceof StoreFullError || (code !== undefined && noRoom.has(code))) {
    return new StartError(`The disk of ${data} is full: make room, or ${elsewhere}.`);
  }
  return code === undefined ? error : new StartError(`${data} cannot be written: allow it, or ${elsewhere}.`);
}

/** The code from SQLite or the file system; SQLite's is empty for a file that cannot be opened. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}
