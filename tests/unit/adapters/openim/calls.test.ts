import * as v from "valibot";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import type { GroupOrder } from "../../../../machines/domain/group.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import { type Server, setUpIm } from "../support/im-set-up.ts";
import { refusal, type Script } from "../support/scripted-worker.ts";
import {
  friend,
  group,
  memberInfo,
  newConversation,
  receivedText,
  selfInfo,
} from "../support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

async function setUp(script: Script, server: Server = {}) {
  const set = setUpIm(script, {}, server);
  await set.im.login();
  return set;
}

const code = (promise: Promise<unknown>) => promise.then(() => "none", failureCode);

const TEN_DIGITS = expect.stringMatching(/^[1-9]\d{9}$/);

type Case = [id: string, ask: (im: ImPort) => Promise<unknown>, name: string, args: unknown[]];

const changing =
  (change: GroupOrder): Case[1] =>
  (im) =>
    im.changeGroup({ groupID: "g", change });

/** The SDK call for each group change; xc is already a member. */
const groupChanges: Case[] = [
  ["6-02", changing({ kind: "name", name: "Crew" }), "setGroupInfo", [{ groupID: "g", groupName: "Crew" }]],
  [
    "6-02",
    changing({ kind: "announcement", text: "" }),
    "setGroupInfo",
    [{ groupID: "g", notification: "" }],
  ],
  [
    "6-02",
    changing({ kind: "faceURL", faceURL: "https://im.test/g.jpg" }),
    "setGroupInfo",
    [{ groupID: "g", faceURL: "https://im.test/g.jpg" }],
  ],
  [
    "6-04",
    changing({ kind: "lookMemberInfo", allowed: false }),
    "setGroupInfo",
    [{ groupID: "g", lookMemberInfo: 1 }],
  ],
  [
    "6-02",
    changing({ kind: "applyMemberFriend", allowed: true }),
    "setGroupInfo",
    [{ groupID: "g", applyMemberFriend: 0 }],
  ],
  [
    "6-02",
    changing({ kind: "verification", mode: 2 }),
    "setGroupInfo",
    [{ groupID: "g", needVerification: 2 }],
  ],
  [
    "2-79",
    changing({ kind: "nickname", nickname: "M" }),
    "setGroupMemberInfo",
    [{ groupID: "g", userID: "xa", nickname: "M" }],
  ],
  [
    "6-03",
    changing({ kind: "admin", userID: "xb", admin: true }),
    "setGroupMemberInfo",
    [{ groupID: "g", userID: "xb", roleLevel: 60 }],
  ],
  [
    "6-03",
    changing({ kind: "admin", userID: "xb", admin: false }),
    "setGroupMemberInfo",
    [{ groupID: "g", userID: "xb", roleLevel: 20 }],
  ],
  ["6-11", changing({ kind: "muteAll", muted: true }), "changeGroupMute", [{ groupID: "g", isMute: true }]],
  [
    "6-12",
    changing({ kind: "mute", userID: "xb", seconds: 600 }),
    "changeGroupMemberMute",
    [{ groupID: "g", userID: "xb", mutedSeconds: 600 }],
  ],
  [
    "6-06",
    changing({ kind: "transfer", userID: "xb" }),
    "transferGroupOwner",
    [{ groupID: "g", newOwnerUserID: "xb" }],
  ],
  [
    "2-62",
    changing({ kind: "invite", userIDs: ["xb", "xc"] }),
    "inviteUserToGroup",
    [{ groupID: "g", reason: "", userIDList: ["xb"] }],
  ],
  [
    "2-61",
    changing({ kind: "remove", userIDs: ["xb"] }),
    "kickGroupMember",
    [{ groupID: "g", reason: "", userIDList: ["xb"] }],
  ],
  ["7-36", changing({ kind: "quit" }), "quitGroup", ["g"]],
  ["7-36", changing({ kind: "dismiss" }), "dismissGroup", ["g"]],
];

