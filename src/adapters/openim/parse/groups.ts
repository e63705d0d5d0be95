import * as v from "valibot";
import type { Group, GroupMember } from "../../../../machines/domain/people.ts";
import {
  id,
  optionalName,
  optionalNumber,
  optionalString,
  optionalText,
  parseList,
  parseOrSkip,
} from "./parsing.ts";

/** Parses SDK groups and members (protocol sections 4.5 and 11.7). */

const GroupSchema = v.object({
  groupID: id,
  groupName: optionalName,
  faceURL: optionalString,
  memberCount: optionalNumber,
  ownerUserID: optionalString,
  status: optionalNumber,
  lookMemberInfo: optionalNumber,
  applyMemberFriend: optionalNumber,
  needVerification: optionalNumber,
  notification: optionalText,
  createTime: optionalNumber,
});

const MemberSchema = v.object({
  groupID: id,
  userID: id,
  nickname: optionalName,
  faceURL: optionalString,
  roleLevel: optionalNumber,
  muteEndTime: optionalNumber,
  joinTime: optionalNumber,
});

export function parseGroup(raw: unknown): Group | null {
  return parseOrSkip(GroupSchema, raw, "group");
}

export function parseMember(raw: unknown): GroupMember | null {
  return parseOrSkip(MemberSchema, raw, "group member");
}

export function parseGroups(raws: unknown): Group[] {
  return parseList(raws, parseGroup);
}

export function parseMembers(raws: unknown): GroupMember[] {
  return parseList(raws, parseMember);
}
