// @vitest-environment node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../../server/store/database.ts";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import {
  connectGob,
  encode,
  encodeRequest,
  type GobClient,
  newMessageID,
  tipsOf,
} from "../support/gob-client.ts";

let backend: TestBackend;
let time: number;
let alice: GobClient;
let bob: GobClient;

const connect = (userID: string) => connectGob(backend.origin, { userID, token: backend.token(userID) });

beforeEach(async () => {
  time = 1_800_000_000_000;
  backend = await startBackend(["alice", "bob", "carol"], { now: () => time });
  alice = await connect("alice");
  bob = await connect("bob");
});
afterEach(() => backend.close());

const code = async (answer: Promise<unknown>) =>
  answer.then(
    () => 0,
    (error: { errCode: number }) => error.errCode,
  );
const text = (content: string) => JSON.stringify({ content });

describe("a message to a user who receives none", () => {
  const conversation = { conversationID: "si_alice_bob", conversationType: 1, userID: "alice", groupID: "" };
  const choose = (what: "all" | "chat", option: number) =>
    what === "all"
      ? backend.post(
          "/user/set_global_msg_recv_opt",
          { userID: "bob", globalRecvMsgOpt: option },
          backend.token("bob", 2),
        )
      : backend.post(
          "/conversation/set_conversations",
          { userIDs: ["bob"], conversation: { ...conversation, recvMsgOpt: option } },
          backend.token("bob", 2),
        );

  it.each(["all", "chat"] as const)("is refused: %s", async (what) => {
    expect(await choose(what, 1)).toMatchObject({ errCode: 0 });
    expect(await code(alice.send({ recvID: "bob" }))).toBe(1001);
    expect(await code((await connect("carol")).send({ recvID: "bob" }))).toBe(what === "all" ? 1001 : 0);
    expect(await code(bob.send({ recvID: "alice" }))).toBe(0);
    await choose(what, 2);
    expect(await code(alice.send({ recvID: "bob" }))).toBe(0);
  });

  it("is sent in a group", async () => {
    await choose("all", 1);
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
    expect(await code(alice.send({ groupID, sessionType: 3 }))).toBe(0);
  });
});

