import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode, GroupRole, joinedByInvitation } from "../protocol/constants.ts";
import type { GroupChanges, GroupInfo, GroupMember, Joining, MemberChanges } from "./group-records.ts";
import { isValidGroupID, newGroupID } from "./ids.ts";
import { Collection, headElement, type Versions } from "./versions.ts";

export type Groups = ReturnType<typeof createGroups>;

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
  // Owner, admins, members by join time: the order clients show and full id lists follow.
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
  const selectMemberships = db.prepare<{ groupID: string }>(
    "SELECT groupID FROM group_members WHERE userID = ? AND groupID IN (SELECT value FROM json_each(?))",
  );
  const insertGroup = db.prepare(
    `INSERT INTO groups (groupID, groupName, ownerUserID, creatorUserID, createTime)
     VALUES (?, '', ?, ?, ?)`,
  );
  const insertMember = db.prepare(
    `INSERT INTO group_members (groupID, userID, roleLevel, joinTime, joinSource, inviterUserID, operatorUserID)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );

  const writeGroup = db.prepare(
    `UPDATE groups SET groupName = COALESCE(?, groupName), notification = COALESCE(?, notification),
       introduction = COALESCE(?, introduction), faceURL = COALESCE(?, faceURL), ex = COALESCE(?, ex),
       ownerUserID = COALESCE(?, ownerUserID), status = COALESCE(?, status),
       needVerification = COALESCE(?, needVerification), lookMemberInfo = COALESCE(?, lookMemberInfo),
       applyMemberFriend = COALESCE(?, applyMemberFriend),
       notificationUpdateTime = COALESCE(?, notificationUpdateTime),
       notificationUserID = COALESCE(?, notificationUserID)
     WHERE groupID = ?`,
  );
  const writeMember = db.prepare(
    `UPDATE group_members SET nickname = COALESCE(?, nickname), faceURL = COALESCE(?, faceURL),
       ex = COALESCE(?, ex), roleLevel = COALESCE(?, roleLevel), muteEndTime = COALESCE(?, muteEndTime)
     WHERE groupID = ? AND userID = ?`,
  );
  const deleteMembers = db.prepare(
    "DELETE FROM group_members WHERE groupID = ? AND userID IN (SELECT value FROM json_each(?))",
  );

  // Every group message needs the receivers. Any change of members drops the cache.
  const memberIDCache = new Map<string, readonly string[]>();

  function getMany(groupIDs: readonly string[]): GroupInfo[] {
    return selectGroups.all(JSON.stringify(groupIDs));
  }

  /** @throws ApiError 1201 for an unknown group */
  function get(groupID: string): GroupInfo {
    const [group] = getMany([groupID]);
    if (group === undefined) throw new ApiError(ErrCode.groupNotFound, "GroupIDNotFoundError", groupID);
    return group;
  }

  function members(groupID: string, userIDs: readonly string[]): GroupMember[] {
    return selectMembers.all(groupID, JSON.stringify(userIDs));
  }

  function memberIDs(groupID: string): readonly string[] {
    const known = memberIDCache.get(groupID);
    if (known !== undefined) return known;
    const ids = selectMemberIDs.all(groupID).map((row) => row.userID);
    // Data read inside a transaction may be rolled back, so it is not cached.
    if (!db.inTransaction()) memberIDCache.set(groupID, ids);
    return ids;
  }

  function unusedID(): string {
    for (;;) {
      const id = newGroupID();
      if (getMany([id]).length === 0) return id;
    }
  }

  function insert(groupID: string, userID: string, role: number, joining: Joining): void {
    const { at, joinSource, inviterUserID, operatorUserID } = joining;
    insertMember.run(groupID, userID, role, at, joinSource, inviterUserID, operatorUserID);
    versions.bump(Collection.joinedGroups(userID), "insert", [groupID]);
    memberIDCache.delete(groupID);
  }

  function write(groupID: string, changes: GroupChanges): void {
    const { groupName, notification, introduction, faceURL, ex, ownerUserID, status } = changes;
    const { needVerification, lookMemberInfo, applyMemberFriend } = changes;
    const { notificationUpdateTime, notificationUserID } = changes;
    const values = [
      ...[groupName, notification, introduction, faceURL, ex, ownerUserID, status],
      ...[needVerification, lookMemberInfo, applyMemberFriend, notificationUpdateTime, notificationUserID],
    ];
    writeGroup.run(...values.map((value) => value ?? null), groupID);
  }

  return {
    getMany,
    get,
    members,
    memberIDs,

    member: (groupID: string, userID: string): GroupMember | undefined => members(groupID, [userID])[0],

    memberPage: (groupID: string, keyword: string, limit: number, offset: number): GroupMember[] =>
      selectMemberPage.all(groupID, keyword, limit, offset),

    memberCount: (groupID: string, keyword: string): number => countMembers.get(groupID, keyword)?.total ?? 0,

    /** Groups as the user may see them: only members see announcements. */
    seenBy(userID: string, groupIDs: readonly string[]): GroupInfo[] {
      const mine = new Set(selectMemberships.all(userID, JSON.stringify(groupIDs)).map((row) => row.groupID));
      return getMany(groupIDs).map((group) => (mine.has(group.groupID) ? group : withoutAnnouncement(group)));
    },

    joinedIDs: (userID: string): string[] => selectJoinedIDs.all(userID).map((row) => row.groupID),

    joinedPage: (userID: string, limit: number, offset: number): GroupInfo[] =>
      selectJoined.all(userID, limit, offset),

    /**
     * Creates a working group. The owner becomes a member.
     * @throws ApiError 1001 for a malformed id, 1202 when it is taken
     */
    create(input: {
      groupID: string | undefined;
      owner: string;
      adminIDs: readonly string[];
      memberIDs: readonly string[];
      info: GroupChanges;
      at: number;
    }): GroupInfo {
      const { owner, at } = input;
      const groupID = input.groupID ?? unusedID();
      if (!isValidGroupID(groupID)) throw new ApiError(ErrCode.args, "ArgsError", "groupID is malformed");
      if (getMany([groupID]).length > 0) {
        throw new ApiError(ErrCode.groupExists, "GroupIDExisted", groupID);
      }
      insertGroup.run(groupID, owner, owner, at);
      write(groupID, input.info);
      const admins = new Set(input.adminIDs);
      const ids = [...new Set([owner, ...admins, ...input.memberIDs])];
      const joining = { joinSource: joinedByInvitation, inviterUserID: owner, operatorUserID: owner, at };
      for (const id of ids) {
        const others = admins.has(id) ? GroupRole.admin : GroupRole.member;
        insert(groupID, id, id === owner ? GroupRole.owner : others, joining);
      }
      versions.bump(Collection.groupMembers(groupID), "insert", [...ids, headElement]);
      return get(groupID);
    },

    add(groupID: string, userIDs: readonly string[], joining: Joining): void {
      for (const userID of userIDs) insert(groupID, userID, GroupRole.member, joining);
      versions.bump(Collection.groupMembers(groupID), "insert", userIDs);
    },

    remove(groupID: string, userIDs: readonly string[]): void {
      deleteMembers.run(groupID, JSON.stringify(userIDs));
      for (const userID of userIDs) versions.bump(Collection.joinedGroups(userID), "delete", [groupID]);
      versions.bump(Collection.groupMembers(groupID), "delete", userIDs);
      memberIDCache.delete(groupID);
    },

    /** Writes group fields. The members' group logs do not change, as with OpenIM. */
    update(groupID: string, changes: GroupChanges): void {
      write(groupID, changes);
      versions.bump(Collection.groupMembers(groupID), "update", [headElement]);
    },

    /** The caller makes the version step. */
    setOwner: (groupID: string, ownerUserID: string) => write(groupID, { ownerUserID }),

    updateMembers(groupID: string, changes: ReadonlyMap<string, MemberChanges>): void {
      for (const [userID, { nickname, faceURL, ex, roleLevel, muteEndTime }] of changes) {
        const values = [nickname, faceURL, ex, roleLevel, muteEndTime].map((value) => value ?? null);
        writeMember.run(...values, groupID, userID);
      }
      const sorted = [...changes.values()].some(({ roleLevel }) => roleLevel !== undefined);
      versions.bump(Collection.groupMembers(groupID), "update", [...changes.keys()], sorted);
      if (sorted) memberIDCache.delete(groupID);
    },

    touchMember: (groupID: string, userID: string) =>
      versions.bump(Collection.groupMembers(groupID), "update", [userID]),
  };
}

export function withoutAnnouncement(group: GroupInfo): GroupInfo {
  return { ...group, notification: "", notificationUpdateTime: 0, notificationUserID: "" };
}
