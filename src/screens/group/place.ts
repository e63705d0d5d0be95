import type { CallMedia } from "../../../machines/domain/call.ts";
import { groupIn } from "../../../machines/domain/group-routes.ts";

/** Empty if the query has no groupID. */
export function groupOf(search: string): string {
  return groupIn({ path: "/groupSetting", search }) ?? "";
}

export type GroupPath =
  | "groupSetting"
  | "groupManage"
  | "groupMemberList"
  | "groupCard"
  | "chooseUser"
  | "qrCode";

export function groupPath(page: GroupPath, groupID: string, more: Record<string, string> = {}): string {
  return `/${page}?${new URLSearchParams({ groupID, ...more })}`;
}

/** The page on which the user picks the members to ring. During a call of the group, they are added to the call. */
export function callMembersPath(groupID: string, media: CallMedia): string {
  return groupPath("groupMemberList", groupID, { mode: "call", media });
}

export function memberCardPath(groupID: string, userID: string): string {
  return `/userCard?${new URLSearchParams({ userID, groupID })}`;
}
