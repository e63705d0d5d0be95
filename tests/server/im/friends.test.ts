// The expected answers are those of a real OpenIM server.
// @vitest-environment node
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, type GobClient, tipsOf, told } from "../support/gob-client.ts";

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

/** Another connected device of a user. */
const device = (userID: Person, platformID = phone) =>
  connectGob(backend.origin, { userID, token: backend.token(userID, platformID), platformID });
const tips = (client: GobClient, contentType: number) => told(client, contentType).map(tipsOf);
/** Waits until `to` has received everything pushed so far. */
async function settle(from: GobClient, to: GobClient, recvID: Person) {
  const { clientMsgID } = await from.send({ recvID, contentType: 113, options: { history: false } });
  await eventually(() => expect(to.received().map((message) => message.clientMsgID)).toContain(clientMsgID));
}

const as = (me: Person) => (path: string, body: object) => backend.post(`/friend/${path}`, body, tokens[me]);
const apply = (from: Person, to: string, reqMsg = "hello") =>
  as(from)("add_friend", { fromUserID: from, toUserID: to, reqMsg, ex: "e" });
const answer = (me: Person, from: string, handleResult: number, handleMsg = "") =>
  as(me)("add_friend_response", { fromUserID: from, toUserID: me, handleResult, handleMsg });
const unfriend = (me: Person, friendUserID: string) =>
  as(me)("delete_friend", { ownerUserID: me, friendUserID });
const update = (me: Person, friendUserIDs: string[], changes: object) =>
  as(me)("update_friends", {
    ownerUserID: me,
    friendUserIDs,
    ...{ isPinned: null, remark: null, ex: null, ...changes },
  });
const pagination = { pageNumber: 1, showNumber: 10 };
const requestsTo = async (me: Person, handleResults: number[] | null = null) =>
  (await as(me)("get_friend_apply_list", { userID: me, pagination, handleResults })).data;
const friendsOf = async (me: Person) => (await as(me)("get_friend_list", { userID: me, pagination })).data;

const version = v.looseObject({ versionID: v.string(), version: v.number(), sortVersion: v.number() });
type Version = v.InferOutput<typeof version>;
const sync = (me: Person, since: Version = { versionID: "", version: 0, sortVersion: 0 }) =>
  backend.call("/friend/get_incremental_friends", { userID: me, ...since }, tokens[me], version);

const fromAlice = {
  fromUserID: "alice",
  fromNickname: "ALICE",
  fromFaceURL: "",
  toUserID: "bob",
  toNickname: "BOB",
  toFaceURL: "",
  handleResult: 0,
  reqMsg: "hello",
  createTime: start,
  handlerUserID: "",
  handleMsg: "",
  handleTime: 0,
  ex: "e",
};
const pair = { fromUserID: "alice", toUserID: "bob" };

