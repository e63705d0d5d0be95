// @vitest-environment node
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, encode } from "../support/gob-client.ts";
import { type PushedBrowser, type PushService, startPushService } from "../support/push-service.ts";

const Key = v.object({ publicKey: v.string() });
const Told = v.object({
  type: v.string(),
  permit: v.optional(v.object({ secret: v.string(), address: v.string() })),
});
const Seqs = v.object({
  seqs: v.record(v.string(), v.object({ maxSeq: v.number(), hasReadSeq: v.number() })),
});
const Rows = v.object({ conversations: v.array(v.object({ groupAtType: v.number() })) });
const chat = "si_alice_bob";
const online = { history: false, persistent: false, offlinePush: false };

let backend: TestBackend;
let service: PushService;
let publicKey: string;
let bobToken: string;
let time: number;

async function start(options: Parameters<typeof startBackend>[1] = {}) {
  backend = await startBackend(["alice", "bob", "carol"], {
    now: () => time,
    webPush: { loopback: true },
    ...options,
  });
  bobToken = backend.token("bob");
  ({ publicKey } = await backend.call("/push/get_key", {}, bobToken, Key));
}

beforeEach(async () => {
  time = 1_800_000_000_000;
  await start();
  service = await startPushService(() => publicKey);
});
afterEach(async () => {
  expect(service.problems).toEqual([]);
  await service.close();
  await backend.close();
});

async function subscribed(token = bobToken, browser = service.browser()): Promise<PushedBrowser> {
  const body = { ...browser.subscription, address: `${backend.origin}/api` };
  expect(await backend.post("/push/subscribe", body, token)).toMatchObject({ errCode: 0 });
  return browser;
}

/** The permit of the newest push, once there are `count` pushes. */
async function permitOf(browser: PushedBrowser, count = 1) {
  await eventually(() => expect(browser.received).toHaveLength(count));
  return v.parse(v.pipe(v.string(), v.parseJson(), Told), browser.received.at(-1)?.text).permit;
}
const secretOf = async (browser: PushedBrowser, count = 1) => (await permitOf(browser, count))?.secret ?? "";
/** As the service worker asks: without a token. */
const act = (body: object) => backend.post("/push/act", body, "");
const send = (content: string, more: object = {}) =>
  backend.im.send({ from: "alice", to: "bob", contentType: 101, content: { content }, ...more });
const alice = () => connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });

async function readSeqs(conversationID = chat) {
  const body = { userID: "bob", conversationIDs: [conversationID], returnPinned: false };
  const answer = await backend.call("/msg/get_conversations_has_read_and_max_seq", body, bobToken, Seqs);
  return answer.seqs[conversationID];
}

const invite = (roomID: string, more: object = {}) =>
  JSON.stringify({
    data: JSON.stringify({
      customType: 200,
      data: {
        roomID,
        mediaType: "audio",
        inviterUserID: "alice",
        inviteeUserIDList: ["bob"],
        groupID: "",
        sessionType: 1,
        timeout: 30,
        ...more,
      },
    }),
  });
const record = (roomID: string, result: string, more: object = {}) => ({
  data: JSON.stringify({
    customType: 100,
    data: { roomID, mediaType: "audio", result, durationSeconds: 0, ...more },
  }),
  description: "callRecord",
  extension: "",
});

