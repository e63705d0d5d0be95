// Actions that a server must refuse: by outsiders, removed members, strangers and blocked users.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { tipsOf, told } from "../support/gob-client.ts";
import {
  done,
  type GroupBackend,
  group,
  lines,
  type Person,
  permission,
  startGroup,
} from "../support/groups.ts";

let backend: GroupBackend;

beforeEach(async () => {
  backend = await startGroup({ notification: "Meet at 8" });
});
afterEach(() => backend.close());

const as = (me: Person) => backend.as(me);
const blocked = (errDlt = "") => ({ errCode: 1302, errMsg: "BlockedByPeer", errDlt });
const conversationIDs = async (me: Person): Promise<string[]> => {
  const { data } = await as(me)("/conversation/get_full_conversation_ids", { userID: me, idHash: 0 });
  return JSON.stringify(data).match(/s[gi]_\w+/g) ?? [];
};
const block = (me: Person, blackUserID: Person) =>
  as(me)("/friend/add_black", { ownerUserID: me, blackUserID, ex: "" });
const burn = (me: Person, userID: Person) =>
  as(me)("/conversation/set_conversations", {
    userIDs: [me],
    conversation: {
      conversationID: `si_${[me, userID].sort().join("_")}`,
      conversationType: 1,
      userID,
      groupID: "",
      isPrivateChat: true,
    },
  });

describe("a user who was removed from a group", () => {
  const conversationID = `sg_${group}`;

  it("can neither delete for all nor revoke", async () => {
    const [mia, max] = [await backend.device("mia"), await backend.device("max")];
    const content = JSON.stringify({ content: "I said that" });
    await mia.send({ groupID: group, content });
    await eventually(() => expect(lines(max, 101)).toHaveLength(1));
    const seq = lines(max, 101)[0]?.seq ?? 0;
    const remove = () =>
      as("mia")("/msg/delete_msgs", {
        conversationID,
        seqs: [seq],
        userID: "mia",
        deleteSyncOpt: { IsSyncSelf: true, IsSyncOther: true },
      });
    await as("olga")("kick_group", { groupID: group, kickedUserIDs: ["mia"], reason: "" });
    expect(await remove()).toEqual(permission("op user not in group"));
    expect(await as("mia")("/msg/revoke_msg", { conversationID, seq, userID: "mia" })).toEqual(
      permission("op user not in group"),
    );
    expect((await max.pullSeqs(conversationID, [seq])).Msgs).toMatchObject([{ seq, content }]);
    expect(told(max, 2102)).toEqual([]);
    // Back in the group, the member may act on the message again.
    await as("olga")("invite_user_to_group", { groupID: group, invitedUserIDs: ["mia"], reason: "" });
    expect(await remove()).toEqual(done);
  });
});

describe("6-09 disappearing messages in a chat with another user", () => {
  it("cannot be switched on by a stranger without a chat, and add no chat to the list", async () => {
    expect(await burn("otto", "mia")).toEqual(permission("no conversation and no friend of the peer"));
    const own = { conversationID: "si_mia_otto", conversationType: 1, userID: "mia", groupID: "" };
    const pin = { userIDs: ["otto"], conversation: { ...own, isPinned: true } };
    expect(await as("otto")("/conversation/set_conversations", pin)).toEqual(done);
    expect(await conversationIDs("mia")).toEqual([`sg_${group}`]);
    expect(await conversationIDs("otto")).toEqual(["si_mia_otto"]);
  });

  it("cannot be switched by a blocked user, even in an old chat", async () => {
    backend.im.makeFriends("otto", "mia");
    expect(await burn("otto", "mia")).toEqual(done);
    await block("mia", "otto");
    expect(await burn("otto", "mia")).toEqual(blocked());
    expect(await burn("mia", "otto")).toEqual(done);
  });

  it("can be switched by a friend before the first message, and by any user with a chat", async () => {
    backend.im.makeFriends("otto", "mia");
    expect(await burn("otto", "mia")).toEqual(done);
    backend.im.send({ from: "oskar", to: "mia", contentType: 101, content: { content: "Hello" } });
    expect(await burn("oskar", "mia")).toEqual(done);
    expect((await conversationIDs("mia")).sort()).toEqual([`sg_${group}`, "si_mia_oskar", "si_mia_otto"]);
  });
});

