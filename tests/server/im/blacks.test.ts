// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { codeOf, connectGob, type GobClient, tipsOf, told } from "../support/gob-client.ts";

type Person = "alice" | "bob" | "carol";
const done = { errCode: 0, errMsg: "", errDlt: "" };
const start = 1_790_000_000_500;
const phone = 1;

let backend: TestBackend;
let tokens: Record<Person, string>;
let time: number;

beforeEach(async () => {
  time = start;
  backend = await startBackend(["alice", "bob", "carol"], { now: () => time });
  tokens = { alice: backend.token("alice"), bob: backend.token("bob"), carol: backend.token("carol") };
});
afterEach(() => backend.close());

const device = (userID: Person, platformID = phone) =>
  connectGob(backend.origin, { userID, token: backend.token(userID, platformID), platformID });
const tips = (client: GobClient, contentType: number) => told(client, contentType).map(tipsOf);
const as = (me: Person) => (path: string, body: object) => backend.post(`/friend/${path}`, body, tokens[me]);
const block = (me: Person, blackUserID: string, ex = "e") =>
  as(me)("add_black", { ownerUserID: me, blackUserID, ex });
const unblock = (me: Person, blackUserID: string) => as(me)("remove_black", { ownerUserID: me, blackUserID });
const listOf = async (me: Person) =>
  (await as(me)("get_black_list", { userID: me, pagination: { pageNumber: 1, showNumber: 200 } })).data;

const alice = {
  ownerUserID: "bob",
  createTime: Math.floor(start / 1000),
  blackUserInfo: { userID: "alice", nickname: "ALICE", faceURL: "", ex: "" },
  addSource: 0,
  operatorUserID: "bob",
  ex: "e",
};
const fromToUserID = { fromUserID: "bob", toUserID: "alice" };

describe("6-09 the black list", () => {
  it("adds a user and notifies all devices of both (1207)", async () => {
    const devices = [await device("bob"), await device("bob", 2), await device("alice")];
    expect(await block("bob", "alice")).toEqual(done);
    expect(await listOf("bob")).toEqual({ blacks: [alice], total: 1 });
    for (const client of devices) {
      await eventually(() => expect(tips(client, 1207)).toEqual([{ fromToUserID }]));
      expect(client.notified()).toMatchObject([{ sendID: "bob", recvID: "alice", seq: 0 }]);
    }
    expect(await listOf("alice")).toEqual({ blacks: null, total: 0 });
  });

  it("keeps the first time when a user is added again, with the new `ex`", async () => {
    await block("bob", "alice");
    time += 5_000;
    expect(await block("bob", "alice", "again")).toEqual(done);
    expect(await listOf("bob")).toEqual({ blacks: [{ ...alice, ex: "again" }], total: 1 });
  });

  it("removes a user and notifies both (1208), also for a user who was not on it", async () => {
    await block("bob", "alice");
    const [owner, other] = [await device("bob"), await device("alice")];
    expect(await unblock("bob", "alice")).toEqual(done);
    expect(await listOf("bob")).toEqual({ blacks: null, total: 0 });
    expect(await unblock("bob", "alice")).toEqual(done);
    for (const client of [owner, other]) {
      await eventually(() => expect(tips(client, 1208)).toEqual([{ fromToUserID }, { fromToUserID }]));
    }
  });

  it("does not change a friendship", async () => {
    backend.im.makeFriends("alice", "bob");
    await block("bob", "alice");
    const { data } = await as("bob")("is_friend", { userID1: "bob", userID2: "alice" });
    expect(data).toEqual({ inUser1Friends: true, inUser2Friends: true });
  });

  it.each<[what: string, path: string, body: object, errCode: number, errDlt: string]>([
    ["the user's own id", "add_black", { ownerUserID: "bob", blackUserID: "bob" }, 1004, "user not found"],
    ["an unknown person", "add_black", { ownerUserID: "bob", blackUserID: "x" }, 1004, "user not found"],
    ["an empty id", "add_black", { ownerUserID: "bob", blackUserID: "" }, 1001, "blackUserID is empty"],
    [
      "adding to another user's list",
      "add_black",
      { ownerUserID: "alice", blackUserID: "carol" },
      1002,
      "ownerUserID, alice=MISSING",
    ],
    [
      "removing from another user's list",
      "remove_black",
      { ownerUserID: "alice", blackUserID: "carol" },
      1002,
      "ownerUserID, alice=MISSING",
    ],
    ["removing an unknown person", "remove_black", { ownerUserID: "bob", blackUserID: "x" }, 0, ""],
    [
      "an `ex` that is too long",
      "add_black",
      { ownerUserID: "bob", blackUserID: "carol", ex: "x".repeat(4097) },
      1001,
      "ex must have at most 4096 characters",
    ],
  ])("%s: /friend/%s %j", async (_what, path, body, errCode, errDlt) => {
    expect(await as("bob")(path, body)).toMatchObject({ errCode, errDlt });
    for (const person of ["alice", "bob"] as const) expect(await listOf(person)).toMatchObject({ total: 0 });
  });
});