describe("a friend request", () => {
  it("is in both lists and notified to all devices of both (1203), and not stored as a message", async () => {
    const devices = [
      await device("alice"),
      await device("alice", 2),
      await device("bob"),
      await device("bob", 2),
    ];
    expect(await apply("alice", "bob")).toEqual(done);
    for (const client of devices) {
      await eventually(() => expect(told(client, 1203)).toHaveLength(1));
      const [told1203] = told(client, 1203);
      expect(told1203).toMatchObject({
        sendID: "alice",
        recvID: "bob",
        seq: 0,
        msgFrom: 200,
        sessionType: 1,
      });
      expect(told1203?.options).toMatchObject({ offlinePush: true, senderSync: true, isSendMsg: false });
      expect(tips(client, 1203)).toEqual([{ fromToUserID: pair, request: fromAlice }]);
      expect(await client.maxSeqs()).toEqual({});
    }
    expect(await requestsTo("bob")).toEqual({ FriendRequests: [fromAlice], total: 1 });
    const sent = await as("alice")("get_self_friend_apply_list", { userID: "alice", pagination });
    expect(sent.data).toEqual({ friendRequests: [fromAlice], total: 1 });
    const count = await as("bob")("get_self_unhandled_apply_count", { userID: "bob", time: 0 });
    expect(count.data).toEqual({ count: 1 });
  });

  it("replaces an earlier one, and is notified again", async () => {
    const bob = await device("bob");
    await apply("alice", "bob");
    time += 5;
    expect(await apply("alice", "bob", "please")).toEqual(done);
    await eventually(() => expect(told(bob, 1203)).toHaveLength(2));
    const replaced = { ...fromAlice, reqMsg: "please", createTime: start + 5 };
    expect(tips(bob, 1203)[1]).toMatchObject({ request: replaced });
    expect(await requestsTo("bob")).toEqual({ FriendRequests: [replaced], total: 1 });
  });

  it("after a refusal opens the request again, with the time of the refusal", async () => {
    await apply("alice", "bob");
    time += 5;
    await answer("bob", "alice", -1, "no");
    expect(await requestsTo("bob", [0])).toEqual({ FriendRequests: null, total: 0 });
    time += 5;
    await apply("alice", "bob");
    const open = { ...fromAlice, createTime: start + 10, handleTime: start + 5 };
    expect(await requestsTo("bob", [0])).toEqual({ FriendRequests: [open], total: 1 });
  });

  it("is found by pair in both directions, the request of the first user first", async () => {
    await apply("alice", "bob");
    time += 5;
    await apply("bob", "alice");
    const of = async (fromUserID: string, toUserID: string) =>
      (await as("alice")("get_designated_friend_apply", { fromUserID, toUserID })).data;
    const there = { fromUserID: "alice", toUserID: "bob" };
    const back = { fromUserID: "bob", toUserID: "alice" };
    expect(await of("alice", "bob")).toMatchObject({ friendRequests: [there, back] });
    expect(await of("bob", "alice")).toMatchObject({ friendRequests: [back, there] });
    expect(await of("alice", "carol")).toEqual({ friendRequests: null });
  });
});