describe("a sent message", () => {
  it("reaches the recipient and returns to the sender with its seq", async () => {
    const sent = await alice.send({
      recvID: "bob",
      content: text("hi"),
      ex: "x",
      options: { unreadCount: false },
    });
    await eventually(() => expect([bob.received().length, alice.received().length]).toEqual([1, 1]));
    const [message] = bob.received();
    expect(message).toMatchObject({
      sendID: "alice",
      recvID: "bob",
      clientMsgID: sent.clientMsgID,
      serverMsgID: sent.serverMsgID,
      sendTime: sent.sendTime,
      content: text("hi"),
      ex: "x",
      seq: 1,
      status: 1,
      options: { unreadCount: false },
    });
    expect(sent.serverMsgID).toMatch(/^[0-9a-f]{32}$/);
    expect(alice.received()).toEqual([message]);
  });

  it("is unread at the recipient, whatever the sender says, and read at the sender", async () => {
    await alice.send({ recvID: "bob", isRead: true });
    await eventually(() => expect(bob.received()).toMatchObject([{ isRead: false }]));
    expect((await alice.readSeqs("si_alice_bob")).seqs).toMatchObject({ si_alice_bob: { hasReadSeq: 1 } });
    expect((await bob.readSeqs("si_alice_bob")).seqs).toMatchObject({ si_alice_bob: { hasReadSeq: 0 } });
  });

  it("names only the user or the group that gets it", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
    await alice.send({ recvID: "bob", groupID, sessionType: 1, content: text("to a user") });
    await alice.send({ recvID: "carol", groupID, sessionType: 3, content: text("to a group") });
    const got = () => bob.received().filter(({ contentType }) => contentType === 101);
    await eventually(() => expect(got()).toHaveLength(2));
    // Messages of two chats may be pushed in either order.
    const receivers = Object.fromEntries(
      got().map(({ content, recvID, groupID }) => [content, { recvID, groupID }]),
    );
    expect(receivers).toEqual({
      [text("to a user")]: { recvID: "bob", groupID: "" },
      [text("to a group")]: { recvID: "", groupID },
    });
  });

  it("contains no NUL, which would end the SDK's statement for all messages of a push", async () => {
    await alice.send({ recvID: "bob\0", ex: "e\0x", attachedInfo: "\0", atUserIDList: ["c\0"] });
    await eventually(() => expect(bob.received()).toHaveLength(1));
    expect(bob.received()[0]).toMatchObject({ recvID: "bob", ex: "ex", atUserIDList: ["c"] });
    expect(JSON.stringify(bob.received())).not.toContain("\\u0000");
  });

  it("3-67 keeps the sender's disappearing setting, and is not deleted when it is read", async () => {
    const attachedInfo = JSON.stringify({ isPrivateChat: true, burnDuration: 10, hasReadTime: 0 });
    const sent = await alice.send({ recvID: "bob", attachedInfo, options: { notPrivate: false } });
    await eventually(() => expect(bob.received()).toHaveLength(1));
    expect(bob.received()[0]).toMatchObject({ attachedInfo, options: { notPrivate: false } });
    const read = { conversationID: "si_alice_bob", userID: "bob", hasReadSeq: 1, seqs: [1] };
    await backend.post("/msg/mark_conversation_as_read", read, backend.token("bob"));
    await eventually(() => expect(alice.notified().map((tip) => tip.contentType)).toContain(2200));
    expect((await alice.pullSeqs("si_alice_bob", [1])).Msgs[0]).toMatchObject({
      clientMsgID: sent.clientMsgID,
      attachedInfo,
    });
  });

  it("carries an operationID, without which the SDK makes no calls of its own", async () => {
    await alice.send({ recvID: "bob" });
    await eventually(() => expect(bob.pushes()).toHaveLength(1));
    expect(bob.frames.at(-1)?.operationID).not.toBe("");
    expect(bob.frames.at(-1)?.msgIncr).toBe("");
  });

  it("does not carry a long operationID of its sender to others", async () => {
    const message = { sendID: "alice", recvID: "bob", clientMsgID: newMessageID(), sessionType: 1 };
    const data = encode("MsgData", { ...message, contentType: 101, content: text("hi") });
    const operationID = "x".repeat(400_000);
    const request = { reqIdentifier: 1003, sendID: "alice", operationID, msgIncr: "m", data };
    alice.socket.send(gzipSync(encodeRequest(request)));
    await eventually(() => expect(bob.received()).toHaveLength(1));
    expect(bob.frames.at(-1)?.operationID.length).toBeLessThanOrEqual(128);
    expect(bob.frames.at(-1)?.operationID).not.toBe("");
  });

  it("reaches every device of both, and no other", async () => {
    const phone = await connectGob(backend.origin, {
      userID: "bob",
      token: backend.im.issueToken("bob", 1),
      platformID: 1,
    });
    const carol = await connect("carol");
    await alice.send({ recvID: "bob" });
    await eventually(() => expect([bob.received().length, phone.received().length]).toEqual([1, 1]));
    expect(carol.pushes()).toEqual([]);
  });

  it("is stored once per clientMsgID: a repeated one returns the first result", async () => {
    const message = { recvID: "bob", clientMsgID: newMessageID() };
    const first = await alice.send(message);
    time += 5000;
    expect(await alice.send(message)).toEqual(first);
    await alice.send({ recvID: "bob" });
    await eventually(() => expect(bob.received().map((received) => received.seq)).toEqual([1, 2]));
  });

  it("cannot reuse the clientMsgID of the peer", async () => {
    const { clientMsgID } = await alice.send({ recvID: "bob" });
    expect(await code(bob.send({ recvID: "alice", clientMsgID }))).toBe(1001);
  });

  it("can go to the sender", async () => {
    await alice.send({ recvID: "alice" });
    expect(await alice.maxSeqs()).toEqual({ si_alice_alice: 1 });
  });

  it("shares a frame with messages that follow within a moment", async () => {
    await Promise.all(Array.from({ length: 20 }, () => alice.send({ recvID: "bob" })));
    await eventually(() => expect(bob.received()).toHaveLength(20));
    expect(bob.pushes().length).toBeLessThan(20);
  });

  it("is not pushed to the sender with senderSync off", async () => {
    await alice.send({ recvID: "bob", options: { senderSync: false } });
    await eventually(() => expect(bob.received()).toHaveLength(1));
    await alice.maxSeqs();
    expect(alice.received()).toEqual([]);
  });

  it("consumes no seq with history off (typing, online-only)", async () => {
    const options = { history: false, senderSync: false };
    const sent = await alice.send({ recvID: "bob", contentType: 113, clientMsgID: "typing", options });
    expect(sent).toMatchObject({
      clientMsgID: "typing",
      serverMsgID: expect.stringMatching(/./),
      sendTime: time,
    });
    await eventually(() => expect(bob.received()).toMatchObject([{ seq: 0, contentType: 113 }]));
    expect(await bob.maxSeqs()).toEqual({});
  });
});

