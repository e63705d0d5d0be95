// @vitest-environment node
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, decode, encode, type GobClient, tipsOf, told } from "../support/gob-client.ts";

let backend: TestBackend;
let alice: GobClient;
let bob: GobClient;
let tokens: { alice: string; bob: string; carol: string };
const chat = "si_alice_bob";

beforeEach(async () => {
  backend = await startBackend(["alice", "bob", "carol"]);
  tokens = { alice: backend.token("alice"), bob: backend.token("bob"), carol: backend.token("carol") };
  alice = await connectGob(backend.origin, { userID: "alice", token: tokens.alice });
  bob = await connectGob(backend.origin, { userID: "bob", token: tokens.bob });
});
afterEach(() => backend.close());

const fill = (count: number) => {
  for (let i = 1; i <= count; i += 1) {
    backend.im.send({ from: "alice", to: "bob", contentType: 101, content: { content: `m${i}` } });
  }
};
const code = async (path: string, body: object, who: keyof typeof tokens) =>
  (await backend.post(path, body, tokens[who])).errCode;
const seqs = (messages: { seq: number }[]) => messages.map((message) => message.seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe("pulling by range", () => {
  it("returns the newest messages up to the requested number, and reports when that reaches the start", async () => {
    fill(130);
    const pull = async (begin: number, num: number) => {
      const { msgs } = await bob.pullRanges({ conversationID: chat, begin, end: 130, num });
      const { Msgs = [], isEnd } = msgs[chat] ?? {};
      return [seqs(Msgs), isEnd];
    };
    expect(await pull(0, 1)).toEqual([[130], true]);
    expect(await pull(120, 10)).toEqual([range(121, 130), false]);
    expect(await pull(0, 1000)).toEqual([range(31, 130), true]);
  });

  it("leaves out empty ranges and clamps to existing seqs", async () => {
    fill(3);
    const beyond = await bob.pullRanges({ conversationID: chat, begin: 4, end: 9, num: 10 });
    expect(beyond.msgs).toEqual({});
    const clamped = await bob.pullRanges({ conversationID: chat, begin: 3, end: 9, num: 10 });
    expect(seqs(clamped.msgs[chat]?.Msgs ?? [])).toEqual([3]);
  });

  const noise = (bytes: number) => randomBytes(bytes / 2).toString("base64");
  const packed = (client: GobClient) => client.packed.at(-1) ?? 0;
  const readable = 1024 * 1024;

  it("keeps an answer of huge messages readable, and lets the next page continue where it stopped", async () => {
    for (let i = 0; i < 12; i += 1) {
      backend.im.send({ from: "alice", to: "bob", contentType: 101, content: { content: noise(240_000) } });
    }
    const page = seqs((await bob.pullSeqs(chat, range(1, 12))).Msgs);
    expect(packed(bob)).toBeLessThan(readable);
    expect(page).toEqual(range(13 - page.length, 12));
    const next = seqs((await bob.pullSeqs(chat, range(1, 12 - page.length))).Msgs);
    expect(next.at(-1)).toBe(12 - page.length);
    const upwards = seqs((await bob.pullSeqs(chat, range(1, 12), 0)).Msgs);
    expect(upwards).toEqual(range(1, upwards.length));
    const { msgs } = await bob.pullRanges({ conversationID: chat, begin: 1, end: 12, num: 100 });
    expect(packed(bob)).toBeLessThan(readable);
    expect(seqs(msgs[chat]?.Msgs ?? []).at(-1)).toBe(12);
  });

  it("leaves out only a huge message itself, which a new device requests separately", async () => {
    const senders = range(1, 8).map((number) => `sender${number}`);
    for (const from of senders) {
      backend.im.registerUser({ userID: from, nickname: from, faceURL: "" });
      backend.im.send({ from, to: "bob", contentType: 101, content: { content: noise(240_000) } });
    }
    fill(1);
    const ids = [...senders.map((from) => `si_bob_${from}`), chat];
    const ranges = (begin: number) =>
      ids.map((conversationID) => ({ conversationID, begin, end: 1, num: 1 }));
    const first = (await bob.pullRanges(...ranges(0))).msgs;
    expect(packed(bob)).toBeLessThan(readable);
    expect(first[chat]?.Msgs[0]?.content).toContain("m1");
    const missing = ids.filter((id) => first[id]?.Msgs[0]?.status === 4);
    expect(missing.length).toBeGreaterThan(0);
    const data = encode("Conversations", { userID: "bob", conversationIDs: missing });
    const last = decode("Last", await bob.request(1007, data)).msgs;
    expect(packed(bob)).toBeLessThan(readable);
    expect(Object.keys(last)).toHaveLength(missing.length);
    // The message was pulled before. It stays a gap, which the SDK fills when the chat is opened.
    const again = (await bob.pullRanges(...ranges(1))).msgs;
    expect(Object.keys(again)).toContain(chat);
    expect(Object.values(again).flatMap(({ Msgs }) => Msgs.filter(({ status }) => status === 4))).toEqual([]);
  });
});

describe("history pages", () => {
  it("come oldest first in either direction", async () => {
    fill(5);
    expect(seqs((await bob.pullSeqs(chat, [5, 3, 4], 1)).Msgs)).toEqual([3, 4, 5]);
    expect(seqs((await bob.pullSeqs(chat, [3, 4, 5], 0)).Msgs)).toEqual([3, 4, 5]);
  });

  it("hold everything asked for of a chat that is named twice, each message once", async () => {
    fill(5);
    const conversations = [
      { conversationID: chat, seqs: [4, 5] },
      { conversationID: chat, seqs: [1, 4] },
    ];
    const answer = await bob.request(1005, encode("PullSeqs", { userID: "bob", conversations, order: 1 }));
    expect(seqs(decode("Push", answer).msgs[chat]?.Msgs ?? [])).toEqual([1, 4, 5]);
  });

  it("report where the history ends", async () => {
    fill(3);
    expect(await bob.pullSeqs(chat, [0, 1, 2], 1)).toMatchObject({ isEnd: true, endSeq: 1 });
    expect(await bob.pullSeqs(chat, [3, 4], 0)).toMatchObject({ isEnd: true, endSeq: 3 });
    expect(await bob.pullSeqs(chat, [2, 3], 1)).toMatchObject({ isEnd: false });
  });

  it("are refused to strangers, as are all other ways to read a conversation", async () => {
    fill(2);
    const carol = await connectGob(backend.origin, { userID: "carol", token: tokens.carol });
    const refused = { errCode: 1002 };
    for (const id of [chat, "n_alice_bob", "n_alice_alice"]) {
      await expect(carol.pullSeqs(id, [1])).rejects.toMatchObject(refused);
      // As with OpenIM, a foreign conversation is left out of a range pull, and the others are answered.
      expect(await carol.pullRanges({ conversationID: id, begin: 1, end: 2, num: 1 })).toEqual({
        msgs: {},
        notificationMsgs: {},
      });
      await expect(carol.readSeqs(id)).rejects.toMatchObject(refused);
    }
    const own = { conversationID: chat, userID: "carol" };
    expect(await code("/msg/mark_conversation_as_read", { ...own, hasReadSeq: 1, seqs: [1] }, "carol")).toBe(
      1004,
    );
    expect(await code("/msg/revoke_msg", { ...own, seq: 1 }, "carol")).toBe(1004);
    expect(await code("/msg/delete_msgs", { ...own, seqs: [1], deleteSyncOpt: null }, "carol")).toBe(0);
    expect(
      await code("/msg/clear_conversation_msg", { userID: "carol", conversationIDs: [chat] }, "carol"),
    ).toBe(0);
    expect(await carol.maxSeqs()).toEqual({});
    expect((await alice.pullSeqs(chat, [1, 2])).Msgs.map(({ seq, status }) => [seq, status])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });
});

describe("seqs", () => {
  it("count conversations and their notification streams, and what the user has read", async () => {
    fill(3);
    await bob.send({ recvID: "alice" });
    expect((await alice.readSeqs()).seqs).toMatchObject({ [chat]: { maxSeq: 4, hasReadSeq: 3 } });
    expect((await bob.readSeqs(chat)).seqs).toMatchObject({ [chat]: { maxSeq: 4, hasReadSeq: 4 } });
    await code(
      "/msg/mark_conversation_as_read",
      { conversationID: chat, userID: "alice", hasReadSeq: 4, seqs: [4] },
      "alice",
    );
    expect(await bob.maxSeqs()).toEqual({ [chat]: 4, n_alice_bob: 1 });
  });

  it("list pinned conversations when requested", async () => {
    fill(1);
    const conversation = {
      conversationID: chat,
      conversationType: 1,
      userID: "bob",
      groupID: "",
      isPinned: true,
    };
    expect(await code("/conversation/set_conversations", { userIDs: ["alice"], conversation }, "alice")).toBe(
      0,
    );
    expect((await alice.readSeqs()).pinnedConversationIDs).toEqual([chat]);
    expect((await bob.readSeqs()).pinnedConversationIDs).toEqual([]);
  });

  it("contain the newest message of a conversation, as deleted to a user who deleted it", async () => {
    fill(4);
    const last = async () => {
      const asked = encode("Conversations", { userID: "bob", conversationIDs: [chat] });
      return decode("Last", await bob.request(1007, asked)).msgs[chat];
    };
    const remove = (seq: number, deleteSyncOpt: object | null, who: "alice" | "bob") =>
      code("/msg/delete_msgs", { conversationID: chat, userID: who, seqs: [seq], deleteSyncOpt }, who);
    await remove(4, { IsSyncSelf: true, IsSyncOther: true }, "alice");
    expect(await last()).toMatchObject({ seq: 3, status: 1, content: '{"content":"m3"}' });
    await remove(3, null, "bob");
    expect(await last()).toMatchObject({ seq: 3, status: 4, content: "" });
  });
});

describe("read marks", () => {
  const read = (hasReadSeq: number, list: number[] | null) =>
    code(
      "/msg/mark_conversation_as_read",
      { conversationID: chat, userID: "bob", hasReadSeq, seqs: list },
      "bob",
    );

  it("report to the sender exactly which messages were read, and mark them in history", async () => {
    fill(3);
    expect(await read(2, [2])).toBe(0);
    await eventually(() => expect(told(alice, 2200)).toHaveLength(1));
    const [receipt] = told(alice, 2200);
    expect(receipt).toMatchObject({ sendID: "bob", seq: 1 });
    expect(receipt && tipsOf(receipt)).toEqual({
      markAsReadUserID: "bob",
      conversationID: chat,
      seqs: [1, 2],
      hasReadSeq: 2,
    });
    const { Msgs } = await alice.pullSeqs(chat, [1, 2, 3]);
    expect(Msgs.map((message) => message.isRead)).toEqual([true, true, false]);
  });

  it("never go back and cannot go beyond the last message", async () => {
    fill(3);
    await read(3, [3]);
    await read(1, [1]);
    expect((await bob.readSeqs(chat)).seqs[chat]?.hasReadSeq).toBe(3);
    expect(await read(4, [])).toBe(0);
    await bob.send({ recvID: "alice" });
    await alice.send({ recvID: "bob" });
    expect((await bob.readSeqs(chat)).seqs[chat]).toMatchObject({ maxSeq: 5, hasReadSeq: 4 });
  });

  it("of a group are sent to the user's own devices only", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
    const body = { conversationID: `sg_${groupID}`, userID: "bob", hasReadSeq: 1, seqs: null };
    expect(await code("/msg/mark_conversation_as_read", body, "bob")).toBe(0);
    await eventually(() => expect(told(bob, 2200)).toHaveLength(1));
    const [own] = told(bob, 2200);
    expect(own).toMatchObject({ seq: 0, recvID: "bob" });
    expect(own && tipsOf(own)).toMatchObject({ seqs: null, hasReadSeq: 1 });
    await alice.maxSeqs();
    expect(told(alice, 2200)).toEqual([]);
  });

  it("can be set without a receipt", async () => {
    fill(2);
    const body = { conversationID: chat, userID: "bob", hasReadSeq: 2, noNotification: false };
    expect(await code("/msg/set_conversation_has_read_seq", body, "bob")).toBe(0);
    expect((await bob.readSeqs(chat)).seqs[chat]?.hasReadSeq).toBe(2);
    await alice.maxSeqs();
    expect(told(alice, 2200)).toEqual([]);
  });
});

describe("revoking", () => {
  const revoke = (who: "alice" | "bob", seq: number, conversationID = chat) =>
    code("/msg/revoke_msg", { conversationID, seq, userID: who }, who);

  it("replaces the message for good and notifies both", async () => {
    fill(2);
    const [original] = (await bob.pullSeqs(chat, [2])).Msgs;
    expect(await revoke("alice", 2)).toBe(0);
    await eventually(() => expect([told(alice, 2101).length, told(bob, 2101).length]).toEqual([1, 1]));
    const [tip] = told(bob, 2101);
    expect(tip && tipsOf(tip)).toMatchObject({
      revokerUserID: "alice",
      clientMsgID: original?.clientMsgID,
      sesstionType: 1,
      seq: 2,
      conversationID: chat,
      isAdminRevoke: false,
    });
    const [message] = (await bob.pullSeqs(chat, [2])).Msgs;
    expect(message).toMatchObject({ contentType: 2101, seq: 2, sendTime: original?.sendTime });
    expect(message && tipsOf(message)).toMatchObject({
      revokerID: "alice",
      revokerNickname: "ALICE",
      clientMsgID: original?.clientMsgID,
      sourceMessageSendID: "alice",
      sourceMessageSendTime: original?.sendTime,
      sessionType: 1,
      seq: 2,
    });
  });

  it("is refused a second time, for others' messages and for unknown ones", async () => {
    fill(1);
    expect(await revoke("bob", 1)).toBe(1002);
    expect(await revoke("alice", 9)).toBe(1004);
    await revoke("alice", 1);
    expect(await revoke("alice", 1)).toBe(1404);
  });

  it("is allowed to an owner for a member's group message, and not the other way round", async () => {
    const groupID = backend.im.createGroup({ name: "G", owner: "alice", members: ["bob"] });
    await bob.send({ groupID });
    await alice.send({ groupID });
    expect(await revoke("bob", 3, `sg_${groupID}`)).toBe(1002);
    expect(await revoke("alice", 2, `sg_${groupID}`)).toBe(0);
    await eventually(() => expect(told(bob, 2101)[0]).toMatchObject({ groupID }));
  });
});

describe("deleting and clearing", () => {
  const remove = (who: "alice" | "bob", list: number[], deleteSyncOpt: object | null = null) =>
    code("/msg/delete_msgs", { conversationID: chat, userID: who, seqs: list, deleteSyncOpt }, who);

  it("leaves a placeholder for the user and the message for the peer", async () => {
    fill(3);
    expect(await remove("bob", [2])).toBe(0);
    const mine = (await bob.pullSeqs(chat, [1, 2, 3])).Msgs;
    expect(mine.map((message) => message.status)).toEqual([1, 4, 1]);
    expect(mine[1]?.content).toBe("");
    // A placeholder needs its own time. Without it, the SDK would page from there back to the newest message.
    const times = mine.map((message) => message.sendTime);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect((await alice.pullSeqs(chat, [2])).Msgs[0]?.status).toBe(1);
  });

  it("for everybody is possible for the user's own messages only", async () => {
    fill(2);
    expect(await remove("bob", [1], { IsSyncOther: true })).toBe(1002);
    expect(await remove("alice", [1], { IsSyncSelf: true, IsSyncOther: true })).toBe(0);
    expect((await bob.pullSeqs(chat, [1])).Msgs[0]?.status).toBe(4);
    await eventually(() => expect(told(bob, 2102)).toHaveLength(1));
    fill(1);
    expect((await bob.maxSeqs())[chat]).toBe(3);
  });

  it("of the whole history hides it from the user only, and later messages appear", async () => {
    fill(3);
    expect(await code("/msg/clear_conversation_msg", { userID: "bob", conversationIDs: [chat] }, "bob")).toBe(
      0,
    );
    expect((await bob.pullSeqs(chat, [1, 2, 3])).Msgs).toEqual([]);
    expect((await bob.readSeqs(chat)).seqs[chat]?.hasReadSeq).toBe(3);
    fill(1);
    const { msgs } = await bob.pullRanges({ conversationID: chat, begin: 0, end: 4, num: 10 });
    expect(seqs(msgs[chat]?.Msgs ?? [])).toEqual([4]);
    expect(seqs((await alice.pullSeqs(chat, range(1, 4))).Msgs)).toEqual([1, 2, 3, 4]);
  });

  it("of the whole history for everybody is refused, and removes nothing", async () => {
    fill(3);
    const deleteSyncOpt = { IsSyncSelf: true, IsSyncOther: true };
    const one = { userID: "bob", conversationIDs: [chat], deleteSyncOpt };
    expect(await code("/msg/clear_conversation_msg", one, "bob")).toBe(1002);
    expect(await code("/msg/user_clear_all_msg", { userID: "bob", deleteSyncOpt }, "bob")).toBe(1002);
    for (const client of [alice, bob]) {
      expect(seqs((await client.pullSeqs(chat, range(1, 3))).Msgs)).toEqual([1, 2, 3]);
    }
    expect((await bob.readSeqs(chat)).seqs[chat]?.hasReadSeq).toBe(0);
    expect(bob.notified()).toEqual([]);
  });

  it("of all conversations clears each of them", async () => {
    fill(2);
    backend.im.send({ from: "carol", to: "bob", contentType: 101, content: { content: "c" } });
    expect(
      await code("/msg/user_clear_all_msg", { userID: "bob", deleteSyncOpt: { IsSyncSelf: true } }, "bob"),
    ).toBe(0);
    for (const id of [chat, "si_bob_carol"]) expect((await bob.pullSeqs(id, [1])).Msgs).toEqual([]);
    await eventually(() => expect(bob.notified().map((tip) => tip.contentType)).toEqual([1300, 1703]));
  });
});
