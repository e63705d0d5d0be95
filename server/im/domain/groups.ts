import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode, GroupRole, joinedByInvitation } from "../protocol/constants.ts";
import { isValidID, newGroupID } from "./ids.ts";
import { Collection, headElement, type Versions } from "./versions.ts";

/** OpenIM's GroupInfo. status: 0 ok, 1 banned, 2 dismissed, 3 muted. Times are ms. */
export interface GroupInfo {
  groupID: string;
  groupName: string;
  notification: string;
  introduction: string;
  faceURL: string;
  ownerUserID: string;
  createTime: number;
  memberCount: number;
  ex: string;
  status: number;
  creatorUserID: string;
  groupType: number;
  needVerification: number;
  lookMemberInfo: number;
  applyMemberFriend: number;
  notificationUpdateTime: number;
  notificationUserID: string;
}

/** OpenIM's GroupMemberFullInfo; nickname and faceURL are the user's where the group has none of its own. */
export interface GroupMember {
  groupID: string;
  userID: string;
  roleLevel: number;
  joinTime: number;
  nickname: string;
  faceURL: string;
  appMangerLevel: number;
  joinSource: number;
  operatorUserID: string;
  ex: string;
  muteEndTime: number;
  inviterUserID: string;
}

export type Groups = ReturnType<typeof createGroups>;

