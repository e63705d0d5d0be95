import type { Database } from "../../store/database.ts";
import { Notification } from "../protocol/constants.ts";
import type { Conversations } from "./conversations.ts";
import type { GroupChanges, GroupInfo } from "./group-records.ts";
import type { GroupRights } from "./group-rights.ts";
import type { GroupTips } from "./group-tips.ts";
import type { Groups } from "./groups.ts";
import type { Notify } from "./notifications.ts";
import type { Users } from "./users.ts";
import { Collection, type Versions } from "./versions.ts";

/** Members in the 1501 tip. OpenIM has the creator only. A stored tip with more than 256 KiB cannot be read. */
const maxMembersInTip = 50;

export interface NewGroup {
  /** Default: ten random digits. */
  groupID?: string | undefined;
  info: GroupChanges;
  owner: string;
  members: readonly string[];
  admins?: readonly string[];
  at?: number | undefined;
  chatCopy?: boolean;
}

export type CreateGroup = (input: NewGroup) => GroupInfo;

/**
 * Creates a working group, a conversation for each member and the 1501 tip; with an announcement also 1519 (protocol
 * section 11.5).
 * @throws ApiError 1101 for an unknown member, 1302 for a user who blocks the owner, 1202 for a taken id
 */
export function createGroupCreation(deps: {
  db: Database;
  now: () => number;
  users: Users;
  groups: Groups;
  conversations: Conversations;
  versions: Versions;
  notify: Notify;
  groupTips: GroupTips;
  rights: GroupRights;
}): CreateGroup {
  const { db, users, groups } = deps;

  function tellAnnouncement(groupID: string, owner: string, chatCopy: boolean): void {
    const detail = { opUser: groups.member(groupID, owner) };
    const contentType = Notification.groupAnnouncementSet;
    deps.groupTips.tell({ contentType, groupID, from: owner, chatCopy, detail });
  }

  return db.transaction((input: NewGroup): GroupInfo => {
    const { owner: ownerID, admins = [], chatCopy = true } = input;
    for (const userID of [ownerID, ...admins, ...input.members]) users.get(userID);
    deps.rights.mayTakeIn(ownerID, [...admins, ...input.members]);
    const at = input.at ?? deps.now();
    const announced = (input.info.notification ?? "") !== "";
    const { groupID } = groups.create({
      groupID: input.groupID,
      owner: ownerID,
      adminIDs: admins,
      memberIDs: input.members,
      info: {
        ...input.info,
        ...(announced ? { notificationUpdateTime: at, notificationUserID: ownerID } : {}),
      },
      at,
    });
    const memberIDs = groups.memberIDs(groupID);
    deps.conversations.createGroup(groupID, memberIDs);
    const memberList = groups.members(groupID, memberIDs.slice(0, maxMembersInTip));
    const owner = groups.member(groupID, ownerID);
    const head = deps.versions.head(Collection.groupMembers(groupID));
    const group = groups.get(groupID);
    deps.notify({
      contentType: Notification.groupCreated,
      from: ownerID,
      to: { groupID },
      chatCopy,
      at,
      detail: {
        group,
        opUser: owner,
        memberList,
        operationTime: at,
        groupOwnerUser: owner,
        groupMemberVersion: head.version,
        groupMemberVersionID: head.versionID,
      },
    });
    if (announced) tellAnnouncement(groupID, ownerID, chatCopy);
    return group;
  });
}
