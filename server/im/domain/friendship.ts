import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode, HandleResult, Notification } from "../protocol/constants.ts";
import type { Blacks } from "./blacks.ts";
import type { Application, FriendRequest, FriendRequests } from "./friend-requests.ts";
import type { FriendChanges, Friends } from "./friends.ts";
import type { Notify } from "./notifications.ts";
import type { Stored } from "./stored.ts";
import type { Users } from "./users.ts";

export interface Answer {
  from: string;
  to: string;
  handleMsg: string;
}

export type Friendship = ReturnType<typeof createFriendship>;

/**
 * Creating and ending friendships (openim-real section 3). Notifications go to the stream of the pair: 1203, 1201,
 * 1202, 1205 and 1206 to both, 1210 to the acting user. Tips have friend version 0, which makes a client ask: one tip
 * goes to two users with different versions.
 */
export function createFriendship(deps: {
  db: Database;
  now: () => number;
  users: Users;
  friends: Friends;
  friendRequests: FriendRequests;
  blacks: Blacks;
  mayBeAsked: (userID: string) => boolean;
  stored: Stored;
  notify: Notify;
}) {
  const { db, now, users, friends, friendRequests, notify } = deps;
  const noVersion = { friendVersion: 0, friendVersionID: "" };

  /**
   * Sends a friend request; a repeated request reopens it.
   * @throws ApiError 1301 for the caller, 1004 for an unknown user, 1304 when both are friends already, 20013 when the
   * user accepts no requests or blocks the applicant
   */
  function apply(application: Omit<Application, "createTime">): void {
    const { fromUserID, toUserID } = application;
    if (fromUserID === toUserID) throw new ApiError(ErrCode.cannotAddYourself, "CanNotAddYourselfError");
    if (users.find(toUserID) === undefined) throw notFound("user not found");
    if (friends.isFriend(fromUserID, toUserID) && friends.isFriend(toUserID, fromUserID)) {
      throw new ApiError(ErrCode.alreadyFriends, "RelationshipAlreadyError", "already friends has f");
    }
    if (!deps.mayBeAsked(toUserID) || deps.blacks.blocks(toUserID, fromUserID)) {
      throw new ApiError(ErrCode.friendRefused, "RefuseFriend", "this person accepts no friend requests");
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
   * Writes the missing rows and a chat notice (1201) whose sender is the accepter. An opposite request is settled
   * too.
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
   * Makes users friends without a request, with the same notifications (openim-server, ImportFriends).
   * @throws ApiError 1004 for an unknown user, 1301 when the owner is among them
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
    // The real server sets no handler on a refusal.
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

  /** Removes the owner's row only; the friend's row stays. Also works without a friendship. Ignores unknown users. */
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

  /** Ignores users who are not friends. @throws ApiError 1001 when the user stores too much */
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
   * @throws ApiError 1004 for a user who is not a friend
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