describe("accepting a request", () => {
  it.each([
    ["the tip in the chat, then the notification", false],
    ["the notification, then the tip in the chat", true],
  ])("is notified to both (1201): %s", async (_order, notificationFirst) => {
    const own = await startBackend(["alice", "bob"], { notificationFirst: () => notificationFirst });
    try {
      const connect = (userID: string) =>
        connectGob(own.origin, { userID, token: own.token(userID, phone), platformID: phone });
      const [alice, bob] = [await connect("alice"), await connect("bob")];
      const body = { fromUserID: "alice", toUserID: "bob", reqMsg: "hello", ex: "" };
      await own.post("/friend/add_friend", body, own.token("alice"));
      for (const client of [alice, bob]) await eventually(() => expect(client.pushes()).toHaveLength(1));
      const accepted = { fromUserID: "alice", toUserID: "bob", handleResult: 1, handleMsg: "ok" };
      expect(await own.post("/friend/add_friend_response", accepted, own.token("bob"))).toEqual(done);
      for (const client of [alice, bob]) {
        await eventually(() => expect(client.pushes()).toHaveLength(3));
        const [, first, second] = client.pushes();
        const [notification, copy] = notificationFirst ? [first, second] : [second, first];
        const [tip] = notification?.notificationMsgs.n_alice_bob?.Msgs ?? [];
        const [chat] = copy?.msgs.si_alice_bob?.Msgs ?? [];
        const both = { contentType: 1201, sendID: "bob", recvID: "alice", msgFrom: 200, status: 0 };
        expect(tip).toMatchObject({ ...both, seq: 0, options: { isSendMsg: true, offlinePush: true } });
        expect(chat).toMatchObject({ ...both, seq: 1, options: { unreadCount: true, offlinePush: true } });
        expect(tip && tipsOf(tip)).toEqual({
          fromToUserID: pair,
          handleMsg: "ok",
          friendVersion: 0,
          friendVersionID: "",
          request: {
            ...fromAlice,
            ex: "",
            createTime: expect.any(Number),
            handleResult: 1,
            handlerUserID: "bob",
            handleMsg: "ok",
            handleTime: expect.any(Number),
          },
        });
        expect(chat?.content).toBe(tip?.content);
      }
    } finally {
      await own.close();
    }
  });

  it("makes both friends of each other, with the applicant as operator, as one step in both logs", async () => {
    const before = { alice: await sync("alice"), bob: await sync("bob") };
    await apply("alice", "bob");
    time += 5;
    await answer("bob", "alice", 1);
    const row = (ownerUserID: string, userID: string) => ({
      ownerUserID,
      remark: "",
      createTime: Math.floor(time / 1000),
      friendUser: {
        ...{ userID, nickname: userID.toUpperCase(), faceURL: "", ex: "" },
        ...{ createTime: 0, appMangerLevel: 0, globalRecvMsgOpt: 0 },
      },
      addSource: 2,
      operatorUserID: "alice",
      ex: "",
      isPinned: false,
    });
    for (const [me, other] of [
      ["alice", "bob"],
      ["bob", "alice"],
    ] as const) {
      expect(await friendsOf(me)).toEqual({ friendsInfo: [row(me, other)], total: 1 });
      const changes = await sync(me, before[me]);
      expect(changes).toMatchObject({ full: false, insert: [row(me, other)], update: null, delete: null });
      expect(changes.version).toBe(before[me].version + 1);
      expect((await as(me)("get_friend_id", { userID: me })).data).toEqual({ friendIDs: [other] });
    }
  });

  it("creates a chat that is unread for the applicant and read for the accepter", async () => {
    const [alice, bob] = [await device("alice"), await device("bob")];
    await apply("alice", "bob");
    await answer("bob", "alice", 1);
    expect((await alice.readSeqs()).seqs.si_alice_bob).toMatchObject({ maxSeq: 1, hasReadSeq: 0 });
    expect((await bob.readSeqs()).seqs.si_alice_bob).toMatchObject({ maxSeq: 1, hasReadSeq: 1 });
  });

  it("settles a request in the other direction, too", async () => {
    await apply("alice", "bob");
    await apply("bob", "alice");
    time += 5;
    await answer("bob", "alice", 1, "ok");
    const settled = { handleResult: 1, handlerUserID: "bob", handleTime: time };
    expect(await requestsTo("bob")).toMatchObject({ FriendRequests: [{ ...settled, handleMsg: "ok" }] });
    expect(await requestsTo("alice")).toMatchObject({ FriendRequests: [{ ...settled, handleMsg: "" }] });
    expect((await answer("alice", "bob", 1)).errCode).toBe(1001);
  });

  it("adds only the missing row if one side still has the other as a friend", async () => {
    backend.im.makeFriends("alice", "bob");
    await unfriend("bob", "alice");
    await update("alice", ["bob"], { remark: "Benny" });
    const before = { alice: await sync("alice"), bob: await sync("bob") };
    expect(await apply("bob", "alice")).toEqual(done);
    const alice = await device("alice");
    expect(await answer("alice", "bob", 1)).toEqual(done);
    expect((await sync("alice", before.alice)).version).toBe(before.alice.version);
    expect((await sync("bob", before.bob)).version).toBe(before.bob.version + 1);
    expect(await friendsOf("alice")).toMatchObject({ friendsInfo: [{ remark: "Benny" }] });
    await eventually(() => expect(told(alice, 1201)).toHaveLength(1));
  });
});

describe("refusing a request", () => {
  it("is notified to both (1202), names no handler and creates no friend and no chat", async () => {
    const [alice, bob] = [await device("alice"), await device("bob")];
    await apply("alice", "bob");
    time += 5;
    expect(await answer("bob", "alice", -1, "no")).toEqual(done);
    const request = { ...fromAlice, handleResult: -1, handleMsg: "no", handleTime: time };
    for (const client of [alice, bob]) {
      await eventually(() => expect(told(client, 1202)).toHaveLength(1));
      expect(told(client, 1202)).toMatchObject([
        { sendID: "bob", recvID: "alice", seq: 0, options: { offlinePush: true } },
      ]);
      expect(tips(client, 1202)).toEqual([{ fromToUserID: pair, handleMsg: "no", request }]);
      expect(await client.maxSeqs()).toEqual({});
    }
    expect(await requestsTo("bob", [-1])).toEqual({ FriendRequests: [request], total: 1 });
    expect(await friendsOf("alice")).toEqual({ friendsInfo: null, total: 0 });
  });
});

