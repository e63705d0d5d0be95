// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { CbEvents, createJsClient, type JsClient, loggedIn } from "../support/js-client.ts";

let backend: TestBackend;
let clients: JsClient[];

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  clients = [];
  backend = await startBackend(["alice", "bob", "carol"]);
});
afterEach(async () => {
  for (const client of clients) await client.logout().catch(() => {});
  await backend.close();
});

async function signIn(userID: string): Promise<JsClient> {
  const client = await loggedIn(backend, userID);
  clients.push(client);
  return client;
}

async function sendText(client: JsClient, text: string, to: { recvID?: string; groupID?: string }) {
  const { data: message } = await client.sdk.createTextMessage(text);
  const { data } = await client.sdk.sendMessage({ recvID: "", groupID: "", ...to, message });
  return data;
}

const history = async (client: JsClient, conversationID: string, count = 20, startClientMsgID = "") => {
  const { data } = await client.sdk.getAdvancedHistoryMessageList({
    conversationID,
    count,
    startClientMsgID,
  });
  return data;
};
const texts = (list: { textElem?: { content: string } }[]) =>
  list.map((message) => message.textElem?.content);

describe("login and sync", () => {
  it("synchronises an empty account", async () => {
    const alice = await signIn("alice");
    expect((await alice.sdk.getSelfUserInfo()).data).toMatchObject({ userID: "alice", nickname: "ALICE" });
    expect((await alice.sdk.getConversationListSplit({ offset: 0, count: 20 })).data).toEqual([]);
    expect((await alice.sdk.getFriendListPage({ offset: 0, count: 20 })).data).toEqual([]);
    expect(alice.of(CbEvents.OnSyncServerFailed)).toEqual([]);
  });

  it("finds conversations with their last message and unread count, friends and groups", async () => {
    backend.im.makeFriends("alice", "bob");
    const groupID = backend.im.createGroup({ name: "Hikers", owner: "bob", members: ["alice", "carol"] });
    backend.im.send({ from: "bob", to: "alice", contentType: 101, content: { content: "one" } });
    backend.im.send({ from: "bob", to: "alice", contentType: 101, content: { content: "two" } });
    const alice = await signIn("alice");

    const { data: conversations } = await alice.sdk.getConversationListSplit({ offset: 0, count: 20 });
    const [single] = conversations;
    expect(conversations.map((item) => item.conversationID)).toEqual(["si_alice_bob", `sg_${groupID}`]);
    expect(single).toMatchObject({ showName: "BOB", unreadCount: 2 });
    expect(JSON.parse(single?.latestMsg ?? "{}").textElem).toEqual({ content: "two" });
    expect((await alice.sdk.getTotalUnreadMsgCount()).data).toBe(3);

    const { data: friends } = await alice.sdk.getFriendListPage({ offset: 0, count: 20 });
    expect(friends).toMatchObject([{ userID: "bob", nickname: "BOB", ownerUserID: "alice" }]);
    const { data: groups } = await alice.sdk.getJoinedGroupListPage({ offset: 0, count: 20 });
    expect(groups).toMatchObject([{ groupID, groupName: "Hikers", memberCount: 3, ownerUserID: "bob" }]);
    const { data: members } = await alice.sdk.getGroupMemberList({
      groupID,
      filter: 0,
      offset: 0,
      count: 20,
    });
    expect(members.map((member) => [member.userID, member.roleLevel])).toEqual([
      ["bob", 100],
      ["alice", 20],
      ["carol", 20],
    ]);
    expect((await alice.sdk.checkFriend(["bob"])).errCode).toBe(0);
    expect((await alice.sdk.getBlackList({ offset: 0, count: 20 })).data).toEqual([]);
  });

  it.each([
    ["forged", (token: string) => `${token}x`, CbEvents.OnUserTokenInvalid],
    ["empty", () => "", CbEvents.OnUserTokenInvalid],
  ])("is refused with a %s token", async (_name, spoil, event) => {
    const alice = createJsClient(backend, "alice");
    await alice.login(spoil(backend.token("alice")));
    await alice.event(event);
    expect(alice.of(CbEvents.OnConnectSuccess)).toEqual([]);
  });

  it("is refused with an expired token", async () => {
    let time = Date.now();
    const old = await startBackend(["alice"], { now: () => time });
    const token = old.token("alice");
    time += 365 * 24 * 60 * 60 * 1000;
    const alice = createJsClient(old, "alice");
    await alice.login(token);
    await alice.event(CbEvents.OnUserTokenExpired);
    await old.close();
  });

  it("ends when the user logs in elsewhere on the same platform", async () => {
    const first = await signIn("alice");
    const second = await signIn("alice");
    await first.event(CbEvents.OnKickedOffline);
    expect((await second.sdk.getSelfUserInfo()).data).toMatchObject({ userID: "alice" });
  });
});