describe("11-25 a reply from a notification", () => {
  it("11-25 is a text of the user for the peer and the user's devices, and reads the chat", async () => {
    const browser = await subscribed();
    const peer = await alice();
    await peer.send({ recvID: "bob", content: JSON.stringify({ content: "Dinner?" }) });
    const secret = await secretOf(browser);
    const phone = await connectGob(backend.origin, {
      userID: "bob",
      token: backend.token("bob", 2),
      platformID: 2,
    });
    expect(await act({ secret, action: "reply", text: " Yes, at 8 \n" })).toMatchObject({ errCode: 0 });
    for (const device of [peer, phone]) {
      await eventually(() =>
        expect(device.received()).toContainEqual(
          expect.objectContaining({
            sendID: "bob",
            recvID: "alice",
            contentType: 101,
            content: JSON.stringify({ content: "Yes, at 8" }),
            senderNickname: "BOB",
            senderPlatformID: 5,
            msgFrom: 100,
          }),
        ),
      );
    }
    expect(await readSeqs()).toEqual({ maxSeq: 2, hasReadSeq: 2, maxSeqTime: undefined });
  });

  it("11-25 goes to a group of the user, and takes away the mark of a mention", async () => {
    const groupID = backend.im.createGroup({ name: "Trip", owner: "alice", members: ["bob", "carol"] });
    const browser = await subscribed();
    const peer = await alice();
    const content = JSON.stringify({ text: "@bob look", atUserList: ["bob"] });
    await peer.send({ groupID, sessionType: 3, contentType: 106, content, atUserIDList: ["bob"] });
    const secret = await secretOf(browser);
    expect(await act({ secret, action: "reply", text: "@AtAllTag fine" })).toMatchObject({ errCode: 0 });
    await eventually(() =>
      expect(peer.received()).toContainEqual(
        expect.objectContaining({ groupID, sendID: "bob", contentType: 101, atUserIDList: [] }),
      ),
    );
    const body = { ownerUserID: "bob", conversationIDs: [`sg_${groupID}`] };
    const { conversations } = await backend.call("/conversation/get_conversations", body, bobToken, Rows);
    expect(conversations).toMatchObject([{ groupAtType: 0 }]);
  });

  it.each<[string, number, () => unknown]>([
    [
      "to a peer who has blocked the user",
      1302,
      () =>
        backend.post(
          "/friend/add_black",
          { ownerUserID: "alice", blackUserID: "bob", ex: "" },
          backend.token("alice"),
        ),
    ],
    [
      "to a chat whose messages disappear by now",
      1002,
      () =>
        backend.post(
          "/conversation/set_conversations",
          {
            userIDs: ["bob"],
            conversation: {
              conversationID: chat,
              conversationType: 1,
              userID: "alice",
              groupID: "",
              isPrivateChat: true,
            },
          },
          bobToken,
        ),
    ],
  ])("11-25 is refused %s", async (_, errCode, change) => {
    const browser = await subscribed();
    send("hello");
    const secret = await secretOf(browser);
    await change();
    const before = await readSeqs();
    expect(await act({ secret, action: "reply", text: "hi" })).toMatchObject({ errCode });
    expect(await readSeqs()).toEqual(before);
  });

  it.each<[string, number, (groupID: string) => [path: string, body: object]]>([
    [
      "has muted the user",
      1402,
      (groupID) => ["/group/mute_group_member", { groupID, userID: "bob", mutedSeconds: 600 }],
    ],
    ["has muted all", 1403, (groupID) => ["/group/mute_group", { groupID }]],
    [
      "has removed the user",
      1002,
      (groupID) => ["/group/kick_group", { groupID, kickedUserIDs: ["bob"], reason: "" }],
    ],
    ["is dismissed", 1204, (groupID) => ["/group/dismiss_group", { groupID, deleteMember: false }]],
  ])("11-25 is refused to a group that %s", async (_, errCode, change) => {
    const groupID = backend.im.createGroup({ name: "Trip", owner: "alice", members: ["bob", "carol"] });
    const browser = await subscribed();
    backend.im.send({ from: "alice", groupID, contentType: 101, content: { content: "hello" } });
    const secret = await secretOf(browser);
    expect(await backend.post(...change(groupID), backend.token("alice"))).toMatchObject({ errCode: 0 });
    expect(await act({ secret, action: "reply", text: "hi" })).toMatchObject({ errCode });
  });

  it("11-25 is as long as in the app, and not empty", async () => {
    const browser = await subscribed();
    send("hello");
    const secret = await secretOf(browser);
    for (const text of ["", " \n", "x".repeat(10_001), 5, undefined])
      expect(await act({ secret, action: "reply", text })).toMatchObject({ errCode: 1001 });
    expect(await act({ secret, action: "reply", text: "x".repeat(10_000) })).toMatchObject({ errCode: 0 });
  });

  it("11-25 counts for the rate of the user's messages, and may be sent again when refused", async () => {
    await backend.close();
    await start({ rates: { message: { burst: 1, perMinute: 1 } } });
    const browser = await subscribed();
    for (const [count, text] of [
      [1, "one"],
      [2, "two"],
    ] as const) {
      send(text);
      const secret = await secretOf(browser, count);
      const errCode = count === 1 ? 0 : 20005;
      expect(await act({ secret, action: "reply", text })).toMatchObject({ errCode });
      if (count === 2) {
        time += 60_000;
        expect(await act({ secret, action: "reply", text })).toMatchObject({ errCode: 0 });
      }
    }
  });
});

