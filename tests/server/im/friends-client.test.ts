// Friends and the black list as the real JS SDK (@openim/client-sdk) lives through them, on both sides.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { CbEvents, type JsClient, loggedIn } from "../support/js-client.ts";

let backend: TestBackend;
let clients: JsClient[];

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "info").mockImplementation(() => {});
  clients = [];
  backend = await startBackend(["alice", "bob"]);
});
// The SDK looks up what it was pushed, and fails to once it is signed out: tests end with an event that comes last.
afterEach(async () => {
  for (const client of clients) await client.logout().catch(() => {});
  await backend.close();
  vi.restoreAllMocks();
});

async function signIn(userID: string): Promise<JsClient> {
  const client = await loggedIn(backend, userID);
  clients.push(client);
  return client;
}

const page = { offset: 0, count: 20 };
const friends = async (client: JsClient) => (await client.sdk.getFriendListPage(page)).data ?? [];
const conversations = async (client: JsClient) => (await client.sdk.getConversationListSplit(page)).data;
const send = async (client: JsClient, recvID: string) => {
  const { data: message } = await client.sdk.createTextMessage("hello");
  return client.sdk.sendMessage({ recvID, groupID: "", message });
};

describe("a request", () => {
  it("4-42 7-48 7-50 is heard, accepted, and makes friends on both sides with a tip in their chat", async () => {
    const [alice, bob] = [await signIn("alice"), await signIn("bob")];
    await bob.sdk.addFriend({ toUserID: "alice", reqMsg: "it is Bob" });
    const asked = { fromUserID: "bob", toUserID: "alice", reqMsg: "it is Bob", handleResult: 0 };
    for (const client of [alice, bob]) {
      expect(await client.event(CbEvents.OnFriendApplicationAdded)).toMatchObject(asked);
    }
    expect((await alice.sdk.getFriendApplicationListAsRecipient(page)).data).toMatchObject([asked]);
    expect((await bob.sdk.getFriendApplicationListAsApplicant(page)).data).toMatchObject([asked]);

    await alice.sdk.acceptFriendApplication({ toUserID: "bob", handleMsg: "welcome" });
    const accepted = { ...asked, handleResult: 1, handlerUserID: "alice", handleMsg: "welcome" };
    for (const [client, other] of [
      [alice, "bob"],
      [bob, "alice"],
    ] as const) {
      expect(await client.event(CbEvents.OnFriendApplicationAccepted)).toMatchObject(accepted);
      const added = { userID: other, nickname: other.toUpperCase(), operatorUserID: "bob" };
      // At the applicant this SDK makes the call that would lead to the event, but never runs it.
      if (client === alice) expect(await client.event(CbEvents.OnFriendAdded)).toMatchObject(added);
      expect(await friends(client)).toMatchObject([added]);
      expect((await client.sdk.checkFriend([other])).data).toMatchObject([{ userID: other, result: 1 }]);
    }
    for (const [userID, unreadCount] of [
      ["alice", 0],
      ["bob", 1],
    ] as const) {
      const [chat] = await conversations(await signIn(userID));
      expect(chat).toMatchObject({ conversationID: "si_alice_bob", unreadCount });
      expect(JSON.parse(chat?.latestMsg ?? "{}")).toMatchObject({
        contentType: 1201,
        sendID: "alice",
        seq: 1,
      });
    }
  });

  it("7-50 is refused, and may be made again", async () => {
    const [alice, bob] = [await signIn("alice"), await signIn("bob")];
    await bob.sdk.addFriend({ toUserID: "alice", reqMsg: "one" });
    await alice.event(CbEvents.OnFriendApplicationAdded);
    await alice.sdk.refuseFriendApplication({ toUserID: "bob", handleMsg: "no" });
    for (const client of [alice, bob]) {
      expect(await client.event(CbEvents.OnFriendApplicationRejected)).toMatchObject({
        ...{ fromUserID: "bob", toUserID: "alice", handleResult: -1, handleMsg: "no" },
      });
      expect(await friends(client)).toEqual([]);
    }
    await bob.sdk.addFriend({ toUserID: "alice", reqMsg: "two" });
    expect(await alice.event(CbEvents.OnFriendApplicationAdded, 2)).toMatchObject({
      ...{ reqMsg: "two", handleResult: 0, handleMsg: "" },
    });
  });

  it("is refused by the server with its reasons", async () => {
    backend.im.makeFriends("alice", "bob");
    const alice = await signIn("alice");
    // This SDK has one code for all refusals, and shows the server's name of them.
    for (const [toUserID, errMsg] of [
      ["alice", "CanNotAddYourselfError"],
      ["nobody", "RecordNotFoundError"],
      ["bob", "RelationshipAlreadyError"],
    ] as const) {
      await expect(alice.sdk.addFriend({ toUserID, reqMsg: "" })).rejects.toMatchObject({ errMsg });
    }
    const unasked = { toUserID: "bob", handleMsg: "" };
    await expect(alice.sdk.acceptFriendApplication(unasked)).rejects.toMatchObject({
      errMsg: "RecordNotFoundError",
    });
  });

  it("accepted while the applicant was away is there when he comes back", async () => {
    const request = { fromUserID: "bob", toUserID: "alice", reqMsg: "", ex: "" };
    await backend.post("/friend/add_friend", request, backend.token("bob"));
    const alice = await signIn("alice");
    await alice.sdk.acceptFriendApplication({ toUserID: "bob", handleMsg: "" });
    await alice.event(CbEvents.OnFriendAdded);
    const bob = await signIn("bob");
    expect(await friends(bob)).toMatchObject([{ userID: "alice" }]);
    expect(await conversations(bob)).toMatchObject([{ conversationID: "si_alice_bob", unreadCount: 1 }]);
    expect((await bob.sdk.getFriendApplicationListAsApplicant(page)).data).toMatchObject([
      { handleResult: 1 },
    ]);
  });
});