describe("removing a friend", () => {
  it("is one-sided, notified to both (1205), and done again on a second call", async () => {
    backend.im.makeFriends("alice", "bob");
    const [alice, bob] = [await device("alice"), await device("bob")];
    const before = { alice: await sync("alice"), bob: await sync("bob") };
    expect(await unfriend("alice", "bob")).toEqual(done);
    const after = await sync("alice", before.alice);
    expect(after).toMatchObject({ full: false, delete: ["bob"], insert: null, update: null });
    expect(await unfriend("alice", "bob")).toEqual(done);
    expect((await sync("alice", after)).version).toBe(after.version + 1);
    const detail = { fromToUserID: pair, friendVersion: 0, friendVersionID: "" };
    for (const client of [alice, bob]) {
      await eventually(() => expect(tips(client, 1205)).toEqual([detail, detail]));
      expect(told(client, 1205)[0]).toMatchObject({ sendID: "alice", recvID: "bob", seq: 0 });
    }
    expect((await sync("bob", before.bob)).version).toBe(before.bob.version);
    const { data } = await as("alice")("is_friend", { userID1: "alice", userID2: "bob" });
    expect(data).toEqual({ inUser1Friends: false, inUser2Friends: true });
    expect(await bob.send({ recvID: "alice" })).toHaveProperty("sendTime");
    expect(await alice.send({ recvID: "bob" })).toHaveProperty("sendTime");
  });

  it("clears remark and pin; a new friendship is notified as inserted", async () => {
    backend.im.makeFriends("alice", "bob");
    await update("alice", ["bob"], { remark: "Benny", isPinned: true, ex: "x" });
    const before = await sync("alice");
    await unfriend("alice", "bob");
    await apply("alice", "bob");
    await answer("bob", "alice", 1);
    const fresh = { remark: "", isPinned: false, ex: "" };
    expect(await sync("alice", before)).toMatchObject({ insert: [fresh], update: null, delete: null });
  });
});

describe("settings of a friend", () => {
  beforeEach(() => {
    backend.im.makeFriends("alice", "bob", start);
    backend.im.makeFriends("alice", "carol", start + 1);
  });

  it("are notified to the user's own devices only (1210), and keep the fields left out", async () => {
    const [one, two, bob] = [await device("alice"), await device("alice", 2), await device("bob")];
    const before = await sync("alice");
    expect(await update("alice", ["bob"], { remark: "Benny", ex: "x" })).toEqual(done);
    expect(await update("alice", ["bob", "carol"], { ex: "y" })).toEqual(done);
    const detail = (...friendIDs: string[]) => ({
      fromToUserID: { fromUserID: "", toUserID: "alice" },
      friendIDs,
      friendVersion: 0,
      friendVersionID: "",
    });
    for (const client of [one, two]) {
      await eventually(() => expect(tips(client, 1210)).toEqual([detail("bob"), detail("bob", "carol")]));
      expect(told(client, 1210)[0]).toMatchObject({ sendID: "alice", recvID: "alice", seq: 0 });
    }
    await settle(one, bob, "bob");
    expect(bob.notified()).toEqual([]);
    const said = await sync("alice", before);
    expect(said).toMatchObject({
      full: false,
      update: [
        { friendUser: { userID: "bob" }, remark: "Benny", ex: "y", isPinned: false },
        { friendUser: { userID: "carol" }, remark: "", ex: "y" },
      ],
      sortVersion: 0,
    });
    expect(said.version).toBe(before.version + 2);
  });

  it("put a pinned friend first, and report a new order", async () => {
    const before = await sync("alice");
    await update("alice", ["carol"], { isPinned: true });
    const pinned = await sync("alice", before);
    expect(pinned).toMatchObject({ update: [{ isPinned: true }], sortVersion: pinned.version });
    const ids = await as("alice")("get_full_friend_user_ids", { userID: "alice", idHash: 0 });
    expect(ids.data).toMatchObject({ version: pinned.version, userIDs: ["carol", "bob"] });
    await update("alice", ["carol"], { isPinned: false });
    const unpinned = await as("alice")("get_friend_id", { userID: "alice" });
    expect(unpinned.data).toEqual({ friendIDs: ["bob", "carol"] });
  });

  it("are a new version even without a change, and none for strangers", async () => {
    const before = await sync("bob");
    await update("bob", ["alice"], { remark: "" });
    const after = await sync("bob", before);
    expect(after.version).toBe(before.version + 1);
    const bob = await device("bob");
    expect(await update("bob", ["carol", "nobody"], { remark: "C" })).toEqual(done);
    await eventually(() => expect(tips(bob, 1210)).toMatchObject([{ friendIDs: ["carol", "nobody"] }]));
    expect((await sync("bob", after)).version).toBe(after.version);
    expect(await friendsOf("bob")).toMatchObject({ total: 1 });
  });

  it("through the older path are notified to both (1206)", async () => {
    const [alice, bob] = [await device("alice"), await device("bob")];
    const body = { ownerUserID: "alice", friendUserID: "bob", remark: "Benny" };
    expect(await as("alice")("set_friend_remark", body)).toEqual(done);
    const detail = { fromToUserID: pair, friendVersion: 0, friendVersionID: "", friendSortVersion: 0 };
    for (const client of [alice, bob]) {
      await eventually(() => expect(tips(client, 1206)).toEqual([detail]));
    }
    expect(await friendsOf("alice")).toMatchObject({ friendsInfo: [{ remark: "Benny" }, {}] });
  });
});