describe("11-25 marking as read from a notification", () => {
  it("11-25 counts for the rate of the user's acts, and may be sent again when refused", async () => {
    await backend.close();
    await start({ rates: { pushAct: { burst: 1, perMinute: 1 } } });
    const browser = await subscribed();
    send("one");
    expect(await act({ secret: await secretOf(browser), action: "read" })).toMatchObject({ errCode: 0 });
    send("two");
    const second = { secret: await secretOf(browser, 2), action: "read" };
    expect(await act(second)).toMatchObject({ errCode: 20005 });
    expect((await readSeqs())?.hasReadSeq).toBe(1);
    time += 60_000;
    expect(await act(second)).toMatchObject({ errCode: 0 });
    expect((await readSeqs())?.hasReadSeq).toBe(2);
  });

  it("11-25 reads up to the message of the push, on the user's devices and for the peer", async () => {
    const browser = await subscribed();
    send("one");
    send("two");
    const secret = await secretOf(browser, 2);
    const peer = await alice();
    const phone = await connectGob(backend.origin, {
      userID: "bob",
      token: backend.token("bob", 2),
      platformID: 2,
    });
    send("three");
    expect(await act({ secret, action: "read" })).toMatchObject({ errCode: 0 });
    expect(await readSeqs()).toMatchObject({ maxSeq: 3, hasReadSeq: 2 });
    for (const device of [peer, phone])
      await eventually(() => expect(JSON.stringify(device.notified())).toContain("hasReadSeq"));
    send("four");
    await eventually(() => expect(JSON.stringify(phone.received())).toContain("four"));
    expect(phone.notified().map(({ contentType }) => contentType)).not.toContain(1300);
  });
});