describe("6-09 a blocked user", () => {
  beforeEach(() => block("mia", "otto"));

  it("cannot send a friend request, and gets the answer of a user who takes none", async () => {
    const asked = await as("otto")("/friend/add_friend", {
      fromUserID: "otto",
      toUserID: "mia",
      reqMsg: "Hi",
    });
    expect(asked).toMatchObject({ errCode: 20013 });
    const { data } = await as("mia")("/friend/get_friend_apply_list", {
      userID: "mia",
      pagination: { pageNumber: 1, showNumber: 10 },
    });
    expect(JSON.stringify(data)).not.toContain("otto");
  });

  it("cannot add the blocker to a new or an old group, even as its owner", async () => {
    const create = (memberUserIDs: Person[], adminUserIDs: Person[] = []) =>
      as("otto")("create_group", {
        ownerUserID: "otto",
        memberUserIDs,
        adminUserIDs,
        groupInfo: { groupID: "ottos", groupName: "O", groupType: 2, needVerification: 1 },
      });
    expect(await create(["max", "mia"])).toEqual(blocked("mia"));
    expect(await create([], ["mia"])).toEqual(blocked("mia"));
    expect(await create(["max"])).toMatchObject({ errCode: 0 });
    const invite = (me: Person) =>
      as(me)("invite_user_to_group", { groupID: "ottos", invitedUserIDs: ["mia"], reason: "" });
    expect(await invite("otto")).toEqual(blocked("mia"));
    expect(await conversationIDs("mia")).toEqual([`sg_${group}`]);
    // Invitations by other members are allowed.
    expect(await invite("max")).toEqual(done);
  });
});

describe("@everybody", () => {
  it("mentions all only if a manager writes it; the other mentions of a member still count", async () => {
    const atType = async () => {
      const { data } = await as("max")("/conversation/get_all_conversations", { ownerUserID: "max" });
      return JSON.stringify(data).match(/"groupAtType":(\d)/)?.[1];
    };
    const [mia, adam] = [await backend.device("mia"), await backend.device("adam")];
    const at = { groupID: group, contentType: 106 };
    await mia.send({ ...at, atUserIDList: ["AtAllTag"] });
    expect(await atType()).toBe("0");
    await mia.send({ ...at, atUserIDList: ["AtAllTag", "max"] });
    expect(await atType()).toBe("1");
    await adam.send({ ...at, atUserIDList: ["AtAllTag"] });
    expect(await atType()).toBe("2");
  });
});

describe("6-06 an admin", () => {
  it("appoints admins as on a real server, and removes none", async () => {
    const role = (userID: Person, roleLevel: number) =>
      as("adam")("set_group_member_info", { members: [{ groupID: group, userID, roleLevel }] });
    expect(await role("mia", 60)).toEqual(done);
    expect(await role("mia", 20)).toEqual(permission("admin can not change other group admin"));
  });
});

describe("2-57 the announcement of a group", () => {
  it("is sent to members only, and not to an applicant", async () => {
    const seenBy = async (me: Person) =>
      JSON.stringify((await as(me)("get_groups_info", { groupIDs: [group] })).data);
    expect(await seenBy("mia")).toContain("Meet at 8");
    expect(await seenBy("otto")).not.toContain("Meet at 8");
    expect(await seenBy("otto")).toContain('"groupName":"G"');

    const otto = await backend.device("otto");
    await as("otto")("join_group", { groupID: group, reqMessage: "", joinSource: 3, inviterUserID: "otto" });
    await eventually(() => expect(told(otto, 1503)).not.toHaveLength(0));
    const pagination = { pageNumber: 1, showNumber: 10 };
    const mine = await as("otto")("get_user_req_group_applicationList", { userID: "otto", pagination });
    expect(mine.data).toMatchObject({ total: 1 });
    for (const seen of [told(otto, 1503).map(tipsOf), mine.data])
      expect(JSON.stringify(seen)).not.toContain("Meet at 8");

    await as("olga")("kick_group", { groupID: group, kickedUserIDs: ["mia"], reason: "" });
    await as("olga")("set_group_info_ex", { groupID: group, notification: "Meet at 9" });
    expect(await seenBy("mia")).not.toContain("Meet at");
  });

  it("is not in the conversation that a removed member keeps", async () => {
    const conversationIDs = [`sg_${group}`];
    const chats = async (me: Person) => {
      const active = await as(me)("/jssdk/get_active_conversations", { ownerUserID: me, count: 10 });
      const named = await as(me)("/jssdk/get_conversations", { ownerUserID: me, conversationIDs });
      expect(active.data).toMatchObject({ conversations: [{ group: { groupName: "G" } }] });
      return JSON.stringify([active.data, named.data]);
    };
    expect(await chats("mia")).toContain("Meet at 8");
    await as("olga")("kick_group", { groupID: group, kickedUserIDs: ["mia"], reason: "" });
    await as("olga")("set_group_info_ex", { groupID: group, notification: "Meet at 9" });
    expect(await chats("mia")).not.toContain("Meet at 9");
    expect(await chats("max")).toContain("Meet at 9");
  });
});
