import type { Database } from "../../store/database.ts";
import { GroupRole, GroupStatus, Notification } from "../protocol/constants.ts";
import type { GroupMember } from "./group-records.ts";
import { type GroupRights, isManager, isOwner, noPermission } from "./group-rights.ts";
import type { GroupTips } from "./group-tips.ts";
import type { Groups } from "./groups.ts";

export type GroupMuting = ReturnType<typeof createGroupMuting>;

/** Muting a group or a member. A repeated call has the full effect again (openim-real sections 4.1 and 4.4). */
export function createGroupMuting(deps: {
  db: Database;
  now: () => number;
  groups: Groups;
  rights: GroupRights;
  groupTips: GroupTips;
}) {
  const { db, groups, rights, groupTips } = deps;

  /** @throws ApiError 1002 unless the user manages the group */
  function setAll(groupID: string, by: string, muted: boolean): void {
    rights.manager(groupID, by);
    groups.update(groupID, { status: muted ? GroupStatus.muted : GroupStatus.ok });
    groupTips.tell({
      contentType: muted ? Notification.groupMuted : Notification.groupUnmuted,
      groupID,
      from: by,
      chatCopy: true,
      detail: groupTips.by(groupID, by),
    });
  }

  /** @throws ApiError 1002: the owner cannot be muted, only the owner mutes admins, only managers mute others */
  function requireRank(actor: GroupMember, { roleLevel }: GroupMember, say: (whom: string) => string): void {
    if (roleLevel === GroupRole.owner) throw noPermission(say("owner"));
    if (roleLevel === GroupRole.admin && !isOwner(actor)) throw noPermission(say("admin"));
    if (!isManager(actor)) throw noPermission(say("ordinary users"));
  }

  function setMember(groupID: string, by: string, userID: string, muteEndTime: number, detail: object) {
    groups.updateMembers(groupID, new Map([[userID, { muteEndTime }]]));
    groupTips.tell({
      contentType: muteEndTime > 0 ? Notification.groupMemberMuted : Notification.groupMemberUnmuted,
      groupID,
      from: by,
      chatCopy: true,
      detail: { ...groupTips.by(groupID, by), mutedUser: groups.member(groupID, userID), ...detail },
    });
  }

  return {
    setAll: db.transaction(setAll),

    /** @throws ApiError 1004 when either user is no member, 1002 without the right */
    mute: db.transaction((groupID: string, by: string, userID: string, mutedSeconds: number) => {
      const member = rights.known(groupID, userID);
      requireRank(rights.known(groupID, by), member, (whom) => `set group ${whom} mute`);
      setMember(groupID, by, userID, deps.now() + mutedSeconds * 1000, { mutedSeconds });
    }),

    /** @throws ApiError as {@link mute} */
    unmute: db.transaction((groupID: string, by: string, userID: string) => {
      const member = rights.known(groupID, userID);
      requireRank(rights.known(groupID, by), member, (whom) => `Can not set group ${whom} unmute`);
      setMember(groupID, by, userID, 0, {});
    }),
  };
}
