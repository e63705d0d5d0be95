import { randomBytes } from "node:crypto";
import type { Database } from "../store/database.ts";
import type { Folder } from "./folder.ts";
import { mediaTypeOfFile, rules } from "./kinds.ts";
import { maxNames } from "./limits.ts";

export interface StoredObject {
  contentID: string;
  userID: string;
  hash: string;
  size: number;
  file: string;
  mediaType: string;
  /** ms since epoch. */
  createTime: number;
}

type Row = StoredObject & { judgedBy: number };

export type Objects = ReturnType<typeof createObjectRecords>;

export function createObjectRecords(db: Database, now: () => number, folder: Pick<Folder, "file" | "has">) {
  const columns = "contentID, userID, hash, size, file, mediaType, judgedBy, c.createTime";
  const insert = db.prepare(
    `INSERT INTO object_contents (contentID, userID, hash, size, file, mediaType, judgedBy, createTime)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (userID, hash, size) DO UPDATE SET file = excluded.file, mediaType = excluded.mediaType,
       judgedBy = excluded.judgedBy`,
  );
  const select = db.prepare<Row>(`SELECT ${columns} FROM object_contents c WHERE contentID = ?`);
  const selectOwn = db.prepare<Row>(
    `SELECT ${columns} FROM object_contents c WHERE userID = ? AND hash = ? AND size = ?`,
  );
  const selectNamed = db.prepare<Row>(
    `SELECT ${columns} FROM object_links JOIN object_contents c USING (contentID) WHERE name = ?`,
  );
  const selectName = db.prepare<{ name: string }>(
    "SELECT name FROM object_links WHERE contentID = ? AND wanted = ?",
  );
  const selectAnyName = db.prepare<{ name: string }>(
    "SELECT name FROM object_links WHERE contentID = ? ORDER BY wanted = ? DESC, createTime LIMIT 1",
  );
  const insertName = db.prepare(
    "INSERT INTO object_links (name, contentID, wanted, token, createTime) VALUES (?, ?, ?, ?, ?)",
  );
  const countNames = db.prepare<{ total: number }>(
    "SELECT COUNT(*) AS total FROM object_links WHERE contentID = ?",
  );
  const renewName = db.prepare("UPDATE object_links SET createTime = ? WHERE name = ?");
  const judge = db.prepare("UPDATE object_contents SET mediaType = ?, judgedBy = ? WHERE contentID = ?");

  /** Undefined when the file is missing. Content judged by older rules is checked again. */
  function whole(row: Row | undefined): StoredObject | undefined {
    if (row === undefined || !folder.has(row)) return undefined;
    if (row.judgedBy === rules) return row;
    const mediaType = mediaTypeOfFile(folder.file(row.file));
    judge.run(mediaType, rules, row.contentID);
    return { ...row, mediaType };
  }

  function name(wanted: string, contentID: string): string {
    const before = selectName.get(contentID, wanted);
    if (before !== undefined) return renewed(before.name);
    if ((countNames.get(contentID)?.total ?? 0) >= maxNames) return nameAgain(wanted, contentID);
    const token = randomBytes(12).toString("hex");
    const [userID = "", ...rest] = wanted.split("/");
    const made = [userID, token, ...rest].join("/");
    insertName.run(made, contentID, wanted, token, now());
    return made;
  }

  function nameAgain(wanted: string, contentID: string): string {
    const before = selectAnyName.get(contentID, wanted);
    return before === undefined ? name(wanted, contentID) : renewed(before.name);
  }

  /** The name counts as new: its message is not sent yet. */
  function renewed(name: string): string {
    renewName.run(now(), name);
    return name;
  }

  return {
    /**
     * Records content whose file is complete. For the same content of this user, the new file replaces the earlier
     * one.
     */
    add: ({ userID, hash, size, file }: Pick<StoredObject, "userID" | "hash" | "size" | "file">) => {
      const contentID = randomBytes(16).toString("hex");
      insert.run(contentID, userID, hash, size, file, mediaTypeOfFile(folder.file(file)), rules, now());
    },
    find: (contentID: string) => whole(select.get(contentID)),
    /** The same content uploaded before by this user. */
    findOwn: (userID: string, hash: string, size: number) => whole(selectOwn.get(userID, hash, size)),
    findNamed: (name: string) => whole(selectNamed.get(name)),
    /**
     * Names content and returns the name: the wanted one with a random token after the user id, so that it cannot be
     * guessed; the JS SDK calls every camera picture "image.jpg". The same wanted name for the same content returns
     * the same name. Content with too many names gets one that it has.
     */
    name,
    /** A name that the content has already: the wanted one, else its first one. Only content without any gets one. */
    nameAgain,
  };
}