describe("SDK calls", () => {
  const conversationID = "si_xa_xb";
  const clientMsgID = "m1";
  const cases: Case[] = [
    ["7-17", (im) => im.loadProfile(), "getSelfUserInfo", []],
    ["7-18", (im) => im.loadUnreadTotal(), "getTotalUnreadMsgCount", []],
    [
      "7-19",
      (im) => im.loadConversations({ offset: 40, count: 20 }),
      "getConversationListSplit",
      [{ offset: 40, count: 20 }],
    ],
    ["7-28", (im) => im.loadGroup({ groupID: "g" }), "getSpecifiedGroupsInfo", [["g"]]],
    [
      "7-29",
      (im) => im.loadMembership({ groupID: "g" }),
      "getSpecifiedGroupMembersInfo",
      [{ groupID: "g", userIDList: ["xa"] }],
    ],
    [
      "7-30 7-31",
      (im) => im.loadOlder({ conversationID, cursor: null, count: 20 }),
      "getAdvancedHistoryMessageList",
      [{ conversationID, startClientMsgID: "", count: 20, viewType: 0 }],
    ],
    [
      "7-30",
      (im) => im.loadNewer({ conversationID, cursor: "m0", count: 20 }),
      "getAdvancedHistoryMessageListReverse",
      [{ conversationID, startClientMsgID: "m0", count: 20, viewType: 1001 }],
    ],
    ["1-21 7-35", (im) => im.setBackground({ hidden: true }), "setAppBackgroundStatus", [true]],
    ["1-22 7-35", (im) => im.setBackground({ hidden: false }), "setAppBackgroundStatus", [false]],
    ["1-23 7-36", (im) => im.reconnect(), "networkStatusChanged", []],
    [
      "4-64",
      (im) => im.changeConversation({ kind: "pin", conversationID, pinned: true }),
      "setConversation",
      [{ conversationID, isPinned: true }],
    ],
    [
      "4-64 6-10",
      (im) => im.changeConversation({ kind: "mute", conversationID, muted: true }),
      "setConversation",
      [{ conversationID, recvMsgOpt: 2 }],
    ],
    [
      "4-64 6-10",
      (im) => im.changeConversation({ kind: "mute", conversationID, muted: false }),
      "setConversation",
      [{ conversationID, recvMsgOpt: 0 }],
    ],
    [
      "4-64",
      (im) => im.changeConversation({ kind: "markRead", conversationID }),
      "markConversationMessageAsRead",
      [conversationID],
    ],
    [
      "4-64",
      (im) => im.changeConversation({ kind: "remove", conversationID }),
      "deleteConversationAndDeleteAllMsg",
      [conversationID],
    ],
    ["4-61", (im) => im.markRead({ conversationID }), "markConversationMessageAsRead", [conversationID]],
    ["4-61", (im) => im.markRead({ conversationID: "sg_g1" }), "resetConversationGroupAtType", ["sg_g1"]],
    [
      "2-97",
      (im) => im.markMessageRead({ conversationID, clientMsgID }),
      "markMessagesAsReadByMsgID",
      [conversationID, '["m1"]'],
    ],
    [
      "4-63",
      (im) => im.saveDraft({ conversationID, text: "half" }),
      "setConversationDraft",
      [{ conversationID, draftText: "half" }],
    ],
    [
      "7-36",
      (im) => im.sendTyping({ conversationID, typing: true }),
      "changeInputStates",
      [{ conversationID, focus: true }],
    ],
    [
      "7-36",
      (im) => im.findConversation({ userID: "xb" }),
      "getOneConversation",
      [{ sourceID: "xb", sessionType: 1 }],
    ],
    [
      "7-36",
      (im) => im.findConversation({ groupID: "g" }),
      "getOneConversation",
      [{ sourceID: "g", sessionType: 3 }],
    ],
    ["7-28", (im) => im.lookUpGroup({ groupID: "g" }), "getSpecifiedGroupsInfo", [["g"]]],
    [
      "7-29",
      (im) => im.lookUpGroup({ groupID: "g" }),
      "getSpecifiedGroupMembersInfo",
      [{ groupID: "g", userIDList: ["xa"] }],
    ],
    [
      "7-29",
      (im) => im.loadMembersByID({ groupID: "g", userIDs: ["xb", "xc"] }),
      "getSpecifiedGroupMembersInfo",
      [{ groupID: "g", userIDList: ["xb", "xc"] }],
    ],
    [
      "7-36",
      (im) => im.loadMembers({ groupID: "g", offset: 500, count: 500 }),
      "getGroupMemberList",
      [{ groupID: "g", filter: 0, offset: 500, count: 500 }],
    ],
    [
      "2-83",
      (im) => im.createGroup({ name: "Trip", groupType: 0, userIDs: ["xb"] }),
      "createGroup",
      [{ memberUserIDs: ["xb"], groupInfo: { groupID: TEN_DIGITS, groupName: "Trip", groupType: 2 } }],
    ],
    [
      "2-76",
      (im) => im.createGroup({ name: "Trip", groupType: 1, userIDs: ["xb"] }),
      "createGroup",
      [{ memberUserIDs: ["xb"], groupInfo: { groupID: TEN_DIGITS, groupName: "Trip", groupType: 1 } }],
    ],
    ...groupChanges,
    [
      "7-36",
      (im) => im.revokeMessage({ conversationID, clientMsgID }),
      "revokeMessage",
      [{ conversationID, clientMsgID }],
    ],
    [
      "7-36",
      (im) => im.deleteMessage({ conversationID, clientMsgID }),
      "deleteMessage",
      [{ conversationID, clientMsgID }],
    ],
  ];
  it.each(cases)("%s %s", async (_, ask, name, args) => {
    const page = { messageList: [receivedText], isEnd: true, errCode: 0, errMsg: "" };
    const { im, worker } = await setUp({
      getSelfUserInfo: () => selfInfo,
      getTotalUnreadMsgCount: () => 3,
      getConversationListSplit: () => [newConversation],
      isJoinGroup: () => true,
      getSpecifiedGroupsInfo: () => [group],
      getSpecifiedGroupMembersInfo: () => [memberInfo],
      getAdvancedHistoryMessageList: () => page,
      getAdvancedHistoryMessageListReverse: () => page,
      getOneConversation: () => newConversation,
      getGroupMemberList: () => [memberInfo],
      getUsersInGroup: () => ["xc"],
      createGroup: () => group,
      findMessageList: () => ({ totalCount: 0, findResultItems: null }),
      ...Object.fromEntries(
        [
          "setAppBackgroundStatus",
          "networkStatusChanged",
          "setConversation",
          "markConversationMessageAsRead",
          "markMessagesAsReadByMsgID",
          "deleteConversationAndDeleteAllMsg",
          "setConversationDraft",
          "changeInputStates",
          "revokeMessage",
          "deleteMessage",
          "setGroupInfo",
          "setGroupMemberInfo",
          "changeGroupMute",
          "changeGroupMemberMute",
          "transferGroupOwner",
          "inviteUserToGroup",
          "kickGroupMember",
          "quitGroup",
          "dismissGroup",
        ].map((each) => [each, () => ""]),
      ),
    });
    await ask(im);
    expect(worker().argsOf(name)).toEqual([args]);
  });

  it("4-64 a deleted chat is reported, so that its cached messages go too", async () => {
    const { im, heard } = setUpIm({ deleteConversationAndDeleteAllMsg: () => "" });
    await im.start();
    await im.changeConversation({ kind: "remove", conversationID });
    expect(heard).toContainEqual({ type: "im.conversations", conversations: [], cleared: [conversationID] });
  });

  it("1-23 the background state is not sent while no user is logged in", async () => {
    const { im, worker } = setUpIm({ setAppBackgroundStatus: () => "" });
    await im.setBackground({ hidden: true });
    await im.start();
    await im.setBackground({ hidden: true });
    expect(worker().argsOf("setAppBackgroundStatus")).toEqual([]);
  });
});