describe("single chat", () => {
  it("delivers a message as new to the peer", async () => {
    const alice = await signIn("alice");
    const bob = await signIn("bob");
    const sent = await sendText(alice, "hello", { recvID: "bob" });
    expect(await bob.event(CbEvents.OnRecvNewMessages)).toMatchObject([
      { clientMsgID: sent.clientMsgID, sendID: "alice", seq: 1, textElem: { content: "hello" } },
    ]);
    await sendText(bob, "hi", { recvID: "alice" });
    // If the push is read together with the answer, the SDK reports its own message as new, too.
    const fromBob = expect.objectContaining({ sendID: "bob", textElem: { content: "hi" } });
    await eventually(() =>
      expect(alice.of(CbEvents.OnRecvNewMessages).map(({ data }) => data)).toContainEqual([fromBob]),
    );
  });

  it("pages through history from the newest to the first message", async () => {
    for (let i = 1; i <= 45; i += 1) {
      backend.im.send({
        from: i % 2 ? "alice" : "bob",
        to: i % 2 ? "bob" : "alice",
        contentType: 101,
        content: { content: `m${i}` },
      });
    }
    const bob = await signIn("bob");
    const seen: (string | undefined)[] = [];
    let cursor = "";
    for (let page = 0; page < 3; page += 1) {
      const { messageList } = await history(bob, "si_alice_bob", 20, cursor);
      seen.unshift(...texts(messageList));
      cursor = messageList[0]?.clientMsgID ?? "";
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, i) => `m${i + 1}`));
  });

  it("tells the sender that the message was read", async () => {
    const alice = await signIn("alice");
    const bob = await signIn("bob");
    const sent = await sendText(alice, "read me", { recvID: "bob" });
    await bob.event(CbEvents.OnRecvNewMessages);
    await bob.sdk.markConversationMessageAsRead("si_alice_bob");
    expect(await alice.event(CbEvents.OnRecvC2CReadReceipt)).toMatchObject([
      { userID: "bob", msgIDList: [sent.clientMsgID] },
    ]);
  });

  it("revokes a message on both sides", async () => {
    const alice = await signIn("alice");
    const bob = await signIn("bob");
    await sendText(bob, "first", { recvID: "alice" });
    const sent = await sendText(alice, "oops", { recvID: "bob" });
    await bob.event(CbEvents.OnRecvNewMessages);
    await eventually(async () => expect((await history(alice, "si_alice_bob")).messageList).toHaveLength(2));
    await alice.sdk.revokeMessage({ conversationID: "si_alice_bob", clientMsgID: sent.clientMsgID });
    expect(await bob.event(CbEvents.OnNewRecvMessageRevoked)).toMatchObject({
      revokerID: "alice",
      clientMsgID: sent.clientMsgID,
      revokerNickname: "ALICE",
    });
    await alice.event(CbEvents.OnNewRecvMessageRevoked);
    expect(alice.of(CbEvents.OnNewRecvMessageRevoked)).toHaveLength(1);
    const freshView = await history(await signIn("bob"), "si_alice_bob");
    expect(freshView.messageList.map((message) => message.contentType)).toEqual([101, 2101]);
  });

  it("shows that the peer is typing", async () => {
    const alice = await signIn("alice");
    const bob = await signIn("bob");
    await sendText(alice, "start", { recvID: "bob" });
    await bob.event(CbEvents.OnRecvNewMessages);
    await alice.sdk.getConversationListSplit({ offset: 0, count: 20 });
    await sendText(bob, "back", { recvID: "alice" });
    await alice.event(CbEvents.OnRecvNewMessages);
    await alice.sdk.changeInputStates({ conversationID: "si_alice_bob", focus: true });
    expect(await bob.event(CbEvents.OnConversationUserInputStatusChanged)).toEqual({
      conversationID: "si_alice_bob",
      userID: "alice",
      platformIDs: [5],
    });
  });

  it("hides a message that the user deleted", async () => {
    backend.im.send({ from: "alice", to: "bob", contentType: 101, content: { content: "keep" } });
    backend.im.send({ from: "alice", to: "bob", contentType: 101, content: { content: "drop" } });
    const bob = await signIn("bob");
    const { messageList } = await history(bob, "si_alice_bob");
    const clientMsgID = messageList.at(-1)?.clientMsgID ?? "";
    await bob.sdk.deleteMessage({ conversationID: "si_alice_bob", clientMsgID });
    expect(texts((await history(await signIn("bob"), "si_alice_bob")).messageList)).toEqual(["keep"]);
    expect(texts((await history(await signIn("alice"), "si_alice_bob")).messageList)).toEqual([
      "keep",
      "drop",
    ]);
  });
});

