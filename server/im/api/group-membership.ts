import * as v from "valibot";
import type { ApiCall, ApiRoutes } from "../../http.ts";
import { relative } from "../../objects/object-urls.ts";
import type { GroupApplications } from "../domain/group-applications.ts";
import type { CreateGroup } from "../domain/group-creation.ts";
import { argsError } from "../domain/group-rights.ts";
import type { GroupAct, Membership } from "../domain/membership.ts";
import { HandleResult, workingGroup } from "../protocol/constants.ts";
import {
  type Caller,
  distinctIDs,
  type Endpoint,
  id,
  ids,
  kept,
  note,
  requireSelf,
  someID,
} from "./endpoint.ts";
import { groupFields } from "./group-fields.ts";

const groupInfo = v.object({
  ...groupFields,
  groupID: kept(id),
  groupType: v.literal(workingGroup, `must be ${workingGroup}, the only type there is`),
});
/** Whether the chat also gets a notice. The SDKs leave it to the server. */
const sendMessage = v.nullish(v.boolean(), true);
const newGroup = v.object({
  ownerUserID: someID,
  memberUserIDs: ids,
  adminUserIDs: ids,
  groupInfo,
  sendMessage,
});
const application = v.object({
  groupID: someID,
  reqMessage: note,
  joinSource: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 0),
  inviterUserID: someID,
  ex: note,
});
const answer = v.object({
  groupID: someID,
  fromUserID: someID,
  handledMsg: note,
  handleResult: v.picklist([HandleResult.accepted, HandleResult.refused]),
});
const maxMembers = 1000;
/** Users in a list who count as one change of the group. Each may send notifications to its managers or members. */
const usersOfChange = 10;

const countUsers = ({ countFurther }: ApiCall, userIDs: readonly string[]) =>
  countFurther?.(Math.ceil(userIDs.length / usersOfChange) - 1);

/** /group endpoints for membership (protocol section 4.5, openim-real section 4.1). */
export function groupMembershipRoutes(deps: {
  endpoint: Endpoint;
  createGroup: CreateGroup;
  membership: Membership;
  groupApplications: GroupApplications;
}): ApiRoutes {
  const { endpoint, membership, groupApplications } = deps;
  const act = (me: Caller, body: { groupID: string; sendMessage: boolean }): GroupAct => ({
    groupID: body.groupID,
    by: me.userID,
    chatCopy: body.sendMessage,
  });

  return {
    "/group/create_group": endpoint(newGroup, (body, me, { origin }) => {
      requireSelf(me, body.ownerUserID);
      const { groupID, groupType: _only, faceURL, ...info } = body.groupInfo;
      const others = [...body.memberUserIDs, ...body.adminUserIDs];
      if (others.length >= maxMembers) throw argsError(`a group begins with at most ${maxMembers} members`);
      if (new Set([me.userID, ...others]).size <= others.length) throw argsError("group member repeated");
      return {
        groupInfo: deps.createGroup({
          groupID: groupID === "" ? undefined : groupID,
          info: { ...info, faceURL: relative(faceURL, origin) },
          owner: me.userID,
          members: body.memberUserIDs,
          admins: body.adminUserIDs,
          chatCopy: body.sendMessage,
        }),
      };
    }),
    "/group/invite_user_to_group": endpoint(
      v.object({ groupID: someID, reason: note, invitedUserIDs: distinctIDs, sendMessage }),
      (body, me, call) => {
        countUsers(call, body.invitedUserIDs);
        groupApplications.invite(act(me, body), body.invitedUserIDs);
      },
    ),
    "/group/kick_group": endpoint(
      v.object({ groupID: someID, reason: note, kickedUserIDs: distinctIDs, sendMessage }),
      (body, me, call) => {
        countUsers(call, body.kickedUserIDs);
        membership.kick(act(me, body), body.kickedUserIDs);
      },
    ),
    // Native clients leave out the user who quits.
    "/group/quit_group": endpoint(
      v.object({ groupID: someID, userID: v.nullish(id, "") }),
      ({ groupID, userID }, me) => {
        requireSelf(me, userID === "" ? me.userID : userID);
        membership.quit(groupID, me.userID);
      },
    ),
    // The members are removed in any case. With OpenIM `deleteMember` decides whether they are notified; here they
    // always are.
    "/group/dismiss_group": endpoint(
      v.object({ groupID: someID, deleteMember: v.nullish(v.boolean(), false), sendMessage }),
      (body, me) => membership.dismiss(act(me, body)),
    ),
    "/group/join_group": endpoint(application, ({ inviterUserID, reqMessage, ...rest }, me) => {
      // OpenIM's name for the user who joins; OpenIM accepts any user.
      requireSelf(me, inviterUserID);
      groupApplications.join({ ...rest, userID: me.userID, reqMsg: reqMessage });
    }),
    "/group/group_application_response": endpoint(answer, (body, me) => {
      const { groupID, fromUserID, handledMsg, handleResult } = body;
      groupApplications.answer({
        ...{ groupID, handleResult, from: fromUserID, by: me.userID, handleMsg: handledMsg },
      });
    }),
  };
}
