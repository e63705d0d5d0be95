import { isAlive, isOwner, mayLookAt, mayManage, mayTouch } from "../domain/group.ts";
import type { GroupMember, GroupStanding } from "../domain/people.ts";

/** The actions of a list of group members, by its purpose and by the user's role. Pure functions. */

/** Requirement 2-61. */
/** "call": members to ring for a group call. */
export type MemberListMode = "preview" | "remove" | "transfer" | "call";

/** Whether the user may open the list: only the owner may transfer the group (6-06). */
export function mayOpenMembers(mode: MemberListMode, { group, me }: GroupStanding): boolean {
  if (mode === "preview") return me !== null;
  if (mode === "call") return me !== null && isAlive(group);
  return isAlive(group) && (mode === "remove" ? mayManage(me) : isOwner(me));
}

export interface MemberSearch {
  mode: MemberListMode;
  selfID: string;
  /** As typed. Empty for all members. */
  query: string;
  nameOf: (member: GroupMember) => string;
  /** The name in a friend's profile; "" for others. */
  profileNameOf: (userID: string) => string;
}

/** Returns the members to list. The user cannot be the new owner, and cannot call this account. */
export function listedMembers(
  members: readonly GroupMember[],
  { mode, selfID, query, nameOf, profileNameOf }: MemberSearch,
): readonly GroupMember[] {
  const wanted = query.trim().toLocaleLowerCase();
  const namesOf = (member: GroupMember) => [
    nameOf(member),
    member.nickname,
    profileNameOf(member.userID),
    member.userID,
  ];
  const isFound = (text: string) => text.toLocaleLowerCase().includes(wanted);
  return members.filter(
    (member) =>
      ((mode !== "transfer" && mode !== "call") || member.userID !== selfID) &&
      (wanted === "" || namesOf(member).some(isFound)),
  );
}

export type MemberPress = "pick" | "chooseOwner" | "openProfile";

/** Returns what a press on a member does, or null if it does nothing. */
export function memberPress(
  mode: MemberListMode,
  standing: GroupStanding & { me: GroupMember },
  member: GroupMember,
): MemberPress | null {
  const { me } = standing;
  if (mode === "remove") return mayTouch(me, member) ? "pick" : null;
  if (mode === "call") return "pick";
  if (mode === "transfer") return "chooseOwner";
  return mayLookAt(standing, member.userID, me.userID) ? "openProfile" : null;
}

/** Returns the picked users after a press on one: it adds the user or takes it out. */
export function toggled(picked: readonly string[], userID: string): readonly string[] {
  return picked.includes(userID) ? picked.filter((one) => one !== userID) : [...picked, userID];
}

/** Returns the picked users who are still members and whom the user may still remove (6-06). */
export function stillRemovable(
  picked: readonly string[],
  members: readonly GroupMember[],
  me: GroupMember | null,
): readonly string[] {
  const removable = members.filter((member) => me !== null && mayTouch(me, member));
  return picked.filter((userID) => removable.some((member) => member.userID === userID));
}
