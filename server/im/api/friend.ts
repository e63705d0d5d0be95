import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { FriendRequest, Friends } from "../domain/friends.ts";
import { Collection, type Versions } from "../domain/versions.ts";
import { type Endpoint, id, ids, pagination, requireSelf, seq, someIDs } from "./endpoint.ts";
import { clientVersion, fullHead, incremental } from "./versioned.ts";

const requestList = v.object({ userID: id, pagination, handleResults: v.nullish(v.array(v.number())) });

/** Lists say in seconds when a friend or a blocked person was added; all else is in ms. */
const inSeconds = <Item extends { createTime: number }>(item: Item): Item => ({
  ...item,
  createTime: Math.floor(item.createTime / 1000),
});

/** /friend endpoints that read (protocol section 4.2). */
export function friendRoutes(deps: { endpoint: Endpoint; friends: Friends; versions: Versions }): ApiRoutes {
  const { endpoint, friends, versions } = deps;

  function requestPage(requests: FriendRequest[], body: v.InferOutput<typeof requestList>) {
    const wanted = body.handleResults ?? [];
    const matching = requests.filter(
      (request) => wanted.length === 0 || wanted.includes(request.handleResult),
    );
    const { limit, offset } = body.pagination;
    return { page: matching.slice(offset, offset + limit), total: matching.length };
  }

  return {
    "/friend/get_incremental_friends": endpoint(
      v.object({ userID: id, ...clientVersion }),
      ({ userID, ...client }, me) => {
        requireSelf(me, userID);
        const changes = versions.changesSince(Collection.friends(userID), client);
        return incremental(
          changes,
          (elementIDs) => friends.getMany(userID, elementIDs).map(inSeconds),
          (friend) => friend.friendUser.userID,
        );
      },
    ),
    "/friend/get_full_friend_user_ids": endpoint(v.object({ userID: id }), ({ userID }, me) => {
      requireSelf(me, userID);
      const userIDs = friends.ids(userID);
      return { ...fullHead(versions.head(Collection.friends(userID)), userIDs), userIDs };
    }),
    "/friend/get_friend_list": endpoint(v.object({ userID: id, pagination }), (body, me) => {
      requireSelf(me, body.userID);
      const { limit, offset } = body.pagination;
      return {
        friendsInfo: friends.page(me.userID, limit, offset).map(inSeconds),
        total: friends.ids(me.userID).length,
      };
    }),
    "/friend/get_designated_friends": endpoint(
      v.object({ ownerUserID: id, friendUserIDs: ids }),
      ({ ownerUserID, friendUserIDs }, me) => {
        requireSelf(me, ownerUserID);
        return { friendsInfo: friends.getMany(ownerUserID, friendUserIDs).map(inSeconds) };
      },
    ),
    "/friend/is_friend": endpoint(v.object({ userID1: id, userID2: id }), ({ userID1, userID2 }, me) => {
      requireSelf(me, userID1 === me.userID ? userID1 : userID2);
      return {
        inUser1Friends: friends.isFriend(userID1, userID2),
        inUser2Friends: friends.isFriend(userID2, userID1),
      };
    }),
    "/friend/get_friend_apply_list": endpoint(requestList, (body, me) => {
      requireSelf(me, body.userID);
      const { page, total } = requestPage(friends.requests({ to: me.userID }), body);
      // Spelled with a capital F by the protocol.
      return { FriendRequests: page, total };
    }),
    "/friend/get_self_friend_apply_list": endpoint(requestList, (body, me) => {
      requireSelf(me, body.userID);
      const { page, total } = requestPage(friends.requests({ from: me.userID }), body);
      return { friendRequests: page, total };
    }),
    "/friend/get_self_unhandled_apply_count": endpoint(
      v.object({ userID: id, time: v.optional(seq, 0) }),
      ({ userID, time }, me) => {
        requireSelf(me, userID);
        const open = friends
          .requests({ to: userID })
          .filter((request) => request.handleResult === 0 && request.createTime > time);
        return { count: open.length };
      },
    ),
    "/friend/get_designated_friend_apply": endpoint(
      v.object({ fromUserID: id, toUserID: id }),
      ({ fromUserID, toUserID }, me) => {
        requireSelf(me, fromUserID === me.userID ? fromUserID : toUserID);
        return { friendRequests: friends.requests({ from: fromUserID, to: toUserID }) };
      },
    ),
    "/friend/get_black_list": endpoint(v.object({ userID: id, pagination }), (body, me) => {
      requireSelf(me, body.userID);
      const { limit, offset } = body.pagination;
      const { blacks, total } = friends.blacks(me.userID, limit, offset);
      return { blacks: blacks.map(inSeconds), total };
    }),
    "/friend/get_specified_blacks": endpoint(
      v.object({ ownerUserID: id, userIDList: someIDs }),
      ({ ownerUserID, userIDList }, me) => {
        requireSelf(me, ownerUserID);
        const blacks = friends.someBlacks(ownerUserID, userIDList);
        return { blacks, total: blacks.length };
      },
    ),
  };
}
