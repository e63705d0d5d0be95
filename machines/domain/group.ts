/** Groups: roles, who may do what in them, and what can be changed. */

import type { Portrait } from "./avatar-image.ts";
import type { Group, GroupMember, GroupStanding } from "./people.ts";
import { isVisible } from "./visible-text.ts";

/** Roles as OpenIM numbers them. */
export const OWNER = 100;
export const ADMIN = 60;

/** 0: who applies is looked at, who is invited is in; 1: both are looked at; 2: anybody may come. */
export type Verification = 0 | 1 | 2;

/** One thing a person does to a group, to members, or to their own place in it. */
export type GroupChange =
  | { kind: "name"; name: string }
  | { kind: "announcement"; text: string }
  /** It is cut and uploaded first. */
  | { kind: "picture"; portrait: Portrait }
  /** My own name in the group. */
  | { kind: "nickname"; nickname: string }
  | { kind: "muteAll"; muted: boolean }
  | { kind: "lookMemberInfo"; allowed: boolean }
  | { kind: "applyMemberFriend"; allowed: boolean }
  | { kind: "verification"; mode: Verification }
  /** 0 seconds: they may speak again. */
  | { kind: "mute"; userID: string; seconds: number }
  | { kind: "admin"; userID: string; admin: boolean }
  | { kind: "transfer"; userID: string }
  | { kind: "invite"; userIDs: readonly string[] }
  | { kind: "remove"; userIDs: readonly string[] }
  | { kind: "quit" }
  | { kind: "dismiss" };

/** What the server is told of a group. */
export type GroupOrder =
  | Exclude<GroupChange, { kind: "picture" }>
  /** Where its picture lies. */
  | { kind: "faceURL"; faceURL: string };

/** A group about to be made. */
export interface GroupDraft {
  name: string;
  /** As the address says it (2-76); 0 leaves it to the server. */
  groupType: number;
  userIDs: readonly string[];
}

/** The most characters a group's name, or a name in a group, may have (2-79, 2-83). */
export const LONGEST_NAME = 16;

/** A name as it is kept: without spaces around it; null when there is nothing to keep. */
export function nameToKeep(typed: string): string | null {
  const name = typed.trim();
  return !isVisible(name) || [...name].length > LONGEST_NAME ? null : name;
}

type Role = Pick<GroupMember, "roleLevel"> | null;

/** Owner and admins look after a group (6-02, 6-03). */
export function mayManage(me: Role): boolean {
  return me !== null && me.roleLevel >= ADMIN;
}

export function isOwner(me: Role): boolean {
  return me?.roleLevel === OWNER;
}

/** Nobody touches the owner, and admins are the owner's affair (6-06): removing and silencing. */
export function mayTouch(me: Role, member: Role): boolean {
  return me !== null && member !== null && mayManage(me) && me.roleLevel > member.roleLevel;
}

/** Whether somebody's card may be opened in a group (6-04); one's own always, and all of them by owner and admins (6-05). */
export function mayLookAt({ group, me }: GroupStanding, userID: string, selfID: string): boolean {
  return userID === selfID || mayManage(me) || group?.lookMemberInfo !== 1;
}

/** Whether a group still is one: neither dismissed nor unknown. */
export function isAlive(group: Pick<Group, "status"> | null): boolean {
  return group !== null && group.status !== 2;
}
