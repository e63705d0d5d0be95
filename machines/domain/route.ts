/** Places of the app, as the address bar shows them. */
import { jsonIn } from "./query.ts";

/* Screens by the names of their paths. */

/** The steps to a new account or password, in their order (2-85 to 2-88). */
export const REGISTRATION = ["getCode", "verifyCode", "setPassword", "setBaseInfo"] as const;
export type RegistrationRoute = (typeof REGISTRATION)[number];
/** Anybody may see these (2-84). */
const OPEN = ["login", ...REGISTRATION] as const;
/** These have the tab bar below (2-13 to 2-23), in its order. */
export const TABS = ["conversation", "contact", "workbench", "profile"] as const;
export type Tab = (typeof TABS)[number];
/** These are above the tabs, for a signed-in person. */
const PAGES = [
  "chat",
  "chatMedia",
  "userCard",
  "callRecord",
  "scan",
  "qrCode",
  "language",
  "about",
  "myFriend",
  "myGroup",
  "newFriend",
  "newGroup",
  "applicationList",
  "applicationDetails",
  "blackList",
  "groupSetting",
  "groupManage",
  "groupMemberList",
  "groupCard",
  "changeName",
  "chooseUser",
  "createGroup",
  "searchToJoin",
  "sendApplication",
  "userCardSetting",
  "userCardDetails",
  "changeNameOrRemark",
  "contactAdd",
  "searchFriendOrGroup",
  "singleSetting",
  "selfInfoDetails",
  "accountSettings",
  "changePassword",
] as const;
export type Page = (typeof PAGES)[number];

/** Every screen there is, by the name of its path. */
export const ROUTES = [...OPEN, ...TABS, ...PAGES];
export type RouteName = (typeof ROUTES)[number] | "notFound";

export function isTab(route: RouteName | null): route is Tab {
  return TABS.some((tab) => tab === route);
}

/** The pages about one group, which is named by `groupID`. */
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

export interface Place {
  /** Pathname, e.g. "/chat". */
  path: string;
  /** Query string without "?", e.g. "conversationID=si_1_2". */
  search: string;
}

/** What the address bar reports: typed in, back, forward; and back from what was open above the page. */
export type AddressEvent = { type: "address.changed"; place: Place } | { type: "address.uncovered" };

/** The address of a conversation's screen. */
export function chatPath(conversationID: string, clientMsgID?: string): string {
  return `/chat?${new URLSearchParams({ conversationID, ...(clientMsgID && { clientMsgID }) })}`;
}

/** The message a place with a conversation is about; null where it is about the newest. */
export function soughtIn({ search }: Place): string | null {
  return new URLSearchParams(search).get("clientMsgID") || null;
}

/** The conversation a place shows; null elsewhere. */
export function conversationIn(place: Place): string | null {
  return place.path === "/chat" ? new URLSearchParams(place.search).get("conversationID") || null : null;
}

/** The group a place is about; null elsewhere. A name that is changed may carry it in its data alone (2-69). */
export function groupIn({ path, search }: Place): string | null {
  if (!GROUP_PATHS.has(path)) return null;
  const query = new URLSearchParams(search);
  return query.get("groupID") || groupOf(jsonIn(query, "originData"));
}

/** Whom one chooses people for. */
export type Choice =
  /** A group with somebody, when it is made from the chat with them. */
  { kind: "create"; groupType: number; peerID: string | null } | { kind: "invite"; groupID: string };

/** In place of a choice where nobody makes one. */
export const NO_CHOICE: Choice = { kind: "create", groupType: 0, peerID: null };

/** What people are chosen for at a place; null elsewhere. */
export function choiceIn(place: Place): Choice | null {
  if (place.path === "/createGroup") {
    const peerID = new URLSearchParams(place.search).get("userID") || null;
    return { kind: "create", groupType: groupTypeIn(place.search), peerID };
  }
  const groupID = place.path === "/chooseUser" ? groupIn(place) : null;
  return groupID === null ? null : { kind: "invite", groupID };
}

/** A JSON number; 0 for anything else (2-76). */
function groupTypeIn(search: string): number {
  const groupType = jsonIn(new URLSearchParams(search), "groupType");
  return typeof groupType === "number" ? groupType : 0;
}

function groupOf(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("groupID" in data)) return null;
  return typeof data.groupID === "string" && data.groupID !== "" ? data.groupID : null;
}

/** "/chat?x=1" as a place. */
export function placeOf(to: string): Place {
  const [path = "/", search = ""] = to.split("?", 2);
  return { path, search };
}

/** The screen at a path. */
export function routeAt(path: string): RouteName {
  return ROUTES.find((name) => path === `/${name}`) ?? "notFound";
}

/** Whether anybody may see what is at a path (2-84). */
export function isOpen(path: string): boolean {
  return OPEN.some((name) => path === `/${name}`);
}

/** Whether a path leads to something for a signed-in person only. */
export function isGuarded(path: string): boolean {
  return [...TABS, ...PAGES].some((name) => path === `/${name}`);
}
