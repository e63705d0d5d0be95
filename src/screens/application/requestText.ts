import {
  type Application,
  type ApplicationListName,
  type ApplicationLists,
  HandleResult,
  isLapsed,
  isPending,
} from "../../../machines/domain/contact-request.ts";
import type { Translate } from "../../i18n/text.ts";

/** The user or group that a request shows: the sender of a received one, the target of a sent one. */
export interface Subject {
  kind: "person" | "group";
  name: string;
  faceURL: string;
  /** Null for a group. */
  userID: string | null;
}

export function isReceived(name: ApplicationListName): boolean {
  return name === "receivedFriends" || name === "receivedGroups";
}

export function subjectOf(application: Application, name: ApplicationListName): Subject {
  if (application.kind === "friend") {
    const { fromUserID, fromNickname, fromFaceURL, toUserID, toNickname, toFaceURL } = application;
    return name === "receivedFriends"
      ? { kind: "person", name: fromNickname || fromUserID, faceURL: fromFaceURL, userID: fromUserID }
      : { kind: "person", name: toNickname || toUserID, faceURL: toFaceURL, userID: toUserID };
  }
  const { userID, nickname, userFaceURL, groupID, groupName, groupFaceURL } = application;
  return name === "receivedGroups"
    ? { kind: "person", name: nickname || userID, faceURL: userFaceURL, userID }
    : { kind: "group", name: groupName || groupID, faceURL: groupFaceURL, userID: null };
}

/** A sentence without a subject. */
export function requestText(application: Application, name: ApplicationListName, t: Translate): string {
  if (application.kind === "group") {
    return name === "receivedGroups"
      ? t("application.toGroup", { group: application.groupName || application.groupID })
      : t("application.byMeToGroup");
  }
  return t(name === "receivedFriends" ? "application.toMe" : "application.byMe");
}

/** The second line of a row: the greeting, and for a group also what the user asks for. */
export function detailText(application: Application, name: ApplicationListName, t: Translate): string {
  const { kind, reqMsg } = application;
  const request = requestText(application, name, t);
  if (reqMsg === "") return request;
  return kind === "group" ? t("preview.sender", { sender: request, text: reqMsg }) : reqMsg;
}

export function stateText(application: Application, t: Translate): string {
  if (isLapsed(application)) return t("application.dismissed");
  if (isPending(application)) return t("application.pending");
  return t(
    application.handleResult === HandleResult.accepted ? "application.accepted" : "application.declined",
  );
}

export function byPending(a: Application, b: Application): number {
  return Number(isPending(b)) - Number(isPending(a)) || b.createTime - a.createTime;
}

/** Whether a request of the signed-in user to this user or group waits for an answer. */
export function isAsked(lists: ApplicationLists, target: { userID: string } | { groupID: string }): boolean {
  const isTo = (application: Application) =>
    application.kind === "friend"
      ? "userID" in target && application.toUserID === target.userID
      : "groupID" in target && application.groupID === target.groupID;
  return [...lists.sentFriends, ...lists.sentGroups].some((one) => isPending(one) && isTo(one));
}

/** Returns the unanswered friend request of a user; undefined without one. */
export function requestOf(lists: ApplicationLists, userID: string): Application | undefined {
  return lists.receivedFriends.find(
    (one) => one.kind === "friend" && isPending(one) && one.fromUserID === userID,
  );
}
