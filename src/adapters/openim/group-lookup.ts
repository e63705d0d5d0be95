import * as v from "valibot";
import type { Group } from "../../../machines/vocabulary/people.ts";
import type { PostToChatServer } from "../chat-server.ts";
import { parseGroup } from "./groups.ts";
import type { Rpc } from "./rpc.ts";
import { isRefusal, SDK_CODE } from "./sdk-failure.ts";

/** REST of the IM server (protocol section 4.5); a list of none is null. */
const Answer = v.object({ groupInfos: v.nullish(v.array(v.unknown()), []) });

export interface GroupLookup {
  /**
   * A group by its id, or null when there is none. Rejects with a `Failure`.
   *
   * A group the user is not in is read from the server each time, past the SDK: SDK 3.8.5 would write it into its
   * database, and never renew it there. A group of that kind costs every other one its members at the next start: a
   * real server refuses the batch that names it.
   */
  find(groupID: string): Promise<Group | null>;
  /** Whether the SDK lists the group among the user's. Rejects before the first synchronisation, when it has no list. */
  isJoined(groupID: string): Promise<boolean>;
}

export function createGroupLookup(
  rpc: Rpc,
  { post, token }: { /** To the IM server. */ post: PostToChatServer; token: () => string | null },
): GroupLookup {
  const isJoined = async (groupID: string) => (await rpc.call("isJoinGroup", groupID)) !== false;

  /** The SDK has no list before the first synchronisation. */
  const isListed = (groupID: string) =>
    isJoined(groupID).catch((error: unknown) => {
      if (isRefusal(error, SDK_CODE.notFound)) return false;
      throw error;
    });

  return {
    isJoined,
    async find(groupID) {
      const groups = (await isListed(groupID))
        ? await rpc.call("getSpecifiedGroupsInfo", [groupID])
        : (
            await post({
              path: "/group/get_groups_info",
              body: { groupIDs: [groupID] },
              token: token(),
              answer: Answer,
            })
          ).groupInfos;
      const [group] = Array.isArray(groups) ? groups : [];
      return group === undefined ? null : parseGroup(group);
    },
  };
}
