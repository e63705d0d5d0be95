import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import { relative } from "../../objects/object-urls.ts";
import type { GroupMuting } from "../domain/group-muting.ts";
import { argsError, noPermission } from "../domain/group-rights.ts";
import type { GroupSettings, MemberUpdate } from "../domain/group-settings.ts";
import { GroupRole } from "../protocol/constants.ts";
import { type Endpoint, kept, name, someID } from "./endpoint.ts";
import { groupFields } from "./group-fields.ts";

const group = v.object({ groupID: someID });
const member = v.object({ groupID: someID, userID: someID });
/** OpenIM uses uint32: 136 years. */
const mutedSeconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 32 - 1));
const memberUpdate = v.object({
  groupID: someID,
  userID: someID,
  nickname: kept(name),
  faceURL: kept(v.pipe(v.string(), v.maxLength(4096))),
  ex: kept(v.pipe(v.string(), v.maxLength(4096))),
  roleLevel: kept(v.number()),
});
const memberUpdates = v.object({ members: v.pipe(v.array(memberUpdate), v.minLength(1), v.maxLength(100)) });

/** @throws ApiError 1002 for the owner's role, which is only transferred; 1001 for an unknown role */
function requireRole({ roleLevel }: MemberUpdate): void {
  if (roleLevel === GroupRole.owner) throw noPermission("cannot set ungroup owner");
  if (roleLevel !== undefined && roleLevel !== GroupRole.admin && roleLevel !== GroupRole.member) {
    throw argsError("invalid role level");
  }
}

/** /group endpoints for group managers (protocol section 4.5, openim-real section 4.1). */
export function groupAdministrationRoutes(deps: {
  endpoint: Endpoint;
  groupMuting: GroupMuting;
  groupSettings: GroupSettings;
}): ApiRoutes {
  const { endpoint, groupMuting, groupSettings } = deps;

  return {
    "/group/mute_group": endpoint(group, ({ groupID }, me) => groupMuting.setAll(groupID, me.userID, true)),
    "/group/cancel_mute_group": endpoint(group, ({ groupID }, me) =>
      groupMuting.setAll(groupID, me.userID, false),
    ),
    "/group/mute_group_member": endpoint(v.object({ ...member.entries, mutedSeconds }), (body, me) =>
      groupMuting.mute(body.groupID, me.userID, body.userID, body.mutedSeconds),
    ),
    "/group/cancel_mute_group_member": endpoint(member, ({ groupID, userID }, me) =>
      groupMuting.unmute(groupID, me.userID, userID),
    ),
    "/group/set_group_info_ex": endpoint(
      v.object({ groupID: someID, ...groupFields }),
      ({ groupID, faceURL, ...changes }, me, { origin }) =>
        groupSettings.setInfo(groupID, me.userID, { ...changes, faceURL: relative(faceURL, origin) }),
    ),
    // In the older form an empty text means "unchanged". `ex` and the rules can be null.
    "/group/set_group_info": endpoint(
      v.object({ groupInfoForSet: v.object({ groupID: someID, ...groupFields }) }),
      ({ groupInfoForSet: { groupID, ...changes } }, me, { origin }) =>
        groupSettings.setInfo(groupID, me.userID, {
          ...changes,
          notification: changes.notification || undefined,
          introduction: changes.introduction || undefined,
          faceURL: relative(changes.faceURL, origin) || undefined,
        }),
    ),
    "/group/set_group_member_info": endpoint(memberUpdates, ({ members }, me, { origin, countFurther }) => {
      for (const member of members) requireRole(member);
      // Each sends a notification to the whole group.
      countFurther?.(members.length - 1);
      const updates = members.map((member) => ({ ...member, faceURL: relative(member.faceURL, origin) }));
      groupSettings.setMembers(me.userID, updates);
    }),
    "/group/transfer_group": endpoint(
      v.object({ groupID: someID, oldOwnerUserID: someID, newOwnerUserID: someID }),
      ({ groupID, oldOwnerUserID, newOwnerUserID }, me) =>
        groupSettings.transfer(groupID, me.userID, oldOwnerUserID, newOwnerUserID),
    ),
  };
}
