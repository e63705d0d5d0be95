import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { FriendRequest, FriendRequests } from "../domain/friend-requests.ts";
import type { Friendship } from "../domain/friendship.ts";
import { HandleResult } from "../protocol/constants.ts";
import { type Endpoint, handleResults, id, note, pagination, requireSelf, seq, someID } from "./endpoint.ts";

const requestList = v.object({ userID: id, pagination, handleResults });
const application = v.object({ fromUserID: someID, toUserID: someID, reqMsg: note, ex: note });
const answer = v.object({
  fromUserID: someID,
  toUserID: someID,
  handleResult: v.picklist([HandleResult.accepted, HandleResult.refused]),
  handleMsg: note,
});

/** /friend endpoints for friend requests (protocol section 4.2). */
export function friendRequestRoutes(deps: {
  endpoint: Endpoint;
  friendRequests: FriendRequests;
  friendship: Friendship;
}): ApiRoutes {
  const { endpoint, friendRequests, friendship } = deps;

  function requestPage(requests: FriendRequest[], body: v.InferOutput<typeof requestList>) {
    const wanted = body.handleResults;
    const matching = requests.filter(
      (request) => wanted.length === 0 || wanted.includes(request.handleResult),
    );
    const { limit, offset } = body.pagination;
    return { page: matching.slice(offset, offset + limit), total: matching.length };
  }

  return {
    "/friend/add_friend": endpoint(application, (body, me) => {
      requireSelf(me, body.fromUserID);
      friendship.apply(body);
    }),
    "/friend/add_friend_response": endpoint(
      answer,
      ({ fromUserID, toUserID, handleResult, handleMsg }, me) => {
        requireSelf(me, toUserID);
        const answered = { from: fromUserID, to: toUserID, handleMsg };
        if (handleResult === HandleResult.accepted) friendship.accept(answered);
        else friendship.refuse(answered);
      },
    ),
    "/friend/get_friend_apply_list": endpoint(requestList, (body, me) => {
      requireSelf(me, body.userID);
      const { page, total } = requestPage(friendRequests.list({ to: me.userID }), body);
      // The protocol spells it with a capital F.
      return { FriendRequests: page, total };
    }),
    "/friend/get_self_friend_apply_list": endpoint(requestList, (body, me) => {
      requireSelf(me, body.userID);
      const { page, total } = requestPage(friendRequests.list({ from: me.userID }), body);
      return { friendRequests: page, total };
    }),
    "/friend/get_self_unhandled_apply_count": endpoint(
      v.object({ userID: id, time: v.optional(seq, 0) }),
      ({ userID, time }, me) => {
        requireSelf(me, userID);
        const open = friendRequests
          .list({ to: userID })
          .filter((request) => request.handleResult === HandleResult.open && request.createTime > time);
        return { count: open.length };
      },
    ),
    // Both directions of the pair, the requested one first: the JS client takes the first.
    "/friend/get_designated_friend_apply": endpoint(
      v.object({ fromUserID: id, toUserID: id }),
      ({ fromUserID, toUserID }, me) => {
        requireSelf(me, fromUserID === me.userID ? fromUserID : toUserID);
        const pair = [
          friendRequests.find(fromUserID, toUserID),
          friendRequests.find(toUserID, fromUserID),
        ] as const;
        return { friendRequests: pair.filter((request) => request !== undefined) };
      },
    ),
  };
}
