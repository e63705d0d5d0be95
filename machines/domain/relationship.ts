import type { Friend } from "./people.ts";
import { isVisible } from "./visible-text.ts";

/** Basic data of a user (3-29). */
export interface BaseInfo {
  userID: string;
  nickname: string;
  faceURL: string;
}

/** Maximum length of a remark and of a greeting, in characters (2-79, 2-82). OpenIM's servers keep 255 of a greeting. */
export const LONGEST_REMARK = 16;
export const LONGEST_GREETING = 255;

/** A user as the IM server knows them (3-28). */
export interface Relationship {
  baseInfo: BaseInfo;
  /** Null if not a friend. */
  friend: Friend | null;
  isBlocked: boolean;
}

/** The chat server's data about a user, as far as it is given. */
export interface PersonDetails {
  /** 0 female, 1 male. */
  gender?: number;
  /** Milliseconds since the epoch. */
  birth?: number;
  /** Includes the area code. */
  phone?: string;
  email?: string;
  /** Whether they accept friend requests (6-07). */
  mayBeAdded: boolean;
}

/** Whether a user accepts friend requests (6-07). One that the chat server does not know does: null. */
export function mayBeAdded(details: PersonDetails | null): boolean {
  return details?.mayBeAdded !== false;
}

/** The user or group that gets a request. */
export interface Target {
  kind: "person" | "group";
  id: string;
  /** The group was found by its QR code. */
  isScan: boolean;
  /** The group needs no approval, so there is no greeting. */
  isOpen: boolean;
}

export const NO_TARGET: Target = { kind: "person", id: "", isScan: false, isOpen: false };

/** Returns the trimmed remark, empty if nothing in it is visible; null if it is too long. */
export function remarkToKeep(typed: string): string | null {
  const remark = isVisible(typed) ? typed.trim() : "";
  return [...remark].length > LONGEST_REMARK ? null : remark;
}
