import type { Database } from "../../store/database.ts";
import { adminLevel, adminNickname, adminUserID, GroupRole, Notification } from "../protocol/constants.ts";
import type { Friends } from "./friends.ts";
import type { GroupMember } from "./group-records.ts";
import type { Groups } from "./groups.ts";
import type { Notify } from "./notifications.ts";
import type { UserChanges, Users } from "./users.ts";

/** Changes a profile; `by` is the person himself or the administrator, for whom the chat server acts. */
type UpdateProfile = (userID: string, changes: UserChanges, by: string) => void;

/**
 * Changes a person's profile and tells him (1303, changed or not) and, of another name or picture, everybody
 * who has him as a friend (1209) and his groups (1516), each with its version step (protocol section 4.1).
 * @throws ApiError 1101 when there is no such user
 */
export function createUpdateProfile(deps: {
  db: Database;
  users: Users;
  friends: Friends;
  groups: Groups;
  notify: Notify;
}): UpdateProfile {
  const { db, users, friends, groups, notify } = deps;

  function tellGroup(userID: string, groupID: string, by: string): void {
    const head = groups.touchMember(groupID, userID);
    const changedUser = groups.member(groupID, userID);
    notify({
      contentType: Notification.groupMemberInfoSet,
      from: by,
      to: { groupID },
      detail: {
        group: groups.get(groupID),
        opUser: by === userID ? changedUser : administrator(groupID),
        operationTime: 0,
        changedUser,
        groupMemberVersion: head.version,
        groupMemberVersionID: head.versionID,
        groupSortVersion: 0,
      },
    });
  }

  return db.transaction((userID: string, changes: UserChanges, by: string) => {
    const before = users.get(userID);
    users.update(userID, changes);
    const detail = { userID };
    notify({ contentType: Notification.userInfoUpdated, from: by, to: { userID }, detail });
    const after = users.get(userID);
    if (after.nickname === before.nickname && after.faceURL === before.faceURL) return;
    for (const owner of friends.ownersOf(userID)) {
      friends.touch(owner, userID);
      notify({ contentType: Notification.friendInfoUpdated, from: by, to: { userID: owner }, detail });
    }
    for (const groupID of groups.joinedIDs(userID)) tellGroup(userID, groupID, by);
  });
}

/** The administrator as a tip of a group shows him. */
function administrator(groupID: string): GroupMember {
  return {
    groupID,
    userID: adminUserID,
    roleLevel: GroupRole.admin,
    joinTime: 0,
    nickname: adminNickname,
    faceURL: "",
    appMangerLevel: adminLevel,
    joinSource: 0,
    operatorUserID: "",
    ex: "",
    muteEndTime: 0,
    inviterUserID: "",
  };
}
