import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { refusal } from "../support/scripted-worker.ts";
import { group, groupCreated } from "../support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

const code = (promise: Promise<unknown>) => promise.then(() => "none", failureCode);
const xb = { userID: "xb", nickname: "XB", faceURL: "/xb.png" };

async function started(script: Parameters<typeof setUpIm>[0]) {
  const set = setUpIm(script);
  await set.im.start();
  return set;
}

describe("loadPerson", () => {
  it("3-28 finds a friend without a server request", async () => {
    const { im, worker } = await started({
      getSpecifiedFriendsInfo: () => [{ ...xb, remark: "Bea", addSource: 2 }],
      getBlackList: () => [{ ...xb, userID: "xc" }],
    });
    expect(await im.loadPerson({ userID: "xb" })).toEqual({
      baseInfo: xb,
      friend: { ...xb, remark: "Bea" },
      isBlocked: false,
    });
    expect(worker().argsOf("getSpecifiedFriendsInfo")).toEqual([
      [{ friendUserIDList: ["xb"], filterBlack: false }],
    ]);
    expect(worker().argsOf("getUsersInfo")).toEqual([]);
  });

  it("7-27 3-29 requests any other user by id", async () => {
    const { im, worker } = await started({
      getSpecifiedFriendsInfo: () => null,
      getBlackList: () => [{ userID: 7 }, { ...xb, userID: "xc" }, xb],
      getUsersInfo: () => [null, xb],
    });
    expect(await im.loadPerson({ userID: "xb" })).toEqual({ baseInfo: xb, friend: null, isBlocked: true });
    expect(worker().argsOf("getUsersInfo")).toEqual([[["xb"]]]);
  });

  it.each([
    ["an empty list", () => []],
    ["another user", () => [{ ...xb, userID: "xc" }]],
    ["no such user", () => Promise.reject(refusal(10100))],
    ["no such record", () => Promise.reject(refusal(1004))],
  ])("7-27 returns null when the SDK answers with %s", async (_, getUsersInfo) => {
    const { im } = await started({
      getSpecifiedFriendsInfo: () => [],
      getBlackList: () => null,
      getUsersInfo,
    });
    expect(await im.loadPerson({ userID: "xb" })).toBeNull();
  });

  it("2-56 fails when the server cannot be reached", async () => {
    const { im } = await started({
      getSpecifiedFriendsInfo: () => [],
      getBlackList: () => [],
      getUsersInfo: () => Promise.reject(refusal(10000)),
    });
    expect(await code(im.loadPerson({ userID: "xb" }))).toBe("network");
  });
});

describe("loadPeople", () => {
  const member = (userID: string) => ({
    userID,
    groupID: "g",
    nickname: `${userID} here`,
    faceURL: "/m.png",
  });

  it("3-53 names members as in the group, and other users by their account", async () => {
    const { im, worker } = await started({
      getSpecifiedGroupMembersInfo: () => [member("xa")],
      getUsersInfo: () => [xb],
    });
    expect(await im.loadPeople({ groupID: "g", userIDs: ["xa", "xb"] })).toEqual([
      { userID: "xa", name: "xa here", faceURL: "/m.png" },
      { userID: "xb", name: "XB", faceURL: "/xb.png" },
    ]);
    expect(worker().argsOf("getUsersInfo")).toEqual([[["xb"]]]);
  });

  it("3-53 asks for no account if all are members", async () => {
    const { im, worker } = await started({ getSpecifiedGroupMembersInfo: () => [member("xa")] });
    expect(await im.loadPeople({ groupID: "g", userIDs: ["xa"] })).toHaveLength(1);
    expect(worker().argsOf("getUsersInfo")).toEqual([]);
  });
});

