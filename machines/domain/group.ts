/** Groups: roles, permissions and changes. */

import type { Portrait } from "./avatar-image.ts";
import type { Group, GroupMember, GroupStanding } from "./people.ts";
import { isVisible } from "./visible-text.ts";

/** OpenIM's role numbers. */
export const OWNER = 100;
export const ADMIN = 60;

/** 0: join requests need approval, invited users join at once; 1: both need approval; 2: every user may join. */
export type Verification = 0 | 1 | 2;

export type GroupChange =
  | { kind: "name"; name: string }
  | { kind: "announcement"; text: string }
  /** The picture is cropped and uploaded first. */
  | { kind: "picture"; portrait: Portrait }
  /** The user's own name in the group. */
  | { kind: "nickname"; nickname: string }
  | { kind: "muteAll"; muted: boolean }
  | { kind: "lookMemberInfo"; allowed: boolean }
  | { kind: "applyMemberFriend"; allowed: boolean }
  | { kind: "verification"; mode: Verification }
  /** 0 seconds: unmute. */
  | { kind: "mute"; userID: string; seconds: number }
  | { kind: "admin"; userID: string; admin: boolean }
  | { kind: "transfer"; userID: string }
  | { kind: "invite"; userIDs: readonly string[] }
  | { kind: "remove"; userIDs: readonly string[] }
  | { kind: "quit" }
  | { kind: "dismiss" };

export type GroupOrder = Exclude<GroupChange, { kind: "picture" }> | { kind: "faceURL"; faceURL: string };

export interface GroupDraft {
  name: string;
  /** Group type from the URL (2-76); 0 lets the server decide. */
  groupType: number;
  userIDs: readonly string[];
}

/** Maximum length of a group's name and of a name in a group, in characters (2-79, 2-83). */
export const LONGEST_NAME = 16;

/** Returns the trimmed name; null if it cannot be saved. */
export function nameToKeep(typed: string): string | null {
  const name = typed.trim();
  return !isVisible(name) || [...name].length > LONGEST_NAME ? null : name;
}

type Role = Pick<GroupMember, "roleLevel"> | null;

/** Returns the trimmed announcement, empty if nothing in it is visible. An empty one removes the announcement. */
export function announcementToKeep(typed: string): string {
  return isVisible(typed) ? typed.trim() : "";
}

/** Owner and admins manage a group (6-02, 6-03). */
export function mayManage(me: Role): boolean {
  return me !== null && me.roleLevel >= ADMIN;
}

export function isOwner(me: Role): boolean {
  return me?.roleLevel === OWNER;
}

/** Whether `me` may remove or mute a member: never the owner, and admins only by the owner (6-06). */
export function mayTouch(me: Role, member: Role): boolean {
  return me !== null && member !== null && mayManage(me) && me.roleLevel > member.roleLevel;
}

/** Whether a member's profile may be opened (6-04): always the own one, and all for owner and admins (6-05). */
export function mayLookAt({ group, me }: GroupStanding, userID: string, selfID: string): boolean {
  return userID === selfID || mayManage(me) || group?.lookMemberInfo !== 1;
}

export function isAlive(group: Pick<Group, "status"> | null): boolean {
  return group !== null && group.status !== 2;
}