describe("SDK answers", () => {
  it("7-28 7-29 are null for an unknown group and for a group without the user", async () => {
    const { im } = await setUp(
      { getSpecifiedGroupMembersInfo: () => null, isJoinGroup: () => false },
      { "/group/get_groups_info": () => ({ groupInfos: null }) },
    );
    expect(await im.loadGroup({ groupID: "g" })).toBeNull();
    expect(await im.loadMembership({ groupID: "g" })).toBeNull();
  });

  it("6-18 contain each membership that could be read", async () => {
    const { im, worker } = await setUp({
      getSpecifiedGroupMembersInfo: (asked) => {
        const groupID = ["a", "b", "c"].find((id) => JSON.stringify(asked).includes(`"${id}"`));
        if (groupID === "b") throw new Error("unknown");
        return [{ groupID, userID: "xa", roleLevel: 20 }];
      },
    });
    const members = await im.loadMemberships({ groupIDs: ["a", "b", "c"] });
    expect(members.map(({ groupID }) => groupID)).toEqual(["a", "c"]);
    expect(worker().argsOf("getSpecifiedGroupMembersInfo")).toHaveLength(3);
  });

  it.each([
    ["missing, as after a failed fetch", []],
    ["without an id", [{ groupID: "g" }]],
  ])("6-18 fail when the user's own member entry is %s in a joined group", async (_, members) => {
    const { im, worker } = await setUp({
      getSpecifiedGroupMembersInfo: () => members,
      isJoinGroup: () => true,
    });
    expect(await code(im.loadMembership({ groupID: "g" }))).toBe("unknown");
    expect(worker().argsOf("isJoinGroup")).toEqual([["g"]]);
  });

  it("7-13 fail for an unknown conversation", async () => {
    const { im } = await setUp({ getMultipleConversation: () => [] });
    expect(await code(im.loadConversation({ conversationID: "si_x_y" }))).toBe("unknown");
  });

  it("7-13 fail when their shape is wrong", async () => {
    const { im } = await setUp({
      getSelfUserInfo: () => "",
      getTotalUnreadMsgCount: () => "3",
      getFriendListPage: () => ({}),
      getAdvancedHistoryMessageList: () => [],
    });
    expect(await code(im.loadProfile())).toBe("unknown");
    expect(await code(im.loadUnreadTotal())).toBe("unknown");
    expect(await code(im.loadFriends())).toBe("unknown");
    expect(await code(im.loadOlder({ conversationID: "c", cursor: null, count: 20 }))).toBe("unknown");
  });

  it("4-29 contain no friends and groups before the first sync", async () => {
    const never = () => {
      throw refusal(1004);
    };
    const { im } = await setUp({ getFriendListPage: never, getJoinedGroupListPage: never });
    expect([await im.loadFriends(), await im.loadGroups()]).toEqual([[], []]);
  });

  it.each([500, 1004])(
    "mean for %d that the user or chat does not exist, and do not end the session",
    async (errCode) => {
      const none = () => {
        throw refusal(errCode, "record not found");
      };
      const { im } = await setUp({
        getUsersInfo: none,
        getMultipleConversation: none,
        getOneConversation: none,
      });
      expect(await code(im.loadUser({ userID: "xz" }))).toBe("unknown");
      expect(await code(im.loadConversation({ conversationID: "si_xa_xz" }))).toBe("unknown");
      expect(await code(im.findConversation({ groupID: "z" }))).toBe("unknown");
      expect(await im.loginStatus()).toBe("loggedIn");
    },
  );

  it("7-20 4-36 4-37 4-38 4-39 9-04 load friends in a page of 10000, then pages of 1000, until a page is short", async () => {
    const pages = [10_000, 1000, 999];
    const { im, worker } = await setUp({
      getFriendListPage: () => Array.from({ length: pages.shift() ?? 0 }, () => friend),
    });
    expect(await im.loadFriends()).toHaveLength(11_999);
    expect(worker().argsOf("getFriendListPage")).toEqual([
      [{ offset: 0, count: 10_000 }],
      [{ offset: 10_000, count: 1000 }],
      [{ offset: 11_000, count: 1000 }],
    ]);
  });

  it("2-83 report a group whose first answer was lost when its creation is repeated, and not another group", async () => {
    const asked: unknown[] = [];
    const taken = new Set<unknown>();
    const { im } = await setUp({
      createGroup: (request) => {
        const { groupInfo } = v.parse(v.object({ groupInfo: v.object({ groupID: v.string() }) }), request);
        asked.push(groupInfo.groupID);
        if (taken.has(groupInfo.groupID)) throw refusal(1202, "GroupIDExisted");
        taken.add(groupInfo.groupID);
        throw refusal(10_000, "no answer");
      },
    });
    const trip = { name: "Trip", groupType: 0, userIDs: ["xb"] };
    expect(await code(im.createGroup(trip))).toBe("network");
    expect(await im.createGroup(trip)).toEqual({ groupID: asked[0] });
    // A second group of this name, and one with other members, are new groups.
    expect(await code(im.createGroup(trip))).toBe("network");
    expect(await code(im.createGroup({ ...trip, userIDs: ["xb", "xc"] }))).toBe("network");
    expect(new Set(asked).size).toBe(3);
  });

  it("7-36 to a typing signal are awaited before the next one, also after a failure", async () => {
    const answers: ((answer: unknown) => void)[] = [];
    const { im, worker } = await setUp({
      changeInputStates: () => new Promise((resolve) => answers.push(resolve)),
    });
    const tell = (typing: boolean) => im.sendTyping({ conversationID: "si_xa_xb", typing });
    const told = () => worker().argsOf("changeInputStates");
    const [ended, begun] = [tell(false), tell(true)];
    await vi.waitFor(() => expect(told()).toHaveLength(1));
    expect(told()).toEqual([[{ conversationID: "si_xa_xb", focus: false }]]);
    answers[0]?.(Promise.reject(refusal(10_000, "no answer")));
    expect(await code(ended)).toBe("network");
    await vi.waitFor(() => expect(told()).toHaveLength(2));
    answers[1]?.("");
    await begun;
    expect(told().at(-1)).toEqual([{ conversationID: "si_xa_xb", focus: true }]);
  });

  it("2-83 do not report a group that the user has changed since, but a new one", async () => {
    const asked: unknown[] = [];
    const { im } = await setUp({
      createGroup: (request) => {
        const { groupInfo } = v.parse(v.object({ groupInfo: v.object({ groupID: v.string() }) }), request);
        asked.push(groupInfo.groupID);
        if (asked.length === 1) throw refusal(10_000, "no answer");
        return groupInfo;
      },
      dismissGroup: () => "",
    });
    const trip = { name: "Trip", groupType: 0, userIDs: ["xb"] };
    expect(await code(im.createGroup(trip))).toBe("network");
    await im.changeGroup({ groupID: String(asked[0]), change: { kind: "dismiss" } });
    expect(await im.createGroup(trip)).toEqual({ groupID: asked[1] });
    expect(asked[1]).not.toBe(asked[0]);
  });

  it("2-83 do not report the group of another user whose id is taken", async () => {
    const asked: unknown[] = [];
    const { im } = await setUp({
      createGroup: (request) => {
        asked.push(request);
        throw refusal(1202, "GroupIDExisted");
      },
    });
    const trip = { name: "Trip", groupType: 0, userIDs: ["xb"] };
    expect(await code(im.createGroup(trip))).not.toBe("none");
    expect(await code(im.createGroup(trip))).not.toBe("none");
    expect(asked[1]).not.toEqual(asked[0]);
  });

  it("7-21 4-40 9-05 load groups in pages of 1000 until a page is short", async () => {
    const pages = [1000, 0];
    const { im, worker } = await setUp({
      getJoinedGroupListPage: () => Array.from({ length: pages.shift() ?? 0 }, () => group),
    });
    expect(await im.loadGroups()).toHaveLength(1000);
    expect(worker().argsOf("getJoinedGroupListPage")).toEqual([
      [{ offset: 0, count: 1000 }],
      [{ offset: 1000, count: 1000 }],
    ]);
  });
});

