import { createHash } from "node:crypto";
import * as v from "valibot";
import type { ApiRoutes } from "../../http.ts";
import { noPermission } from "../domain/group-rights.ts";
import type { Groups } from "../domain/groups.ts";
import { Collection, type Versions } from "../domain/versions.ts";
import {
  anyGroupIDs,
  type Caller,
  distinctIDs,
  type Endpoint,
  id,
  pagination,
  requireSelf,
  someID,
  someIDs,
} from "./endpoint.ts";
import { clientVersion, fullHead, incremental } from "./versioned.ts";

const memberSync = v.object({ groupID: id, ...clientVersion });
/** Changes after which a batch ends, as with OpenIM. SDKs request the other groups again. */
const maxChangesOfBatch = 500;
const membersBatch = v.object({ userID: id, reqList: v.pipe(v.array(memberSync), v.maxLength(10_000)) });

/** /group endpoints that read (protocol section 4.5). Only members see members. */
export function groupRoutes(deps: { endpoint: Endpoint; groups: Groups; versions: Versions }): ApiRoutes {
  const { endpoint, groups, versions } = deps;

  /** @throws ApiError 1002 */
  function requireMember(me: Caller, groupID: string, detail = "op user not in group"): void {
    if (groups.member(groupID, me.userID) === undefined) throw noPermission(detail);
  }

  function abstractOf(groupID: string) {
    const userIDs = groups.memberIDs(groupID);
    const hash = createHash("md5").update(userIDs.join(";")).digest();
    return { groupID, groupMemberNumber: userIDs.length, groupMemberListHash: hash.readUIntBE(0, 6) };
  }

  /** Member changes of a group. `group` is included whenever anything has changed. */
  function memberChanges(groupID: string, client: { versionID: string; version: number }) {
    const changes = versions.changesSince(Collection.groupMembers(groupID), client);
    const answer = incremental(
      changes,
      (elementIDs) => groups.members(groupID, elementIDs),
      (member) => member.userID,
    );
    const changed = changes.full || changes.version !== client.version;
    return { ...answer, group: changed ? groups.get(groupID) : null };
  }

  return {
    "/group/get_incremental_join_groups": endpoint(
      v.object({ userID: id, ...clientVersion }),
      ({ userID, ...client }, me) => {
        requireSelf(me, userID);
        const changes = versions.changesSince(Collection.joinedGroups(userID), client);
        return incremental(
          changes,
          (elementIDs) => groups.getMany(elementIDs),
          (group) => group.groupID,
        );
      },
    ),
    "/group/get_full_join_group_ids": endpoint(v.object({ userID: id }), ({ userID }, me) => {
      requireSelf(me, userID);
      const groupIDs = groups.joinedIDs(userID);
      return { ...fullHead(versions.head(Collection.joinedGroups(userID)), groupIDs), groupIDs };
    }),
    "/group/get_joined_group_list": endpoint(v.object({ fromUserID: id, pagination }), (body, me) => {
      requireSelf(me, body.fromUserID);
      const { limit, offset } = body.pagination;
      return {
        total: groups.joinedIDs(me.userID).length,
        groups: groups.joinedPage(me.userID, limit, offset),
      };
    }),
    "/group/get_groups_info": endpoint(
      v.object({ groupIDs: v.pipe(anyGroupIDs, v.minLength(1)) }),
      ({ groupIDs }, me) => ({
        groupInfos: groups.seenBy(me.userID, groupIDs),
      }),
    ),
    "/group/get_incremental_group_members_batch": endpoint(membersBatch, ({ userID, reqList }, me) => {
      requireSelf(me, userID);
      // The last entry of a group counts.
      const clients = new Map(reqList.map(({ groupID, ...client }) => [groupID, client]));
      // A group of other users refuses the whole batch: SDK 3.8.5 retries forever for a group that is left out.
      for (const groupID of clients.keys()) requireMember(me, groupID);
      if (reqList.length === 0) return {};
      const respList: Record<string, ReturnType<typeof memberChanges>> = {};
      let changes = 0;
      for (const [groupID, client] of clients) {
        if (changes >= maxChangesOfBatch) break;
        const answer = memberChanges(groupID, client);
        respList[groupID] = answer;
        for (const list of [answer.delete, answer.insert, answer.update]) changes += list?.length ?? 0;
      }
      return { respList };
    }),
    "/group/get_incremental_group_members": endpoint(memberSync, ({ groupID, ...client }, me) => {
      requireMember(me, groupID);
      return memberChanges(groupID, client);
    }),
    "/group/get_group_abstract_info": endpoint(v.object({ groupIDs: distinctIDs }), ({ groupIDs }, me) => {
      for (const groupID of groupIDs) requireMember(me, groupID);
      return { groupAbstractInfos: groupIDs.map(abstractOf) };
    }),
    "/group/get_group_member_user_id": endpoint(v.object({ groupID: someID }), ({ groupID }, me) => {
      requireMember(me, groupID, "opUser in ownerUserIDs");
      return { userIDs: groups.memberIDs(groupID) };
    }),
    "/group/get_full_group_member_user_ids": endpoint(v.object({ groupID: id }), ({ groupID }, me) => {
      requireMember(me, groupID, "opUser in ownerUserIDs");
      const userIDs = groups.memberIDs(groupID);
      return { ...fullHead(versions.head(Collection.groupMembers(groupID)), userIDs), userIDs };
    }),
    "/group/get_group_members_info": endpoint(
      v.object({ groupID: id, userIDs: someIDs }),
      ({ groupID, userIDs }, me) => {
        requireMember(me, groupID);
        return { members: groups.members(groupID, userIDs) };
      },
    ),
    "/group/get_group_member_list": endpoint(
      v.object({ groupID: id, pagination, keyword: v.optional(v.pipe(v.string(), v.maxLength(255)), "") }),
      (body, me) => {
        requireMember(me, body.groupID);
        const { limit, offset } = body.pagination;
        return {
          total: groups.memberCount(body.groupID, body.keyword),
          members: groups.memberPage(body.groupID, body.keyword, limit, offset),
        };
      },
    ),
  };
}
