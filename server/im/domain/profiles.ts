import { reportError } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import { currentOperationID, runOperation } from "../operation.ts";
import { adminLevel, adminNickname, adminUserID, GroupRole, Notification } from "../protocol/constants.ts";
import type { Friends } from "./friends.ts";
import type { GroupMember } from "./group-records.ts";
import type { Groups } from "./groups.ts";
import type { Notify } from "./notifications.ts";
import type { UserChanges, Users } from "./users.ts";
import { Collection, type Versions } from "./versions.ts";

/** Friends and groups are notified after this time without a further change, in ms. */
const quietMs = 300;
/** Longest delay of that notification, in ms. */
const longestWaitMs = 3000;

interface PendingNotification {
  /** Time of the first change, ms since epoch. */
  since: number;
  timer: NodeJS.Timeout;
}

/**
 * User profiles. The user is notified of a change at once (1303, even without a difference). For a new name or
 * picture, friends (1209) and groups (1516) are notified (protocol section 4.1), once for all changes within a short
 * time. Each change is a version step, so that a client that syncs meanwhile misses none.
 */
export function createProfiles(deps: {
  db: Database;
  users: Users;
  friends: Friends;
  groups: Groups;
  versions: Versions;
  notify: Notify;
}) {
  const { db, users, friends, groups, notify } = deps;
  const pending = new Map<string, PendingNotification>();

  function tellGroup(userID: string, groupID: string, by: string): void {
    const head = deps.versions.head(Collection.groupMembers(groupID));
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

  const tellOthers = db.transaction((userID: string, by: string) => {
    for (const owner of friends.ownersOf(userID)) {
      const contentType = Notification.friendInfoUpdated;
      notify({ contentType, from: by, to: { userID: owner }, detail: { userID } });
    }
    for (const groupID of groups.joinedIDs(userID)) tellGroup(userID, groupID, by);
  });

  function notifySoon(userID: string, by: string, operationID: string): void {
    const before = pending.get(userID);
    clearTimeout(before?.timer);
    const at = Date.now();
    const since = before?.since ?? at;
    const timer = setTimeout(
      () => {
        pending.delete(userID);
        try {
          runOperation(operationID, () => tellOthers(userID, by));
        } catch (error) {
          reportError("telling of a profile", error);
        }
      },
      Math.min(quietMs, Math.max(0, since + longestWaitMs - at)),
    );
    pending.set(userID, { since, timer });
  }

  const update = db.transaction((userID: string, changes: UserChanges, by: string) => {
    const before = users.get(userID);
    users.update(userID, changes);
    const detail = { userID };
    notify({ contentType: Notification.userInfoUpdated, from: by, to: { userID }, detail });
    const after = users.get(userID);
    if (after.nickname === before.nickname && after.faceURL === before.faceURL) return;
    for (const owner of friends.ownersOf(userID)) friends.touch(owner, userID);
    for (const groupID of groups.joinedIDs(userID)) groups.touchMember(groupID, userID);
    const operationID = currentOperationID();
    db.afterCommit(() => notifySoon(userID, by, operationID));
  });

  return {
    /**
     * Changes a profile. `by` is the user, or the administrator for a change by the chat server.
     * @throws ApiError 1101 for an unknown user
     */
    update,
    /** Drops pending notifications: all connections end, and clients sync the changes when they reconnect. */
    close: () => {
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
    },
  };
}

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
