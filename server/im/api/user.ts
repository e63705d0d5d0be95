import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import { relative } from "../../objects/object-urls.ts";
import type { UserChanges, Users } from "../domain/users.ts";
import type { OnlineStatus } from "../protocol/messages.ts";
import { anyUserIDs, type Endpoint, id, ids, kept, name, requireSelf } from "./endpoint.ts";

const profileText = v.pipe(v.string(), v.maxLength(4096));
const userInfo = v.object({
  userID: id,
  nickname: kept(name),
  faceURL: kept(profileText),
  ex: kept(profileText),
  globalRecvMsgOpt: kept(v.picklist([0, 1, 2])),
});

/** /user endpoints (protocol section 4.1). */
export function userRoutes(deps: {
  endpoint: Endpoint;
  users: Users;
  updateProfile: (userID: string, changes: UserChanges, by: string) => void;
  statusOf: (userID: string) => OnlineStatus;
}): ApiRoutes {
  const { endpoint } = deps;
  /** Unknown users are offline. */
  function statusOf(userID: string) {
    const { onlinePlatformIDs } = deps.statusOf(userID);
    const isOnline = onlinePlatformIDs.length > 0;
    return { userID, status: Number(isOnline), platformIDs: isOnline ? onlinePlatformIDs : null };
  }
  const updateOwn = (userID: string, changes: UserChanges) => deps.updateProfile(userID, changes, userID);

  return {
    "/user/get_users_info": endpoint(v.object({ userIDs: anyUserIDs }), ({ userIDs }) => ({
      usersInfo: deps.users.getMany(userIDs),
    })),
    "/user/update_user_info_ex": endpoint(v.object({ userInfo }), ({ userInfo: changes }, me, { origin }) => {
      requireSelf(me, changes.userID);
      updateOwn(me.userID, { ...changes, faceURL: relative(changes.faceURL, origin) });
    }),
    // The older form has no "unchanged": an empty text means it.
    "/user/update_user_info": endpoint(v.object({ userInfo }), ({ userInfo: changes }, me, { origin }) => {
      requireSelf(me, changes.userID);
      const { nickname, faceURL, ex, globalRecvMsgOpt } = changes;
      updateOwn(me.userID, {
        nickname: nickname || undefined,
        faceURL: relative(faceURL, origin) || undefined,
        ex: ex || undefined,
        globalRecvMsgOpt,
      });
    }),
    "/user/set_global_msg_recv_opt": endpoint(
      v.object({ userID: id, globalRecvMsgOpt: v.picklist([0, 1, 2]) }),
      ({ userID, globalRecvMsgOpt }, me) => {
        requireSelf(me, userID);
        updateOwn(me.userID, { globalRecvMsgOpt });
      },
    ),
    "/user/get_users_status": endpoint(v.object({ userID: id, userIDs: ids }), ({ userID, userIDs }, me) => {
      requireSelf(me, userID);
      return { statusList: userIDs.map(statusOf) };
    }),
    // Subscriptions belong to the socket (2005), which also returns the current status.
    "/user/subscribe_users_status": endpoint(v.object({ userIDs: ids }), () => ({ statusList: [] })),
    "/user/get_subscribe_users_status": endpoint(v.object({}), () => ({ statusList: [] })),
    "/user/get_user_client_config": endpoint(v.object({}), () => ({})),
  };
}
