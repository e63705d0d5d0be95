/** Locations that belong to a group. */
import { jsonIn } from "./query.ts";
import type { Page, Place } from "./route.ts";

const GROUP_PAGES: readonly Page[] = [
  "groupSetting",
  "groupManage",
  "groupMemberList",
  "groupCard",
  "changeName",
  "chooseUser",
  "userCard",
  "qrCode",
];
const GROUP_PATHS: ReadonlySet<string> = new Set(GROUP_PAGES.map((page) => `/${page}`));

/** Null on other pages. The page for changing a name may carry the group only in its data (2-69). */
export function groupIn({ path, search }: Place): string | null {
  if (!GROUP_PATHS.has(path)) return null;
  const query = new URLSearchParams(search);
  return query.get("groupID") || groupOf(jsonIn(query, "originData"));
}

/** The purpose of the member picker. */
export type Choice =
  /** `peerID` is set if the group is created from a single chat. */
  { kind: "create"; groupType: number; peerID: string | null } | { kind: "invite"; groupID: string };

export const NO_CHOICE: Choice = { kind: "create", groupType: 0, peerID: null };

/** Returns the purpose of the member picker at a location; null on other pages. */
export function choiceIn(place: Place): Choice | null {
  if (place.path === "/createGroup") {
    const peerID = new URLSearchParams(place.search).get("userID") || null;
    return { kind: "create", groupType: groupTypeIn(place.search), peerID };
  }
  const groupID = place.path === "/chooseUser" ? groupIn(place) : null;
  return groupID === null ? null : { kind: "invite", groupID };
}

/** Returns `groupType` if it is a JSON number, else 0 (2-76). */
function groupTypeIn(search: string): number {
  const groupType = jsonIn(new URLSearchParams(search), "groupType");
  return typeof groupType === "number" ? groupType : 0;
}

function groupOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("groupID" in data)) return null;
  return typeof data.groupID === "string" && data.groupID !== "" ? data.groupID : null;
}
