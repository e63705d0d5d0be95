import type { Database } from "../../store/database.ts";
import { Notification } from "../protocol/constants.ts";
import type { Conversations } from "./conversations.ts";
import type { GroupInfo, Groups } from "./groups.ts";
import type { Notify } from "./notifications.ts";
import type { Users } from "./users.ts";
import { Collection, type Versions } from "./versions.ts";

export interface NewGroup {
  /** Default: ten random digits. */
  groupID?: string | undefined;
  name: string;
  faceURL?: string | undefined;
  owner: string;
  /** With or without the owner. */
  members: readonly string[];
  /** createTime in ms; default now. */
  at?: number | undefined;
}

/**
 * Creates a working group with a conversation for each member and the 1501 tip (protocol section 11.5).
 * @throws ApiError 1101 for an unknown member, 1202 for a taken id
 */
export function createGroupCreation(deps: {
  db: Database;
  now: () => number;
  users: Users;
  groups: Groups;
  conversations: Conversations;
  versions: Versions;
  notify: Notify;
}): (input: NewGroup) => GroupInfo {
  const { db, users, groups } = deps;
  return db.transaction((input: NewGroup): GroupInfo => {
    for (const userID of [input.owner, ...input.members]) users.get(userID);
    const at = input.at ?? deps.now();
    const group = groups.create({
      groupID: input.groupID,
      name: input.name,
      faceURL: input.faceURL ?? "",
      owner: input.owner,
      memberIDs: input.members,
      at,
    });
    const memberIDs = groups.memberIDs(group.groupID);
    deps.conversations.createGroup(group.groupID, memberIDs);
    const memberList = groups.members(group.groupID, memberIDs);
    const owner = groups.member(group.groupID, input.owner);
    const head = deps.versions.head(Collection.groupMembers(group.groupID));
    deps.notify({
      contentType: Notification.groupCreated,
      from: input.owner,
      to: { groupID: group.groupID },
      chatCopy: true,
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
    return group;
  });
}
