import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode, GroupRole, GroupStatus, joinedByInvitation, Notification } from "../protocol/constants.ts";
import type { GroupMember } from "./group-records.ts";
import { argsError, type GroupRights, isOwner, noPermission, notFound } from "./group-rights.ts";
import type { GroupTips } from "./group-tips.ts";
import type { Groups } from "./groups.ts";
import type { MemberConversations } from "./member-conversations.ts";
import type { Notify } from "./notifications.ts";

/** Users in one tip. OpenIM has it for 1509 only. A stored tip with more than 256 KiB cannot be read. */
const maxUsersPerTip = 50;

export interface GroupAct {
  groupID: string;
  by: string;
  chatCopy: boolean;
}

export type Membership = ReturnType<typeof createMembership>;

/** Adding and removing members, and dismissing a group (openim-real sections 4.1 and 4.4). */
export function createMembership(deps: {
  db: Database;
  now: () => number;
  groups: Groups;
  rights: GroupRights;
  memberConversations: MemberConversations;
  groupTips: GroupTips;
  notify: Notify;
}) {
  const { db, groups, rights, memberConversations, groupTips } = deps;

  /** Adds users (1509). `inviter` differs from the acting user when a manager approves another member's invitation. */
  function takeIn(act: GroupAct, invited: readonly string[], inviter = act.by): void {
    const { groupID, by, chatCopy } = act;
    const joining = { joinSource: joinedByInvitation, inviterUserID: inviter, operatorUserID: by };
    for (let first = 0; first < invited.length; first += maxUsersPerTip) {
      const userIDs = invited.slice(first, first + maxUsersPerTip);
      memberConversations.enter(groupID, userIDs, { ...joining, at: deps.now() });
      groupTips.tell({
        contentType: Notification.groupMembersInvited,
        groupID,
        from: by,
        chatCopy,
        detail: {
          ...groupTips.by(groupID, by),
          invitedUserList: groups.members(groupID, userIDs),
          inviterUser: groups.member(groupID, inviter),
        },
      });
    }
  }

  /** @throws ApiError 1002 unless the actor ranks above; admins do not remove each other */
  function requireRank(actor: GroupMember, kicked: readonly GroupMember[]): void {
    if (isOwner(actor)) return;
    if (actor.roleLevel !== GroupRole.admin) throw noPermission("opUserID no permission");
    if (kicked.some((member) => member.roleLevel >= GroupRole.admin)) {
      throw noPermission("group admins cannot remove the group owner and other admins");
    }
  }

  /**
   * Removes members (1508, also sent to them).
   * @throws ApiError 1004 for an unknown group, 1001 for the caller or the owner, 1002 without the right, 1101 for a
   * non-member
   */
  function kick({ groupID, by, chatCopy }: GroupAct, userIDs: readonly string[]): void {
    const [group] = groups.getMany([groupID]);
    if (group === undefined) throw notFound("no such group");
    if (userIDs.includes(by)) throw argsError("opUserID in KickedUserIDs");
    if (userIDs.includes(group.ownerUserID)) throw argsError("ownerUID can not Kick");
    const actor = groups.member(groupID, by);
    // Checked first: a non-member must not learn the ids of members.
    if (actor === undefined) throw noPermission("opUserID no in group");
    const kicked = groups.members(groupID, userIDs);
    const missing = userIDs.find((userID) => !kicked.some((member) => member.userID === userID));
    if (missing !== undefined) throw new ApiError(ErrCode.userNotFound, "UserIDNotFoundError", missing);
    requireRank(actor, kicked);
    for (let first = 0; first < kicked.length; first += maxUsersPerTip) {
      const kickedUserList = kicked.slice(first, first + maxUsersPerTip);
      const removed = kickedUserList.map((member) => member.userID);
      groups.remove(groupID, removed);
      groupTips.tell({
        contentType: Notification.groupMembersKicked,
        groupID,
        from: by,
        chatCopy,
        alsoTo: removed,
        detail: { ...groupTips.by(groupID, by), kickedUserList },
      });
      memberConversations.close(groupID, removed);
    }
    for (const userID of userIDs) memberConversations.tellConversation(groupID, userID);
  }

  /** @throws ApiError 1004 for a non-member, 1002 for the owner */
  function quit(groupID: string, userID: string): void {
    const quitUser = rights.known(groupID, userID);
    if (isOwner(quitUser)) throw noPermission("group owner can't quit");
    groups.remove(groupID, [userID]);
    memberConversations.tellConversation(groupID, userID);
    groupTips.tell({
      contentType: Notification.groupMemberQuit,
      groupID,
      from: userID,
      chatCopy: true,
      alsoTo: [userID],
      detail: { quitUser, operationTime: 0 },
    });
    memberConversations.close(groupID, [userID]);
  }

  /**
   * Dismisses the group (1511). The real server removes the members after about a second, here at once.
   * @throws ApiError 1004 for an unknown or dismissed group, 1002 unless the user is the owner
   */
  function dismiss({ groupID, by, chatCopy }: GroupAct): void {
    const [group] = groups.getMany([groupID]);
    if (group === undefined || group.ownerUserID === "") throw notFound(`group ${groupID} owner not found`);
    if (group.ownerUserID !== by) throw noPermission("not group owner");
    const memberIDs = groups.memberIDs(groupID);
    groups.update(groupID, { status: GroupStatus.dismissed });
    deps.notify({
      contentType: Notification.groupDismissed,
      from: by,
      to: { groupID, alsoTo: memberIDs },
      chatCopy,
      detail: { group: groups.get(groupID), ...groupTips.by(groupID, by) },
    });
    groups.remove(groupID, memberIDs);
    groups.setOwner(groupID, "");
  }

  return {
    takeIn: db.transaction(takeIn),
    kick: db.transaction(kick),
    quit: db.transaction(quit),
    dismiss: db.transaction(dismiss),
  };
}
