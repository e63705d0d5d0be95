/** Locations in the app, as shown in the address bar. */

/** The steps of registration and password reset, in order (2-85 to 2-88). */
export const REGISTRATION = ["getCode", "verifyCode", "setPassword", "setBaseInfo"] as const;
export type RegistrationRoute = (typeof REGISTRATION)[number];
/** Open without sign-in (2-84). */
const OPEN = ["login", ...REGISTRATION] as const;
/** Screens with the tab bar, in its order (2-13 to 2-23). */
export const TABS = ["conversation", "contact", "workbench", "profile"] as const;
export type Tab = (typeof TABS)[number];
/** Pages above the tabs, for a signed-in user. */
const PAGES = [
  "chat",
  "chatMedia",
  "userCard",
  "callRecord",
  "meeting",
  "share",
  "scan",
  "qrCode",
  "language",
  "appearance",
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

export const ROUTES = [...OPEN, ...TABS, ...PAGES];
export type RouteName = (typeof ROUTES)[number] | "notFound";

export function isTab(route: RouteName | null): route is Tab {
  return TABS.some((tab) => tab === route);
}

export interface Place {
  /** Pathname, e.g. "/chat". */
  path: string;
  /** Query string without "?", e.g. "conversationID=si_1_2". */
  search: string;
}

export type GoEvent = { type: "navigation.go"; to: string; replace?: boolean };

export type AddressEvent =
  /** `steps`: the move in the history, -1 for a step back. A typed address is a step forward. */
  | { type: "address.changed"; place: Place; steps: number }
  /** The user has clicked on a notification. */
  | GoEvent
  /** A step back from a layer above the page. */
  | { type: "address.uncovered" };

export function chatPath(conversationID: string, clientMsgID?: string): string {
  return `/chat?${new URLSearchParams({ conversationID, ...(clientMsgID && { clientMsgID }) })}`;
}

/** Returns the message that a chat URL opens at; null for the newest. */
export function soughtIn({ search }: Place): string | null {
  return new URLSearchParams(search).get("clientMsgID") || null;
}

export function conversationIn(place: Place): string | null {
  return place.path === "/chat" ? new URLSearchParams(place.search).get("conversationID") || null : null;
}

/** The path of the page for a share. The system posts shares from other apps to the same path (11-57). */
export const SHARE_PATH = "/share";

/** Parses a URL such as "/chat?x=1". */
export function placeOf(to: string): Place {
  const [path = "/", search = ""] = to.split("?");
  return { path, search };
}

export function routeAt(path: string): RouteName {
  return ROUTES.find((name) => path === `/${name}`) ?? "notFound";
}

/** Whether a path is open without sign-in (2-84). */
export function isOpen(path: string): boolean {
  return OPEN.some((name) => path === `/${name}`);
}

export function isGuarded(path: string): boolean {
  return [...TABS, ...PAGES].some((name) => path === `/${name}`);
}

/** Whether users come to the page by a link or from another app, so that it opens also after they have signed in. */
export function isLink({ path }: Place): boolean {
  return /^\/(meeting|share|chat|userCard|groupCard)$/.test(path);
}

/**
 * Returns the link that an app that opens at `place` keeps: the card there, or the link that the tab has stored. The
 * route guard may lead to the list before the SDK runs (4-07), and a card opens from there.
 */
export function linkFrom(place: Place, stored: Place | null): Place | null {
  return /^\/(userCard|groupCard)$/.test(place.path) ? place : stored;
}

/** Returns the link in a stored text; null for anything else. */
export function linkIn(text: string | null): Place | null {
  const place = placeOf(text?.split("#")[0] ?? "");
  return isLink(place) ? place : null;
}
