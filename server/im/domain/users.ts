import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { adminUserID, ErrCode } from "../protocol/constants.ts";
import { isValidUserID } from "./ids.ts";
import type { Pairs } from "./pairs.ts";

/** OpenIM's UserInfo. `globalRecvMsgOpt`: 0 normal, 2 no notification. */
export interface UserInfo {
  userID: string;
  nickname: string;
  faceURL: string;
  ex: string;
  /** ms since epoch. */
  createTime: number;
  /** OpenIM's spelling. Always 0: there are no application managers. */
  appMangerLevel: number;
  globalRecvMsgOpt: number;
}

export interface UserChanges {
  nickname?: string | undefined;
  faceURL?: string | undefined;
  ex?: string | undefined;
  globalRecvMsgOpt?: number | undefined;
}

export type Users = ReturnType<typeof createUsers>;

export function createUsers(db: Database, now: () => number, pairs: Pairs) {
  const columns = "userID, nickname, faceURL, ex, createTime, 0 AS appMangerLevel, globalRecvMsgOpt";
  const insert = db.prepare(
    "INSERT INTO users (userID, nickname, faceURL, createTime) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const selectMany = db.prepare<UserInfo>(
    `SELECT ${columns} FROM json_each(?) AS wanted JOIN users ON userID = wanted.value`,
  );
  const selectOne = db.prepare<UserInfo>(`SELECT ${columns} FROM users WHERE userID = ?`);
  const write = db.prepare(
    "UPDATE users SET nickname = ?, faceURL = ?, ex = ?, globalRecvMsgOpt = ? WHERE userID = ?",
  );

  /**
   * Creates a user; an existing user is unchanged.
   * @throws ApiError 1001 for an invalid id, or one whose notification stream belongs to another pair
   */
  function register(user: { userID: string; nickname: string; faceURL: string }): void {
    if (!isValidUserID(user.userID) || user.userID === adminUserID)
      throw new ApiError(ErrCode.args, "ArgsError", "userID is malformed");
    pairs.claim(user.userID, user.userID);
    insert.run(user.userID, user.nickname, user.faceURL, now());
  }

  function find(userID: string): UserInfo | undefined {
    return selectOne.get(userID);
  }

  /** @throws ApiError 1101 for an unknown user */
  function get(userID: string): UserInfo {
    const user = find(userID);
    if (user === undefined) throw new ApiError(ErrCode.userNotFound, "UserIDNotFoundError", userID);
    return user;
  }

  function getMany(userIDs: readonly string[]): UserInfo[] {
    return selectMany.all(JSON.stringify(userIDs));
  }

  function byID(userIDs: readonly string[]): Map<string, UserInfo> {
    return new Map(getMany(userIDs).map((user) => [user.userID, user]));
  }

  function update(userID: string, changes: UserChanges): void {
    const before = get(userID);
    write.run(
      changes.nickname ?? before.nickname,
      changes.faceURL ?? before.faceURL,
      changes.ex ?? before.ex,
      changes.globalRecvMsgOpt ?? before.globalRecvMsgOpt,
      userID,
    );
  }

  return { register, find, get, getMany, byID, update };
}
