import type { Database } from "../../store/database.ts";
import { GroupRole, Notification } from "../protocol/constants.ts";
import type { GroupChanges, GroupMember, MemberChanges } from "./group-records.ts";
import { argsError, type GroupRights, isManager, isOwner, noPermission } from "./group-rights.ts";
import type { GroupTips } from "./group-tips.ts";
import type { Groups } from "./groups.ts";
import { Collection, type Versions } from "./versions.ts";

export type GroupInfoChanges = Omit<
  GroupChanges,
  "ownerUserID" | "status" | "notificationUpdateTime" | "notificationUserID"
>;

export type MemberUpdate = Omit<MemberChanges, "muteEndTime"> & { groupID: string; userID: string };

export type GroupSettings = ReturnType<typeof createGroupSettings>;

/** Names and roles of groups and members (openim-real sections 4.1 and 4.4). */
export function createGroupSettings(deps: {
  db: Database;
  now: () => number;
  groups: Groups;
  versions: Versions;
  rights: GroupRights;
  groupTips: GroupTips;
}) {
  const { db, groups, rights, groupTips } = deps;

  /**
   * Writes group fields in one version step: 1519 for an announcement, 1520 for a name, 1502 for the rest. An empty
   * name is ignored; an empty announcement makes no chat notice.
   * @throws ApiError 1004 for an unknown group or a non-member, 1002 for an ordinary member, 1204
   */
  function setInfo(groupID: string, by: string, asked: GroupInfoChanges): void {
    rights.living(groupID);
    rights.knownManager(groupID, by);
    const { notification, groupName, ...others } = { ...asked, groupName: asked.groupName || undefined };
    const restSet = Object.values(others).some((value) => value !== undefined);
    if (notification === undefined && groupName === undefined && !restSet) return;
    const announced =
      notification === undefined ? {} : { notificationUpdateTime: deps.now(), notificationUserID: by };
    groups.update(groupID, { ...others, groupName, notification, ...announced });
    const opUser = groups.member(groupID, by);
    const tell = (contentType: number, chatCopy: boolean, detail: object) =>
      groupTips.tell({ contentType, groupID, from: by, chatCopy, detail: { opUser, ...detail } });
    if (notification !== undefined) tell(Notification.groupAnnouncementSet, notification !== "", {});
    if (groupName !== undefined) tell(Notification.groupNameSet, true, {});
    if (restSet) tell(Notification.groupInfoSet, false, { muteTime: 0 });
  }

  /** @throws ApiError 1001 for the owner, 1002 for a member who would raise the own role */
  function requireOwnChange(actor: GroupMember, roleLevel: number | undefined): void {
    if (roleLevel === undefined) return;
    if (isOwner(actor)) throw argsError("group owner can not change own role level");
    if (!isManager(actor) && roleLevel === GroupRole.admin) {
      throw noPermission("can not improve role level by self");
    }
  }

  /** @throws ApiError 1002 unless the actor ranks above; an admin may make others admins, as with OpenIM */
  function requireRank(actor: GroupMember, member: GroupMember): void {
    if (!isManager(actor)) throw noPermission("ordinary users can not change other role level");
    if (isOwner(actor)) return;
    if (isOwner(member)) throw noPermission("admin can not change group owner");
    if (isManager(member)) throw noPermission("admin can not change other group admin");
  }

  /**
   * Writes one member's changes in a version step of their own: a client takes only one tip per step. 1517 or 1518
   * for a role, changed or not, 1516 for the rest.
   * @throws ApiError 1002 when the actor is a non-member; 1001 when the target is no member
   */
  function setMember(by: string, { groupID, userID, ...changes }: MemberUpdate): void {
    const actor = groups.member(groupID, by);
    if (actor === undefined) throw noPermission("user not in group");
    const member = groups.member(groupID, userID);
    if (member === undefined) throw argsError("user not in group");
    if (userID === by) requireOwnChange(actor, changes.roleLevel);
    else requireRank(actor, member);
    const { roleLevel, ...profile } = changes;
    const profileSet = Object.values(profile).some((value) => value !== undefined);
    if (roleLevel === undefined && !profileSet) return;
    groups.updateMembers(groupID, new Map([[userID, changes]]));
    const { sortVersion } = deps.versions.head(Collection.groupMembers(groupID));
    const tell = (contentType: number, groupSortVersion: number) => {
      const detail = {
        ...groupTips.by(groupID, by),
        changedUser: groups.member(groupID, userID),
        groupSortVersion,
      };
      groupTips.tell({ contentType, groupID, from: by, chatCopy: false, detail });
    };
    if (roleLevel !== undefined) {
      const raised = roleLevel === GroupRole.admin;
      tell(raised ? Notification.groupMemberMadeAdmin : Notification.groupMemberMadeOrdinary, sortVersion);
    }
    if (profileSet) tell(Notification.groupMemberInfoSet, 0);
  }

  /**
   * Makes another member the owner (1507) and unmutes that member. The old owner becomes an ordinary member.
   * @throws ApiError 1004 for an unknown group, 1204, 1001 for the owner or a non-member, 1002 unless the
   * owner acts
   */
  function transfer(groupID: string, by: string, from: string, to: string): void {
    const group = rights.living(groupID);
    if (from === to) throw argsError("OldOwnerUserID == NewOwnerUserID");
    const refused = noPermission("no permission transfer group owner");
    // Checked first: a non-member must not learn the ids of members.
    if (groups.member(groupID, by) === undefined) throw refused;
    const missing = [from, to].find((userID) => groups.member(groupID, userID) === undefined);
    if (missing !== undefined) throw argsError(`user not in group ${missing}`);
    if (group.ownerUserID !== by || from !== by) throw refused;
    groups.updateMembers(
      groupID,
      new Map<string, MemberChanges>([
        [from, { roleLevel: GroupRole.member }],
        [to, { roleLevel: GroupRole.owner, muteEndTime: 0 }],
      ]),
    );
    groups.setOwner(groupID, to);
    groupTips.tell({
      contentType: Notification.groupOwnerTransferred,
      groupID,
      from: by,
      chatCopy: true,
      detail: {
        ...groupTips.by(groupID, by),
        newGroupOwner: groups.member(groupID, to),
        oldGroupOwner: "",
        oldGroupOwnerInfo: groups.member(groupID, from),
        // This tip cannot express a changed order, so version 0 makes clients ask.
        groupMemberVersion: 0,
        groupMemberVersionID: "",
      },
    });
  }

  return {
    setInfo: db.transaction(setInfo),
    setMembers: db.transaction((by: string, updates: readonly MemberUpdate[]) => {
      for (const update of updates) setMember(by, update);
    }),
    transfer: db.transaction(transfer),
  };
}
