import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import { adminToo, authRoutes, createAdminEndpoint } from "./auth.ts";
import { blackRoutes } from "./black.ts";
import { clientLogRoutes } from "./client-log.ts";
import { commandRoutes } from "./command.ts";
import { conversationRoutes } from "./conversation.ts";
import { type Endpoint, pagination, someID } from "./endpoint.ts";
import { friendRoutes } from "./friend.ts";
import { friendRequestRoutes } from "./friend-request.ts";
import { groupRoutes } from "./group.ts";
import { groupAdministrationRoutes } from "./group-administration.ts";
import { groupMembershipRoutes } from "./group-membership.ts";
import { groupRequestRoutes } from "./group-request.ts";
import { jssdkRoutes } from "./jssdk.ts";
import { messageRoutes } from "./message.ts";
import { userRoutes } from "./user.ts";

type Part<Routes extends (deps: never) => ApiRoutes> = Omit<Parameters<Routes>[0], "endpoint">;

export type ApiDeps = Part<typeof userRoutes> &
  Part<typeof friendRoutes> &
  Part<typeof friendRequestRoutes> &
  Part<typeof blackRoutes> &
  Part<typeof commandRoutes> &
  Part<typeof conversationRoutes> &
  Part<typeof messageRoutes> &
  Part<typeof groupRoutes> &
  Part<typeof groupMembershipRoutes> &
  Part<typeof groupAdministrationRoutes> &
  Part<typeof jssdkRoutes> &
  Part<typeof authRoutes> &
  Part<typeof clientLogRoutes> & {
    groupRequests: Parameters<typeof groupRequestRoutes>[0]["requests"];
    rights: Parameters<typeof groupRequestRoutes>[0]["rights"];
    endpoint: Endpoint;
  };

export function createApi(deps: ApiDeps): ApiRoutes {
  const { endpoint } = deps;
  const joined = "/group/get_joined_group_list";
  const routes: ApiRoutes = {
    ...authRoutes(deps),
    ...userRoutes(deps),
    ...friendRoutes(deps),
    ...friendRequestRoutes(deps),
    ...blackRoutes(deps),
    ...commandRoutes(deps),
    ...conversationRoutes(deps),
    ...messageRoutes(deps),
    ...groupRoutes(deps),
    ...groupMembershipRoutes(deps),
    ...groupAdministrationRoutes(deps),
    ...groupRequestRoutes({ endpoint, requests: deps.groupRequests, rights: deps.rights }),
    ...jssdkRoutes(deps),
    ...clientLogRoutes(deps),
    ...emptyRoutes(endpoint),
  };
  const joinedByPeople = routes[joined];
  return {
    ...routes,
    ...(joinedByPeople && {
      [joined]: adminToo(deps.administration, joinedByPeople, joinedGroupsOfAnyUser(deps)),
    }),
  };
}

/** Groups of any user, for the administrator (openim-server, CheckAccess). */
function joinedGroupsOfAnyUser({ administration, groups }: Pick<ApiDeps, "administration" | "groups">) {
  return createAdminEndpoint(administration)(
    v.object({ fromUserID: someID, pagination }),
    ({ fromUserID, pagination: { limit, offset } }) => ({
      total: groups.joinedIDs(fromUserID).length,
      groups: groups.joinedPage(fromUserID, limit, offset),
    }),
  );
}

/**
 * Routes that SDKs call by themselves and that need no feature: an empty answer is correct. There is no phone push
 * for a token or badge.
 */
function emptyRoutes(endpoint: Endpoint): ApiRoutes {
  return {
    "/third/fcm_update_token": endpoint(v.unknown(), () => undefined),
    "/third/set_app_badge": endpoint(v.unknown(), () => undefined),
  };
}