describe("11-25 declining a call from a notification", () => {
  it("11-25 sends the caller the reject of that call, with the fields of the invitation", async () => {
    const browser = await subscribed();
    const caller = await alice();
    await caller.send({
      recvID: "bob",
      contentType: 110,
      content: invite("room", { theme: "dark" }),
      options: online,
    });
    const secret = await secretOf(browser);
    expect(await act({ secret, action: "decline" })).toMatchObject({ errCode: 0 });
    const rejects = () => caller.received().filter(({ sendID }) => sendID === "bob");
    await eventually(() => expect(rejects()).toHaveLength(1));
    const [{ content = "", options = {} } = {}] = rejects();
    expect(options).toEqual({
      ...{ history: false, persistent: false, offlinePush: false, unreadCount: false },
      ...{ conversationUpdate: false, senderSync: false, senderConversationUpdate: false },
    });
    expect(JSON.parse(JSON.parse(content).data)).toEqual({
      customType: 202,
      data: {
        roomID: "room",
        mediaType: "audio",
        inviterUserID: "alice",
        inviteeUserIDList: ["bob"],
        groupID: "",
        sessionType: 1,
        timeout: 30,
        platformID: 5,
        theme: "dark",
      },
    });
    // The reject may have been lost.
    await caller.send({ recvID: "bob", contentType: 110, content: invite("room"), options: online });
    await eventually(() => expect(rejects()).toHaveLength(2));
  });

  it("11-25 does not fail an invitation that is repeated to a user whom the caller has blocked meanwhile", async () => {
    const browser = await subscribed();
    const caller = await alice();
    const repeat = () =>
      caller.send({ recvID: "bob", contentType: 110, content: invite("room"), options: online });
    await repeat();
    const secret = await secretOf(browser);
    expect(await act({ secret, action: "decline" })).toMatchObject({ errCode: 0 });
    const block = { ownerUserID: "alice", blackUserID: "bob", ex: "" };
    await backend.post("/friend/add_black", block, backend.token("alice", 2));
    expect(await repeat()).toMatchObject({ serverMsgID: expect.any(String) });
  });

  it("11-25 is possible although another caller has repeated an invitation often", async () => {
    await backend.close();
    await start({ rates: { onlineMessage: { burst: 4, perMinute: 1 } } });
    const browser = await subscribed();
    const ring = async (from: string, times: number) => {
      const caller = await connectGob(backend.origin, { userID: from, token: backend.token(from) });
      const content = invite(`room of ${from}`, { inviterUserID: from });
      for (let again = 0; again < times; again += 1)
        await caller.send({ recvID: "bob", contentType: 110, content, options: online });
    };
    await ring("alice", 1);
    expect(await act({ secret: await secretOf(browser), action: "decline" })).toMatchObject({ errCode: 0 });
    await ring("alice", 3);
    await ring("carol", 1);
    expect(await act({ secret: await secretOf(browser, 2), action: "decline" })).toMatchObject({
      errCode: 0,
    });
  });

  it("11-25 counts for the rate of the user's messages that are not stored", async () => {
    await backend.close();
    await start({ rates: { onlineMessage: { burst: 1, perMinute: 1 } } });
    const browser = await subscribed();
    for (const [count, from] of [
      [1, "alice"],
      [2, "carol"],
    ] as const) {
      const caller = await connectGob(backend.origin, { userID: from, token: backend.token(from) });
      const content = invite(`room of ${from}`, { inviterUserID: from });
      await caller.send({ recvID: "bob", contentType: 110, content, options: online });
      const secret = await secretOf(browser, count);
      const errCode = count === 1 ? 0 : 20005;
      expect(await act({ secret, action: "decline" })).toMatchObject({ errCode });
    }
  });

  it("11-25 rejects an invitation with deeply nested fields without them", async () => {
    const browser = await subscribed();
    const caller = await alice();
    const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const content = invite("room", { theme: "NESTED" }).replace('\\"NESTED\\"', nested);
    expect(content).toContain(nested);
    await caller.send({ recvID: "bob", contentType: 110, content, options: online });
    const secret = await secretOf(browser);
    expect(await act({ secret, action: "decline" })).toMatchObject({ errCode: 0 });
    await eventually(() => expect(JSON.stringify(caller.received())).toContain("room"));
  });

  it("11-25 rejects a call that rang by its record, and reads its records", async () => {
    const browser = await subscribed();
    const other = await subscribed();
    backend.im.send({
      from: "alice",
      to: "bob",
      contentType: 110,
      content: record("7", "noAnswer", { ringSeconds: 30 }),
    });
    const secret = await secretOf(browser);
    const caller = await alice();
    expect(await act({ secret, action: "decline" })).toMatchObject({ errCode: 0 });
    await eventually(() => expect(caller.received()).toHaveLength(1));
    expect(caller.received()[0]?.content).toContain(String.raw`\"customType\":202`);
    await caller.send({ recvID: "bob", contentType: 110, content: JSON.stringify(record("7", "declined")) });
    // The other browser stops ringing; this one hears no more of the call.
    await eventually(() => expect(other.received).toHaveLength(2));
    expect(browser.received).toHaveLength(1);
    expect(await readSeqs()).toMatchObject({ maxSeq: 2, hasReadSeq: 2 });
  });

  it("11-25 ends with the ring", async () => {
    const browser = await subscribed();
    const caller = await alice();
    await caller.send({ recvID: "bob", contentType: 110, content: invite("room"), options: online });
    const secret = await secretOf(browser);
    time += 31_000;
    expect(await act({ secret, action: "decline" })).toMatchObject({ errCode: 1004 });
  });
});

