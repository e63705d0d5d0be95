/** Places where people are looked for, looked at and asked. Whatever an address says, reading it never throws (2-78). */

import { conversationWith } from "./message.ts";
import type { CodeTarget } from "./qr-code.ts";
import { jsonIn } from "./query.ts";
import type { Target } from "./relationship.ts";
import type { Place } from "./route.ts";

/** The address of the search among everybody, for people or for groups (2-72). */
export function searchToJoinPath(isGroup: boolean): string {
  return `/searchToJoin?${new URLSearchParams({ isGroup: String(isGroup) })}`;
}

/** In place of a search where nobody searches. */
export const NO_SEARCH = { isGroup: false };

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

/** The address of making a group with somebody in it (2-49). */
export function newGroupPath(userID: string): string {
  return `/createGroup?${new URLSearchParams({ userID })}`;
}

/** The address of somebody's card (2-35), or of what hangs on it. */
export function userCardPath(
  userID: string,
  page: "userCard" | "userCardSetting" | "userCardDetails" = "userCard",
) {
  return `/${page}?${new URLSearchParams({ userID })}`;
}

/** The address of the card of a group (2-36); `isScan` when its code led there, which the group is told with a request. */
export function groupCardPath(groupID: string, isScan = false): string {
  return `/groupCard?${new URLSearchParams({ groupID, ...(isScan ? { isScan: "true" } : {}) })}`;
}

/** The address of the card of whom or what a code names. */
export function codePath(target: CodeTarget): string {
  return "userID" in target ? userCardPath(target.userID) : groupCardPath(target.groupID, true);
}

/** Where a friend's remark is changed; `friendInfo` is the friend as JSON (2-77). */
export function remarkPath(friendInfo: { userID: string; nickname: string; remark: string }): string {
  return `/changeNameOrRemark?${new URLSearchParams({ friendInfo: JSON.stringify(friendInfo) })}`;
}

/** The friend an address names by `friendInfo`; empty when it names nobody (2-77, 2-78). */
function friendIn(query: URLSearchParams): string {
  const info = jsonIn(query, "friendInfo");
  if (typeof info !== "object" || info === null || !("userID" in info)) return "";
  return typeof info.userID === "string" ? info.userID : "";
}

/** How a chat of two behaves (2-27). */
export function singleSettingPath(conversationID: string): string {
  return `/singleSetting?${new URLSearchParams({ conversationID })}`;
}

/** Whom the pages in front are about; null elsewhere. `selfID` tells the two in a chat apart. */
export function userIn({ path, search }: Place, selfID: string): string | null {
  const query = new URLSearchParams(search);
  switch (path) {
    case "/userCard":
    case "/userCardSetting":
    case "/userCardDetails":
      return query.get("userID") || null;
    case "/changeNameOrRemark":
      return friendIn(query) || null;
    case "/sendApplication": {
      const target = targetIn({ path, search });
      return target?.kind === "person" ? target.id : null;
    }
    case "/singleSetting":
      return peerIn(query.get("conversationID") ?? "", selfID);
    default:
      return null;
  }
}

/** The other one of a chat of two, by its id; null when it is none of one's own. */
function peerIn(conversationID: string, selfID: string): string | null {
  // Ids may hold "_", so the peer is what is left without the user's own id.
  const both = conversationID.replace(/^si_/, "");
  const peers = [both.slice(selfID.length + 1), both.slice(0, -selfID.length - 1)];
  return (
    peers.find(
      (peer) => peer !== "" && conversationWith(peer, selfID) === conversationID && peer !== selfID,
    ) ?? null
  );
}

const GROUP_SESSION = 3;

/** Where somebody, or a group, is asked. */
export function applicationPath({ kind, id, isScan, isOpen }: Target): string {
  const query = { sourceID: id, isGroup: String(kind === "group"), isScan: String(isScan) };
  return `/sendApplication?${new URLSearchParams({ ...query, notNeedVerification: String(isOpen) })}`;
}

/** Whom or what a place asks (2-73 to 2-75); null when it names nobody. Without `isGroup` the session type decides. */
export function targetIn({ path, search }: Place): Target | null {
  const query = new URLSearchParams(search);
  const id = query.get("sourceID") ?? "";
  if (path !== "/sendApplication" || id === "") return null;
  const isGroup = query.has("isGroup")
    ? jsonIn(query, "isGroup") === true
    : jsonIn(query, "sessionType") === GROUP_SESSION;
  return {
    kind: isGroup ? "group" : "person",
    id,
    isScan: jsonIn(query, "isScan") === true,
    isOpen: jsonIn(query, "notNeedVerification") === true,
  };
}
