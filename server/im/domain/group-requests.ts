import type { Database } from "../../store/database.ts";
import { GroupRole } from "../protocol/constants.ts";
import type { GroupInfo } from "./group-records.ts";
import { type Groups, withoutAnnouncement } from "./groups.ts";
import type { UserInfo, Users } from "./users.ts";

/** OpenIM's GroupRequest. handleResult: 0 open, 1 accepted, -1 refused. Times are ms. */
export interface GroupRequest {
  userInfo: Pick<UserInfo, "userID" | "nickname" | "faceURL" | "ex">;
  groupInfo: GroupInfo;
  handleResult: number;
  reqMsg: string;
  handleMsg: string;
  reqTime: number;
  handleUserID: string;
  handleTime: number;
  ex: string;
  joinSource: number;
  inviterUserID: string;
}

export interface GroupApplication {
  groupID: string;
  userID: string;
  reqMsg: string;
  ex: string;
  joinSource: number;
  /** "" without an inviter. */
  inviterUserID: string;
  /** ms since epoch. */
  reqTime: number;
}

export type GroupAnswer = Pick<GroupRequest, "handleResult" | "handleMsg" | "handleUserID" | "handleTime">;

type Row = Omit<GroupRequest, "userInfo" | "groupInfo"> & { groupID: string; userID: string };

export type GroupRequests = ReturnType<typeof createGroupRequests>;

export function createGroupRequests(db: Database, users: Users, groups: Groups) {
  const columns = `r.groupID, r.userID, r.handleResult, r.reqMsg, r.handleMsg, r.reqTime, r.handleUserID,
    r.handleTime, r.ex, r.joinSource, r.inviterUserID`;
  const selectMine = db.prepare<Row>(
    `SELECT ${columns} FROM group_requests r WHERE r.userID = ? ORDER BY r.reqTime DESC`,
  );
  const selectManaged = db.prepare<Row>(
    `SELECT ${columns} FROM group_members m JOIN group_requests r ON r.groupID = m.groupID
     WHERE m.userID = ? AND m.roleLevel >= ${GroupRole.admin} ORDER BY r.reqTime DESC`,
  );

  const selectOne = db.prepare<Row>(
    `SELECT ${columns} FROM group_requests r WHERE r.groupID = ? AND r.userID = ?`,
  );
  const upsert = db.prepare(
    `INSERT INTO group_requests (groupID, userID, reqMsg, reqTime, ex, joinSource, inviterUserID)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET handleResult = 0, handleMsg = '', handleUserID = '', handleTime = 0,
       reqMsg = excluded.reqMsg, reqTime = excluded.reqTime, ex = excluded.ex,
       joinSource = excluded.joinSource, inviterUserID = excluded.inviterUserID`,
  );
  const writeAnswer = db.prepare(
    `UPDATE group_requests SET handleResult = ?, handleMsg = ?, handleUserID = ?, handleTime = ?
     WHERE groupID = ? AND userID = ?`,
  );

  function complete(rows: Row[]): GroupRequest[] {
    const userOf = new Map(users.getMany(rows.map((row) => row.userID)).map((user) => [user.userID, user]));
    const groupOf = new Map(
      groups.getMany(rows.map((row) => row.groupID)).map((group) => [group.groupID, group]),
    );
    return rows.flatMap(({ groupID, userID, ...row }) => {
      const user = userOf.get(userID);
      const groupInfo = groupOf.get(groupID);
      if (user === undefined || groupInfo === undefined) return [];
      const { nickname, faceURL, ex } = user;
      return [
        { ...row, userInfo: { userID, nickname, faceURL, ex }, groupInfo: withoutAnnouncement(groupInfo) },
      ];
    });
  }

  return {
    find: (groupID: string, userID: string): GroupRequest | undefined =>
      complete(selectOne.all(groupID, userID))[0],

    /** Writes an open request. It replaces an older one of this user for this group. */
    open({ groupID, userID, reqMsg, reqTime, ex, joinSource, inviterUserID }: GroupApplication): void {
      upsert.run(groupID, userID, reqMsg, reqTime, ex, joinSource, inviterUserID);
    },

    close(groupID: string, userID: string, answer: GroupAnswer): void {
      const { handleResult, handleMsg, handleUserID, handleTime } = answer;
      writeAnswer.run(handleResult, handleMsg, handleUserID, handleTime, groupID, userID);
    },

    madeBy: (userID: string): GroupRequest[] => complete(selectMine.all(userID)),
    isManager: (groupID: string, userID: string): boolean =>
      (groups.member(groupID, userID)?.roleLevel ?? 0) >= GroupRole.admin,
    managedBy: (userID: string): GroupRequest[] => complete(selectManaged.all(userID)),
  };
}
