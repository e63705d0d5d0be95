/** What somebody is to oneself, and what the chat server says of them. */
import type { Friend } from "./people.ts";

/** Anybody, as the servers introduce them (3-29). */
export interface BaseInfo {
  userID: string;
  nickname: string;
  faceURL: string;
}

/** The most characters a remark, and a greeting, may have (2-79, 2-82). */
export const LONGEST_REMARK = 16;
export const LONGEST_GREETING = 20;

/** Somebody as the server of messages knows them (3-28). */
export interface Acquaintance {
  baseInfo: BaseInfo;
  /** Null unless they are a friend. */
  friend: Friend | null;
  /** Whether one has them on the black list. */
  isBlocked: boolean;
}

/** What the chat server says of somebody, as far as it does. */
export interface PersonDetails {
  /** 0 female, 1 male. */
  gender?: number;
  /** Milliseconds since the epoch. */
  birth?: number;
  /** With its area code. */
  phone?: string;
  email?: string;
  /** Whether they let others ask to become friends (6-07). */
  mayBeAdded: boolean;
}

/** Whom or what one asks to join. */
export interface Target {
  kind: "person" | "group";
  id: string;
  /** A group was found by scanning its code. */
  isScan: boolean;
  /** A group one may join without being looked at: there is nobody to greet. */
  isOpen: boolean;
}

/** In place of a target where nobody asks. */
export const NO_TARGET: Target = { kind: "person", id: "", isScan: false, isOpen: false };

/** A remark as it is kept: without spaces around it; null when it is too long. */
export function remarkToKeep(typed: string): string | null {
  const remark = typed.trim();
  return [...remark].length > LONGEST_REMARK ? null : remark;
}
