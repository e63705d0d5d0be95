import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type SetUp, setUpIm } from "../support/im-set-up.ts";
import {
  customMessage,
  group,
  inputStatus,
  memberInfo,
  newConversation,
  readReceipt,
  receivedText,
  revocation,
  selfInfo,
} from "../support/sdk-samples.ts";

let set: SetUp;
let emit: SetUp["workers"][number]["emit"];

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  set = setUpIm();
  await set.im.start();
  emit = (...events) => set.worker().emit(...events);
});
afterEach(() => vi.restoreAllMocks());

const text = (clientMsgID: string) => ({ ...receivedText, clientMsgID });
/** The ids of each message event heard. */
const messageIDs = () =>
  set.heard.flatMap((event) =>
    "messages" in event && Array.isArray(event.messages)
      ? [event.messages.map((message: { clientMsgID: string }) => message.clientMsgID)]
      : [],
  );

describe("the link", () => {
  it("7-43 7-44 7-45 connecting, failing, kicked, expired and invalid are told apart", () => {
    emit({ name: "OnConnecting" });
    emit({ name: "OnConnectFailed", errCode: 705 });
    emit({ name: "OnConnectSuccess", errCode: 705 });
    emit({ name: "OnKickedOffline" });
    emit({ name: "OnUserTokenExpired" });
    emit({ name: "OnUserTokenInvalid" });
    expect(set.heard).toEqual([
      { type: "im.connecting" },
      { type: "im.connectFailed", code: 705 },
      { type: "im.connected" },
      { type: "im.kicked" },
      { type: "im.tokenExpired" },
      { type: "im.tokenInvalid" },
    ]);
  });

  it("4-09 a token the server has forgotten because two newer ones came means the same as being kicked", () => {
    emit({ name: "OnUserTokenInvalid", data: "Error: 1507 TokenNotExistError token not exist" });
    emit({ name: "OnUserTokenInvalid", data: "Error: 1503 TokenMalformedError" });
    expect(set.heard).toEqual([{ type: "im.kicked" }, { type: "im.tokenInvalid" }]);
  });

  it("a link that is up and brings no synchronisation is made anew, less and less often", async () => {
    vi.useFakeTimers();
    const count = () => set.worker().calls.filter(({ name }) => name === "networkStatusChanged").length;
    try {
      emit({ name: "OnConnectSuccess" }, { name: "OnSyncServerStart", data: false });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(count()).toBe(0);
      emit({ name: "OnConnectSuccess" });
      await vi.advanceTimersByTimeAsync(2000);
      expect(count()).toBe(1);
      emit({ name: "OnConnectSuccess" });
      await vi.advanceTimersByTimeAsync(3000);
      expect(count()).toBe(1);
      await vi.advanceTimersByTimeAsync(1000);
      expect(count()).toBe(2);
      emit({ name: "OnConnectSuccess" });
      emit({ name: "OnConnecting" });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(count()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("4-01 an SDK that connects and never synchronises is replaced after three reconnections", async () => {
    vi.useFakeTimers();
    try {
      const deaf = set.worker();
      const reconnections = () => deaf.calls.filter(({ name }) => name === "networkStatusChanged").length;
      for (const patience of [2000, 4000, 8000]) {
        emit({ name: "OnConnectSuccess" });
        await vi.advanceTimersByTimeAsync(patience);
      }
      expect(reconnections()).toBe(3);
      expect(deaf.terminated).toBe(false);
      emit({ name: "OnConnectSuccess" });
      await vi.advanceTimersByTimeAsync(16_000);
      expect(reconnections()).toBe(3);
      expect(deaf.terminated).toBe(true);
      expect(set.heard.at(-1)).toEqual({ type: "im.crashed" });
      await set.im.login().catch(() => {});
      expect(set.worker()).not.toBe(deaf);
    } finally {
      vi.useRealTimers();
    }
  });

  it("7-46 synchronisation starts, goes on, and ends well or badly", () => {
    emit({ name: "OnSyncServerStart", data: true });
    emit({ name: "OnSyncServerProgress", data: 10 });
    emit({ name: "OnSyncServerFinish", data: true });
    emit({ name: "OnSyncServerStart", data: false });
    emit({ name: "OnSyncServerFailed", data: false });
    expect(set.heard).toEqual([
      { type: "im.syncStarted", reinstall: true },
      { type: "im.syncProgress", percent: 10 },
      { type: "im.syncFinished" },
      { type: "im.syncStarted", reinstall: false },
      { type: "im.syncFailed" },
    ]);
  });

  it("8-31 a first synchronisation that failed ends the SDK; reconnecting begins anew, a later one does not", async () => {
    const first = set.worker();
    emit({ name: "OnSyncServerStart", data: false }, { name: "OnSyncServerFailed", data: false });
    expect(first.terminated).toBe(false);
    emit({ name: "OnSyncServerStart", data: true }, { name: "OnSyncServerFailed", data: true });
    expect(first.terminated).toBe(true);
    expect(set.heard.at(-1)).toEqual({ type: "im.syncFailed" });
    expect(await set.im.loginStatus()).toBe("loggedIn");

    await set.im.reconnect();
    expect(set.heard.at(-1)).toEqual({ type: "im.crashed" });
    await set.im.start();
    expect(set.worker()).not.toBe(first);
    set.heard.length = 0;
    await set.im.reconnect().catch(() => {}); // this SDK has no answer to it
    expect(set.heard).toEqual([]);
    expect(set.worker().calls.map(({ name }) => name)).toContain("networkStatusChanged");
  });

  it("4-61 what a synchronisation brings is heard between its beginning and its end", () => {
    emit(
      { name: "OnSyncServerStart", data: false },
      { name: "OnConversationChanged", data: [newConversation] },
      { name: "OnSyncServerFinish", data: true },
    );
    expect(set.heard.map(({ type }) => type)).toEqual([
      "im.syncStarted",
      "im.conversations",
      "im.syncFinished",
    ]);
  });

  it("4-61 who listens while a synchronisation runs is told of it, and afterwards is not", () => {
    const heard = () => {
      const events: string[] = [];
      set.im.syncEvents(({ type }) => events.push(type))();
      return events;
    };
    expect(heard()).toEqual([]);
    emit({ name: "OnSyncServerStart", data: false });
    expect(heard()).toEqual(["im.syncStarted"]);
    emit({ name: "OnSyncServerFailed", data: false });
    expect(heard()).toEqual([]);
    emit({ name: "OnSyncServerStart", data: false });
    set.worker().report({ type: "dead" });
    expect(heard()).toEqual([]);
  });

  it("7-51 the own profile's changes are heard", () => {
    emit({ name: "OnSelfInfoUpdated", data: selfInfo });
    expect(set.heard).toEqual([
      {
        type: "im.profileChanged",
        profile: { userID: "xa", nickname: "XA", faceURL: "", globalRecvMsgOpt: 0 },
      },
    ]);
  });
});

describe("messages", () => {
  it.each([
    ["OnRecvNewMessages", [text("m1")]],
    ["OnRecvOfflineNewMessages", [text("m1")]],
    ["OnRecvOnlineOnlyMessages", [text("m1")]],
    ["OnRecvNewMessage", text("m1")],
    ["OnRecvOfflineNewMessage", text("m1")],
    ["OnRecvOnlineOnlyMessage", text("m1")],
  ])("7-42 arrive by %s", (name, data) => {
    emit({ name, data });
    expect(messageIDs()).toEqual([["m1"]]);
  });

  it("7-42 a burst is one event, in the order it came", () => {
    emit(
      { name: "OnRecvNewMessages", data: [text("m1"), text("m2")] },
      { name: "OnRecvOfflineNewMessages", data: [text("m3")] },
    );
    expect(messageIDs()).toEqual([["m1", "m2", "m3"]]);
  });

  it("4-61 the same message is told once, however often and wherever it comes", () => {
    emit(
      { name: "OnRecvNewMessages", data: [text("m1"), text("m1")] },
      { name: "OnRecvOfflineNewMessages", data: [text("m1")] },
    );
    emit({ name: "OnRecvNewMessages", data: [text("m1"), text("m2")] });
    expect(messageIDs()).toEqual([["m1"], ["m2"]]);
  });

  it("4-59 call signals are no messages", () => {
    emit({ name: "OnRecvNewMessages", data: [customMessage("call", '{"customType":200,"data":{}}')] });
    expect(set.heard).toEqual([]);
  });

  it("4-60 broken ones do not keep the others from arriving", () => {
    emit({
      name: "OnRecvNewMessages",
      data: [null, customMessage("odd", "{"), { clientMsgID: 3 }, text("m1")],
    });
    expect(messageIDs()).toEqual([["odd", "m1"]]);
  });

  it("4-62 a revocation told twice is heard once, after the message it is about", () => {
    emit(
      { name: "OnRecvNewMessages", data: [text("e4ff")] },
      { name: "OnNewRecvMessageRevoked", data: revocation },
      { name: "OnRecvNewMessages", data: [text("m2")] },
    );
    emit({ name: "OnNewRecvMessageRevoked", data: { ...revocation, revokeTime: 1795252962 } });
    expect(set.heard.map(({ type }) => type)).toEqual(["im.messages", "im.revoked", "im.messages"]);
    expect(set.heard[1]).toEqual({
      type: "im.revoked",
      clientMsgID: "e4ff",
      revoker: { userID: "a1", nickname: "A1" },
      sender: { userID: "a1", nickname: "A1" },
    });
  });

  it("7-51 deletions, read receipts and typing are heard", () => {
    emit({ name: "OnMsgDeleted", data: receivedText });
    emit({ name: "OnRecvC2CReadReceipt", data: [readReceipt, { ...readReceipt, msgIDList: ["m2", "m3"] }] });
    emit({ name: "OnConversationUserInputStatusChanged", data: inputStatus });
    emit({ name: "OnConversationUserInputStatusChanged", data: { ...inputStatus, platformIDs: [] } });
    expect(set.heard).toEqual([
      { type: "im.deleted", clientMsgID: receivedText.clientMsgID },
      {
        type: "im.read",
        clientMsgIDs: ["e877f97d6b483c8d5e90bbad710df545", "m2", "m3"],
        readAt: readReceipt.readTime,
      },
      { type: "im.typing", conversationID: "si_a1_b1", userID: "a1", typing: true },
      { type: "im.typing", conversationID: "si_a1_b1", userID: "a1", typing: false },
    ]);
  });
});

describe("read receipts", () => {
  it("3-67 each tell their time, so far as it is one", () => {
    const times = [1000, 2000, 1000, -1, Number.NaN, "now", undefined];
    const data = times.map((readTime, index) => ({ ...readReceipt, readTime, msgIDList: [`m${index}`] }));
    emit({ name: "OnRecvC2CReadReceipt", data: [...data, { ...readReceipt, msgIDList: [] }] });
    expect(set.heard).toEqual([
      { type: "im.read", clientMsgIDs: ["m0", "m2"], readAt: 1000 },
      { type: "im.read", clientMsgIDs: ["m1"], readAt: 2000 },
      { type: "im.read", clientMsgIDs: ["m3"] },
      { type: "im.read", clientMsgIDs: ["m4", "m5", "m6"] },
    ]);
  });
});

describe("lists", () => {
  it("7-47 changes of a burst are one, and the newest state of a conversation counts", () => {
    emit(
      { name: "OnNewConversation", data: [newConversation] },
      { name: "OnTotalUnreadMessageCountChanged", data: 1 },
      { name: "OnConversationChanged", data: [{ ...newConversation, conversationID: "si_xa_xc" }] },
      { name: "OnConversationChanged", data: [{ ...newConversation, unreadCount: 2 }] },
      { name: "OnTotalUnreadMessageCountChanged", data: 2 },
    );
    expect(set.heard).toMatchObject([
      {
        type: "im.conversations",
        conversations: [
          { conversationID: "si_xa_xb", unreadCount: 2 },
          { conversationID: "si_xa_xc", unreadCount: 1 },
        ],
      },
      { type: "im.unreadTotal", count: 2 },
    ]);
  });

  it("7-47 an empty change is none", () => {
    emit({ name: "OnConversationChanged", data: [] });
    expect(set.heard).toEqual([]);
  });

  const xb = { userID: "xb", nickname: "XB", remark: "", faceURL: "" };

  it.each([
    ["OnFriendAdded", { type: "im.friendChanged", friend: xb }],
    ["OnFriendInfoChanged", { type: "im.friendChanged", friend: xb }],
    ["OnFriendDeleted", { type: "im.friendRemoved", userID: "xb" }],
    ["OnBlackAdded", { type: "im.blackChanged", person: { userID: "xb", nickname: "XB", faceURL: "" } }],
    ["OnBlackDeleted", { type: "im.blackRemoved", userID: "xb" }],
  ])("3-06 7-48 %s says who it is", (name, news) => {
    emit({ name, data: { ...xb, ownerUserID: "xa", createTime: 1795255576802, addSource: 2, ex: "" } });
    expect(set.heard).toEqual([news]);
  });

  it("7-48 the newest word on a friend in a burst counts, whatever else it holds", () => {
    emit(
      { name: "OnFriendAdded", data: xb },
      { name: "OnBlackAdded", data: xb },
      { name: "OnFriendAdded", data: { nickname: "nobody" } },
      { name: "OnFriendDeleted", data: xb },
      { name: "OnFriendInfoChanged", data: { ...xb, userID: "xc" } },
    );
    expect(set.heard).toMatchObject([
      { type: "im.friendRemoved", userID: "xb" },
      { type: "im.blackChanged", person: { userID: "xb" } },
      { type: "im.friendChanged", friend: { userID: "xc" } },
    ]);
  });

  it("7-48 a burst of more friends than are merged quickly asks for the lists again", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: "OnFriendAdded", data: { userID: `x${index}` } }));
    emit(...many(100));
    expect(set.heard).toHaveLength(100);
    set.heard.length = 0;
    emit(...many(101));
    expect(set.heard).toEqual([{ type: "im.contactsChanged" }]);
  });

  it.each([
    ["OnGroupInfoChanged", { type: "im.groupChanged", group: expect.objectContaining({ groupName: "Q" }) }],
    ["OnGroupDismissed", { type: "im.groupDismissed", groupID: group.groupID }],
    ["OnJoinedGroupDeleted", { type: "im.groupLeft", groupID: group.groupID }],
    ["OnJoinedGroupAdded", { type: "im.groupJoined", groupID: group.groupID }],
  ])("7-49 %s says which group", (name, news) => {
    emit({ name, data: group });
    expect(set.heard).toEqual([news]);
  });

  it.each(["OnGroupMemberAdded", "OnGroupMemberDeleted", "OnGroupMemberInfoChanged"])(
    "7-49 %s is told of the member",
    (name) => {
      emit({ name, data: memberInfo });
      expect(set.heard).toEqual([{ type: "im.memberChanged", groupID: "3788230500", userID: "gb" }]);
    },
  );
});

it("4-60 no event of the SDK breaks the app, whatever it carries", () => {
  const names = [
    "OnConnectFailed",
    "OnSelfInfoUpdated",
    "OnSyncServerStart",
    "OnSyncServerProgress",
    "OnNewConversation",
    "OnTotalUnreadMessageCountChanged",
    "OnRecvNewMessages",
    "OnRecvNewMessage",
    "OnNewRecvMessageRevoked",
    "OnMsgDeleted",
    "OnRecvC2CReadReceipt",
    "OnConversationUserInputStatusChanged",
    "OnGroupInfoChanged",
    "OnGroupDismissed",
    "OnGroupMemberAdded",
    "UnUsedEvent",
    "toString",
  ];
  for (const name of names)
    for (const data of [undefined, null, "", "{", 7, {}, [], [null], [[]], { clientMsgID: {} }])
      expect(() => emit({ name, data })).not.toThrow();
});
