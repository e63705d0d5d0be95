import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode, HandleResult, Notification } from "../protocol/constants.ts";
import type { Blacks } from "./blacks.ts";
import type { Application, FriendRequest, FriendRequests } from "./friend-requests.ts";
import type { FriendChanges, Friends } from "./friends.ts";
import type { Notify } from "./notifications.ts";
import type { Stored } from "./stored.ts";
import type { Users } from "./users.ts";

/** Whose answer to whose request. */
export interface Answer {
  /** The applicant. */
  from: string;
  /** Who was asked, and answers. */
  to: string;
  handleMsg: string;
}

export type Friendship = ReturnType<typeof createFriendship>;

/**
 * Becoming friends, being friends and ceasing to be (openim-real section 3). Each act is told in the stream of
 * the pair: 1203, 1201, 1202, 1205 and 1206 to both, 1210 to whoever acts. A tip never says the friend version:
 * one tip goes to two people, who have one each, and 0 makes a client ask.
 */
export function createFriendship(deps: {
  db: Database;
  now: () => number;
  users: Users;
  friends: Friends;
  friendRequests: FriendRequests;
  blacks: Blacks;
  /** Whether a person lets others ask at all. */
  mayBeAsked: (userID: string) => boolean;
  stored: Stored;
  notify: Notify;
}) {
  const { db, now, users, friends, friendRequests, notify } = deps;
  const noVersion = { friendVersion: 0, friendVersionID: "" };

  /**
   * Asks somebody; asking again opens the request again.
   * @throws ApiError 1301 for oneself, 1004 when there is no such person, 1304 when each has the other as a
   *   friend, 20013 when he lets nobody ask, or not this person, whom he blocks
   */
  function apply(application: Omit<Application, "createTime">): void {
    const { fromUserID, toUserID } = application;
    if (fromUserID === toUserID) throw new ApiError(ErrCode.cannotAddYourself, "CanNotAddYourselfError");
    if (users.find(toUserID) === undefined) throw notFound("user not found");
    if (friends.isFriend(fromUserID, toUserID) && friends.isFriend(toUserID, fromUserID)) {
      throw new ApiError(ErrCode.alreadyFriends, "RelationshipAlreadyError", "already friends has f");
    }
    if (!deps.mayBeAsked(toUserID) || deps.blacks.blocks(toUserID, fromUserID)) {
      throw new ApiError(ErrCode.friendRefused, "RefuseFriend", "this person does not want to be added");
    }
    friendRequests.open({ ...application, createTime: now() });
    notify({
      contentType: Notification.friendRequested,
      from: fromUserID,
      to: { userID: toUserID },
      offlinePush: true,
      detail: {
        fromToUserID: { fromUserID, toUserID },
        request: requestOf(fromUserID, toUserID),
      },
    });
  }

  /** @throws ApiError 1004 when there is no such request */
  function requestOf(from: string, to: string): FriendRequest {
    const request = friendRequests.find(from, to);
    if (request === undefined) throw notFound("friend request not found");
    return request;
  }

  /**
   * Writes the rows that are missing and says so in the chat (1201), where the accepter is the sender. Had he
   * asked as well, that is settled too.
   * @throws ApiError 1004 when there is no such request, 1001 when it was answered
   */
  function accept({ from, to, handleMsg }: Answer): void {
    if (requestOf(from, to).handleResult !== HandleResult.open) {
      throw new ApiError(ErrCode.args, "ArgsError", "the friend request has been processed");
    }
    const at = now();
    const outcome = { handleResult: HandleResult.accepted, handlerUserID: to, handleTime: at };
    friendRequests.close(from, to, { ...outcome, handleMsg });
    if (friendRequests.find(to, from)?.handleResult === HandleResult.open) {
      friendRequests.close(to, from, { ...outcome, handleMsg: "" });
    }
    friends.befriend(from, to, at);
    notify({
      contentType: Notification.friendRequestAccepted,
      from: to,
      to: { userID: from },
      chatCopy: true,
      offlinePush: true,
      detail: {
        fromToUserID: { fromUserID: from, toUserID: to },
        handleMsg,
        ...noVersion,
        request: requestOf(from, to),
      },
    });
  }

  /**
   * Makes people friends without a request, each told as after one (openim-server, ImportFriends).
   * @throws ApiError 1004 for somebody unknown, 1301 when the owner is among them
   */
  function bringTogether(ownerUserID: string, friendUserIDs: readonly string[]): void {
    if ([ownerUserID, ...friendUserIDs].some((userID) => users.find(userID) === undefined))
      throw notFound("user not found");
    if (friendUserIDs.includes(ownerUserID))
      throw new ApiError(ErrCode.cannotAddYourself, "CanNotAddYourselfError");
    for (const friendUserID of friendUserIDs) {
      friends.befriend(ownerUserID, friendUserID, now());
      notify({
        contentType: Notification.friendRequestAccepted,
        from: friendUserID,
        to: { userID: ownerUserID },
        chatCopy: true,
        offlinePush: true,
        detail: {
          fromToUserID: { fromUserID: ownerUserID, toUserID: friendUserID },
          handleMsg: "",
          ...noVersion,
        },
      });
    }
  }

  /** @throws ApiError 1004 when there is no such request, 1305 when it was answered */
  function refuse({ from, to, handleMsg }: Answer): void {
    if (requestOf(from, to).handleResult !== HandleResult.open) {
      const detail = `friend request has already been processed, from=${from}, to=${to}`;
      throw new ApiError(ErrCode.friendRequestHandled, "FriendRequestHandled", detail);
    }
    // The real server names nobody as the handler of a refusal.
    const outcome = { handleResult: HandleResult.refused, handlerUserID: "", handleMsg, handleTime: now() };
    friendRequests.close(from, to, outcome);
    notify({
      contentType: Notification.friendRequestRefused,
      from: to,
      to: { userID: from },
      offlinePush: true,
      detail: {
        fromToUserID: { fromUserID: from, toUserID: to },
        handleMsg,
        request: requestOf(from, to),
      },
    });
  }

  /** One-sided: the other one keeps his friend. Done for somebody who is no friend as well, but not for nobody. */
  function unfriend(owner: string, friend: string): void {
    if (users.find(friend) === undefined) return;
    friends.remove(owner, friend);
    notify({
      contentType: Notification.friendDeleted,
      from: owner,
      to: { userID: friend },
      detail: { fromToUserID: { fromUserID: owner, toUserID: friend }, ...noVersion },
    });
  }

  /** Strangers are passed over. @throws ApiError 1001 when the user stores too much */
  function update(owner: string, friendIDs: readonly string[], changes: FriendChanges): void {
    for (const text of [changes.ex, changes.remark]) {
      deps.stored.requireRoom(owner, ...friendIDs.map(() => text));
    }
    friends.update(owner, friendIDs, changes);
    notify({
      contentType: Notification.friendsUpdated,
      from: owner,
      to: { userID: owner },
      detail: { fromToUserID: { fromUserID: "", toUserID: owner }, friendIDs, ...noVersion },
    });
  }

  /**
   * The older way to set a remark.
   * @throws ApiError 1004 for a stranger
   */
  function setRemark(owner: string, friend: string, remark: string): void {
    if (!friends.isFriend(owner, friend)) throw notFound("friend not found");
    deps.stored.requireRoom(owner, remark);
    friends.update(owner, [friend], { remark });
    notify({
      contentType: Notification.friendRemarkSet,
      from: owner,
      to: { userID: friend },
      detail: {
        fromToUserID: { fromUserID: owner, toUserID: friend },
        ...noVersion,
        friendSortVersion: 0,
      },
    });
  }

  return {
    apply: db.transaction(apply),
    accept: db.transaction(accept),
    bringTogether: db.transaction(bringTogether),
    refuse: db.transaction(refuse),
    unfriend: db.transaction(unfriend),
    update: db.transaction(update),
    setRemark: db.transaction(setRemark),
  };
}

const notFound = (detail: string) => new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", detail);
