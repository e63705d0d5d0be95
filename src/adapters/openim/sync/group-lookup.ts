import * as v from "valibot";
import type { Message } from "../../../../machines/domain/message.ts";
import type { Group, GroupEvent } from "../../../../machines/domain/people.ts";
import type { PostToChatServer } from "../../chat-server/chat-server.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import { parseGroup } from "../parse/groups.ts";

/** REST of the IM server (protocol section 4.5); a list of none is null. */
const Answer = v.object({ groupInfos: v.nullish(v.array(v.unknown()), []) });

/** Milliseconds to wait before each look at the SDK's list of groups; its own synchronisation of it is on the way. */
const LOOKS = [0, 200, 500, 1500, 5000];

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
  /**
   * Tells of groups that were looked at and that the user is in now. The SDK does not: of a group whose first message
   * arrives before its list of groups is renewed it reports nothing.
   */
  heard(messages: readonly Message[]): void;
}

export interface GroupLookupDependencies {
  /** To the IM server. */
  post: PostToChatServer;
  token: () => string | null;
  tell: (event: GroupEvent) => void;
  /** Resolves after so many milliseconds. */
  wait?: (ms: number) => Promise<void>;
}

export function createGroupLookup(
  rpc: Pick<Rpc, "call">,
  {
    post,
    token,
    tell,
    wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }: GroupLookupDependencies,
): GroupLookup {
  /** Groups that were read from the server. */
  const foreign = new Set<string>();

  const isJoined = async (groupID: string) => (await rpc.call("isJoinGroup", groupID)) !== false;

  /** The SDK has no list before the first synchronisation. */
  const isListed = (groupID: string) =>
    isJoined(groupID).catch((error: unknown) => {
      if (isRefusal(error, SDK_CODE.notFound)) return false;
      throw error;
    });

  async function awaitJoining(groupID: string): Promise<void> {
    for (const pause of LOOKS) {
      if (pause > 0) await wait(pause);
      if (await isJoined(groupID).catch(() => false)) return tell({ type: "im.groupJoined", groupID });
    }
    foreign.add(groupID);
  }

  return {
    isJoined,
    async find(groupID) {
      if (await isListed(groupID)) {
        const groups = await rpc.call("getSpecifiedGroupsInfo", [groupID]);
        return parsedFirst(groups);
      }
      foreign.add(groupID);
      const body = { groupIDs: [groupID] };
      const path = "/group/get_groups_info";
      const { groupInfos } = await post({ path, body, token: token(), answer: Answer });
      return parsedFirst(groupInfos);
    },
    heard(messages) {
      for (const { groupID } of messages) if (foreign.delete(groupID)) void awaitJoining(groupID);
    },
  };
}

function parsedFirst(groups: unknown): Group | null {
  const [group] = Array.isArray(groups) ? groups : [];
  return group === undefined ? null : parseGroup(group);
}