describe("relations between users", () => {
  it("are returned in one answer: user, friend and black, one entry per known person", async () => {
    backend.im.makeFriends("bob", "alice", start);
    await block("bob", "carol");
    await as("bob")("update_friends", { ownerUserID: "bob", friendUserIDs: ["alice"], remark: "Al" });
    const body = { ownerUserID: "bob", userIDList: ["alice", "nobody", "carol", "alice"] };
    const user = (userID: string) => expect.objectContaining({ userID, nickname: userID.toUpperCase() });
    expect((await as("bob")("get_specified_friends_info", body)).data).toEqual({
      infos: [
        {
          userInfo: user("alice"),
          friendInfo: {
            ...{ ownerUserID: "bob", remark: "Al", createTime: start, friendUser: null },
            ...{ addSource: 2, operatorUserID: "bob", ex: "", isPinned: false },
          },
          blackInfo: null,
        },
        {
          userInfo: user("carol"),
          friendInfo: null,
          blackInfo: {
            ...{ ownerUserID: "bob", createTime: start, blackUserInfo: null },
            ...{ addSource: 0, operatorUserID: "bob", ex: "e" },
          },
        },
      ],
    });
    const nobody = { ownerUserID: "bob", userIDList: [] };
    expect(await as("bob")("get_specified_friends_info", nobody)).toMatchObject({
      errCode: 1001,
      errDlt: "userIDList is empty",
    });
  });
});

describe("sending between two people", () => {
  const fromAlice = { fromToUserID: { fromUserID: "alice", toUserID: "bob" } };
  const befriend = () => backend.im.makeFriends("alice", "bob");
  const part = (me: Person, friendUserID: string) =>
    as(me)("delete_friend", { ownerUserID: me, friendUserID });
  const messages = {
    text: { contentType: 101 },
    typing: { contentType: 113, options: { history: false, persistent: false } },
    "online only": { contentType: 110, options: { history: false, persistent: false, senderSync: false } },
  };

  it.each<[standing: string, errCode: number, prepare: () => unknown]>([
    ["strangers", 0, () => {}],
    ["friends", 0, befriend],
    ["the other has removed me", 0, async () => [befriend(), await part("bob", "alice")]],
    ["I have removed the other", 0, async () => [befriend(), await part("alice", "bob")]],
    ["the other blocks me", 1302, () => block("bob", "alice")],
    ["a friend blocks me", 1302, async () => [befriend(), await block("bob", "alice")]],
    [
      "the other blocked me once",
      0,
      async () => [await block("bob", "alice"), await unblock("bob", "alice")],
    ],
    ["I block the other", 0, () => block("alice", "bob")],
  ])("%s: %i, for any message", async (_standing, errCode, prepare) => {
    await prepare();
    const [sender, receiver] = [await device("alice"), await device("bob")];
    for (const message of Object.values(messages)) {
      expect(await codeOf(sender.send({ recvID: "bob", ...message }))).toBe(errCode);
    }
    // The last notification comes after everything else.
    await unblock("alice", "bob");
    await eventually(() => expect(tips(receiver, 1208).at(-1)).toMatchObject(fromAlice));
    expect(receiver.received().map((message) => message.contentType)).toEqual(
      errCode === 0 ? [101, 113, 110] : [],
    );
  });

  it("reports only the code and name of a block, and allows a message to the user's own id", async () => {
    await block("bob", "alice");
    const sender = await device("alice");
    await expect(sender.send({ recvID: "bob" })).rejects.toMatchObject({ message: "BlockedByPeer" });
    expect(await sender.maxSeqs()).toEqual({});
    expect(await codeOf(sender.send({ recvID: "alice" }))).toBe(0);
  });

  it("delivers to a blocked user in a shared group", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
    await block("bob", "alice");
    const [sender, receiver] = [await device("alice"), await device("bob")];
    expect(await codeOf(sender.send({ groupID }))).toBe(0);
    await eventually(() =>
      expect(receiver.received()).toMatchObject([{ groupID, contentType: 101, sendID: "alice" }]),
    );
  });
});
