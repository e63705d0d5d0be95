import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import type { GroupMuting } from "../domain/group-muting.ts";
import { type Endpoint, someID } from "./endpoint.ts";

const group = v.object({ groupID: someID });
const member = v.object({ groupID: someID, userID: someID });
/** OpenIM counts in uint32; that is 136 years. */
const mutedSeconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 32 - 1));

/** /group endpoints of a group's managers (protocol section 4.5, openim-real section 4.1). */
export function groupAdministrationRoutes(deps: { endpoint: Endpoint; groupMuting: GroupMuting }): ApiRoutes {
  const { endpoint, groupMuting } = deps;

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
  };
}
