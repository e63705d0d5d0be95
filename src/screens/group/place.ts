import { groupIn } from "../../../machines/domain/route.ts";

/** The groupID in a query; empty if there is none. */
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

/** The address of a page about a group. */
export function groupPath(page: GroupPath, groupID: string, more: Record<string, string> = {}): string {
  return `/${page}?${new URLSearchParams({ groupID, ...more })}`;
}

/** The address of a member's card in a group. */
export function memberCardPath(groupID: string, userID: string): string {
  return `/userCard?${new URLSearchParams({ userID, groupID })}`;
}
