import type { Database } from "../../store/database.ts";
import type { UserInfo, Users } from "./users.ts";
import { Collection, type Versions } from "./versions.ts";

export interface FriendInfo {
  ownerUserID: string;
  remark: string;
  /** ms since epoch. */
  createTime: number;
  addSource: number;
  operatorUserID: string;
  ex: string;
  isPinned: boolean;
  friendUser: UserInfo;
}

export interface FriendChanges {
  isPinned?: boolean | undefined;
  remark?: string | undefined;
  ex?: string | undefined;
}

type FriendRow = Omit<FriendInfo, "friendUser" | "isPinned"> & { friendUserID: string; isPinned: number };

const addedByRequest = 2;

export type Friends = ReturnType<typeof createFriends>;

export function createFriends(db: Database, users: Users, versions: Versions) {
  const friendColumns =
    "ownerUserID, friendUserID, remark, createTime, addSource, operatorUserID, ex, isPinned";
  // Display order of friends. Full id lists have to follow it.
  const friendOrder = "ORDER BY isPinned DESC, createTime, friendUserID";
  const selectMany = db.prepare<FriendRow>(
    `SELECT ${friendColumns} FROM friends WHERE ownerUserID = ?
     AND friendUserID IN (SELECT value FROM json_each(?)) ${friendOrder}`,
  );
  const selectPage = db.prepare<FriendRow>(
    `SELECT ${friendColumns} FROM friends WHERE ownerUserID = ? ${friendOrder} LIMIT ? OFFSET ?`,
  );
  const selectIDs = db.prepare<{ friendUserID: string }>(
    `SELECT friendUserID FROM friends WHERE ownerUserID = ? ${friendOrder}`,
  );
  const selectOwners = db.prepare<{ ownerUserID: string }>(
    "SELECT ownerUserID FROM friends WHERE friendUserID = ?",
  );
  const insert = db.prepare(
    `INSERT INTO friends (ownerUserID, friendUserID, createTime, addSource, operatorUserID)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const write = db.prepare(
    "UPDATE friends SET isPinned = ?, remark = ?, ex = ? WHERE ownerUserID = ? AND friendUserID = ?",
  );
  const deleteOne = db.prepare("DELETE FROM friends WHERE ownerUserID = ? AND friendUserID = ?");

  function withUsers(rows: FriendRow[]): FriendInfo[] {
    const known = users.byID(rows.map((row) => row.friendUserID));
    return rows.flatMap(({ friendUserID, isPinned, ...row }) => {
      const friendUser = known.get(friendUserID);
      if (friendUser === undefined) return [];
      // A friend's sign-up time is private; OpenIM returns 0 here too.
      return [{ ...row, isPinned: isPinned === 1, friendUser: { ...friendUser, createTime: 0 } }];
    });
  }

  return {
    ids: (ownerUserID: string): string[] => selectIDs.all(ownerUserID).map((row) => row.friendUserID),

    getMany: (ownerUserID: string, friendUserIDs: readonly string[]): FriendInfo[] =>
      withUsers(selectMany.all(ownerUserID, JSON.stringify(friendUserIDs))),

    page: (ownerUserID: string, limit: number, offset: number): FriendInfo[] =>
      withUsers(selectPage.all(ownerUserID, limit, offset)),

    isFriend: (ownerUserID: string, friendUserID: string): boolean =>
      selectMany.all(ownerUserID, JSON.stringify([friendUserID])).length > 0,

    ownersOf: (friendUserID: string): string[] =>
      selectOwners.all(friendUserID).map((row) => row.ownerUserID),

    befriend(applicant: string, accepter: string, at: number): void {
      for (const [owner, friend] of [
        [applicant, accepter],
        [accepter, applicant],
      ] as const) {
        const { changes } = insert.run(owner, friend, at, addedByRequest, applicant);
        if (changes > 0) versions.bump(Collection.friends(owner), "insert", [friend]);
      }
    },

    touch(ownerUserID: string, friendUserID: string): void {
      versions.bump(Collection.friends(ownerUserID), "update", [friendUserID]);
    },

    /** Writes and logs the changes for existing friends, even without a difference. A pin may change the order. */
    update(ownerUserID: string, friendUserIDs: readonly string[], changes: FriendChanges): void {
      const rows = selectMany.all(ownerUserID, JSON.stringify(friendUserIDs));
      for (const row of rows) {
        const isPinned = changes.isPinned === undefined ? row.isPinned : Number(changes.isPinned);
        const { remark = row.remark, ex = row.ex } = changes;
        write.run(isPinned, remark, ex, ownerUserID, row.friendUserID);
      }
      if (rows.length === 0) return;
      const sorted = changes.isPinned !== undefined;
      const changed = rows.map((row) => row.friendUserID);
      versions.bump(Collection.friends(ownerUserID), "update", changed, sorted);
    },

    /** Deletes the owner's row, if there is one, and logs it. The friend's own row stays. */
    remove(ownerUserID: string, friendUserID: string): void {
      deleteOne.run(ownerUserID, friendUserID);
      versions.bump(Collection.friends(ownerUserID), "delete", [friendUserID]);
    },
  };
}
