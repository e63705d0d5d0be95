import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { UserChanges, Users } from "../domain/users.ts";
import type { OnlineStatus } from "../protocol/messages.ts";
import { type Endpoint, id, ids, kept, requireSelf } from "./endpoint.ts";

const profileText = v.pipe(v.string(), v.maxLength(4096));
const userInfo = v.object({
  userID: id,
  nickname: kept(v.pipe(v.string(), v.maxLength(255))),
  faceURL: kept(profileText),
  ex: kept(profileText),
  globalRecvMsgOpt: kept(v.picklist([0, 1, 2])),
});

/** /user endpoints (protocol section 4.1). */
export function userRoutes(deps: {
  endpoint: Endpoint;
  users: Users;
  statusOf: (userID: string) => OnlineStatus;
  updateProfile: (userID: string, changes: UserChanges) => void;
}): ApiRoutes {
  const { endpoint, updateProfile } = deps;

  const statusList = (userIDs: readonly string[]) =>
    userIDs.map((userID) => {
      const { onlinePlatformIDs: platformIDs } = deps.statusOf(userID);
      return { userID, status: platformIDs.length > 0 ? 1 : 0, platformIDs };
    });

  return {
    "/user/get_users_info": endpoint(v.object({ userIDs: ids }), ({ userIDs }) => ({
      usersInfo: deps.users.getMany(userIDs),
    })),
    "/user/update_user_info_ex": endpoint(v.object({ userInfo }), ({ userInfo: changes }, me) => {
      requireSelf(me, changes.userID);
      updateProfile(me.userID, changes);
    }),
    // The older form cannot say "unchanged": there an empty text means it.
    "/user/update_user_info": endpoint(v.object({ userInfo }), ({ userInfo: changes }, me) => {
      requireSelf(me, changes.userID);
      const { nickname, faceURL, ex, globalRecvMsgOpt } = changes;
      updateProfile(me.userID, {
        nickname: nickname || undefined,
        faceURL: faceURL || undefined,
        ex: ex || undefined,
        globalRecvMsgOpt,
      });
    }),
    "/user/set_global_msg_recv_opt": endpoint(
      v.object({ userID: id, globalRecvMsgOpt: v.picklist([0, 1, 2]) }),
      ({ userID, globalRecvMsgOpt }, me) => {
        requireSelf(me, userID);
        updateProfile(me.userID, { globalRecvMsgOpt });
      },
    ),
    // Watching itself is a matter of the socket (2005); these answer with the present state.
    "/user/subscribe_users_status": endpoint(v.object({ userIDs: ids }), ({ userIDs }) => ({
      statusList: statusList(userIDs),
    })),
    "/user/get_subscribe_users_status": endpoint(v.object({}), () => ({ statusList: [] })),
    "/user/get_user_client_config": endpoint(v.object({}), () => ({ configs: {} })),
  };
}
