import { randomBytes } from "node:crypto";
import type { Database } from "../store/database.ts";

/** Content that is complete. */
export interface StoredObject {
  hash: string;
  size: number;
  /** What its bytes are; "" for what is only ever handed out as a file. */
  mediaType: string;
  /** ms since epoch. */
  createTime: number;
}

export type Objects = ReturnType<typeof createObjectRecords>;

/** What is stored, once by its hash, and the names that point to it. Nothing is ever deleted, as on a real OpenIM. */
export function createObjectRecords(db: Database, now: () => number) {
  const columns = "hash, size, mediaType, objects.createTime";
  const insert = db.prepare(
    "INSERT INTO objects (hash, size, mediaType, createTime) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const select = db.prepare<StoredObject>(`SELECT ${columns} FROM objects WHERE hash = ?`);
  const selectNamed = db.prepare<StoredObject>(
    `SELECT ${columns} FROM object_names JOIN objects USING (hash) WHERE name = ?`,
  );
  const insertName = db.prepare(
    "INSERT INTO object_names (name, hash, createTime) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const findNamed = (name: string) => selectNamed.get(name);

  return {
    add: ({ hash, size, mediaType }: Omit<StoredObject, "createTime">) => {
      insert.run(hash, size, mediaType, now());
    },
    find: (hash: string) => select.get(hash),
    findNamed,
    /**
     * Names content, and returns the name: another one of that person if this one is something else's already. What
     * was sent stays what it was, also for the JS SDK, which calls every picture of a camera "image.jpg".
     */
    name: (wanted: string, hash: string): string => {
      const taken = findNamed(wanted);
      const name = taken === undefined || taken.hash === hash ? wanted : besideOf(wanted);
      insertName.run(name, hash, now());
      return name;
    },
  };
}

/** The same file in a folder of its own: "A/a.png" becomes "A/<random>/a.png". */
function besideOf(name: string): string {
  const [userID = "", ...rest] = name.split("/");
  return [userID, randomBytes(12).toString("hex"), ...rest].join("/");
}
