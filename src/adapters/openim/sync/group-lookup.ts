import * as v from "valibot";
import type { Message } from "../../../../machines/domain/message.ts";
import type { Group, GroupEvent } from "../../../../machines/domain/people.ts";
import type { PostToChatServer } from "../../chat-server/chat-server.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import { parseGroup } from "../parse/groups.ts";

/** REST answer of the IM server (protocol section 4.5). An empty list is null. */
const Answer = v.object({ groupInfos: v.nullish(v.array(v.unknown()), []) });

/** Milliseconds to wait before each check of the SDK's group list, which its own sync updates. */
const LOOKS = [0, 200, 500, 1500, 5000];

export interface GroupLookup {
  /**
   * Returns a group by id, or null if there is none. Rejects with a `Failure`.
   *
   * A group that the user is not in is read from the server each time, without the SDK: SDK 3.8.5 would store it in
   * its database and never update it. At the next start, such a group blocks the member lists of all groups, because
   * a real server refuses the batch that names it.
   */
  find(groupID: string): Promise<Group | null>;
  /** Returns whether the SDK lists the group as joined. Rejects before the first sync, when there is no list. */
  isJoined(groupID: string): Promise<boolean>;
  /**
   * Reports looked-up groups that the user has joined since. The SDK reports nothing for a group whose first message
   * arrives before its group list is updated.
   */
  onMessages(messages: readonly Message[]): void;
}

export interface GroupLookupDependencies {
  post: PostToChatServer;
  token: () => string | null;
  tell: (event: GroupEvent) => void;
  /** Resolves after the given milliseconds. */
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

  /** Before the first sync the SDK has no list, so this is false. */
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
    onMessages(messages) {
      for (const { groupID } of messages) if (foreign.delete(groupID)) void awaitJoining(groupID);
    },
  };
}

function parsedFirst(groups: unknown): Group | null {
  const [group] = Array.isArray(groups) ? groups : [];
  return group === undefined ? null : parseGroup(group);
}