describe("a history page", () => {
  const message = (clientMsgID: string, sendTime: number, status = 2) => ({
    ...receivedText,
    clientMsgID,
    sendTime,
    status,
  });
  const page = (messageList: unknown, isEnd: boolean, errCode = 0) => ({
    messageList,
    isEnd,
    errCode,
    errMsg: "",
  });

  it("7-30 7-31 is sorted oldest first, with its cursor and end mark", async () => {
    const { im } = await setUp({
      getAdvancedHistoryMessageList: () => page([message("m1", 1), message("m2", 2)], false),
      getAdvancedHistoryMessageListReverse: () => page([message("m4", 4), message("m3", 3)], true),
    });
    const older = await im.loadOlder({ conversationID: "si_xa_xb", cursor: "m3", count: 2 });
    expect(older).toMatchObject({
      cursor: "m3",
      isEnd: false,
      messages: [{ clientMsgID: "m1" }, { clientMsgID: "m2" }],
    });
    const newer = await im.loadNewer({ conversationID: "si_xa_xb", cursor: "m2", count: 2 });
    expect(newer).toMatchObject({
      cursor: "m2",
      isEnd: true,
      messages: [{ clientMsgID: "m3" }, { clientMsgID: "m4" }],
    });
  });

  it("2-63 around a message has it in the middle, and is the newest page if the message is gone", async () => {
    const stored = { ...message("m3", 3), sendID: "xb", contentType: 101 };
    const findResultItems = [{ conversationID: "si_xa_xb", messageList: [stored] }];
    const found = { totalCount: 1, findResultItems };
    const answers = [found, { totalCount: 0, findResultItems: null }];
    const { im, worker } = await setUp({
      findMessageList: () => answers.shift(),
      getAdvancedHistoryMessageList: () => page([message("m1", 1), message("m2", 2)], true),
      getAdvancedHistoryMessageListReverse: () => page([message("m5", 5), message("m4", 4)], false),
    });
    const query = { conversationID: "si_xa_xb", cursor: "m3", count: 4 };
    const around = await im.loadAround(query);
    expect(around.messages.map(({ clientMsgID }) => clientMsgID)).toEqual(["m1", "m2", "m3", "m4", "m5"]);
    expect(around).toMatchObject({ cursor: "m3", isEnd: true });
    const newest = await im.loadAround(query);
    expect(newest.messages.map(({ clientMsgID }) => clientMsgID)).toEqual(["m1", "m2"]);
    expect(worker().argsOf("getAdvancedHistoryMessageList")).toMatchObject([
      [{ startClientMsgID: "m3", count: 2 }],
      [{ startClientMsgID: "", count: 4 }],
    ]);
  });

  it("7-31 excludes deleted messages, and reads on if no other message is left", async () => {
    const pages = [
      page([message("d1", 3, 4), message("d2", 4, 4)], false),
      page([message("m1", 1), message("d0", 2, 4)], true),
    ];
    const { im, worker } = await setUp({ getAdvancedHistoryMessageList: () => pages.shift() });
    const loaded = await im.loadOlder({ conversationID: "c", cursor: "m9", count: 2 });
    expect(loaded.messages.map(({ clientMsgID }) => clientMsgID)).toEqual(["m1"]);
    expect(loaded).toMatchObject({ cursor: "m9", isEnd: true });
    expect(worker().argsOf("getAdvancedHistoryMessageList")).toMatchObject([
      [{ startClientMsgID: "m9" }],
      [{ startClientMsgID: "d1" }],
    ]);
  });

  it("7-31 of an empty conversation is empty and the last", async () => {
    const { im } = await setUp({ getAdvancedHistoryMessageList: () => page(null, true) });
    expect(await im.loadOlder({ conversationID: "c", cursor: null, count: 20 })).toEqual({
      messages: [],
      cursor: null,
      isEnd: true,
    });
  });

  it("8-22 fails when the SDK reports an error inside its answer", async () => {
    const { im } = await setUp({ getAdvancedHistoryMessageList: () => page([], false, 10001) });
    expect(await code(im.loadOlder({ conversationID: "c", cursor: null, count: 20 }))).toBe("timeout");
  });
});

