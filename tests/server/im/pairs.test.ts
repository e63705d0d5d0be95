// User ids may contain "_", which also joins the two ids of a conversation. Two pairs never share stored
// data.
// @vitest-environment node
import * as v from "valibot";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { codeOf, connectGob, type GobClient } from "../support/gob-client.ts";
import { loggedIn } from "../support/js-client.ts";

const adminSecret = "correct horse";
let backend: TestBackend;
let clients: GobClient[];

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  clients = [];
  backend = await startBackend([], { adminSecret });
});
afterEach(async () => {
  for (const client of clients) client.close();
  await backend.close();
});

async function register(...userIDs: string[]) {
  const request = { secret: adminSecret, userID: "imAdmin" };
  const { token } = await backend.call(
    "/auth/get_admin_token",
    request,
    "",
    v.object({ token: v.string(), expireTimeSeconds: v.number() }),
  );
  const users = userIDs.map((userID) => ({ userID, nickname: userID }));
  return await backend.post("/user/user_register", { users }, token);
}

async function device(userID: string): Promise<GobClient> {
  const client = await connectGob(backend.origin, { userID, token: backend.token(userID) });
  clients.push(client);
  return client;
}

it("registers users with _ in their ids; they write to each other with the real JS SDK", async () => {
  expect((await register("testv3new_0", "testv3new_1")).errCode).toBe(0);
  backend.im.send({
    from: "testv3new_1",
    to: "testv3new_0",
    contentType: 101,
    content: { content: "hello" },
  });
  const { sdk, logout } = await loggedIn(backend, "testv3new_0");
  const { data } = await sdk.getConversationListSplit({ offset: 0, count: 20 });
  expect(data).toMatchObject([
    { conversationID: "si_testv3new_0_testv3new_1", userID: "testv3new_1", unreadCount: 1 },
  ]);
  await logout();
});

it("refuses a second pair whose conversation id equals that of the first pair", async () => {
  await register("a", "b_c", "a_b", "c");
  const [first, second, other] = [await device("a"), await device("a_b"), await device("c")];
  await first.send({ recvID: "b_c", content: '{"content":"for b_c"}' });
  for (const contentType of [101, 113]) {
    expect(await codeOf(second.send({ recvID: "c", contentType }))).toBe(1001);
    expect(await codeOf(other.send({ recvID: "a_b", contentType }))).toBe(1001);
  }
  const pin = {
    userIDs: ["a_b"],
    conversation: {
      conversationID: "si_a_b_c",
      conversationType: 1,
      userID: "c",
      groupID: "",
      isPinned: true,
    },
  };
  expect(await backend.post("/conversation/set_conversations", pin, backend.token("a_b", 1))).toMatchObject({
    errCode: 1001,
    errDlt: "si_a_b_c is the conversation of other users",
  });
  for (const outsider of [second, other]) {
    expect(await outsider.maxSeqs()).toEqual({});
    expect(
      (await outsider.pullRanges({ conversationID: "si_a_b_c", begin: 1, end: 9, num: 9 })).msgs,
    ).toEqual({});
    expect(outsider.received()).toEqual([]);
  }
  await first.send({ recvID: "b_c" });
  expect(await first.maxSeqs()).toEqual({ si_a_b_c: 2 });
});

it("registers no user whose notification conversation would equal another pair's", async () => {
  await register("a", "a_a_a");
  await (await device("a")).send({ recvID: "a_a_a" });
  expect(await register("a_a")).toMatchObject({ errCode: 1001 });
});

it("keeps the messages of pairs apart for any ids", async () => {
  const letters = ["a", "b", "_"];
  const longer = (ids: string[]) => ids.flatMap((id) => letters.map((letter) => id + letter));
  const ids = [letters, longer(letters), longer(longer(letters))].flat().filter((id) => /[^_]/.test(id));
  for (const userID of ids) await register(userID);
  const present = v.object({ usersInfo: v.array(v.object({ userID: v.string() })) });
  const token = backend.token("a", 1);
  const { usersInfo } = await backend.call("/user/get_users_info", { userIDs: ids }, token, present);
  const users = usersInfo.map(({ userID }) => userID);
  expect(users.length).toBeGreaterThan(20);
  let [stored, refused] = [0, 0];
  for (const from of users) {
    for (const to of users) {
      try {
        backend.im.send({ from, to, contentType: 101, content: { content: `${from} to ${to}` } });
        stored += 1;
      } catch {
        refused += 1;
      }
    }
  }
  expect(refused).toBeGreaterThan(0);
  let read = 0;
  for (const userID of users) {
    const client = await device(userID);
    for (const [conversationID, end] of Object.entries(await client.maxSeqs())) {
      const { msgs } = await client.pullRanges({ conversationID, begin: 1, end, num: 100 });
      const messages = msgs[conversationID]?.Msgs ?? [];
      read += messages.length;
      for (const { sendID, recvID } of messages) expect([sendID, recvID]).toContain(userID);
      expect(new Set(messages.map(({ sendID, recvID }) => [sendID, recvID].sort().join(" "))).size).toBe(1);
    }
  }
  // Each message is read by its two users; a message to the sender's own id is read by one.
  expect(read).toBeGreaterThan(stored);
});
