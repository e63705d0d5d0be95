import { randomBytes } from "node:crypto";
import type { Database } from "../store/database.ts";
import type { Folder } from "./folder.ts";
import { mediaTypeOfFile, rules } from "./kinds.ts";

/** Content that is complete. */
export interface StoredObject {
  /** Random: tells nothing of the content. */
  contentID: string;
  userID: string;
  hash: string;
  size: number;
  /** Its name in the folder. */
  file: string;
  /** What its bytes are; "" for what is only ever handed out as a file. */
  mediaType: string;
  /** ms since epoch. */
  createTime: number;
}

type Row = StoredObject & { judgedBy: number };

export type Objects = ReturnType<typeof createObjectRecords>;

/** What each person has stored, and the names that point to it. */
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
  const insertName = db.prepare(
    "INSERT INTO object_links (name, contentID, wanted, token, createTime) VALUES (?, ?, ?, ?, ?)",
  );
  const renewName = db.prepare("UPDATE object_links SET createTime = ? WHERE name = ?");
  const judge = db.prepare("UPDATE object_contents SET mediaType = ?, judgedBy = ? WHERE contentID = ?");

  /** Undefined for content whose file is not there; what older rules let pass is looked at again. */
  function whole(row: Row | undefined): StoredObject | undefined {
    if (row === undefined || !folder.has(row)) return undefined;
    if (row.judgedBy === rules) return row;
    const mediaType = mediaTypeOfFile(folder.file(row.file));
    judge.run(mediaType, rules, row.contentID);
    return { ...row, mediaType };
  }

  return {
    /** Notes content that is in its file; a file in place of one that was lost or is the same. */
    add: ({ userID, hash, size, file }: Pick<StoredObject, "userID" | "hash" | "size" | "file">) => {
      const contentID = randomBytes(16).toString("hex");
      insert.run(contentID, userID, hash, size, file, mediaTypeOfFile(folder.file(file)), rules, now());
    },
    find: (contentID: string) => whole(select.get(contentID)),
    /** What that person has uploaded before. */
    findOwn: (userID: string, hash: string, size: number) => whole(selectOwn.get(userID, hash, size)),
    findNamed: (name: string) => whole(selectNamed.get(name)),
    /**
     * Names content, and returns the name: the wanted one with a token behind the person's id, as nobody should guess
     * it; the JS SDK calls every picture of a camera "image.jpg". The same name for the same content again.
     */
    name: (wanted: string, contentID: string): string => {
      const before = selectName.get(contentID, wanted);
      if (before !== undefined) {
        // It counts as new: the message that will refer to it is still to come.
        renewName.run(now(), before.name);
        return before.name;
      }
      const token = randomBytes(12).toString("hex");
      const [userID = "", ...rest] = wanted.split("/");
      const name = [userID, token, ...rest].join("/");
      insertName.run(name, contentID, wanted, token, now());
      return name;
    },
  };
}