describe("message deletion", () => {
  const ref = { conversationID: "si_xa_xb", clientMsgID: receivedText.clientMsgID };
  const stored = (status: number) => ({ findResultItems: [{ messageList: [{ ...receivedText, status }] }] });

  it("7-36 removes a failed message from the local store only", async () => {
    const { im, worker } = await setUp({
      findMessageList: () => stored(3),
      deleteMessageFromLocalStorage: () => "",
    });
    await im.deleteMessage(ref);
    expect(worker().argsOf("deleteMessageFromLocalStorage")).toEqual([[ref]]);
  });

  const withoutSeq = () => Promise.reject(refusal(10005, "10206 Message has no sequence number"));

  it("7-36 removes a message that was never sent from the local store", async () => {
    const { im, worker } = await setUp({
      findMessageList: () => stored(1),
      deleteMessage: withoutSeq,
      deleteMessageFromLocalStorage: () => "",
    });
    await im.deleteMessage(ref);
    expect(worker().argsOf("deleteMessageFromLocalStorage")).toEqual([[ref]]);
  });

  it("7-36 waits for the sequence number of a sent message, which would bring it back", async () => {
    vi.useFakeTimers();
    const arrival = Date.now() + 8000;
    const { im, worker } = await setUp({
      findMessageList: () => stored(2),
      deleteMessage: () => (Date.now() < arrival ? withoutSeq() : ""),
    });
    const deleted = code(im.deleteMessage(ref));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await deleted).toBe("none");
    expect(worker().argsOf("deleteMessageFromLocalStorage")).toEqual([]);
  });

  it("7-36 fails when a sent message gets no sequence number", async () => {
    const { im, worker } = await setUp({ findMessageList: () => stored(2), deleteMessage: withoutSeq });
    vi.useFakeTimers();
    const failure = code(im.deleteMessage(ref));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failure).toBe("timeout");
    expect(worker().argsOf("deleteMessageFromLocalStorage")).toEqual([]);
  });

  it("7-36 fails when the server refuses it for another reason", async () => {
    const { im, worker } = await setUp({
      findMessageList: () => stored(2),
      deleteMessage: () => Promise.reject(refusal(10005, "10000 Network error")),
    });
    expect(await code(im.deleteMessage(ref))).toBe("network");
    expect(worker().argsOf("deleteMessageFromLocalStorage")).toEqual([]);
  });
});