describe("permissions", () => {
  /** Relations between two users, from the first user's side. */
  const standings: Record<string, () => unknown> = {
    strangers: () => {},
    friends: () => backend.im.makeFriends("alice", "bob"),
    "I removed the peer": async () => {
      backend.im.makeFriends("alice", "bob");
      await unfriend("alice", "bob");
    },
    "the peer removed me": async () => {
      backend.im.makeFriends("alice", "bob");
      await unfriend("bob", "alice");
    },
    "the peer blocks me": () => as("bob")("add_black", { ownerUserID: "bob", blackUserID: "alice", ex: "" }),
    "I block the peer": () => as("alice")("add_black", { ownerUserID: "alice", blackUserID: "bob", ex: "" }),
    "a request is open": () => apply("alice", "bob"),
    "a request was refused": async () => {
      await apply("alice", "bob");
      await answer("bob", "alice", -1);
    },
    "a request was accepted": async () => {
      await apply("alice", "bob");
      await answer("bob", "alice", 1);
    },
  };

  it.each<[standing: string, code: { apply: number; accept: number; refuse: number }]>([
    ["strangers", { apply: 0, accept: 1004, refuse: 1004 }],
    ["friends", { apply: 1304, accept: 1004, refuse: 1004 }],
    ["I removed the peer", { apply: 0, accept: 1004, refuse: 1004 }],
    ["the peer removed me", { apply: 0, accept: 1004, refuse: 1004 }],
    ["the peer blocks me", { apply: 20013, accept: 1004, refuse: 1004 }],
    ["I block the peer", { apply: 0, accept: 1004, refuse: 1004 }],
    ["a request is open", { apply: 0, accept: 0, refuse: 0 }],
    ["a request was refused", { apply: 0, accept: 1001, refuse: 1305 }],
    ["a request was accepted", { apply: 1304, accept: 1001, refuse: 1305 }],
  ])("%s: %j", async (standing, code) => {
    await standings[standing]?.();
    expect((await answer("bob", "alice", -1)).errCode).toBe(code.refuse);
    if (code.refuse === 0) await apply("alice", "bob");
    expect((await answer("bob", "alice", 1)).errCode).toBe(code.accept);
    if (code.accept === 0) await unfriend("alice", "bob");
    expect((await apply("alice", "bob")).errCode).toBe(code.apply);
  });

  it("let the receiver answer a request, although the receiver blocks the applicant", async () => {
    await apply("alice", "bob");
    await as("bob")("add_black", { ownerUserID: "bob", blackUserID: "alice", ex: "" });
    expect(await answer("bob", "alice", 1)).toEqual(done);
    expect(await friendsOf("alice")).toMatchObject({ total: 1 });
  });

  it("let only the receiver of a request answer it", async () => {
    await apply("alice", "bob");
    for (const handleResult of [1, -1]) {
      const body = { fromUserID: "alice", toUserID: "bob", handleResult, handleMsg: "" };
      for (const person of ["alice", "carol"] as const) {
        expect((await as(person)("add_friend_response", body)).errCode).toBe(1002);
      }
      expect((await answer("carol", "alice", handleResult)).errCode).toBe(1004);
    }
    expect(await requestsTo("bob", [0])).toMatchObject({ total: 1 });
  });

  it.each<[what: string, path: string, body: object, errCode: number, errMsg: string, errDlt: string]>([
    [
      "a request to the user's own id",
      "add_friend",
      { fromUserID: "alice", toUserID: "alice" },
      1301,
      "CanNotAddYourselfError",
      "",
    ],
    [
      "a request to an unknown person",
      "add_friend",
      { fromUserID: "alice", toUserID: "nobody" },
      1004,
      "RecordNotFoundError",
      "user not found",
    ],
    [
      "a request to a friend",
      "add_friend",
      { fromUserID: "alice", toUserID: "carol" },
      1304,
      "RelationshipAlreadyError",
      "already friends has f",
    ],
    [
      "a request in another user's name",
      "add_friend",
      { fromUserID: "bob", toUserID: "carol" },
      1002,
      "NoPermissionError",
      "ownerUserID, bob=MISSING",
    ],
    [
      "a request without a receiver",
      "add_friend",
      { fromUserID: "alice", toUserID: "" },
      1001,
      "ArgsError",
      "toUserID is empty",
    ],
    [
      "a request with too long a text",
      "add_friend",
      { fromUserID: "alice", toUserID: "bob", reqMsg: "x".repeat(4097) },
      1001,
      "ArgsError",
      "reqMsg must have at most 4096 characters",
    ],
    [
      "an answer with an unknown result",
      "add_friend_response",
      { fromUserID: "bob", toUserID: "alice", handleResult: 0 },
      1001,
      "ArgsError",
      "handleResult must be one of 1, -1",
    ],
    [
      "a second refusal",
      "add_friend_response",
      { fromUserID: "bob", toUserID: "alice", handleResult: -1 },
      1305,
      "FriendRequestHandled",
      "friend request has already been processed, from=bob, to=alice",
    ],
    [
      "accepting a refused request",
      "add_friend_response",
      { fromUserID: "bob", toUserID: "alice", handleResult: 1 },
      1001,
      "ArgsError",
      "the friend request has been processed",
    ],
    [
      "no friends to change",
      "update_friends",
      { ownerUserID: "alice", friendUserIDs: [] },
      1001,
      "ArgsError",
      "friendUserIDs is empty",
    ],
    [
      "the same friend twice",
      "update_friends",
      { ownerUserID: "alice", friendUserIDs: ["carol", "carol"] },
      1001,
      "ArgsError",
      "friendUserIDs repeat an id",
    ],
    [
      "a remark that is too long",
      "update_friends",
      { ownerUserID: "alice", friendUserIDs: ["carol"], remark: "x".repeat(256) },
      1001,
      "ArgsError",
      "remark must have at most 255 characters",
    ],
    [
      "a remark for a stranger",
      "set_friend_remark",
      { ownerUserID: "alice", friendUserID: "bob", remark: "B" },
      1004,
      "RecordNotFoundError",
      "friend not found",
    ],
    [
      "removing without a friend",
      "delete_friend",
      { ownerUserID: "alice", friendUserID: "" },
      1001,
      "ArgsError",
      "friendUserID is empty",
    ],
    ["removing an unknown person", "delete_friend", { ownerUserID: "alice", friendUserID: "x" }, 0, "", ""],
  ])("%s: /friend/%s %j", async (_what, path, body, errCode, errMsg, errDlt) => {
    backend.im.makeFriends("alice", "carol");
    await apply("bob", "alice");
    await answer("alice", "bob", -1);
    expect(await as("alice")(path, body)).toEqual({ errCode, errMsg, errDlt });
    expect(await friendsOf("alice")).toMatchObject({ total: 1, friendsInfo: [{ remark: "" }] });
  });
});