describe("seq and sendTime", () => {
  it("are gap-free and strictly increasing per conversation, even if the clock jumps", async () => {
    const step = fc.record({
      from: fc.constantFrom("alice", "bob"),
      to: fc.constantFrom("alice", "bob", "carol"),
      clock: fc.integer({ min: -3000, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const before = await alice.maxSeqs();
        const bobBefore = await bob.maxSeqs();
        for (const { from, to, clock } of steps) {
          time += clock;
          await (from === "alice" ? alice : bob).send({ recvID: to });
        }
        for (const [client, known] of [
          [alice, before],
          [bob, bobBefore],
        ] as const) {
          for (const [id, max] of Object.entries(await client.maxSeqs())) {
            const seqs = Array.from({ length: max }, (_, i) => i + 1);
            const { Msgs } = await client.pullSeqs(id, seqs.slice(-100));
            expect(Msgs.map((message) => message.seq)).toEqual(seqs.slice(-100));
            const times = Msgs.map((message) => message.sendTime);
            expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
            expect(max).toBeGreaterThanOrEqual(known[id] ?? 0);
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe("refused messages", () => {
  it.each([
    ["no recipient", { recvID: "" }, 1001],
    ["an unknown recipient", { recvID: "nobody" }, 1004],
    ["an unknown group", { groupID: "404" }, 1201],
    ["a notification type", { recvID: "bob", contentType: 1501 }, 1001],
    ["the recall of a message", { recvID: "bob", contentType: 2101 }, 1001],
    ["a session type of the server's own", { recvID: "bob", sessionType: 4 }, 1001],
    ["an invalid clientMsgID", { recvID: "bob", clientMsgID: "" }, 1001],
    ["more than 256 KiB of content", { recvID: "bob", content: "x".repeat(256 * 1024 + 1) }, 1001],
  ])("%s", async (_name, message, errCode) => {
    expect(await code(alice.send(message))).toBe(errCode);
    expect(await alice.maxSeqs()).toEqual({});
  });

  it("by a black list, a mute or a dismissed group", async () => {
    const data = mkdtempSync(join(tmpdir(), "parley-"));
    const own = await startBackend(["alice", "bob", "carol"], { data });
    const db = openDatabase(data);
    try {
      const groupID = own.im.createGroup({ name: "G", owner: "alice", members: ["bob", "carol"] });
      const sender = async (userID: string) => connectGob(own.origin, { userID, token: own.token(userID) });
      const [owner, member] = [await sender("alice"), await sender("bob")];
      db.exec(
        "INSERT INTO blacks (ownerUserID, blackUserID, createTime, operatorUserID) VALUES ('alice', 'bob', 1, 'alice')",
      );
      expect(await code(member.send({ recvID: "alice" }))).toBe(1302);
      expect(await code(owner.send({ recvID: "bob" }))).toBe(0);

      db.exec(`UPDATE group_members SET muteEndTime = ${Date.now() + 60_000} WHERE userID = 'bob'`);
      expect(await code(member.send({ groupID }))).toBe(1402);
      db.exec("UPDATE group_members SET muteEndTime = 1; UPDATE groups SET status = 3");
      expect(await code(member.send({ groupID }))).toBe(1403);
      expect(await code(owner.send({ groupID }))).toBe(0);
      db.exec("UPDATE group_members SET roleLevel = 60 WHERE userID = 'bob'");
      expect(await code(member.send({ groupID }))).toBe(0);
      db.exec("UPDATE groups SET status = 2");
      expect(await code(owner.send({ groupID }))).toBe(1204);
    } finally {
      db.close();
      await own.close();
      rmSync(data, { recursive: true });
    }
  });

  it("cannot reach a notification stream by options or as the server's message", async () => {
    const options = { isNotNotification: false, isSendMsg: true, notNotification: false, sendMsg: true };
    await alice.send({ recvID: "bob", msgFrom: 200, options });
    await eventually(() => expect(bob.received()).toHaveLength(1));
    expect(bob.notified()).toEqual([]);
    expect(await bob.maxSeqs()).toEqual({ si_alice_bob: 1 });
    expect(bob.received()[0]?.options).toEqual({});
    expect(bob.received()[0]?.msgFrom).toBe(100);
  });
});

describe("group messages", () => {
  const members = (client: GobClient) => client.received().filter((message) => message.contentType < 1000);

  it("reach all members and no outsider", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
    const carol = await connect("carol");
    await alice.send({ groupID, content: text("all") });
    await eventually(() => expect([members(alice).length, members(bob).length]).toEqual([1, 1]));
    expect(members(bob)[0]).toMatchObject({ groupID, seq: 2, content: text("all") });
    expect(await code(carol.send({ groupID }))).toBe(1002);
    expect(carol.pushes()).toEqual([]);
  });

  it.each([
    ["in the chat first, then by the notification", false],
    ["by the notification first, when a test asks for it", true],
  ])("notify a new group's members %s", async (_name, notificationFirst) => {
    const own = await startBackend(["alice", "bob"], { notificationFirst: () => notificationFirst });
    try {
      const member = await connectGob(own.origin, { userID: "bob", token: own.token("bob") });
      const groupID = own.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
      await eventually(() => expect(member.pushes()).toHaveLength(2));
      const frames = member.pushes();
      const [notification, copy] = notificationFirst ? frames : frames.toReversed();
      const [tip] = notification?.notificationMsgs[`n_${groupID}`]?.Msgs ?? [];
      const [chat] = copy?.msgs[`sg_${groupID}`]?.Msgs ?? [];
      const bare = { contentType: 1501, msgFrom: 200, status: 0, senderNickname: "", senderFaceURL: "" };
      expect(tip).toMatchObject({ ...bare, seq: 0, options: { isNotNotification: false, isSendMsg: true } });
      expect(chat).toMatchObject({ ...bare, seq: 1, clientMsgID: tip?.clientMsgID });
      expect(tip && tipsOf(tip)).toMatchObject({
        group: { groupID, groupName: "G", memberCount: 2, ownerUserID: "alice" },
        opUser: { userID: "alice", roleLevel: 100 },
        memberList: [{ userID: "alice" }, { userID: "bob", roleLevel: 20 }],
        groupMemberVersion: 1,
      });
    } finally {
      await own.close();
    }
  });

  it("mark the conversation of mentioned members", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob", "carol"] });
    const atType = async (userID: string) => {
      const token = userID === "bob" ? bobToken : carolToken;
      const answer = await backend.post(
        "/conversation/get_all_conversations",
        { ownerUserID: userID },
        token,
      );
      return JSON.stringify(answer.data).match(/"groupAtType":(\d)/)?.[1];
    };
    const bobToken = backend.im.issueToken("bob", 2);
    const carolToken = backend.im.issueToken("carol", 2);
    const at = (...atUserIDList: string[]) => alice.send({ groupID, contentType: 106, atUserIDList });
    await at("bob");
    expect([await atType("bob"), await atType("carol")]).toEqual(["1", "0"]);
    await eventually(() => expect(bob.notified().map((tip) => tip.contentType)).toContain(1300));
    await at("AtAllTag");
    expect([await atType("bob"), await atType("carol")]).toEqual(["2", "2"]);
    await at("AtAllTag", "carol");
    expect([await atType("bob"), await atType("carol")]).toEqual(["2", "3"]);
  });

  it("mark nothing for the sender, nor in a message that is no mention", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
    await alice.send({ groupID, contentType: 106, atUserIDList: ["alice"] });
    await alice.send({ groupID, contentType: 101, atUserIDList: ["bob"] });
    for (const userID of ["alice", "bob"]) {
      const token = backend.im.issueToken(userID, 2);
      const body = { ownerUserID: userID };
      const { data } = await backend.post("/conversation/get_all_conversations", body, token);
      expect(JSON.stringify(data)).toContain('"groupAtType":0');
    }
  });
});
