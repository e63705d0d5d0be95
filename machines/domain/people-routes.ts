/** URLs of the pages about users, groups and contact requests. Reading a URL never throws (2-78). */

import { meetingPath } from "./meeting-link.ts";
import { conversationWith } from "./message.ts";
import type { ScannedTarget } from "./qr-code.ts";
import { jsonIn } from "./query.ts";
import type { Target } from "./relationship.ts";
import type { Place } from "./route.ts";

/** Returns the URL of the directory search, for users or for groups (2-72). A keyword is searched at once. */
export function searchToJoinPath(isGroup: boolean, keyword = ""): string {
  return `/searchToJoin?${new URLSearchParams({ isGroup: String(isGroup), ...(keyword && { keyword }) })}`;
}

export const NO_SEARCH = { isGroup: false, keyword: "" };

export function searchIn({ path, search }: Place): typeof NO_SEARCH | null {
  if (path !== "/searchToJoin") return null;
  const query = new URLSearchParams(search);
  return { isGroup: query.get("isGroup") === "true", keyword: query.get("keyword") ?? "" };
}

/** Pages that show a search result; the search stays alive behind them. */
const BEYOND_SEARCH = [
  "/userCard",
  "/userCardSetting",
  "/userCardDetails",
  "/changeNameOrRemark",
  "/groupCard",
  "/sendApplication",
];

export function isBeyondSearch({ path }: Place): boolean {
  return BEYOND_SEARCH.includes(path);
}

/** Returns the URL for creating a group with a user (2-49). */
export function newGroupPath(userID: string): string {
  return `/createGroup?${new URLSearchParams({ userID })}`;
}

/** Returns the URL of a user's profile (2-35) or of one of its subpages. */
export function userCardPath(
  userID: string,
  page: "userCard" | "userCardSetting" | "userCardDetails" = "userCard",
) {
  return `/${page}?${new URLSearchParams({ userID })}`;
}

/** Returns the URL of a group's card (2-36). `isScan`: its QR code was scanned; a join request tells the group so. */
export function groupCardPath(groupID: string, isScan = false): string {
  return `/groupCard?${new URLSearchParams({ groupID, ...(isScan ? { isScan: "true" } : {}) })}`;
}

export function codePath(target: ScannedTarget): string {
  if ("roomID" in target) return meetingPath(target.roomID);
  return "userID" in target ? userCardPath(target.userID) : groupCardPath(target.groupID, true);
}

/** Returns the URL for changing a friend's remark; `friendInfo` is JSON (2-77). */
export function remarkPath(friendInfo: { userID: string; nickname: string; remark: string }): string {
  return `/changeNameOrRemark?${new URLSearchParams({ friendInfo: JSON.stringify(friendInfo) })}`;
}

/** Returns the user id in `friendInfo`; empty if there is none (2-77, 2-78). */
function friendIn(query: URLSearchParams): string {
  const info = jsonIn(query, "friendInfo");
  if (typeof info !== "object" || info === null || !("userID" in info)) return "";
  return typeof info.userID === "string" ? info.userID : "";
}

/** Returns the URL of a single chat's settings (2-27). */
export function singleSettingPath(conversationID: string): string {
  return `/singleSetting?${new URLSearchParams({ conversationID })}`;
}

/** Returns the user a page is about, or null. `selfID` is needed to find the peer of a single chat. */
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

/** Returns the peer in the id of a single chat; null if it is not a chat of this user. */
function peerIn(conversationID: string, selfID: string): string | null {
  // User ids may contain "_", so the id is not split there.
  const both = conversationID.replace(/^si_/, "");
  const peers = [both.slice(selfID.length + 1), both.slice(0, -selfID.length - 1)];
  return (
    peers.find(
      (peer) => peer !== "" && conversationWith(peer, selfID) === conversationID && peer !== selfID,
    ) ?? null
  );
}

const GROUP_SESSION = 3;

/** Returns the URL for sending a request to a user or a group. */
export function applicationPath({ kind, id, isScan, isOpen }: Target): string {
  const query = { sourceID: id, isGroup: String(kind === "group"), isScan: String(isScan) };
  return `/sendApplication?${new URLSearchParams({ ...query, notNeedVerification: String(isOpen) })}`;
}

/** Null if there is no target (2-73 to 2-75). Without `isGroup` the session type decides. */
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
