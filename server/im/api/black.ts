import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { Blacks } from "../domain/blacks.ts";
import type { Blocking } from "../domain/blocking.ts";
import type { Friends } from "../domain/friends.ts";
import type { Users } from "../domain/users.ts";
import { type Endpoint, id, inSeconds, note, pagination, requireSelf, someID, someIDs } from "./endpoint.ts";

/** /friend endpoints about the black list (protocol section 4.2). */
export function blackRoutes(deps: {
  endpoint: Endpoint;
  users: Users;
  friends: Friends;
  blacks: Blacks;
  blocking: Blocking;
}): ApiRoutes {
  const { endpoint, blacks, blocking } = deps;

  return {
    "/friend/get_black_list": endpoint(v.object({ userID: id, pagination }), (body, me) => {
      requireSelf(me, body.userID);
      const { limit, offset } = body.pagination;
      const page = blacks.page(me.userID, limit, offset);
      return { ...page, blacks: page.blacks.map(inSeconds) };
    }),
    "/friend/get_specified_blacks": endpoint(
      v.object({ ownerUserID: id, userIDList: someIDs }),
      ({ ownerUserID, userIDList }, me) => {
        requireSelf(me, ownerUserID);
        const some = blacks.some(ownerUserID, userIDList);
        return { blacks: some, total: some.length };
      },
    ),
    "/friend/add_black": endpoint(
      v.object({ ownerUserID: someID, blackUserID: someID, ex: note }),
      ({ ownerUserID, blackUserID, ex }, me) => {
        requireSelf(me, ownerUserID);
        blocking.block(ownerUserID, blackUserID, ex);
      },
    ),
    "/friend/remove_black": endpoint(
      v.object({ ownerUserID: someID, blackUserID: someID }),
      ({ ownerUserID, blackUserID }, me) => {
        requireSelf(me, ownerUserID);
        blocking.unblock(ownerUserID, blackUserID);
      },
    ),
    // The black list entries among `userIDs`, in one answer. Times are ms here, and the user is not repeated.
    "/friend/get_specified_friends_info": endpoint(
      v.object({ ownerUserID: someID, userIDList: someIDs }),
      ({ ownerUserID, userIDList }, me) => {
        requireSelf(me, ownerUserID);
        const friendOf = new Map(
          deps.friends.getMany(ownerUserID, userIDList).map((one) => [one.friendUser.userID, one]),
        );
        const blackOf = new Map(
          blacks.some(ownerUserID, userIDList).map((one) => [one.blackUserInfo.userID, one]),
        );
        const infos = deps.users.getMany([...new Set(userIDList)]).map((userInfo) => {
          const friend = friendOf.get(userInfo.userID);
          const black = blackOf.get(userInfo.userID);
          return {
            userInfo,
            friendInfo: friend === undefined ? null : { ...friend, friendUser: null },
            blackInfo: black === undefined ? null : { ...black, blackUserInfo: null },
          };
        });
        return { infos };
      },
    ),
  };
}
