import { ApiError } from "../../http.ts";
import { ErrCode, GroupRole, GroupStatus } from "../protocol/constants.ts";
import type { Blacks } from "./blacks.ts";
import type { GroupInfo, GroupMember } from "./group-records.ts";
import type { Groups } from "./groups.ts";

export const isManager = (member: GroupMember) => member.roleLevel >= GroupRole.admin;
export const isOwner = (member: GroupMember) => member.roleLevel === GroupRole.owner;

export const noPermission = (detail: string) =>
  new ApiError(ErrCode.noPermission, "NoPermissionError", detail);
export const argsError = (detail: string) => new ApiError(ErrCode.args, "ArgsError", detail);
export const notFound = (detail: string) =>
  new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", detail);

export type GroupRights = ReturnType<typeof createGroupRights>;

/** Checks a user's role in a group before an action (openim-real section 4.4: codes and details). */
export function createGroupRights(groups: Groups, blacks: Blacks) {
  /** @throws ApiError 1002 for a non-member */
  function member(groupID: string, userID: string): GroupMember {
    const found = groups.member(groupID, userID);
    if (found === undefined) throw noPermission("op user not in group");
    return found;
  }

  /** @throws ApiError 1004 for a user who is not in the group, acting or affected */
  function known(groupID: string, userID: string): GroupMember {
    const found = groups.member(groupID, userID);
    if (found === undefined) throw notFound("no such member");
    return found;
  }

  function manages(member: GroupMember): GroupMember {
    if (!isManager(member)) throw noPermission("no group owner or admin");
    return member;
  }

  return {
    member,
    known,

    /** @throws ApiError 1002 unless the user owns or administers the group */
    manager: (groupID: string, userID: string): GroupMember => manages(member(groupID, userID)),

    /** @throws ApiError 1002 for an ordinary member, 1004 for a non-member: the code reveals nothing else */
    knownManager: (groupID: string, userID: string): GroupMember => manages(known(groupID, userID)),

    /** @throws ApiError 1302 when one of the users blocks `by` */
    mayTakeIn(by: string, userIDs: readonly string[]): void {
      const [blocker] = blacks.blockersOf(by, userIDs);
      if (blocker !== undefined) throw new ApiError(ErrCode.blockedByPeer, "BlockedByPeer", blocker);
    },

    /** @throws ApiError 1004 for an unknown group, 1204 for a dismissed one */
    living(groupID: string): GroupInfo {
      const [group] = groups.getMany([groupID]);
      if (group === undefined) throw notFound("no such group");
      if (group.status === GroupStatus.dismissed) {
        throw new ApiError(ErrCode.groupDismissed, "DismissedAlreadyError", "the group was dismissed");
      }
      return group;
    },
  };
}
