import type Libsql from "libsql";
import * as v from "valibot";

/** Version of the tables, stored as SQLite's `user_version`; 0 is a store from before versions. */
export const schemaVersion = 1;

/** The tables of the file differ from this version's. */
export class SchemaError extends Error {}

const columnRows = v.array(v.object({ tableName: v.string(), columnName: v.string(), type: v.string() }));
const versionRows = v.tuple([v.object({ user_version: v.number() })]);

function columnsOf(native: Libsql.Database): Map<string, Map<string, string>> {
  const rows = native
    .prepare(
      `SELECT t.name AS tableName, c.name AS columnName, c.type AS type
       FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
    )
    .all([]);
  const tables = new Map<string, Map<string, string>>();
  for (const { tableName, columnName, type } of v.parse(columnRows, rows)) {
    const columns = tables.get(tableName) ?? new Map<string, string>();
    tables.set(tableName, columns.set(columnName, type));
  }
  return tables;
}

/** The version of the tables in the file. */
export function versionOf(native: Libsql.Database): number {
  const [row] = v.parse(versionRows, native.prepare("PRAGMA user_version").all([]));
  return row.user_version;
}

/**
 * Compares the existing tables with the expected ones. A missing table is created later.
 * @param wanted an empty store with the tables of this version
 * @throws SchemaError with the differences, before anything is written
 */
export function requireSchema(native: Libsql.Database, wanted: Libsql.Database): void {
  const version = versionOf(native);
  if (version > schemaVersion) throw new SchemaError(`version ${version} of its tables is newer`);
  const present = columnsOf(native);
  for (const [table, columns] of columnsOf(wanted)) {
    const found = present.get(table);
    if (found === undefined) continue;
    for (const [column, type] of columns) {
      if (found.get(column) === undefined) throw new SchemaError(`table ${table} has no column ${column}`);
      if (found.get(column) !== type)
        throw new SchemaError(`column ${column} of table ${table} is not ${type}`);
    }
  }
}
