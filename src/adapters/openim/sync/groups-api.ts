import * as v from "valibot";
import { Failure } from "../../../../machines/domain/failure.ts";
import { ADMIN, type GroupOrder } from "../../../../machines/domain/group.ts";
import type { GroupMember } from "../../../../machines/domain/people.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import { parseMembers } from "../parse/groups.ts";
import { id } from "../parse/parsing.ts";
import type { GroupLookup } from "./group-lookup.ts";

type GroupCalls = Pick<
  ImPort,
  "lookUpGroup" | "loadMembers" | "loadMembersByID" | "changeGroup" | "createGroup"
>;

/** Requests every member. The SDK has filters that leave some out. */
const ALL_MEMBERS = 0;
const MEMBER = 20;
/** The only group type that servers still create. */
const WORKING_GROUP = 2;

const Created = v.object({ groupID: id });
const IDs = v.nullish(v.array(v.string()), []);

export function createGroups(rpc: Rpc, myUserID: () => string | null, lookup: GroupLookup): GroupCalls {
  function me(): string {
    const userID = myUserID();
    if (userID === null) throw new Failure("sessionEnded");
    return userID;
  }

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

  /** Returns the users who are not in the group yet. The server refuses to invite a member. */
  async function outsiders(groupID: string, userIDs: readonly string[]): Promise<string[]> {
    const inside = v.safeParse(IDs, await rpc.call("getUsersInGroup", { groupID, userIDList: [...userIDs] }));
    return userIDs.filter((userID) => !inside.success || !inside.output.includes(userID));
  }

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
    async lookUpGroup({ groupID }) {
      const [group, me] = await Promise.all([lookup.find(groupID), myMembership(groupID)]);
      return { group, me };
    },
    loadMembers: async ({ groupID, offset, count }) =>
      parseMembers(await rpc.call("getGroupMemberList", { groupID, filter: ALL_MEMBERS, offset, count })),
    loadMembersByID: async ({ groupID, userIDs }) =>
      parseMembers(await rpc.call("getSpecifiedGroupMembersInfo", { groupID, userIDList: [...userIDs] })),
    async changeGroup(input) {
      await change(input.groupID, input.change);
    },
    async createGroup({ name, groupType, userIDs }) {
      const answer = await rpc.call("createGroup", {
        memberUserIDs: [...userIDs],
        groupInfo: { groupName: name, groupType: groupType === 0 ? WORKING_GROUP : groupType },
      });
      const created = v.safeParse(Created, answer);
      if (!created.success) throw new Failure("unknown");
      return created.output;
    },
  };
}
