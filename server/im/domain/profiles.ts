import type { Database } from "../../store/database.ts";
import { Notification } from "../protocol/constants.ts";
import type { Friends } from "./friends.ts";
import type { Groups } from "./groups.ts";
import type { Notify } from "./notifications.ts";
import type { UserChanges, Users } from "./users.ts";

/**
 * Changes a person's profile and tells him (1303), everybody who has him as a friend (1209) and his groups
 * (1516), each with its version step (protocol section 4.1).
 * @throws ApiError 1101 when there is no such user
 */
export function createUpdateProfile(deps: {
  db: Database;
  now: () => number;
  users: Users;
  friends: Friends;
  groups: Groups;
  notify: Notify;
}): (userID: string, changes: UserChanges) => void {
  const { db, users, friends, groups, notify } = deps;

  function tellGroup(userID: string, groupID: string): void {
    const head = groups.touchMember(groupID, userID);
    const changedUser = groups.member(groupID, userID);
    notify({
      contentType: Notification.groupMemberInfoSet,
      from: userID,
      to: { groupID },
      detail: {
        group: groups.get(groupID),
        opUser: changedUser,
        operationTime: deps.now(),
        changedUser,
        groupMemberVersion: head.version,
        groupMemberVersionID: head.versionID,
        groupSortVersion: 0,
      },
    });
  }

  return db.transaction((userID: string, changes: UserChanges) => {
    const before = users.get(userID);
    if (!users.update(userID, changes)) return;
    const detail = { userID };
    notify({ contentType: Notification.userInfoUpdated, from: userID, to: { userID }, detail });
    const after = users.get(userID);
    if (after.nickname === before.nickname && after.faceURL === before.faceURL) return;
    for (const owner of friends.ownersOf(userID)) {
      friends.touch(owner, userID);
      notify({ contentType: Notification.friendInfoUpdated, from: userID, to: { userID: owner }, detail });
    }
    for (const groupID of groups.joinedIDs(userID)) tellGroup(userID, groupID);
  });
}