describe("loadGroup", () => {
  it("3-53 of another group is followed by the news that the user has joined it", async () => {
    let isJoined = false;
    const { im, worker, heard } = setUpIm(
      { isJoinGroup: () => isJoined },
      {},
      { "/group/get_groups_info": () => ({ groupInfos: [group] }) },
    );
    await im.start();
    expect(await im.loadGroup({ groupID: group.groupID })).toMatchObject({ groupID: group.groupID });
    isJoined = true;
    worker().emit({ name: "OnRecvNewMessages", data: [{ ...groupCreated, groupID: group.groupID }] });
    await vi.waitFor(() => expect(heard).toContainEqual({ type: "im.groupJoined", groupID: group.groupID }));
  });
});

describe("changes of contacts", () => {
  it("2-58 2-82 6-09 call the SDK functions", async () => {
    const done = () => null;
    const { im, worker } = await started({
      addFriend: done,
      updateFriends: done,
      addBlack: done,
      removeBlack: done,
      deleteFriend: done,
      joinGroup: done,
    });
    await im.addFriend({ userID: "xb", greeting: "hi" });
    await im.setRemark({ userID: "xb", remark: "" });
    await im.block({ userID: "xb" });
    await im.unblock({ userID: "xb" });
    await im.unfriend({ userID: "xb" });
    await im.joinGroup({ groupID: "g", greeting: "hi", isScan: false });
    await im.joinGroup({ groupID: "g", greeting: "", isScan: true });
    const args = (name: string) => worker().argsOf(name);
    expect(args("addFriend")).toEqual([[{ toUserID: "xb", reqMsg: "hi" }]]);
    expect(args("updateFriends")).toEqual([[{ friendUserIDs: ["xb"], remark: "" }]]);
    expect(args("addBlack")).toEqual([[{ toUserID: "xb" }]]);
    expect(args("removeBlack")).toEqual([["xb"]]);
    expect(args("deleteFriend")).toEqual([["xb"]]);
    expect(args("joinGroup")).toEqual([
      [{ groupID: "g", reqMsg: "hi", joinSource: 3 }],
      [{ groupID: "g", reqMsg: "", joinSource: 4 }],
    ]);
  });

  it.each([
    [1301, "addingOneself"],
    [1304, "alreadyFriends"],
    [20013, "unknown"],
  ])("0-15 2-56 fail for the refusal %i as %s", async (errCode, failure) => {
    const { im } = await started({ addFriend: () => Promise.reject(refusal(errCode)) });
    expect(await code(im.addFriend({ userID: "xb", greeting: "" }))).toBe(failure);
  });

  it("4-58 report a group that was dismissed before the request to join it", async () => {
    const { im, heard } = await started({ joinGroup: () => Promise.reject(refusal(1204)) });
    expect(await code(im.joinGroup({ groupID: "g", greeting: "", isScan: false }))).toBe("groupDismissed");
    expect(heard).toEqual([{ type: "im.groupDismissed", groupID: "g" }]);
  });

  it("2-49 clear a chat through the SDK", async () => {
    const { im, worker } = await started({ clearConversationAndDeleteAllMsg: () => null });
    await im.changeConversation({ kind: "clear", conversationID: "si_xa_xb" });
    expect(worker().argsOf("clearConversationAndDeleteAllMsg")).toEqual([["si_xa_xb"]]);
  });
});

describe("settings for all chats", () => {
  it.each([
    [true, 2],
    [false, 0],
  ])("6-10 change do not disturb (%s) without other profile fields", async (quiet, globalRecvMsgOpt) => {
    const { im, worker } = await started({ setSelfInfo: () => null });
    await im.setQuiet({ quiet });
    expect(worker().argsOf("setSelfInfo")).toEqual([[{ globalRecvMsgOpt }]]);
  });

  it("2-66 clear all chats locally and on the server", async () => {
    const { im, worker } = await started({ deleteAllMsgFromLocalAndSvr: () => null });
    await im.changeConversation({ kind: "clearAll", conversationID: null });
    expect(worker().argsOf("deleteAllMsgFromLocalAndSvr")).toEqual([[]]);
  });
});
