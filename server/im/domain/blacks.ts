import type { Database } from "../../store/database.ts";
import type { UserInfo, Users } from "./users.ts";

export interface BlackInfo {
  ownerUserID: string;
  /** ms since epoch. */
  createTime: number;
  addSource: number;
  operatorUserID: string;
  ex: string;
  blackUserInfo: Pick<UserInfo, "userID" | "nickname" | "faceURL" | "ex">;
}

type Row = Omit<BlackInfo, "blackUserInfo"> & { blackUserID: string };

export type Blacks = ReturnType<typeof createBlacks>;

export function createBlacks(db: Database, users: Users) {
  const columns = "ownerUserID, blackUserID, createTime, addSource, operatorUserID, ex";
  const selectPage = db.prepare<Row>(
    `SELECT ${columns} FROM blacks WHERE ownerUserID = ? ORDER BY createTime, blackUserID LIMIT ? OFFSET ?`,
  );
  const selectSome = db.prepare<Row>(
    `SELECT ${columns} FROM blacks WHERE ownerUserID = ?
     AND blackUserID IN (SELECT value FROM json_each(?)) ORDER BY createTime, blackUserID`,
  );
  const count = db.prepare<{ total: number }>("SELECT COUNT(*) AS total FROM blacks WHERE ownerUserID = ?");
  const selectOne = db.prepare<{ found: number }>(
    "SELECT 1 AS found FROM blacks WHERE ownerUserID = ? AND blackUserID = ?",
  );
  const selectBlockers = db.prepare<{ ownerUserID: string }>(
    "SELECT ownerUserID FROM blacks WHERE blackUserID = ? AND ownerUserID IN (SELECT value FROM json_each(?))",
  );
  const upsert = db.prepare(
    `INSERT INTO blacks (ownerUserID, blackUserID, createTime, operatorUserID, ex) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET ex = excluded.ex`,
  );
  const deleteOne = db.prepare("DELETE FROM blacks WHERE ownerUserID = ? AND blackUserID = ?");

  function withUsers(rows: Row[]): BlackInfo[] {
    const known = users.byID(rows.map((row) => row.blackUserID));
    return rows.flatMap(({ blackUserID, ...row }) => {
      const user = known.get(blackUserID);
      if (user === undefined) return [];
      const { userID, nickname, faceURL, ex } = user;
      return [{ ...row, blackUserInfo: { userID, nickname, faceURL, ex } }];
    });
  }

  return {
    /** Whether `userID` is on the black list of `ownerUserID`. */
    blocks: (ownerUserID: string, userID: string): boolean =>
      selectOne.get(ownerUserID, userID) !== undefined,

    blockersOf: (userID: string, ownerUserIDs: readonly string[]): string[] =>
      selectBlockers.all(userID, JSON.stringify(ownerUserIDs)).map((row) => row.ownerUserID),

    page: (ownerUserID: string, limit: number, offset: number) => ({
      blacks: withUsers(selectPage.all(ownerUserID, limit, offset)),
      total: count.get(ownerUserID)?.total ?? 0,
    }),

    some: (ownerUserID: string, userIDs: readonly string[]): BlackInfo[] =>
      withUsers(selectSome.all(ownerUserID, JSON.stringify(userIDs))),

    /** Adds an entry. An existing entry keeps its time and gets the new `ex`. */
    add(ownerUserID: string, blackUserID: string, ex: string, at: number): void {
      upsert.run(ownerUserID, blackUserID, at, ownerUserID, ex);
    },

    remove(ownerUserID: string, blackUserID: string): void {
      deleteOne.run(ownerUserID, blackUserID);
    },
  };
}
