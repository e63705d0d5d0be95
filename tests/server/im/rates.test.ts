// @vitest-environment node
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createCallCounter, createMessagePace, createReadBudget } from "../../../server/rates.ts";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import {
  connectGob,
  decode,
  encode,
  encodeRequest,
  type GobClient,
  tipsOf,
  told,
} from "../support/gob-client.ts";

let backend: TestBackend;
let time = 0;
const clients: GobClient[] = [];
const victims = Array.from({ length: 40 }, (_, index) => `victim${index}`);

beforeEach(async () => {
  time = Date.UTC(2026, 4, 6, 9, 30);
  backend = await startBackend(["mallory", "alice", "bob", ...victims], { now: () => time });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await backend.close();
});

async function device(userID: string): Promise<GobClient> {
  const client = await connectGob(backend.origin, { userID, token: backend.token(userID) });
  clients.push(client);
  return client;
}

const tooOften = (seconds: number) => ({ errCode: 20005, errMsg: `too often, try again in ${seconds} s` });
const createGroup = (userID: string, token: string) =>
  backend.post(
    "/group/create_group",
    { ownerUserID: userID, memberUserIDs: ["bob"], groupInfo: { groupName: "G", groupType: 2 } },
    token,
  );
const ask = (from: string, to: string, token: string) =>
  backend.post("/friend/add_friend", { fromUserID: from, toUserID: to, reqMsg: "hi" }, token);

describe("8-09 20005 for a user who repeats a call too often", () => {
  it("limits new groups with others to thirty at once, and two a minute later", async () => {
    const mallory = backend.token("mallory");
    for (let made = 0; made < 30; made += 1) expect((await createGroup("mallory", mallory)).errCode).toBe(0);
    expect(await createGroup("mallory", mallory)).toMatchObject(tooOften(30));
    expect((await createGroup("alice", backend.token("alice"))).errCode).toBe(0);
    time += 29_999;
    expect(await createGroup("mallory", mallory)).toMatchObject(tooOften(1));
    time += 1;
    expect((await createGroup("mallory", mallory)).errCode).toBe(0);
    expect(await createGroup("mallory", mallory)).toMatchObject(tooOften(30));
  });

  it("limits friend requests, to one user or to many", async () => {
    const mallory = backend.token("mallory");
    const answers = [];
    for (const victim of victims) answers.push((await ask("mallory", victim, mallory)).errCode);
    expect(answers).toEqual([...Array(30).fill(0), ...Array(10).fill(20005)]);
    expect((await ask("alice", "bob", backend.token("alice"))).errCode).toBe(0);
  });

  it("limits profile changes, and nothing else", async () => {
    const mallory = backend.token("mallory");
    const rename = (name: string) =>
      backend.post("/user/update_user_info_ex", { userInfo: { userID: "mallory", nickname: name } }, mallory);
    for (let index = 0; index < 30; index += 1) expect((await rename(`M${index}`)).errCode).toBe(0);
    expect(await rename("M30")).toMatchObject(tooOften(6));
    const found = await backend.post("/user/get_users_info", { userIDs: ["mallory"] }, mallory);
    expect(found).toMatchObject({ errCode: 0, data: { usersInfo: [{ nickname: "M29" }] } });
    expect((await ask("mallory", "bob", mallory)).errCode).toBe(0);
  });

  it("counts each member of a list, because each sends a notification to the group", async () => {
    const mallory = backend.token("mallory");
    const groupID = "1234567890";
    const groupInfo = { groupID, groupName: "G", groupType: 2 };
    const group = { ownerUserID: "mallory", memberUserIDs: victims, groupInfo };
    expect((await backend.post("/group/create_group", group, mallory)).errCode).toBe(0);
    const change = { groupID, userID: "victim0", ex: "again" };
    const update = async () => {
      const members = Array.from({ length: 100 }, () => change);
      return (await backend.post("/group/set_group_member_info", { members }, mallory)).errCode;
    };
    expect([await update(), await update(), await update()]).toEqual([0, 0, 20005]);
    time += 81_000;
    expect(await update()).toBe(0);
  });

  it("counts the users of an invitation and of a removal", async () => {
    const mallory = backend.token("mallory");
    const groupID = "1234567890";
    const groupInfo = { groupID, groupName: "G", groupType: 2 };
    const group = { ownerUserID: "mallory", memberUserIDs: ["alice"], groupInfo };
    expect((await backend.post("/group/create_group", group, mallory)).errCode).toBe(0);
    const change = async (path: string, body: object) =>
      (await backend.post(path, { groupID, reason: "", ...body }, mallory)).errCode;
    const answers = [];
    for (let turn = 0; turn < 16; turn += 1) {
      answers.push(await change("/group/invite_user_to_group", { invitedUserIDs: victims }));
      answers.push(await change("/group/kick_group", { kickedUserIDs: victims }));
    }
    expect(answers).toEqual([...Array(30).fill(0), 20005, 20005]);
  });

  it("counts a call without a valid token for no user", async () => {
    for (let tried = 0; tried < 60; tried += 1) {
      expect((await createGroup("alice", "none")).errCode).toBe(1503);
    }
    expect((await createGroup("alice", backend.token("alice"))).errCode).toBe(0);
  });
});