/** Groups and their members; changes are logged in the members' group logs and the group's member log. */
export function createGroups(db: Database, versions: Versions) {
  const groupColumns = `g.groupID, g.groupName, g.notification, g.introduction, g.faceURL, g.ownerUserID,
    g.createTime, (SELECT COUNT(*) FROM group_members c WHERE c.groupID = g.groupID) AS memberCount, g.ex,
    g.status, g.creatorUserID, g.groupType, g.needVerification, g.lookMemberInfo, g.applyMemberFriend,
    g.notificationUpdateTime, g.notificationUserID`;
  const memberColumns = `m.groupID, m.userID, m.roleLevel, m.joinTime,
    CASE m.nickname WHEN '' THEN u.nickname ELSE m.nickname END AS nickname,
    CASE m.faceURL WHEN '' THEN u.faceURL ELSE m.faceURL END AS faceURL,
    0 AS appMangerLevel, m.joinSource, m.operatorUserID, m.ex, m.muteEndTime, m.inviterUserID`;
  const memberSource = "group_members m JOIN users u ON u.userID = m.userID";
  // Owner, admins, members by the time they joined: the order clients show and full id lists follow.
  const memberOrder = "ORDER BY m.roleLevel DESC, m.joinTime, m.userID";
  const selectGroups = db.prepare<GroupInfo>(
    `SELECT ${groupColumns} FROM json_each(?) AS wanted JOIN groups g ON g.groupID = wanted.value`,
  );
  const joined = "FROM group_members m JOIN groups g ON g.groupID = m.groupID WHERE m.userID = ?";
  const joinedOrder = "ORDER BY m.joinTime, g.groupID";
  const selectJoined = db.prepare<GroupInfo>(
    `SELECT ${groupColumns} ${joined} ${joinedOrder} LIMIT ? OFFSET ?`,
  );
  const selectJoinedIDs = db.prepare<{ groupID: string }>(`SELECT g.groupID ${joined} ${joinedOrder}`);
  const selectMembers = db.prepare<GroupMember>(
    `SELECT ${memberColumns} FROM ${memberSource} WHERE m.groupID = ?
     AND m.userID IN (SELECT value FROM json_each(?)) ${memberOrder}`,
  );
  const matching = "WHERE m.groupID = ?1 AND (?2 = '' OR instr(lower(m.nickname), lower(?2)))";
  const selectMemberPage = db.prepare<GroupMember>(
    `SELECT ${memberColumns} FROM ${memberSource} ${matching} ${memberOrder} LIMIT ?3 OFFSET ?4`,
  );
  const countMembers = db.prepare<{ total: number }>(
    `SELECT COUNT(*) AS total FROM ${memberSource} ${matching}`,
  );
  const selectMemberIDs = db.prepare<{ userID: string }>(
    `SELECT m.userID FROM group_members m WHERE m.groupID = ? ${memberOrder}`,
  );
  const insertGroup = db.prepare(
    `INSERT INTO groups (groupID, groupName, faceURL, ownerUserID, creatorUserID, createTime)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const insertMember = db.prepare(
    `INSERT INTO group_members (groupID, userID, roleLevel, joinTime, joinSource, inviterUserID, operatorUserID)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );

  // Every group message needs the receivers; the cache is dropped whenever a membership changes.
  const memberIDCache = new Map<string, readonly string[]>();

  function getMany(groupIDs: readonly string[]): GroupInfo[] {
    return selectGroups.all(JSON.stringify(groupIDs));
  }

  /** @throws ApiError 1201 when there is no such group */
  function get(groupID: string): GroupInfo {
    const [group] = getMany([groupID]);
    if (group === undefined) throw new ApiError(ErrCode.groupNotFound, "GroupIDNotFoundError", groupID);
    return group;
  }

  function members(groupID: string, userIDs: readonly string[]): GroupMember[] {
    return selectMembers.all(groupID, JSON.stringify(userIDs));
  }

  /** The members' ids in display order. */
  function memberIDs(groupID: string): readonly string[] {
    const known = memberIDCache.get(groupID);
    if (known !== undefined) return known;
    const ids = selectMemberIDs.all(groupID).map((row) => row.userID);
    // What a transaction sees may still be rolled back.
    if (!db.inTransaction()) memberIDCache.set(groupID, ids);
    return ids;
  }

  function unusedID(): string {
    for (;;) {
      const id = newGroupID();
      if (getMany([id]).length === 0) return id;
    }
  }

  return {
    getMany,
    get,
    members,
    memberIDs,

    member: (groupID: string, userID: string): GroupMember | undefined => members(groupID, [userID])[0],

    /** One page of the members whose name in the group contains the keyword ("" = everybody). */
    memberPage: (groupID: string, keyword: string, limit: number, offset: number): GroupMember[] =>
      selectMemberPage.all(groupID, keyword, limit, offset),

    /** How many members {@link memberPage} pages through. */
    memberCount: (groupID: string, keyword: string): number => countMembers.get(groupID, keyword)?.total ?? 0,

    joinedIDs: (userID: string): string[] => selectJoinedIDs.all(userID).map((row) => row.groupID),

    joinedPage: (userID: string, limit: number, offset: number): GroupInfo[] =>
      selectJoined.all(userID, limit, offset),

    /**
     * Creates a working group; the owner is a member too.
     * @throws ApiError 1001 for a malformed id, 1202 when it is taken
     */
    create(input: {
      groupID: string | undefined;
      name: string;
      faceURL: string;
      owner: string;
      memberIDs: readonly string[];
      at: number;
    }): GroupInfo {
      const groupID = input.groupID ?? unusedID();
      if (!isValidID(groupID)) throw new ApiError(ErrCode.args, "ArgsError", "groupID is malformed");
      if (getMany([groupID]).length > 0) {
        throw new ApiError(ErrCode.groupExists, "GroupIDExisted", groupID);
      }
      insertGroup.run(groupID, input.name, input.faceURL, input.owner, input.owner, input.at);
      const ids = [...new Set([input.owner, ...input.memberIDs])];
      for (const id of ids) {
        const role = id === input.owner ? GroupRole.owner : GroupRole.member;
        insertMember.run(groupID, id, role, input.at, joinedByInvitation, input.owner, input.owner);
        versions.bump(Collection.joinedGroups(id), "insert", [groupID]);
      }
      versions.bump(Collection.groupMembers(groupID), "insert", [...ids, headElement]);
      memberIDCache.delete(groupID);
      return get(groupID);
    },

    /** Logs a member's changed profile and returns where the member log stands now. */
    touchMember: (groupID: string, userID: string) =>
      versions.bump(Collection.groupMembers(groupID), "update", [userID]),
  };
}
