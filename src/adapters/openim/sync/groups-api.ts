import { Failure } from "../../../../machines/domain/failure.ts";
import type { GroupMember } from "../../../../machines/domain/people.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import { parseMembers } from "../parse/groups.ts";
import type { GroupLookup } from "./group-lookup.ts";

type GroupCalls = Pick<ImPort, "lookUpGroup" | "loadMembers" | "loadMembersByID">;

/** Requests every member. The SDK has filters that leave some out. */
const ALL_MEMBERS = 0;

/** @param me returns the userID of the user; throws after sign-out */
export function createGroups(rpc: Rpc, me: () => string, lookup: GroupLookup): GroupCalls {
  /** Returns null if the user is not in the group. After an empty answer, the SDK's list of joined groups decides. */
  async function myMembership(groupID: string): Promise<GroupMember | null> {
    const answer = await rpc
      .call("getSpecifiedGroupMembersInfo", { groupID, userIDList: [me()] })
      .catch((error: unknown) => {
        if (isRefusal(error, SDK_CODE.notAllowed, SDK_CODE.notFound)) return [];
        throw error;
      });
    const [member = null] = parseMembers(answer);
    if (!member && (await lookup.isJoined(groupID))) throw new Failure("unknown");
    return member;
  }

  return {
    async lookUpGroup({ groupID }) {
      const [group, me] = await Promise.all([lookup.find(groupID), myMembership(groupID)]);
      return { group, me };
    },
    loadMembers: async ({ groupID, offset, count }) =>
      parseMembers(await rpc.call("getGroupMemberList", { groupID, filter: ALL_MEMBERS, offset, count })),
    loadMembersByID: async ({ groupID, userIDs }) =>
      parseMembers(await rpc.call("getSpecifiedGroupMembersInfo", { groupID, userIDList: [...userIDs] })),
  };
}