it("8-09 stores few receipts of a user who marks the same message as read again and again", async () => {
  const mallory = backend.token("mallory");
  backend.im.send({ from: "alice", to: "mallory", contentType: 101, content: { content: "hi" } });
  const alice = await device("alice");
  const conversationID = "si_alice_mallory";
  const mark = async (seq: number) => {
    const body = { userID: "mallory", conversationID, hasReadSeq: seq, seqs: [seq] };
    expect((await backend.post("/msg/mark_conversation_as_read", body, mallory)).errCode).toBe(0);
  };
  for (let marked = 0; marked < 300; marked += 1) await mark(1);
  await eventually(() => expect(told(alice, 2200)).toHaveLength(300));
  expect((await alice.maxSeqs()).n_alice_mallory).toBe(101);
  await alice.send({ recvID: "mallory" });
  await mark(2);
  expect((await alice.maxSeqs()).n_alice_mallory).toBe(102);
});

it("accepts the calls that an SDK makes after a sign-in with ten thousand chats", () => {
  const countCall = createCallCounter(() => time);
  const asks = (path: string, size: number) => () => countCall("alice", { path, size });
  for (let asked = 0; asked < 10_100; asked += 1) expect(asks("/user/get_users_info", 70)).not.toThrow();
  expect(asks("/conversation/get_conversations", 300_000)).not.toThrow();
});