describe("a friend", () => {
  beforeEach(() => backend.im.makeFriends("alice", "bob"));

  it("7-48 gets a remark, by which the chat is called", async () => {
    backend.im.send({ from: "bob", to: "alice", contentType: 101, content: { content: "hi" } });
    const alice = await signIn("alice");
    expect(await conversations(alice)).toMatchObject([{ showName: "BOB" }]);
    await alice.sdk.updateFriends({ friendUserIDs: ["bob"], remark: "Benny", ex: "x" });
    expect(await alice.event(CbEvents.OnFriendInfoChanged)).toMatchObject({
      ...{ userID: "bob", nickname: "BOB", remark: "Benny", ex: "x" },
    });
    expect(await friends(alice)).toMatchObject([{ remark: "Benny" }]);
    expect(await conversations(await signIn("alice"))).toMatchObject([{ showName: "Benny" }]);
  });

  it("7-48 is removed on one side only", async () => {
    const [alice, bob] = [await signIn("alice"), await signIn("bob")];
    await alice.sdk.deleteFriend("bob");
    expect(await alice.event(CbEvents.OnFriendDeleted)).toMatchObject({ userID: "bob" });
    expect(await friends(alice)).toEqual([]);
    expect((await send(bob, "alice")).errCode).toBe(0);
    await alice.event(CbEvents.OnRecvNewMessages);
    expect(await friends(bob)).toMatchObject([{ userID: "alice" }]);
    expect(bob.of(CbEvents.OnFriendDeleted)).toEqual([]);
  });
});

describe("the black list", () => {
  it("6-09 7-48 stops messages of who is on it, until he is taken off", async () => {
    const [alice, bob] = [await signIn("alice"), await signIn("bob")];
    await alice.sdk.addBlack({ toUserID: "bob", ex: "x" });
    expect(await alice.event(CbEvents.OnBlackAdded)).toMatchObject({ userID: "bob", ex: "x" });
    expect((await alice.sdk.getBlackList(page)).data).toMatchObject([{ userID: "bob", nickname: "BOB" }]);
    await expect(send(bob, "alice")).rejects.toMatchObject({ errCode: 1302 });
    expect((await send(alice, "bob")).errCode).toBe(0);
    await bob.event(CbEvents.OnRecvNewMessages);

    await alice.sdk.removeBlack("bob");
    expect(await alice.event(CbEvents.OnBlackDeleted)).toMatchObject({ userID: "bob" });
    expect((await alice.sdk.getBlackList(page)).data ?? []).toEqual([]);
    expect((await send(bob, "alice")).errCode).toBe(0);
    await eventually(() =>
      expect(JSON.stringify(alice.of(CbEvents.OnRecvNewMessages))).toContain('"sendID":"bob"'),
    );
    expect(bob.of(CbEvents.OnBlackAdded)).toEqual([]);
  });
});
