import { beforeEach, describe, expect, it, vi } from "vitest";
import { type SetUp, setUpIm } from "../support/im-set-up.ts";
import { refusal } from "../support/scripted-worker.ts";

const friend = {
  fromUserID: "xb",
  fromNickname: "XB",
  fromFaceURL: "",
  toUserID: "xa",
  toNickname: "XA",
  toFaceURL: "",
  handleResult: 0,
  reqMsg: "hi",
  createTime: 1795255576802,
  handlerUserID: "",
  ex: "",
};
/** A request of the user. */
const own = { ...friend, fromUserID: "xa", fromNickname: "XA", toUserID: "xc", toNickname: "XC" };
const group = {
  groupID: "3788230500",
  groupName: "Q",
  groupFaceURL: "",
  createTime: 1,
  memberCount: 3,
  userID: "gb",
  nickname: "GB",
  userFaceURL: "",
  handleResult: 0,
  reqMsg: "let me in",
  reqTime: 1795255576803,
  ex: "",
};

describe("contact requests", () => {
  let set: SetUp;
  const asked: { name: string; args: readonly unknown[] }[] = [];
  const noting =
    (name: string, answer: unknown = "") =>
    (...args: readonly unknown[]) => {
      asked.push({ name, args });
      return answer;
    };

  beforeEach(async () => {
    asked.length = 0;
    set = setUpIm({
      getFriendApplicationListAsRecipient: noting("receivedFriends", [friend, { fromUserID: "" }]),
      getFriendApplicationListAsApplicant: noting("sentFriends", [own, null]),
      getGroupApplicationListAsRecipient: noting("receivedGroups", [null, group]),
      getGroupApplicationListAsApplicant: noting("sentGroups", [group]),
      acceptFriendApplication: noting("acceptFriend"),
      refuseFriendApplication: noting("refuseFriend"),
      acceptGroupApplication: noting("acceptGroup"),
      refuseGroupApplication: noting("refuseGroup"),
      removeBlack: noting("removeBlack"),
      getBlackList: noting("blacks", [{ userID: "xd", nickname: "XD", createTime: 1 }, {}]),
    });
    await set.im.start();
  });

  it("3-07 3-08 7-23 7-24 7-25 7-26 are read from four lists, without invalid entries", async () => {
    const lists = await set.im.loadApplications();
    expect(lists).toEqual({
      receivedFriends: [
        {
          kind: "friend",
          fromUserID: "xb",
          fromNickname: "XB",
          fromFaceURL: "",
          toUserID: "xa",
          toNickname: "XA",
          toFaceURL: "",
          handleResult: 0,
          reqMsg: "hi",
          createTime: 1795255576802,
        },
      ],
      sentFriends: [
        {
          kind: "friend",
          fromUserID: "xa",
          fromNickname: "XA",
          fromFaceURL: "",
          toUserID: "xc",
          toNickname: "XC",
          toFaceURL: "",
          handleResult: 0,
          reqMsg: "hi",
          createTime: 1795255576802,
        },
      ],
      receivedGroups: [
        {
          kind: "group",
          groupID: "3788230500",
          groupName: "Q",
          groupFaceURL: "",
          userID: "gb",
          nickname: "GB",
          userFaceURL: "",
          handleResult: 0,
          reqMsg: "let me in",
          // The request time, not the creation time of the group.
          createTime: 1795255576803,
        },
      ],
      sentGroups: lists.receivedGroups,
    });
    expect(asked).toContainEqual({
      name: "receivedGroups",
      args: [{ groupID: [], handleResults: [], offset: 0, count: 1000 }],
    });
  });

  it("2-54 know that their group was dismissed", async () => {
    set = setUpIm({
      getFriendApplicationListAsRecipient: () => [],
      getFriendApplicationListAsApplicant: () => [],
      getGroupApplicationListAsRecipient: () => [],
      getGroupApplicationListAsApplicant: () => [
        { ...group, status: 2 },
        { ...group, groupID: "g2", status: 3 },
      ],
      getBlackList: () => [],
    });
    await set.im.start();
    const { sentGroups } = await set.im.loadApplications();
    expect(sentGroups.map((one) => one.kind === "group" && one.isDismissed)).toEqual([true, undefined]);
  });

  it.each([
    [{ kind: "friend", fromUserID: "xb", toUserID: "xa" }, true, "acceptFriend", { toUserID: "xb" }],
    [{ kind: "friend", fromUserID: "xb", toUserID: "xa" }, false, "refuseFriend", { toUserID: "xb" }],
    [
      { kind: "group", userID: "gb", groupID: "g1" },
      true,
      "acceptGroup",
      { groupID: "g1", fromUserID: "gb" },
    ],
    [
      { kind: "group", userID: "gb", groupID: "g1" },
      false,
      "refuseGroup",
      { groupID: "g1", fromUserID: "gb" },
    ],
  ] as const)("0-09 are answered by the keys of %o", async (application, accept, name, input) => {
    await set.im.answerApplication({ application, accept });
    expect(asked).toEqual([{ name, args: [{ ...input, handleMsg: "" }] }]);
  });

  it.each([1001, 1305])(
    "0-09 say that another device has answered them for the refusal %i",
    async (errCode) => {
      const refuse = () => Promise.reject(refusal(errCode));
      set = setUpIm({ acceptFriendApplication: refuse, refuseFriendApplication: refuse });
      await set.im.start();
      const application = { kind: "friend", fromUserID: "xb", toUserID: "xa" } as const;
      for (const accept of [true, false])
        await expect(set.im.answerApplication({ application, accept })).rejects.toMatchObject({
          code: "requestHandled",
        });
    },
  );

  it.each([
    ["OnFriendApplicationAdded", friend, { kind: "friend", fromUserID: "xb", handleResult: 0 }],
    ["OnFriendApplicationAccepted", { ...friend, handleResult: 1 }, { handleResult: 1 }],
    ["OnFriendApplicationRejected", { ...friend, handleResult: -1 }, { handleResult: -1 }],
    ["OnGroupApplicationAdded", group, { kind: "group", userID: "gb", createTime: 1795255576803 }],
    ["OnGroupApplicationAccepted", { ...group, handleResult: 1 }, { handleResult: 1 }],
    ["OnGroupApplicationRejected", { ...group, handleResult: -1 }, { handleResult: -1 }],
  ])("7-50 3-07 3-08 3-09 are reported with their result for %s", async (name, data, application) => {
    set.worker().emit({ name, data });
    await vi.waitFor(() => expect(set.heard).toMatchObject([{ type: "im.applicationChanged", application }]));
  });

  it.each([60, 100])(
    "that wait in a group are reported to a member who gets the role %i",
    async (roleLevel) => {
      const member = { groupID: group.groupID, userID: "xa", roleLevel };
      set.worker().emit({ name: "OnGroupMemberInfoChanged", data: member });
      await vi.waitFor(() =>
        expect(set.heard).toContainEqual({
          type: "im.applicationChanged",
          application: expect.objectContaining({ groupID: group.groupID, userID: "gb", handleResult: 0 }),
        }),
      );
      expect(asked).toEqual([
        {
          name: "receivedGroups",
          args: [expect.objectContaining({ groupID: [group.groupID], handleResults: [0] })],
        },
      ]);
    },
  );

  it("are not read for a member without the right to answer them, or for another user", async () => {
    const member = { groupID: group.groupID, userID: "xa", roleLevel: 20 };
    set.worker().emit({ name: "OnGroupMemberInfoChanged", data: member });
    set.worker().emit({ name: "OnGroupMemberInfoChanged", data: { ...member, userID: "gc", roleLevel: 60 } });
    set.worker().emit({ name: "OnGroupApplicationAdded", data: group });
    await vi.waitFor(() =>
      expect(set.heard).toContainEqual(expect.objectContaining({ application: expect.anything() })),
    );
    expect(asked).toEqual([]);
  });

  it.each([
    ["whose role falls to member", "OnGroupMemberInfoChanged", { userID: "xa", roleLevel: 20 }],
    ["who leaves the group or is removed", "OnJoinedGroupDeleted", {}],
  ])("that wait in a group are taken from a user %s", async (_, name, data) => {
    set.worker().emit({ name, data: { groupID: group.groupID, ...data } });
    await vi.waitFor(() =>
      expect(set.heard).toContainEqual({ type: "im.applicationsHidden", groupID: group.groupID }),
    );
  });

  it("that wait in a group stay if another member's role falls, or an event names no role", async () => {
    const member = { groupID: group.groupID, userID: "gc", roleLevel: 20 };
    set.worker().emit({ name: "OnGroupMemberInfoChanged", data: member });
    set.worker().emit({ name: "OnGroupMemberInfoChanged", data: { groupID: group.groupID, userID: "xa" } });
    set.worker().emit({ name: "OnGroupApplicationAdded", data: group });
    await vi.waitFor(() =>
      expect(set.heard).toContainEqual(expect.objectContaining({ application: expect.anything() })),
    );
    expect(set.heard).not.toContainEqual(expect.objectContaining({ type: "im.applicationsHidden" }));
  });

  it("6-09 of blocked users are neither listed nor reported, but the user's requests to them are", async () => {
    const asks = { ...friend, fromUserID: "xd" };
    const asked = { ...friend, fromUserID: "xa", toUserID: "xd" };
    const { im, worker, heard } = setUpIm({
      getFriendApplicationListAsRecipient: () => [asks, friend],
      getFriendApplicationListAsApplicant: () => [asked],
      getGroupApplicationListAsRecipient: () => [],
      getGroupApplicationListAsApplicant: () => [],
      getBlackList: () => [{ userID: "xd", nickname: "XD" }],
    });
    await im.start();
    const { receivedFriends, sentFriends } = await im.loadApplications();
    expect(receivedFriends).toMatchObject([{ fromUserID: "xb" }]);
    expect(sentFriends).toMatchObject([{ toUserID: "xd" }]);
    for (const data of [asks, asked, friend]) worker().emit({ name: "OnFriendApplicationAdded", data });
    await vi.waitFor(() =>
      expect(heard).toMatchObject([
        { application: { fromUserID: "xa", toUserID: "xd" } },
        { application: { fromUserID: "xb", toUserID: "xa" } },
      ]),
    );
  });

  it("6-09 are all reported when the block list cannot be read", async () => {
    const { im, worker, heard } = setUpIm({ getBlackList: () => Promise.reject(new Error("no list")) });
    await im.start();
    worker().emit({ name: "OnFriendApplicationAdded", data: friend });
    await vi.waitFor(() => expect(heard).toMatchObject([{ application: { fromUserID: "xb" } }]));
  });

  describe("during the sync of a new connection", () => {
    const lists = () => asked.filter(({ name }) => name === "receivedFriends").length;
    beforeEach(() => set.worker().emit({ name: "OnConnecting" }));

    it.each(["OnSyncServerFinish", "OnSyncServerFailed", "OnConnectFailed"])(
      "7-23 are read once for all callers after the sync ends (%s)",
      async (name) => {
        set.worker().emit({ name: "OnConnectSuccess" }, { name: "OnSyncServerStart" });
        const read = set.im.loadApplications();
        await vi.waitFor(() =>
          expect(set.heard).toContainEqual(expect.objectContaining({ type: "im.connected" })),
        );
        expect(lists()).toBe(0);
        set.worker().emit({ name });
        const [first, second] = await Promise.all([read, set.im.loadApplications()]);
        expect(first.receivedFriends).toHaveLength(1);
        expect(second).toEqual(first);
        expect(lists()).toBe(1);
      },
    );

    it("are read after two seconds if the sync takes longer", async () => {
      vi.useFakeTimers();
      set.worker().emit({ name: "OnConnectFailed", errCode: 1 }, { name: "OnConnecting" });
      const read = set.im.loadApplications();
      await vi.advanceTimersByTimeAsync(2000);
      expect((await read).receivedFriends).toHaveLength(1);
    });

    it("are read at once after a restart of the SDK", async () => {
      await set.im.stop();
      await set.im.start();
      expect((await set.im.loadApplications()).receivedFriends).toHaveLength(1);
    });
  });

  it("7-22 of the block list are read and removed", async () => {
    expect(await set.im.loadBlacks()).toEqual([{ userID: "xd", nickname: "XD", faceURL: "" }]);
    await set.im.unblock({ userID: "xb" });
    expect(asked.at(-1)).toEqual({ name: "removeBlack", args: ["xb"] });
  });
});
