import * as v from "valibot";
import { ApiError, type ApiRoutes } from "../../http.ts";
import type { GroupRequest, GroupRequests } from "../domain/group-requests.ts";
import type { GroupRights } from "../domain/group-rights.ts";
import { ErrCode } from "../protocol/constants.ts";
import {
  distinctIDs,
  type Endpoint,
  handleResults,
  id,
  ids,
  pagination,
  requireSelf,
  seq,
  someID,
} from "./endpoint.ts";

const filter = { groupIDs: ids, handleResults, pagination };

/** Lists of group join requests (protocol section 4.5). */
export function groupRequestRoutes(deps: {
  endpoint: Endpoint;
  requests: GroupRequests;
  rights: GroupRights;
}): ApiRoutes {
  const { endpoint, requests, rights } = deps;

  return {
    "/group/get_recv_group_applicationList": endpoint(v.object({ fromUserID: id, ...filter }), (body, me) => {
      requireSelf(me, body.fromUserID);
      for (const groupID of body.groupIDs) rights.manager(groupID, me.userID);
      return pageOf(requests.managedBy(me.userID), body);
    }),
    "/group/get_user_req_group_applicationList": endpoint(v.object({ userID: id, ...filter }), (body, me) => {
      requireSelf(me, body.userID);
      return pageOf(requests.madeBy(me.userID), body);
    }),
    "/group/get_specified_user_group_request_info": endpoint(
      v.object({ groupID: id, userID: id }),
      ({ groupID, userID }, me) => {
        const managed = requests.isManager(groupID, me.userID);
        if (userID !== me.userID && !managed) {
          throw new ApiError(ErrCode.noPermission, "NoPermissionError", "opUser no permission");
        }
        const groupRequests = requests
          .madeBy(userID)
          .filter((request) => request.groupInfo.groupID === groupID);
        return { groupRequests, total: groupRequests.length };
      },
    ),
    // User data is not repeated, as with OpenIM: the caller has named the users.
    "/group/get_group_users_req_application_list": endpoint(
      v.object({ groupID: someID, userIDs: distinctIDs }),
      ({ groupID, userIDs }, me) => {
        rights.manager(groupID, me.userID);
        const found = userIDs.flatMap((userID) => requests.find(groupID, userID) ?? []);
        return {
          total: found.length,
          groupRequests: found.map((request) => ({ ...request, userInfo: null })),
        };
      },
    ),
    "/group/get_group_application_unhandled_count": endpoint(
      v.object({ userID: id, time: v.optional(seq, 0) }),
      ({ userID, time }, me) => {
        requireSelf(me, userID);
        const open = requests
          .managedBy(userID)
          .filter((request) => request.handleResult === 0 && request.reqTime > time);
        return { count: open.length };
      },
    ),
  };
}

function pageOf(
  all: GroupRequest[],
  body: { groupIDs: string[]; handleResults: number[]; pagination: { limit: number; offset: number } },
) {
  const wanted = all.filter(
    (request) =>
      (body.groupIDs.length === 0 || body.groupIDs.includes(request.groupInfo.groupID)) &&
      (body.handleResults.length === 0 || body.handleResults.includes(request.handleResult)),
  );
  const { limit, offset } = body.pagination;
  return { groupRequests: wanted.slice(offset, offset + limit), total: wanted.length };
}