describe("group chat", () => {
  it("delivers to all members and pages history", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob", "carol"] });
    const [alice, bob, carol] = [await signIn("alice"), await signIn("bob"), await signIn("carol")];
    await sendText(alice, "to all", { groupID });
    for (const client of [bob, carol]) {
      expect(await client.event(CbEvents.OnRecvNewMessages)).toMatchObject([
        { groupID, seq: 2, textElem: { content: "to all" } },
      ]);
    }
    const { messageList } = await history(carol, `sg_${groupID}`);
    expect(messageList.map((message) => message.contentType)).toEqual([1501, 101]);
  });
});

describe("settings", () => {
  it("pins and mutes a conversation, also for a later session", async () => {
    backend.im.send({ from: "alice", to: "bob", contentType: 101, content: { content: "x" } });
    const bob = await signIn("bob");
    await bob.sdk.getConversationListSplit({ offset: 0, count: 20 });
    await bob.sdk.setConversation({
      conversationID: "si_alice_bob",
      isPinned: true,
      recvMsgOpt: 2,
      ex: "note",
    });
    await bob.event(CbEvents.OnConversationChanged);
    const again = await signIn("bob");
    const { data } = await again.sdk.getConversationListSplit({ offset: 0, count: 20 });
    expect(data[0]).toMatchObject({ isPinned: true, recvMsgOpt: 2, ex: "note" });
  });

  it("changes the user's profile and notifies friends and groups", async () => {
    backend.im.makeFriends("alice", "bob");
    backend.im.createGroup({ name: "G", owner: "bob", members: ["alice"] });
    const alice = await signIn("alice");
    const bob = await signIn("bob");
    await alice.sdk.setSelfInfo({ nickname: "Alicia", faceURL: "http://example.org/a.png" });
    expect(await alice.event(CbEvents.OnSelfInfoUpdated)).toMatchObject({ nickname: "Alicia" });
    expect(await bob.event(CbEvents.OnFriendInfoChanged)).toMatchObject({
      userID: "alice",
      nickname: "Alicia",
    });
    expect(await bob.event(CbEvents.OnGroupMemberInfoChanged)).toMatchObject({
      userID: "alice",
      nickname: "Alicia",
    });
  });

  it("reports who is online", async () => {
    const alice = await signIn("alice");
    const { data } = await alice.sdk.subscribeUsersStatus(["bob"]);
    expect(data).toMatchObject([{ userID: "bob", status: 0 }]);
    await signIn("bob");
    expect(await alice.event(CbEvents.OnUserStatusChanged)).toMatchObject({ userID: "bob", status: 1 });
  });
});