describe("11-25 the secret of a push", () => {
  it("11-25 works once for each action, and for no other action", async () => {
    const browser = await subscribed();
    send("hello");
    const secret = await secretOf(browser);
    expect(await act({ secret, action: "decline" })).toMatchObject({ errCode: 1002 });
    // The worker tells a used secret from other refusals with this code by the detail.
    for (const answer of [{ errCode: 0 }, { errCode: 1002, errDlt: "used" }]) {
      expect(await act({ secret, action: "read" })).toMatchObject(answer);
      expect(await act({ secret, action: "reply", text: "hi" })).toMatchObject(answer);
    }
    const caller = await alice();
    await caller.send({ recvID: "bob", contentType: 110, content: invite("room"), options: online });
    const ring = await secretOf(browser, 2);
    for (const body of [{ action: "read" }, { action: "reply", text: "hi" }])
      expect(await act({ secret: ring, ...body })).toMatchObject({ errCode: 1002 });
  });

  it.each<[string, (browser: PushedBrowser) => unknown]>([
    ["a day", () => (time += 24 * 60 * 60_000)],
    ["the password or another device has ended all logins", () => backend.im.revokeTokens("bob")],
    ["a new login replaced the token", () => backend.token("bob")],
    [
      "the browser is unsubscribed",
      ({ subscription: { endpoint } }) => backend.post("/push/unsubscribe", { endpoint }, bobToken),
    ],
    ["another user has signed in there", (browser) => subscribed(backend.token("carol"), browser)],
    [
      "the user has signed out",
      async () => {
        const bob = await connectGob(backend.origin, { userID: "bob", token: bobToken });
        await bob.request(2003, encode("User", { userID: "bob" }));
      },
    ],
  ])("11-25 ends after %s", async (_, end) => {
    const browser = await subscribed();
    send("hello");
    const secret = await secretOf(browser);
    await end(browser);
    expect(await act({ secret, action: "read" })).toMatchObject({ errCode: 1004 });
    expect(await act({ secret, action: "reply", text: "hi" })).toMatchObject({ errCode: 1004 });
  });

  it("11-25 stays at the user's next visit", async () => {
    const browser = await subscribed();
    send("hello");
    const secret = await secretOf(browser);
    await subscribed(bobToken, browser);
    expect(await act({ secret, action: "read" })).toMatchObject({ errCode: 0 });
  });

  it.each<[string, unknown]>([
    ["an empty one", ""],
    ["another one", "A".repeat(43)],
    ["a long one", "A".repeat(500)],
    ["a number", 7],
    ["null", null],
  ])("11-25 is not %s", async (_, secret) => {
    send("hello");
    const { errCode } = await act({ secret, action: "read" });
    expect([1001, 1004]).toContain(errCode);
  });

  it("11-25 is looked up at a limited rate", async () => {
    const body = { secret: "A".repeat(43), action: "read" };
    for (let count = 0; count < 60; count += 1) expect(await act(body)).toMatchObject({ errCode: 1004 });
    expect(await act(body)).toMatchObject({ errCode: 20005 });
  });

  it("11-25 is in no log", async () => {
    const lines: string[] = [];
    for (const level of ["log", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => lines.push(parts.join(" ")));
    const browser = await subscribed();
    send("hello");
    const secret = await secretOf(browser);
    await act({ secret, action: "read" });
    await act({ secret, action: "read" });
    await act({ secret, action: "other" });
    expect(lines.join("\n")).not.toContain(secret);
  });

  it("11-25 is not in a push to a browser without buttons, or of a chat whose messages disappear, nor is their text", async () => {
    const plain = service.browser();
    await backend.post("/push/subscribe", plain.subscription, bobToken);
    send("hello");
    expect(await permitOf(plain)).toBeUndefined();
    const browser = await subscribed();
    const conversation = {
      conversationID: chat,
      conversationType: 1,
      userID: "alice",
      groupID: "",
      isPrivateChat: true,
    };
    await backend.post("/conversation/set_conversations", { userIDs: ["bob"], conversation }, bobToken);
    send("secret");
    expect(await permitOf(browser)).toBeUndefined();
    expect(browser.received.map(({ text }) => text).join()).not.toContain("secret");
  });

  it("11-25 is kept for the 64 newest pushes of a browser", async () => {
    const browser = await subscribed();
    const secrets: string[] = [];
    for (let count = 1; count <= 65; count += 1) {
      time += 60_000;
      send(`message ${count}`);
      secrets.push(await secretOf(browser, count));
    }
    expect(await act({ secret: secrets[0], action: "read" })).toMatchObject({ errCode: 1004 });
    expect(await act({ secret: secrets[1], action: "read" })).toMatchObject({ errCode: 0 });
  });

  it.each<[string, string]>([
    ["another scheme", "ftp://x/api"],
    ["no host", "/api"],
    ["code", "javascript:alert(1)"],
    ["556 characters", `https://x/${"y".repeat(546)}`],
  ])("11-25 has no address with %s", async (_, address) => {
    const { subscription } = service.browser();
    expect(await backend.post("/push/subscribe", { ...subscription, address }, bobToken)).toMatchObject({
      errCode: 1001,
    });
  });
});
