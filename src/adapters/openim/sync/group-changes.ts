import * as v from "valibot";
import { Failure } from "../../../../machines/domain/failure.ts";
import { ADMIN, type GroupDraft, type GroupOrder } from "../../../../machines/domain/group.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { SdkFailure } from "../connection/sdk-failure.ts";
import { id } from "../parse/parsing.ts";

const MEMBER = 20;
/** The only group type that servers still create. */
const WORKING_GROUP = 2;

/** The server has a group with that id. */
const GROUP_EXISTS = 1202;

const Created = v.object({ groupID: id });
const IDs = v.nullish(v.array(v.string()), []);

/**
 * The id of a new group comes from here: a repeated `createGroup` with the same draft has the same id, so that a
 * lost answer does not lead to two groups (`GenGroupID` of OpenIM's group server).
 * @param me returns the userID of the user; throws after sign-out
 */
export function createGroupChanges(rpc: Rpc, me: () => string): Pick<ImPort, "changeGroup" | "createGroup"> {
  /** Returns the users who are not in the group yet. The server refuses to invite a member. */
  async function outsiders(groupID: string, userIDs: readonly string[]): Promise<string[]> {
    const inside = v.safeParse(IDs, await rpc.call("getUsersInGroup", { groupID, userIDList: [...userIDs] }));
    return userIDs.filter((userID) => !inside.success || !inside.output.includes(userID));
  }

  /** The newest group whose creation had no answer. The server may have created it. */
  let unanswered: { request: string; groupID: string } | null = null;

  async function change(groupID: string, wish: GroupOrder): Promise<unknown> {
    switch (wish.kind) {
      case "name":
        return rpc.call("setGroupInfo", { groupID, groupName: wish.name });
      case "announcement":
        return rpc.call("setGroupInfo", { groupID, notification: wish.text });
      case "faceURL":
        return rpc.call("setGroupInfo", { groupID, faceURL: wish.faceURL });
      case "lookMemberInfo":
        return rpc.call("setGroupInfo", { groupID, lookMemberInfo: wish.allowed ? 0 : 1 });
      case "applyMemberFriend":
        return rpc.call("setGroupInfo", { groupID, applyMemberFriend: wish.allowed ? 0 : 1 });
      case "verification":
        return rpc.call("setGroupInfo", { groupID, needVerification: wish.mode });
      case "nickname":
        return rpc.call("setGroupMemberInfo", { groupID, userID: me(), nickname: wish.nickname });
      case "admin":
        return rpc.call("setGroupMemberInfo", {
          groupID,
          userID: wish.userID,
          roleLevel: wish.admin ? ADMIN : MEMBER,
        });
      case "muteAll":
        return rpc.call("changeGroupMute", { groupID, isMute: wish.muted });
      case "mute":
        return rpc.call("changeGroupMemberMute", {
          groupID,
          userID: wish.userID,
          mutedSeconds: wish.seconds,
        });
      case "transfer":
        return rpc.call("transferGroupOwner", { groupID, newOwnerUserID: wish.userID });
      case "invite": {
        const userIDList = await outsiders(groupID, wish.userIDs);
        if (userIDList.length === 0) return undefined;
        return rpc.call("inviteUserToGroup", { groupID, reason: "", userIDList });
      }
      case "remove":
        return rpc.call("kickGroupMember", { groupID, reason: "", userIDList: [...wish.userIDs] });
      case "quit":
        return rpc.call("quitGroup", groupID);
      case "dismiss":
        return rpc.call("dismissGroup", groupID);
    }
  }

  return {
    async changeGroup(input) {
      // The user has found the group. If the user dismisses it, the same draft is a new group.
      if (input.groupID === unanswered?.groupID) unanswered = null;
      await change(input.groupID, input.change);
    },
    async createGroup(draft) {
      const request = JSON.stringify([me(), draft]);
      const isRepeated = request === unanswered?.request;
      const groupID = isRepeated && unanswered ? unanswered.groupID : newGroupID();
      unanswered = { request, groupID };
      const answer = await rpc.call("createGroup", requestOf(draft, groupID)).catch((error: unknown) => {
        const exists = error instanceof SdkFailure && error.errCode === GROUP_EXISTS;
        if (exists && isRepeated) return { groupID };
        // The id belongs to the group of another user.
        if (exists) unanswered = null;
        throw error;
      });
      unanswered = null;
      const created = v.safeParse(Created, answer);
      if (!created.success) throw new Failure("unknown");
      return created.output;
    },
  };
}

/** Returns ten random digits. OpenIM's own ids of groups are 32 random bits as a decimal number. */
function newGroupID(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `${1 + (high % 9)}${String(low % 1_000_000_000).padStart(9, "0")}`;
}

function requestOf({ name, groupType, userIDs }: GroupDraft, groupID: string) {
  return {
    memberUserIDs: [...userIDs],
    groupInfo: { groupID, groupName: name, groupType: groupType === 0 ? WORKING_GROUP : groupType },
  };
}
