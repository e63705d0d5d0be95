import { join } from "node:path";
import Libsql from "libsql";
import { ApiError } from "../http.ts";
import { warn } from "../log.ts";
import { coreTables } from "./core-tables.ts";
import { requireSchema, schemaVersion } from "./schema.ts";

/**
 * What may be bound to a statement. Booleans are left out on purpose: the native module aborts the
 * process on them, so callers store 0 and 1.
 */
export type SqlValue = string | number | null | Uint8Array;

/** A prepared statement whose rows have the shape `Row`; the tables are STRICT, so the store keeps that promise. */
export interface Statement<Row> {
  get(...parameters: SqlValue[]): Row | undefined;
  all(...parameters: SqlValue[]): Row[];
  run(...parameters: SqlValue[]): { changes: number };
}

/** The one SQLite file. Synchronous; one connection; statements are prepared once and kept. */
export interface Database {
  /** Prepares a statement, or returns the one prepared before for the same text. */
  prepare<Row = Record<string, SqlValue>>(sql: string): Statement<Row>;
  /** Runs one or more statements without parameters (schema files). */
  exec(sql: string): void;
  /**
   * A function that runs `work` in a transaction: committed when it returns, rolled back when it throws.
   * Called inside another transaction it becomes a savepoint of that one.
   */
  transaction<Arguments extends unknown[], Result>(
    work: (...args: Arguments) => Result,
  ): (...args: Arguments) => Result;
  /** Runs `effect` once the running transaction is committed (at once when there is none); a rollback drops it. */
  afterCommit(effect: () => void): void;
  inTransaction(): boolean;
  close(): void;
}

export const inMemory = ":memory:";

/** The one file of a data folder that has to be backed up. */
export const storeFile = (data: string) => join(data, "parley.sqlite");

/**
 * Opens `<data>/parley.sqlite` (or a store in memory for ":memory:") and creates the core tables. The backend
 * goes through `openStore`, which sees to it that nobody else does.
 *
 * WAL with synchronous=NORMAL: a killed process loses no committed transaction, because a commit has
 * reached the operating system; only a power cut may take back the last ones.
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
  database.exec(`PRAGMA user_version = ${schemaVersion}`);
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

  /** Runs what may write; a full disk is logged once a minute, not for everything it stops. */
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
    for (const effect of due) effect();
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

/** Without a write-ahead log beside it, the file is the whole store. A log that somebody else reads stays, empty. */
function intoOneFile(native: Libsql.Database): void {
  for (const pragma of ["journal_mode = DELETE", "wal_checkpoint(TRUNCATE)"]) {
    try {
      native.prepare(`PRAGMA ${pragma}`).all([]);
      return;
    } catch {
      // The log is complete without it: the next start reads it.
    }
  }
}

/** The file is not a whole store. */
export class DamagedError extends Error {}

/** What is answered to whoever wants something stored while the disk is full. */
export class StoreFullError extends ApiError {
  constructor() {
    super(500, "ServerInternalError", "the server's disk is full");
  }
}

const isDiskFull = (error: unknown) => error instanceof Libsql.SqliteError && error.code === "SQLITE_FULL";
const logIntervalMs = 60_000;

// Parameters go over as one array: the native module takes a lone object argument for named parameters.
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

/** A row that is exactly its columns: `get` adds its timing, and `all` gives blobs as ArrayBuffer. */
function plainRow(row: unknown): unknown {
  if (typeof row !== "object" || row === null) return row;
  Reflect.deleteProperty(row, "_metadata");
  for (const [column, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) Reflect.set(row, column, new Uint8Array(value));
  }
  return row;
}
