import type { Database } from "../../store/database.ts";
import { newVersionID } from "./ids.ts";

/** Names of the version-synced collections (protocol section 5). */
export const Collection = {
  friends: (userID: string) => `fr:${userID}`,
  joinedGroups: (userID: string) => `jg:${userID}`,
  conversations: (userID: string) => `conv:${userID}`,
  groupMembers: (groupID: string) => `gm:${groupID}`,
} as const;

export type Operation = "insert" | "update" | "delete";

/** A collection's fixed id, its version (from 1), and the version of the last change of order. */
export interface VersionHead {
  versionID: string;
  version: number;
  sortVersion: number;
}

/** Changes that a client is missing. Each id is in one list only, by its latest operation. */
export interface VersionChanges extends VersionHead {
  /** The lists are empty and the client reloads everything. */
  full: boolean;
  deleted: string[];
  inserted: string[];
  updated: string[];
}

/** The element id of the collection's own data (a group's info in its member log). */
export const headElement = "";

/** Maximum number of single changes; beyond it the client reloads. */
const maxChanges = 500;

export type Versions = ReturnType<typeof createVersions>;

export function createVersions(db: Database) {
  const insertHead = db.prepare(
    "INSERT INTO version_heads (collection, versionID, version) VALUES (?, ?, 1) ON CONFLICT DO NOTHING",
  );
  const selectHead = db.prepare<VersionHead>(
    "SELECT versionID, version, sortVersion FROM version_heads WHERE collection = ?",
  );
  const advance = db.prepare<VersionHead>(
    `UPDATE version_heads SET version = version + 1,
       sortVersion = CASE WHEN ? THEN version + 1 ELSE sortVersion END
     WHERE collection = ? RETURNING versionID, version, sortVersion`,
  );
  const upsertChange = db.prepare(
    `INSERT INTO version_changes (collection, elementID, version, operation) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET version = excluded.version, operation = excluded.operation`,
  );
  const selectChanges = db.prepare<{ elementID: string; operation: Operation }>(
    `SELECT elementID, operation FROM version_changes WHERE collection = ? AND version > ?
     ORDER BY version LIMIT ${maxChanges + 1}`,
  );

  /** Returns the head. A new collection starts at version 1, empty or with its first change. */
  function head(collection: string): VersionHead {
    let row = selectHead.get(collection);
    if (row === undefined) {
      insertHead.run(collection, newVersionID());
      row = selectHead.get(collection);
    }
    if (row === undefined) throw new Error("version head could not be created");
    return row;
  }

  /** Logs one step that changed the elements. `sorted`: the display order may have changed too. */
  function bump(
    collection: string,
    operation: Operation,
    elementIDs: readonly string[],
    sorted = false,
  ): VersionHead {
    const next = advance.get(sorted ? 1 : 0, collection) ?? head(collection);
    for (const id of elementIDs) upsertChange.run(collection, id, next.version, operation);
    return next;
  }

  function changesSince(collection: string, client: { versionID: string; version: number }): VersionChanges {
    const current = head(collection);
    const changes: VersionChanges = { ...current, full: true, deleted: [], inserted: [], updated: [] };
    if (client.versionID !== current.versionID) return changes;
    if (client.version < 1 || client.version > current.version) return changes;
    const rows = selectChanges.all(collection, client.version);
    if (rows.length > maxChanges) return changes;
    for (const row of rows) listOf(changes, row.operation).push(row.elementID);
    return {
      ...changes,
      full: false,
      sortVersion: current.sortVersion > client.version ? current.sortVersion : 0,
    };
  }

  return { head, bump, changesSince };
}

function listOf(changes: VersionChanges, operation: Operation): string[] {
  if (operation === "insert") return changes.inserted;
  return operation === "update" ? changes.updated : changes.deleted;
}
