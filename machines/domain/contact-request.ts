/** Friend requests and requests to join a group. Field names follow the OpenIM SDK. */

export type ApplicationKind = "friend" | "group";

/** The values of `handleResult` (3-09). */
export const HandleResult = { pending: 0, accepted: 1, declined: -1 } as const;

export interface FriendApplication {
  kind: "friend";
  fromUserID: string;
  fromNickname: string;
  fromFaceURL: string;
  toUserID: string;
  toNickname: string;
  toFaceURL: string;
  reqMsg: string;
  /** Milliseconds since the epoch. */
  createTime: number;
  /** See `HandleResult` (3-07). */
  handleResult: number;
}

export interface GroupApplication {
  kind: "group";
  userID: string;
  nickname: string;
  userFaceURL: string;
  groupID: string;
  groupName: string;
  groupFaceURL: string;
  reqMsg: string;
  /** Milliseconds since the epoch. */
  createTime: number;
  /** See `HandleResult` (3-08). */
  handleResult: number;
  /** Nobody can answer any more: the server keeps the request as it was. */
  isDismissed?: true;
}

export type Application = FriendApplication | GroupApplication;

/** The fields that identify a request. */
export type ApplicationRef =
  | Pick<FriendApplication, "kind" | "fromUserID" | "toUserID">
  | Pick<GroupApplication, "kind" | "userID" | "groupID">;

export interface Answer {
  application: ApplicationRef;
  accept: boolean;
}

export type ApplicationChange = { type: "im.applicationChanged"; application: Application };

export type ApplicationEvent =
  | ApplicationChange
  /** The user no longer manages the group, or is no longer in it. */
  | { type: "im.applicationsHidden"; groupID: string };

/** The lists, in the order of the numbers in the URL (`type` of /applicationList and /applicationDetails). */
export const APPLICATION_LISTS = ["receivedFriends", "sentFriends", "receivedGroups", "sentGroups"] as const;
export type ApplicationListName = (typeof APPLICATION_LISTS)[number];
export type ApplicationLists = Readonly<Record<ApplicationListName, readonly Application[]>>;

/** Requests that the user has viewed, as `fromUserID_createTime` or `userID_createTime` (3-32, 3-33). */
export type Viewed = Readonly<Record<ApplicationKind, readonly string[]>>;

export const RECEIVED = { friend: "receivedFriends", group: "receivedGroups" } as const;

/** Returns the list of a request (4-42, 4-43): "received" means received by the user `selfID`. */
export function listOf(application: ApplicationRef, selfID: string): ApplicationListName {
  if (application.kind === "friend")
    return application.toUserID === selfID ? "receivedFriends" : "sentFriends";
  return application.userID === selfID ? "sentGroups" : "receivedGroups";
}

/** Returns the key of a request in its list (3-23 to 3-26). */
function keyIn(list: ApplicationListName, application: Application): string {
  if (application.kind === "friend")
    return list === "receivedFriends" ? application.fromUserID : application.toUserID;
  return list === "receivedGroups" ? application.userID : application.groupID;
}

/** Returns the lists after a change, or without the received requests of a group that the user no longer manages. */
export function withChange(
  lists: ApplicationLists,
  event: ApplicationEvent,
  selfID: string,
): ApplicationLists {
  if (event.type === "im.applicationChanged") return withApplication(lists, event.application, selfID);
  const isElsewhere = (one: Application) => one.kind !== "group" || one.groupID !== event.groupID;
  return { ...lists, receivedGroups: lists.receivedGroups.filter(isElsewhere) };
}

/**
 * Replaces the request with the same key, or adds it (4-34, 4-45). An accepted friend request settles the opposite one,
 * as it does on the server, which reports only the first.
 */
export function withApplication(
  lists: ApplicationLists,
  application: Application,
  selfID: string,
): ApplicationLists {
  const name = listOf(application, selfID);
  const key = keyIn(name, application);
  const others = lists[name].filter((one) => keyIn(name, one) !== key);
  const changed = { ...lists, [name]: [...others, application] };
  if (application.kind !== "friend" || application.handleResult !== HandleResult.accepted) return changed;
  const opposite = {
    kind: application.kind,
    fromUserID: application.toUserID,
    toUserID: application.fromUserID,
  };
  const list = listOf(opposite, selfID);
  const settled = changed[list].map((one) =>
    isPending(one) && isSameApplication(one, opposite)
      ? { ...one, handleResult: HandleResult.accepted }
      : one,
  );
  return { ...changed, [list]: settled };
}

/** Keeps one request per key: a pending one if there is one, else the newest (0-09). */
export function eachOnce(lists: ApplicationLists): ApplicationLists {
  const once = (name: ApplicationListName) => [
    ...new Map([...lists[name]].sort(byUrgency).map((one) => [keyIn(name, one), one])).values(),
  ];
  return {
    receivedFriends: once("receivedFriends"),
    sentFriends: once("sentFriends"),
    receivedGroups: once("receivedGroups"),
    sentGroups: once("sentGroups"),
  };
}

/** Sorts pending requests last, then by time. */
function byUrgency(a: Application, b: Application): number {
  return Number(isPending(a)) - Number(isPending(b)) || a.createTime - b.createTime;
}

export function isPending(application: Application): boolean {
  return application.handleResult === HandleResult.pending && !isLapsed(application);
}

/** Whether the group was dismissed before anybody answered. */
export function isLapsed(application: Application): boolean {
  return (
    application.kind === "group" &&
    application.isDismissed === true &&
    application.handleResult === HandleResult.pending
  );
}

export function refOf(application: Application): ApplicationRef {
  if (application.kind === "friend") {
    const { kind, fromUserID, toUserID } = application;
    return { kind, fromUserID, toUserID };
  }
  const { kind, userID, groupID } = application;
  return { kind, userID, groupID };
}

/** Whether both are the same request: same user and, for a group, same group (0-09). */
export function isSameApplication(a: ApplicationRef, b: ApplicationRef): boolean {
  if (a.kind === "friend")
    return b.kind === "friend" && a.fromUserID === b.fromUserID && a.toUserID === b.toUserID;
  return b.kind === "group" && a.userID === b.userID && a.groupID === b.groupID;
}

export function viewedEntry(application: Application): string {
  const userID = application.kind === "friend" ? application.fromUserID : application.userID;
  return `${userID}_${application.createTime}`;
}
