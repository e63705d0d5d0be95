import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMemory } from "../../../../src/adapters/openim/connection/events.ts";
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

const text = (clientMsgID: string) => ({ ...receivedText, clientMsgID });
const messageIDs = () =>
  set.heard.flatMap((event) =>
    "messages" in event && Array.isArray(event.messages)
      ? [event.messages.map((message: { clientMsgID: string }) => message.clientMsgID)]
      : [],
  );

describe("the connection", () => {
  it("7-43 7-44 7-45 7-51 reports connecting, failed, connected, kicked, expired and invalid", () => {
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

  it("4-09 reports an unknown token as kicked, because two newer logins replaced it", () => {
    emit({ name: "OnUserTokenInvalid", data: "Error: 1507 TokenNotExistError token not exist" });
    emit({ name: "OnUserTokenInvalid", data: "Error: 1503 TokenMalformedError" });
    expect(set.heard).toEqual([{ type: "im.kicked" }, { type: "im.tokenInvalid" }]);
  });

  it("reconnects after a connect without a sync, with growing delays", async () => {
    vi.useFakeTimers();
    const count = () => set.worker().calls.filter(({ name }) => name === "networkStatusChanged").length;
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
  });

  it("4-01 restarts the SDK when it connects without a sync after three reconnects", async () => {
    vi.useFakeTimers();
    const stuck = set.worker();
    const reconnections = () => stuck.calls.filter(({ name }) => name === "networkStatusChanged").length;
    for (const patience of [2000, 4000, 8000]) {
      emit({ name: "OnConnectSuccess" });
      await vi.advanceTimersByTimeAsync(patience);
    }
    expect(reconnections()).toBe(3);
    expect(stuck.terminated).toBe(false);
    emit({ name: "OnConnectSuccess" });
    await vi.advanceTimersByTimeAsync(16_000);
    expect(reconnections()).toBe(3);
    expect(stuck.terminated).toBe(true);
    expect(set.heard.at(-1)).toEqual({ type: "im.crashed" });
    await set.im.login().catch(() => {});
    expect(set.worker()).not.toBe(stuck);
  });

  it("7-46 reports sync start, progress, finish and failure", () => {
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

  it("8-31 stops the SDK after a failed first sync and restarts it on reconnect, but not after a later one", async () => {
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

  it("4-61 reports the changes of a sync between its start and its finish", () => {
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

  it("4-61 reports the start of a running sync to a new listener", () => {
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

  it("7-51 reports changes of the user's profile", () => {
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

  it("7-42 are one event for a burst, in order of arrival", () => {
    emit(
      { name: "OnRecvNewMessages", data: [text("m1"), text("m2")] },
      { name: "OnRecvOfflineNewMessages", data: [text("m3")] },
    );
    expect(messageIDs()).toEqual([["m1", "m2", "m3"]]);
  });

  it("4-61 are reported once, even if several events contain them", () => {
    emit(
      { name: "OnRecvNewMessages", data: [text("m1"), text("m1")] },
      { name: "OnRecvOfflineNewMessages", data: [text("m1")] },
    );
    emit({ name: "OnRecvNewMessages", data: [text("m1"), text("m2")] });
    expect(messageIDs()).toEqual([["m1"], ["m2"]]);
  });

  it("4-59 exclude call signals", () => {
    emit({ name: "OnRecvNewMessages", data: [customMessage("call", '{"customType":200,"data":{}}')] });
    expect(set.heard).toEqual([]);
  });

  it("4-60 arrive although others in the batch are invalid", () => {
    emit({
      name: "OnRecvNewMessages",
      data: [null, customMessage("odd", "{"), { clientMsgID: 3 }, text("m1")],
    });
    expect(messageIDs()).toEqual([["odd", "m1"]]);
  });

  it("3-10 are reported although another user has sent and revoked a message with the same id", () => {
    emit({ name: "OnRecvNewMessages", data: [{ ...text("e4ff"), sendID: "carl" }] });
    emit({ name: "OnNewRecvMessageRevoked", data: { ...revocation, sourceMessageSendID: "carl" } });
    emit({ name: "OnRecvNewMessages", data: [text("e4ff")] });
    emit({ name: "OnNewRecvMessageRevoked", data: revocation });
    const types = ["im.messages", "im.revoked", "im.messages", "im.revoked"];
    expect(set.heard.map(({ type }) => type)).toEqual(types);
  });

  it("4-62 7-51 are revoked once for two revocation events, after the message itself", () => {
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

  it("7-51 report deletions, read receipts and typing", () => {
    emit({ name: "OnMsgDeleted", data: receivedText });
    emit({ name: "OnRecvC2CReadReceipt", data: [readReceipt, { ...readReceipt, msgIDList: ["m2", "m3"] }] });
    emit({ name: "OnConversationUserInputStatusChanged", data: inputStatus });
    emit({ name: "OnConversationUserInputStatusChanged", data: { ...inputStatus, platformIDs: [] } });
    expect(set.heard).toEqual([
      { type: "im.deleted", clientMsgID: receivedText.clientMsgID, sendID: receivedText.sendID },
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

it("the memory of seen ids forgets the oldest one", () => {
  const memory = createMemory(2);
  const news = ["a", "b", "a", "c", "b", "a"].map((one) => memory.isNew(one));
  expect(news).toEqual([true, true, false, true, false, true]);
});

describe("read receipts", () => {
  it("3-67 keep their valid read times", () => {
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
  it("7-47 merge the changes of a burst and keep the newest state of a conversation", () => {
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

  it("4-64 name the chats that another device has cleared, with the newest state of their rows", () => {
    const other = { ...newConversation, conversationID: "si_xa_xc" };
    emit(
      { name: "OnConversationChanged", data: [newConversation, { ...other, conversationID: "si_xa_xd" }] },
      { name: "ChatsCleared", data: [{ ...newConversation, latestMsg: "", latestMsgSendTime: 0 }] },
      { name: "ChatsCleared", data: [{ ...other, latestMsg: "" }] },
      { name: "OnConversationChanged", data: [other] },
    );
    expect(set.heard).toMatchObject([
      {
        type: "im.conversations",
        conversations: [
          { conversationID: "si_xa_xb", latestMsg: null, latestMsgSendTime: 0 },
          { conversationID: "si_xa_xd" },
          { conversationID: "si_xa_xc", latestMsg: { conversationID: "si_xa_xc" } },
        ],
        cleared: ["si_xa_xb", "si_xa_xc"],
      },
    ]);
  });

  it("7-47 report nothing for an empty change", () => {
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
  ])("3-06 7-48 report the user for %s", (name, news) => {
    emit({ name, data: { ...xb, ownerUserID: "xa", createTime: 1795255576802, addSource: 2, ex: "" } });
    expect(set.heard).toEqual([news]);
  });

  it("7-48 report the last change of a user in a burst", () => {
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

  it("7-48 are reloaded after a burst of more than 100 friends", () => {
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
  ])("7-49 report the group for %s", (name, news) => {
    emit({ name, data: group });
    expect(set.heard).toContainEqual(news);
    // A user who has left may not see the requests of the group.
    const hidden = { type: "im.applicationsHidden", groupID: group.groupID };
    expect(set.heard.slice(1)).toEqual(name === "OnJoinedGroupDeleted" ? [hidden] : []);
  });

  it.each(["OnGroupMemberAdded", "OnGroupMemberDeleted", "OnGroupMemberInfoChanged"])(
    "7-49 report the member for %s",
    (name) => {
      emit({ name, data: memberInfo });
      expect(set.heard).toEqual([{ type: "im.memberChanged", groupID: "3788230500", userID: "gb" }]);
    },
  );
});

it("4-60 no SDK event throws, whatever its data", () => {
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
  // An error would drop the rest of its batch.
  for (const name of names)
    for (const [index, data] of [
      undefined,
      null,
      "",
      "{",
      7,
      {},
      [],
      [null],
      [[]],
      { clientMsgID: {} },
    ].entries()) {
      const clientMsgID = `after ${name} ${index}`;
      emit({ name, data }, { name: "OnRecvNewMessage", data: text(clientMsgID) });
      expect(messageIDs().at(-1)).toEqual([clientMsgID]);
    }
});
