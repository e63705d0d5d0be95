import type { Database } from "../../store/database.ts";
import type { UserInfo, Users } from "./users.ts";
import { Collection, type Versions } from "./versions.ts";

/** OpenIM's FriendInfo. */
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

/** OpenIM's BlackInfo. */
export interface BlackInfo {
  ownerUserID: string;
  createTime: number;
  addSource: number;
  operatorUserID: string;
  ex: string;
  blackUserInfo: Pick<UserInfo, "userID" | "nickname" | "faceURL" | "ex">;
}

/** OpenIM's FriendRequest. handleResult: 0 open, 1 accepted, -1 refused. */
export interface FriendRequest {
  fromUserID: string;
  fromNickname: string;
  fromFaceURL: string;
  toUserID: string;
  toNickname: string;
  toFaceURL: string;
  handleResult: number;
  reqMsg: string;
  createTime: number;
  handlerUserID: string;
  handleMsg: string;
  handleTime: number;
  ex: string;
}

type FriendRow = Omit<FriendInfo, "friendUser" | "isPinned"> & { friendUserID: string; isPinned: number };
type BlackRow = Omit<BlackInfo, "blackUserInfo"> & { blackUserID: string };
type RequestRow = Omit<FriendRequest, "fromNickname" | "fromFaceURL" | "toNickname" | "toFaceURL">;

/** addSource of a friendship made by accepting a request. */
const addedByRequest = 2;

export type Friends = ReturnType<typeof createFriends>;

/** Friendships, black lists and friend requests. */
export function createFriends(db: Database, users: Users, versions: Versions) {
  const friendColumns =
    "ownerUserID, friendUserID, remark, createTime, addSource, operatorUserID, ex, isPinned";
  // The order friends are shown in, which full id lists have to follow.
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
  const blackColumns = "ownerUserID, blackUserID, createTime, addSource, operatorUserID, ex";
  const selectBlacks = db.prepare<BlackRow>(
    `SELECT ${blackColumns} FROM blacks WHERE ownerUserID = ? ORDER BY createTime, blackUserID LIMIT ? OFFSET ?`,
  );
  const selectSomeBlacks = db.prepare<BlackRow>(
    `SELECT ${blackColumns} FROM blacks WHERE ownerUserID = ?
     AND blackUserID IN (SELECT value FROM json_each(?)) ORDER BY createTime, blackUserID`,
  );
  const countBlacks = db.prepare<{ total: number }>(
    "SELECT COUNT(*) AS total FROM blacks WHERE ownerUserID = ?",
  );
  const selectBlack = db.prepare<{ found: number }>(
    "SELECT 1 AS found FROM blacks WHERE ownerUserID = ? AND blackUserID = ?",
  );
  const selectRequests = db.prepare<RequestRow>(
    `SELECT fromUserID, toUserID, handleResult, reqMsg, createTime, handlerUserID, handleMsg, handleTime, ex
     FROM friend_requests WHERE (fromUserID = ? OR ? IS NULL) AND (toUserID = ? OR ? IS NULL)
     ORDER BY createTime DESC`,
  );

  function withUsers(rows: FriendRow[]): FriendInfo[] {
    const known = byID(users.getMany(rows.map((row) => row.friendUserID)));
    return rows.flatMap(({ friendUserID, isPinned, ...row }) => {
      const friendUser = known.get(friendUserID);
      if (friendUser === undefined) return [];
      // When a friend signed up is not a friend's business; OpenIM says 0 here as well.
      return [{ ...row, isPinned: isPinned === 1, friendUser: { ...friendUser, createTime: 0 } }];
    });
  }

  function withBlackUsers(rows: BlackRow[]): BlackInfo[] {
    const known = byID(users.getMany(rows.map((row) => row.blackUserID)));
    return rows.flatMap(({ blackUserID, ...row }) => {
      const user = known.get(blackUserID);
      if (user === undefined) return [];
      const { userID, nickname, faceURL, ex } = user;
      return [{ ...row, blackUserInfo: { userID, nickname, faceURL, ex } }];
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

    /** Everybody who has this person as a friend. */
    ownersOf: (friendUserID: string): string[] =>
      selectOwners.all(friendUserID).map((row) => row.ownerUserID),

    /** Writes both friend rows and logs them. The applicant is the operator in both. */
    befriend(applicant: string, accepter: string, at: number): void {
      for (const [owner, friend] of [
        [applicant, accepter],
        [accepter, applicant],
      ] as const) {
        const { changes } = insert.run(owner, friend, at, addedByRequest, applicant);
        if (changes > 0) versions.bump(Collection.friends(owner), "insert", [friend]);
      }
    },

    /** Logs that a friend's own profile has changed. */
    touch(ownerUserID: string, friendUserID: string): void {
      versions.bump(Collection.friends(ownerUserID), "update", [friendUserID]);
    },

    /** Whether `ownerUserID` has `userID` on the black list. */
    blocks: (ownerUserID: string, userID: string): boolean =>
      selectBlack.get(ownerUserID, userID) !== undefined,

    blacks: (ownerUserID: string, limit: number, offset: number) => ({
      blacks: withBlackUsers(selectBlacks.all(ownerUserID, limit, offset)),
      total: countBlacks.get(ownerUserID)?.total ?? 0,
    }),

    someBlacks: (ownerUserID: string, userIDs: readonly string[]): BlackInfo[] =>
      withBlackUsers(selectSomeBlacks.all(ownerUserID, JSON.stringify(userIDs))),

    /** Requests from and/or to somebody, newest first. */
    requests(filter: { from?: string; to?: string }): FriendRequest[] {
      const { from = null, to = null } = filter;
      const rows = selectRequests.all(from, from, to, to);
      const known = byID(users.getMany(rows.flatMap((row) => [row.fromUserID, row.toUserID])));
      return rows.map((row) => ({
        ...row,
        fromNickname: known.get(row.fromUserID)?.nickname ?? "",
        fromFaceURL: known.get(row.fromUserID)?.faceURL ?? "",
        toNickname: known.get(row.toUserID)?.nickname ?? "",
        toFaceURL: known.get(row.toUserID)?.faceURL ?? "",
      }));
    },
  };
}

function byID(users: UserInfo[]): Map<string, UserInfo> {
  return new Map(users.map((user) => [user.userID, user]));
}
