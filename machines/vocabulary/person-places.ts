/** Places where people are looked for, looked at and asked. Whatever an address says, reading it never throws (2-78). */
import type { Place } from "./places.ts";

/** The address of somebody's card (2-35). */
export function userCardPath(userID: string): string {
  return `/userCard?${new URLSearchParams({ userID })}`;
}

/** The address of the search among everybody, for people or for groups (2-72). */
export function searchToJoinPath(isGroup: boolean): string {
  return `/searchToJoin?${new URLSearchParams({ isGroup: String(isGroup) })}`;
}

/** What a place looks for; null where nothing is looked for. */
export function searchIn({ path, search }: Place): { isGroup: boolean } | null {
  return path === "/searchToJoin" ? { isGroup: new URLSearchParams(search).get("isGroup") === "true" } : null;
}

/** Where what was found is looked at, so that one may come back to the search. */
const BEYOND_SEARCH = [
  "/userCard",
  "/userCardSetting",
  "/userCardDetails",
  "/changeNameOrRemark",
  "/groupCard",
  "/sendApplication",
];

/** Whether a place is one of those a search leads to. */
export function isBeyondSearch({ path }: Place): boolean {
  return BEYOND_SEARCH.includes(path);
}
