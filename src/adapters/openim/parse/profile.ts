import * as v from "valibot";
import type { Profile } from "../../../../machines/domain/people.ts";
import { id, optionalName, optionalNumber, optionalString, parseOrSkip } from "./parsing.ts";

const Self = v.object({
  userID: id,
  nickname: optionalName,
  faceURL: optionalString,
  globalRecvMsgOpt: optionalNumber,
});

/** Parses the signed-in user's profile, or returns null (protocol section 11.7). */
export function parseProfile(raw: unknown): Profile | null {
  return parseOrSkip(Self, raw, "profile");
}
