import { join } from "node:path";
import Libsql from "libsql";
import { ApiError } from "../http.ts";
import { reportError, warn } from "../log.ts";
import { coreTables } from "./core-tables.ts";
import { requireSchema, schemaVersion, versionOf } from "./schema.ts";

/**
 * Values for statements. There are no booleans: the native module aborts the process on them, so callers store 0 and
 * 1.
 */
export type SqlValue = string | number | null | Uint8Array;

/** A prepared statement with rows of the shape `Row`. The tables are STRICT, so the types hold. */
export interface Statement<Row> {
  get(...parameters: SqlValue[]): Row | undefined;
  all(...parameters: SqlValue[]): Row[];
  run(...parameters: SqlValue[]): { changes: number };
}

/** The one SQLite file. Synchronous, with one connection. Statements are prepared once and kept. */
export interface Database {
  prepare<Row = Record<string, SqlValue>>(sql: string): Statement<Row>;
  exec(sql: string): void;
  /**
   * Returns a function that runs `work` in a transaction: committed when it returns, rolled back when it throws.
   * Inside another transaction it is a savepoint.
   */
  transaction<Arguments extends unknown[], Result>(
    work: (...args: Arguments) => Result,
  ): (...args: Arguments) => Result;
  /**
   * Runs `effect` after the running transaction commits, or at once without one. A rollback drops it. An effect that
   * fails after a commit is logged.
   */
  afterCommit(effect: () => void): void;
  inTransaction(): boolean;
  close(): void;
}

export const inMemory = ":memory:";

/** The only file of a data folder that needs a backup. */
export const storeFile = (data: string) => join(data, "parley.sqlite");

/**
 * Opens `<data>/parley.sqlite` (or a store in memory for ":memory:") and creates the core tables. The backend uses
 * `openStore`, which ensures a single process. WAL with synchronous=NORMAL: a killed process loses no committed
 * transaction, because a commit has reached the operating system; only a power cut may lose the last ones.
 * @param more tables beside the core ones
 * @throws DamagedError, SchemaError before anything is written
 */
export function openDatabase(data: string, more = ""): Database {
  const native = new Libsql(data === inMemory ? data : storeFile(data), { timeout: 5000 });
  if (JSON.stringify(native.prepare("PRAGMA quick_check(1)").all([])) !== '[{"quick_check":"ok"}]') {
    throw new DamagedError();
  }
  const tables = coreTables + more;
  requireTables(native, tables);
  native.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;");
  const database = createDatabase(native);
  database.exec(tables);
  if (versionOf(native) !== schemaVersion) database.exec(`PRAGMA user_version = ${schemaVersion}`);
  return database;
}

function requireTables(native: Libsql.Database, tables: string): void {
  const wanted = new Libsql(inMemory);
  try {
    wanted.exec(tables);
    requireSchema(native, wanted);
  } catch (error) {
    native.close();
    throw error;
  } finally {
    wanted.close();
  }
}

function createDatabase(native: Libsql.Database): Database {
  const statements = new Map<string, Libsql.Statement>();
  let depth = 0;
  let effects: (() => void)[] = [];
  let fullLoggedAt = Number.NEGATIVE_INFINITY;

  /** Runs a write. A full disk is logged at most once a minute. */
  const writing = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      if (Date.now() - fullLoggedAt >= logIntervalMs) {
        fullLoggedAt = Date.now();
        warn("the disk is full: nothing can be stored until there is room");
      }
      throw new StoreFullError();
    }
  };
  const prepareNative = (sql: string): Libsql.Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = native.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const runEffects = () => {
    const due = effects;
    effects = [];
    for (const effect of due) {
      try {
        effect();
      } catch (error) {
        // The change is stored: it has not failed, and the other effects belong to it too.
        reportError("after a change in the store", error);
      }
    }
  };
  const runOutermost = <Result>(work: () => Result): Result => {
    prepareNative("BEGIN IMMEDIATE").run();
    depth = 1;
    let result: Result;
    try {
      result = work();
      writing(() => prepareNative("COMMIT").run());
    } catch (error) {
      effects = [];
      // A full disk has rolled back already.
      if (native.inTransaction) prepareNative("ROLLBACK").run();
      throw error;
    } finally {
      depth = 0;
    }
    runEffects();
    return result;
  };
  const runNested = <Result>(work: () => Result): Result => {
    const name = `nested_${depth}`;
    const effectsBefore = effects.length;
    native.exec(`SAVEPOINT ${name}`);
    depth += 1;
    try {
      const result = work();
      native.exec(`RELEASE ${name}`);
      return result;
    } catch (error) {
      effects.length = effectsBefore;
      if (native.inTransaction) native.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw error;
    } finally {
      depth -= 1;
    }
  };

  return {
    prepare: <Row>(sql: string) => typedStatement<Row>(prepareNative(sql), writing),
    exec: (sql) => {
      writing(() => native.exec(sql));
    },
    transaction:
      (work) =>
      (...args) =>
        depth === 0 ? runOutermost(() => work(...args)) : runNested(() => work(...args)),
    afterCommit: (effect) => {
      if (depth === 0) effect();
      else effects.push(effect);
    },
    inTransaction: () => depth > 0,
    close: () => {
      statements.clear();
      intoOneFile(native);
      native.close();
    },
  };
}

/** Merges the write-ahead log, so that the file is the whole store. A log that another process reads stays, empty. */
function intoOneFile(native: Libsql.Database): void {
  for (const pragma of ["journal_mode = DELETE", "wal_checkpoint(TRUNCATE)"]) {
    try {
      native.prepare(`PRAGMA ${pragma}`).all([]);
      return;
    } catch {
      // The log is complete; the next start reads it.
    }
  }
}

export class DamagedError extends Error {}

/** The answer to a write while the disk is full. */
export class StoreFullError extends ApiError {
  constructor() {
    super(500, "ServerInternalError", "the server's disk is full");
  }
}

/** Codes of SQLite for a full disk; the second is for the shared memory beside the log. */
export const diskFullCodes: ReadonlySet<string> = new Set(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"]);
const isDiskFull = (error: unknown) => error instanceof Libsql.SqliteError && diskFullCodes.has(error.code);
const logIntervalMs = 60_000;

// Parameters are passed as one array: the native module takes a single object argument for named parameters.
function typedStatement<Row>(
  statement: Libsql.Statement,
  writing: <Result>(work: () => Result) => Result,
): Statement<Row> {
  return {
    get: (...parameters) => plainRow(statement.get(parameters)) as Row | undefined,
    all: (...parameters) => statement.all(parameters).map(plainRow) as Row[],
    run: (...parameters) => writing(() => ({ changes: statement.run(parameters).changes })),
  };
}

/** Only the columns of a row: `get` adds its timing, and `all` returns blobs as ArrayBuffer. */
function plainRow(row: unknown): unknown {
  if (typeof row !== "object" || row === null) return row;
  Reflect.deleteProperty(row, "_metadata");
  for (const [column, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) Reflect.set(row, column, new Uint8Array(value));
  }
  return row;
}