describe("groups", () => {
  it("2-57 10-09 a group without the user is loaded without its members", async () => {
    const { im } = await setUp(
      {
        getSpecifiedGroupMembersInfo: () => Promise.reject(refusal(1002, "NoPermissionError")),
        isJoinGroup: () => false,
      },
      { "/group/get_groups_info": () => ({ groupInfos: [group] }) },
    );
    const { group: known, me } = await im.lookUpGroup({ groupID: group.groupID });
    expect([known?.groupName, me]).toEqual(["Q", null]);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it.each([
    ["a group without the user", () => false],
    ["any group before the first sync", () => Promise.reject(refusal(1004, "RecordNotFoundError"))],
  ])(
    "2-57 7-28 %s is read from the server each time and not stored in the SDK's database",
    async (_, isJoined) => {
      let name = "Before";
      const { im, worker, posts } = await setUp(
        { isJoinGroup: isJoined, getSpecifiedGroupsInfo: () => [group] },
        { "/group/get_groups_info": () => ({ groupInfos: [{ ...group, groupName: name }] }) },
      );
      expect((await im.loadGroup({ groupID: group.groupID }))?.groupName).toBe("Before");
      name = "After";
      expect((await im.loadGroup({ groupID: group.groupID }))?.groupName).toBe("After");
      expect(worker().argsOf("getSpecifiedGroupsInfo")).toEqual([]);
      const asked = { path: "/group/get_groups_info", body: { groupIDs: [group.groupID] }, token: "token-a" };
      expect(posts).toEqual([asked, asked]);
    },
  );

  it("2-57 a failed group request fails", async () => {
    const { im } = await setUp({ isJoinGroup: () => false });
    expect(await code(im.loadGroup({ groupID: "g" }))).toBe("network");
  });

  it("2-62 existing members are not invited", async () => {
    const { im, worker } = await setUp({ getUsersInGroup: () => ["xb"], inviteUserToGroup: () => undefined });
    await im.changeGroup({ groupID: "g", change: { kind: "invite", userIDs: ["xb"] } });
    expect(worker().argsOf("inviteUserToGroup")).toEqual([]);
  });

  it("2-51 a missing permission fails as notAllowed", async () => {
    const { im } = await setUp({ changeGroupMute: () => Promise.reject(refusal(1002, "NoPermissionError")) });
    const change = { kind: "muteAll", muted: true } as const;
    expect(await code(im.changeGroup({ groupID: "g", change }))).toBe("notAllowed");
  });
});