it("8-09 returns 20005 for repeated lists of fifty thousand", async () => {
  const alice = backend.token("alice");
  const conversationIDs = Array.from({ length: 49_000 }, (_, index) => `si_alice_${index}`);
  const list = () =>
    backend.post("/conversation/get_conversations", { ownerUserID: "alice", conversationIDs }, alice);
  const answers = [];
  for (let asked = 0; asked < 8; asked += 1) answers.push((await list()).errCode);
  expect(answers.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(answers.at(-1)).toBe(20005);
});

describe("8-09 messages over the gateway", () => {
  const text = (client: GobClient, content: string) =>
    client.send({ recvID: "bob", content: JSON.stringify({ content }) });
  const textsOf = (client: GobClient) =>
    client.received().map(({ content }): string => JSON.parse(content).content);

  it("wait beyond three hundred at once, and are then sent in order; none is refused", async () => {
    const [mallory, bob, alice] = [await device("mallory"), await device("bob"), await device("alice")];
    const numbers = Array.from({ length: 303 }, (_, index) => `text ${index}`);
    let sent = 0;
    const all = numbers.map(async (content) => {
      await text(mallory, content);
      sent += 1;
    });
    await eventually(() => expect(textsOf(bob)).toHaveLength(300));
    await alice.send({ recvID: "mallory" });
    expect(sent).toBe(300);
    time += 10;
    await eventually(() => expect(sent).toBe(301));
    time += 60_000;
    await Promise.all(all);
    await eventually(() => expect(textsOf(bob)).toEqual(numbers));
  });

  it("that are not stored come thirty a second after the first hundred, so that the receiver's SDK keeps up", async () => {
    const [mallory, bob] = [await device("mallory"), await device("bob")];
    const signal = (number: number) =>
      mallory.send({
        recvID: "bob",
        contentType: 110,
        content: JSON.stringify({ data: `${number}` }),
        options: { history: false, persistent: false },
      });
    const signals = Array.from({ length: 131 }, (_, number) => signal(number));
    await eventually(() => expect(bob.received()).toHaveLength(100));
    time += 1000;
    await eventually(() => expect(bob.received()).toHaveLength(130));
    time += 1000;
    await Promise.all(signals);
  });

  it("wait at their sender, because the connection is not read", async () => {
    const [mallory, alice] = [await device("mallory"), await device("alice")];
    for (let index = 0; index < 300; index += 1) await text(mallory, "small");
    // More than the system buffers for a connection.
    const large = randomBytes(34_000).toString("base64");
    for (let index = 0; index < 1800; index += 1) void text(mallory, large);
    for (let index = 0; index < 2500; index += 1) await alice.maxSeqs();
    expect(mallory.socket.bufferedAmount).toBeGreaterThan(10_000_000);
  });

  it("are sent in time for an outbox of five hundred after an outage, and for a hundred messages forwarded to nine chats", () => {
    // An SDK waits ten seconds for a message.
    for (const count of [500, 900]) {
      const pace = createMessagePace(() => time);
      const begun = time;
      for (let sent = 0; sent < count; ) {
        const waitMs = pace("alice", { isStored: true, bytes: 10_000 });
        if (waitMs === 0) sent += 1;
        time += waitMs;
      }
      expect(time - begun).toBeLessThan(10_000);
    }
  });

  it("are about ten thousand in a quarter of an hour, for any speed of a loop", () => {
    const pace = createMessagePace(() => time);
    const begun = time;
    let sent = 0;
    while (time - begun < 15 * 60_000) {
      const waitMs = pace("mallory", { isStored: true, bytes: 200 });
      if (waitMs === 0) sent += 1;
      time += waitMs;
    }
    expect(sent).toBeLessThan(3000 + 15 * 600 + 2);
  });

  it("store some hundred megabytes in a quarter of an hour, however large a loop makes them", () => {
    const pace = createMessagePace(() => time);
    const begun = time;
    let stored = 0;
    while (time - begun < 15 * 60_000) {
      const waitMs = pace("mallory", { isStored: true, bytes: 260_000 });
      if (waitMs === 0) stored += 260_000;
      time += waitMs;
    }
    expect(stored).toBeLessThan((10 + 15 * 6 + 1) * 1024 * 1024);
  });

  it("that store too much wait, and are then sent in their order; messages of others do not wait", async () => {
    const rates = { messageBytes: { burst: 100_000, perMinute: 60_000 } };
    const small = await startBackend(["mallory", "alice", "bob"], { now: () => time, rates });
    const of = (userID: string) => connectGob(small.origin, { userID, token: small.token(userID) });
    const [mallory, alice, bob] = [await of("mallory"), await of("alice"), await of("bob")];
    const large = (number: number) => `${number} ${randomBytes(29_000).toString("base64")}`;
    const numbersOf = (client: GobClient) => textsOf(client).map((content) => content.split(" ")[0]);
    let sent = 0;
    const all = [1, 2, 3, 4, 5].map(async (number) => {
      await text(mallory, large(number));
      sent += 1;
    });
    await eventually(() => expect(sent).toBe(2));
    await text(alice, "small");
    await eventually(() => expect(numbersOf(bob)).toEqual(["1", "2", "small"]));
    expect(sent).toBe(2);
    time += 60_000;
    await eventually(() => expect(sent).toBe(4));
    time += 60_000;
    await Promise.all(all);
    await eventually(() => expect(numbersOf(bob)).toEqual(["1", "2", "small", "3", "4", "5"]));
    await small.close();
  });

  it("that wait hold back the requests behind them, which are then answered in turns with those of others", async () => {
    const rates = { messagesAtOnce: { burst: 1, perMinute: 60 } };
    const small = await startBackend(["mallory", "alice", "bob"], { now: () => time, rates });
    const of = (userID: string) => connectGob(small.origin, { userID, token: small.token(userID) });
    const [mallory, alice] = [await of("mallory"), await of("alice")];
    await text(mallory, "first");
    const order: string[] = [];
    const second = text(mallory, "second");
    const queued = Array.from({ length: 400 }, async () => {
      await mallory.maxSeqs();
      order.push("mallory");
    });
    // By then the server has read what Mallory sends.
    for (let asked = 0; asked < 500; asked += 1) await alice.maxSeqs();
    expect(order).toEqual([]);
    const other = second.then(() => alice.maxSeqs()).then(() => order.push("alice"));
    time += 1000;
    await Promise.all([...queued, other]);
    expect(order.indexOf("alice")).toBeLessThan(200);
    await small.close();
  });
});

it("8-09 a user who has read too much waits for the next messages, and others do not", async () => {
  const rates = { readBytes: { burst: 100_000, perMinute: 60_000 } };
  const small = await startBackend(["mallory", "alice", "bob"], { now: () => time, rates });
  const login = (userID: string) => ({ userID, token: small.token(userID) });
  const [mallorys, alices] = [login("mallory"), login("alice")];
  const mallory = await connectGob(small.origin, mallorys);
  const alice = await connectGob(small.origin, alices);
  const text = { contentType: 101, content: { content: "x".repeat(40_000) } };
  for (const to of ["mallory", "alice"]) {
    for (let sent = 0; sent < 3; sent += 1) small.im.send({ from: "bob", to, ...text });
  }
  const newest = (userID: string) => ({
    conversationID: `si_${[userID, "bob"].sort().join("_")}`,
    begin: 1,
    end: 3,
    num: 3,
  });
  const countOf = async (client: GobClient, userID: string) =>
    Object.values((await client.pullRanges(newest(userID))).msgs)[0]?.Msgs.length;
  expect(await countOf(mallory, "mallory")).toBe(3);
  const order: string[] = [];
  const next = countOf(mallory, "mallory").then((count) => order.push(`mallory ${count}`));
  const asked = { userID: "mallory", seqRanges: [newest("mallory")], order: 0 };
  expect((await small.post("/msg/pull_msg_by_seq", asked, mallorys.token)).errCode).toBe(20005);
  order.push(`alice ${await countOf(alice, "alice")}`);
  time += 60_000;
  await next;
  expect(order).toEqual(["alice 3", "mallory 3"]);
  mallory.close();
  alice.close();
  await small.close();
});

it("8-09 a user who has got too long answers waits for the next one, and others do not", async () => {
  const rates = { answerBytes: { burst: 4000, perMinute: 4000 } };
  const small = await startBackend(["mallory", "alice", ...victims], { now: () => time, rates });
  const [mallory, alice] = [small.token("mallory"), small.token("alice")];
  const readAll = async (token: string) =>
    (await small.post("/user/get_users_info", { userIDs: victims }, token)).errCode;
  expect([await readAll(mallory), await readAll(mallory), await readAll(alice)]).toEqual([0, 20005, 0]);
  time += 60_000;
  expect(await readAll(mallory)).toBe(0);
  await small.close();
});

describe("8-09 the budget for reading", () => {
  const chat = "si_bob_mallory";
  let small: TestBackend;
  let token: string;
  let mallory: GobClient;
  beforeEach(async () => {
    const rates = { readBytes: { burst: 100_000, perMinute: 60_000 } };
    small = await startBackend(["mallory", "bob"], { now: () => time, rates });
    token = small.token("mallory");
    mallory = await connectGob(small.origin, { userID: "mallory", token });
    small.im.send({ from: "mallory", to: "bob", contentType: 101, content: { content: "hello" } });
  });
  afterEach(() => small.close());

  const newest = { conversationID: chat, begin: 1, end: 1, num: 1 };
  /** The code of the next read. */
  const next = async () =>
    (await small.post("/msg/pull_msg_by_seq", { userID: "mallory", seqRanges: [newest] }, token)).errCode;

  it("counts a chat once, however often a request names it", async () => {
    const { msgs } = await mallory.pullRanges(...Array(4000).fill(newest));
    expect(msgs[chat]?.Msgs).toHaveLength(1);
    expect(await next()).toBe(0);
  });

  it("counts the numbers that a request looks up, also where there is no message", async () => {
    const conversations = Array.from({ length: 20 }, (_, list) => ({
      conversationID: chat,
      seqs: Array.from({ length: 500 }, (_, index) => list * 500 + index),
    }));
    const answer = await mallory.request(1005, encode("PullSeqs", { userID: "mallory", conversations }));
    expect(decode("Push", answer).msgs[chat]?.Msgs).toHaveLength(1);
    expect(await next()).toBe(20005);
  });

  it("counts the messages that a refused deletion for all reads, and then refuses it unread", async () => {
    const large = { content: "x".repeat(60_000) };
    for (const from of ["mallory", "mallory", "bob"])
      small.im.send({ from, to: from === "bob" ? "mallory" : "bob", contentType: 101, content: large });
    const body = { conversationID: chat, userID: "mallory", deleteSyncOpt: { IsSyncOther: true } };
    const remove = async (...seqs: number[]) =>
      (await small.post("/msg/delete_msgs", { ...body, seqs }, token)).errCode;
    expect([await remove(2, 3, 4), await remove(2, 3, 4), await next()]).toEqual([1002, 20005, 20005]);
    time += 180_000;
    expect((await mallory.pullSeqs(chat, [2])).Msgs[0]?.status).toBe(1);
    time += 180_000;
    expect([await remove(2), await next()]).toEqual([0, 0]);
  });

  it("counts the deleted messages that the server looks through for the newest one", async () => {
    for (let sent = 0; sent < 500; sent += 1)
      small.im.send({ from: "mallory", to: "bob", contentType: 101, content: {} });
    const seqs = Array.from({ length: 500 }, (_, index) => index + 2);
    const body = { conversationID: chat, userID: "mallory", seqs, deleteSyncOpt: { IsSyncOther: true } };
    expect((await small.post("/msg/delete_msgs", body, token)).errCode).toBe(0);
    const data = encode("Conversations", { userID: "mallory", conversationIDs: [chat] });
    const { msgs } = decode("Last", await mallory.request(1007, data));
    expect(msgs[chat]).toMatchObject({ seq: 1, content: '{"content":"hello"}' });
    expect(await next()).toBe(20005);
  });
});

it("8-09 of a user who comes and goes without end, watchers hear the newest state now and then", async () => {
  const alice = await device("alice");
  await alice.request(2005, encode("Watch", { subscribeUserID: ["mallory"] }));
  const statuses = () =>
    alice.frames
      .filter(({ reqIdentifier }) => reqIdentifier === 2005)
      .flatMap(({ data }) => decode("Statuses", data).subscribers)
      .map(({ onlinePlatformIDs }) => onlinePlatformIDs.length);
  for (let came = 0; came < 40; came += 1) {
    const mallory = await device("mallory");
    mallory.close();
    await mallory.closed;
  }
  const bob = await device("bob");
  await alice.request(2005, encode("Watch", { subscribeUserID: ["bob"] }));
  bob.close();
  await eventually(() => expect(statuses().slice(-2)).toEqual([1, 0]));
  expect(statuses().length).toBeLessThan(40);
  await device("mallory");
  time += 60_000;
  await eventually(() => expect(statuses().at(-1)).toBe(1));
});

describe("8-09 gateway requests", () => {
  it("that come too often wait, longer ones longer, and those of others are answered", async () => {
    const rates = { request: { burst: 20, perMinute: 60 } };
    const small = await startBackend(["mallory", "alice", "bob"], { now: () => time, rates });
    const of = (userID: string) => connectGob(small.origin, { userID, token: small.token(userID) });
    const [mallory, alice, bob] = [await of("mallory"), await of("alice"), await of("bob")];
    let answered = 0;
    const asked = Array.from({ length: 21 }, async () => {
      await mallory.maxSeqs();
      answered += 1;
    });
    await eventually(() => expect(answered).toBe(20));
    await alice.maxSeqs();
    expect(answered).toBe(20);
    time += 1000;
    await Promise.all(asked);
    const watched = Array.from({ length: 500 }, (_, index) => `somebody${index}`);
    await alice.maxSeqs();
    const order: string[] = [];
    const long = alice.request(2005, encode("Watch", { subscribeUserID: watched }));
    const over = long.then(() => order.push("long"));
    await bob.maxSeqs();
    await bob.maxSeqs();
    order.push("short");
    time += 60_000;
    await over;
    expect(order).toEqual(["short", "long"]);
    await small.close();
  });

  it("count by their unpacked size, whatever fills them, and those of others are answered", async () => {
    const rates = { frameBytes: { burst: 250_000, perMinute: 250_000 } };
    const small = await startBackend(["mallory", "alice"], { now: () => time, rates });
    const of = (userID: string) => connectGob(small.origin, { userID, token: small.token(userID) });
    const [mallory, alice] = [await of("mallory"), await of("alice")];
    const filled = encodeRequest({
      reqIdentifier: 1001,
      sendID: "mallory",
      operationID: "x".repeat(100_000),
      msgIncr: "mallory_1",
      data: encode("User", { userID: "mallory" }),
    });
    for (let sent = 0; sent < 3; sent += 1) mallory.socket.send(gzipSync(filled));
    await eventually(() => expect(mallory.frames).toHaveLength(2));
    await alice.maxSeqs();
    expect(mallory.frames).toHaveLength(2);
    time += 60_000;
    await eventually(() => expect(mallory.frames).toHaveLength(3));
    await small.close();
  });

  it("that are pings of a JS client come as often as other requests", async () => {
    const rates = { request: { burst: 20, perMinute: 60 } };
    const small = await startBackend(["mallory", "alice"], { now: () => time, rates });
    const query = `isMsgResp=true&sdkType=js&platformID=5&sendID=mallory&token=${small.token("mallory")}`;
    const socket = new WebSocket(`${small.origin.replace("http", "ws")}/msg_gateway?${query}`);
    const texts: string[] = [];
    socket.on("message", (data: Buffer) => texts.push(data.toString()));
    await eventually(() => expect(texts).toHaveLength(1));
    for (let sent = 0; sent < 30; sent += 1) socket.send('{"type":"ping"}');
    await eventually(() => expect(texts).toHaveLength(21));
    const alice = await connectGob(small.origin, { userID: "alice", token: small.token("alice") });
    await alice.maxSeqs();
    expect(texts).toHaveLength(21);
    time += 10_000;
    await eventually(() => expect(texts).toHaveLength(31));
    await small.close();
  });

  it("that are pings of the websocket, or texts without a meaning, come as often as other requests", async () => {
    const rates = { request: { burst: 20, perMinute: 60 } };
    const small = await startBackend(["mallory", "trudy", "alice"], { now: () => time, rates });
    const of = (userID: string) => connectGob(small.origin, { userID, token: small.token(userID) });
    const [mallory, trudy, alice] = [await of("mallory"), await of("trudy"), await of("alice")];
    let [pongs, hasAnswer] = [0, false];
    mallory.socket.on("pong", () => {
      pongs += 1;
    });
    for (let sent = 0; sent < 30; sent += 1) {
      mallory.socket.ping();
      trudy.socket.send("text");
    }
    const asked = trudy.maxSeqs().then(() => {
      hasAnswer = true;
    });
    await eventually(() => expect(pongs).toBe(20));
    for (let sent = 0; sent < 10; sent += 1) await alice.maxSeqs();
    expect([pongs, hasAnswer]).toEqual([20, false]);
    time += 60_000;
    await asked;
    await eventually(() => expect(pongs).toBe(30));
    await small.close();
  });
});

it("8-09 a new device may read the newest messages of ten thousand chats at once", () => {
  const budget = createReadBudget(() => time);
  for (let chat = 0; chat < 10_000; chat += 1) {
    expect(budget.waitMs("alice")).toBe(0);
    budget.spend("alice", 10_000);
  }
});

describe("quick profile changes", () => {
  it("are notified to a friend and a group once, with the newest name", async () => {
    backend.im.makeFriends("mallory", "alice");
    const groupID = backend.im.createGroup({ name: "G", owner: "bob", members: ["mallory"] });
    const [alice, bob] = [await device("alice"), await device("bob")];
    for (let index = 1; index <= 20; index += 1) backend.im.updateUser("mallory", { nickname: `M${index}` });
    await eventually(() => expect(told(bob, 1516)).not.toHaveLength(0));
    await eventually(() => expect(told(alice, 1209)).not.toHaveLength(0));
    backend.im.updateUser("mallory", { nickname: "Last" });
    await eventually(() => expect(told(bob, 1516)).toHaveLength(2));
    await eventually(() => expect(told(alice, 1209)).toHaveLength(2));
    expect(told(bob, 1516).map((message) => tipsOf(message))).toMatchObject([
      { changedUser: { groupID, nickname: "M20" } },
      { changedUser: { groupID, nickname: "Last" } },
    ]);
  });

  it("appear in an answer before they are pushed", async () => {
    backend.im.makeFriends("mallory", "alice");
    const token = backend.token("alice");
    const body = { userID: "alice", versionID: "", version: 0 };
    const first = await backend.post("/friend/get_incremental_friends", body, token);
    backend.im.updateUser("mallory", { nickname: "New" });
    const data = first.data;
    if (typeof data !== "object" || data === null || !("version" in data) || !("versionID" in data)) {
      throw new Error("no version");
    }
    const { version, versionID } = data;
    const next = await backend.post(
      "/friend/get_incremental_friends",
      { userID: "alice", version, versionID },
      token,
    );
    expect(next).toMatchObject({ data: { update: [{ friendUser: { nickname: "New" } }] } });
  });
});

describe("unanswered friend requests", () => {
  const minute = 60_000;

  it("8-09 return 20005 for the two hundred and first of a user, until one is answered", async () => {
    const many = Array.from({ length: 201 }, (_, index) => `asked${index}`);
    for (const userID of many) backend.im.registerUser({ userID, nickname: userID, faceURL: "" });
    const mallory = backend.token("mallory");
    for (const [index, userID] of many.entries()) {
      time += minute;
      expect((await ask("mallory", userID, mallory)).errCode).toBe(index < 200 ? 0 : 20005);
    }
    time += minute;
    // A second request to the same user does not count.
    expect((await ask("mallory", "asked7", mallory)).errCode).toBe(0);
    const answer = { fromUserID: "mallory", toUserID: "asked7", handleResult: -1 };
    await backend.post("/friend/add_friend_response", answer, backend.token("asked7"));
    time += minute;
    expect((await ask("mallory", "asked200", mallory)).errCode).toBe(0);
  });

  it("8-09 return 20005 for the five hundred and first to a user, from any sender", async () => {
    for (let index = 0; index < 501; index += 1) {
      const userID = `asker${index}`;
      backend.im.registerUser({ userID, nickname: userID, faceURL: "" });
      const { errCode, errMsg } = await ask(userID, "bob", backend.token(userID));
      expect([errCode, errMsg]).toEqual(
        index < 500 ? [0, ""] : [20005, "this person has too many unanswered requests"],
      );
    }
  });
});
