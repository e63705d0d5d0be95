import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { Friends } from "../domain/friends.ts";
import type { Friendship } from "../domain/friendship.ts";
import { Collection, type Versions } from "../domain/versions.ts";
import {
  distinctIDs,
  type Endpoint,
  id,
  ids,
  inSeconds,
  kept,
  pagination,
  requireSelf,
  someID,
} from "./endpoint.ts";
import { clientVersion, fullHead, incremental } from "./versioned.ts";

const remark = v.pipe(v.string(), v.maxLength(255));
const changes = {
  isPinned: kept(v.boolean()),
  remark: kept(remark),
  ex: kept(v.pipe(v.string(), v.maxLength(4096))),
};

/** /friend endpoints for friends (protocol section 4.2). */
export function friendRoutes(deps: {
  endpoint: Endpoint;
  friends: Friends;
  friendship: Friendship;
  versions: Versions;
}): ApiRoutes {
  const { endpoint, friends, friendship, versions } = deps;

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
    "/friend/get_friend_id": endpoint(v.object({ userID: someID }), ({ userID }, me) => {
      requireSelf(me, userID);
      return { friendIDs: friends.ids(userID) };
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
    "/friend/delete_friend": endpoint(
      v.object({ ownerUserID: someID, friendUserID: someID }),
      ({ ownerUserID, friendUserID }, me) => {
        requireSelf(me, ownerUserID);
        friendship.unfriend(ownerUserID, friendUserID);
      },
    ),
    "/friend/update_friends": endpoint(
      v.object({ ownerUserID: someID, friendUserIDs: distinctIDs, ...changes }),
      ({ ownerUserID, friendUserIDs, ...changes }, me) => {
        requireSelf(me, ownerUserID);
        friendship.update(ownerUserID, friendUserIDs, changes);
      },
    ),
    "/friend/set_friend_remark": endpoint(
      v.object({ ownerUserID: someID, friendUserID: someID, remark: v.nullish(remark, "") }),
      ({ ownerUserID, friendUserID, remark }, me) => {
        requireSelf(me, ownerUserID);
        friendship.setRemark(ownerUserID, friendUserID, remark);
      },
    ),
  };
}
