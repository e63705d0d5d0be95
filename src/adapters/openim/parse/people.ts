import * as v from "valibot";
import type { CallParticipant } from "../../../../machines/domain/call.ts";
import type { Black, Friend } from "../../../../machines/domain/people.ts";
import { id, optionalName, optionalString, parseList, parseOrSkip } from "./parsing.ts";

/** Parses SDK friends, the block list and other users (protocol sections 11.4 and 11.7). */

const FriendSchema = v.object({
  userID: id,
  nickname: optionalName,
  remark: optionalName,
  faceURL: optionalString,
});

const BlackSchema = v.object({ userID: id, nickname: optionalName, faceURL: optionalString });

const User = v.object({ userID: id, nickname: optionalName, faceURL: optionalString, ex: optionalString });

export function parseFriends(raws: unknown): Friend[] {
  return parseList(raws, parseFriend);
}

export function parseFriend(raw: unknown): Friend | null {
  return parseOrSkip(FriendSchema, raw, "friend");
}

export function parseBlack(raw: unknown): Black | null {
  return parseOrSkip(BlackSchema, raw, "entry of the black list");
}

export function parseBlacks(raws: unknown): Black[] {
  return parseList(raws, parseBlack);
}

export function parseUser(raw: unknown): CallParticipant["userInfo"] | null {
  return parseOrSkip(User, raw, "user");
}

export function parseUsers(raws: unknown): CallParticipant["userInfo"][] {
  return parseList(raws, parseUser);
}
