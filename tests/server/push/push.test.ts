// @vitest-environment node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, newMessageID } from "../support/gob-client.ts";
import { type PushedBrowser, type PushService, startPushService } from "../support/push-service.ts";

const Key = v.object({ publicKey: v.string() });
const text = (content: string) => JSON.stringify({ content });
const chat = "si_alice_bob";

let backend: TestBackend;
let service: PushService;
let publicKey: string;
let bobToken: string;
let time: number;

async function start(options: Parameters<typeof startBackend>[1] = {}) {
  time = 1_800_000_000_000;
  backend = await startBackend(["alice", "bob", "carol"], {
    now: () => time,
    webPush: { loopback: true },
    ...options,
  });
  bobToken = backend.token("bob");
  ({ publicKey } = await backend.call("/push/get_key", {}, bobToken, Key));
}

beforeEach(async () => {
  await start();
  service = await startPushService(() => publicKey);
});
afterEach(async () => {
  expect(service.problems).toEqual([]);
  await service.close();
  await backend.close();
});

async function subscribed(
  settings: Parameters<PushService["browser"]>[0] = {},
  token = bobToken,
): Promise<PushedBrowser> {
  const browser = service.browser(settings);
  expect(await backend.post("/push/subscribe", browser.subscription, token)).toMatchObject({ errCode: 0 });
  return browser;
}

const noticesOf = ({ received }: PushedBrowser) => received.map((push): unknown => JSON.parse(push.text));
const send = (content: string, more: object = {}) =>
  backend.im.send({ from: "alice", to: "bob", contentType: 101, content: { content }, ...more });

/** Resolves when a push that was asked for later has arrived; until then there must be none to `browser`. */
async function isQuiet(browser: PushedBrowser): Promise<void> {
  const witness = await subscribed({}, backend.token("carol"));
  backend.im.send({ from: "alice", to: "carol", contentType: 101, content: { content: "done" } });
  await eventually(() => expect(witness.received).toHaveLength(1));
  expect(browser.requests).toBe(0);
}

describe("11-25 a user without a connection", () => {
  it("11-25 gets a stored message as an encrypted push, with the sender's name of the account", async () => {
    const browser = await subscribed();
    const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
    await alice.send({ recvID: "bob", content: text("hi\nthere"), senderNickname: "Your bank" });
    await eventually(() => expect(browser.received).toHaveLength(1));
    expect(noticesOf(browser)).toEqual([
      {
        type: "message",
        conversationID: chat,
        sender: "ALICE",
        group: null,
        content: { kind: "text", text: "hi there" },
        language: "en",
        isSilent: false,
        sendTime: time,
      },
    ]);
    expect(browser.received[0]).toMatchObject({ ttl: "86400", urgency: "normal" });
  });

  it("11-25 gets no text without previews, and pushes of one length", async () => {
    const browser = await subscribed({ previews: false, language: "zh", sound: false });
    const shown = await subscribed({}, backend.token("carol"));
    send("a secret");
    backend.im.send({ from: "alice", to: "carol", contentType: 101, content: { content: "x".repeat(100) } });
    await eventually(() => expect([...browser.received, ...shown.received]).toHaveLength(2));
    expect(browser.received[0]?.text).not.toContain("secret");
    expect(noticesOf(browser)).toMatchObject([
      { sender: "ALICE", content: null, language: "zh", isSilent: true },
    ]);
    expect(browser.received[0]?.size).toBe(shown.received[0]?.size);
  });

  it("11-25 reads the remark of a friend, the names of a group, and the mentioned users", async () => {
    backend.im.makeFriends("bob", "alice");
    const remark = { ownerUserID: "bob", friendUserIDs: ["alice"], remark: "Mum" };
    await backend.post("/friend/update_friends", { ...remark, isPinned: null, ex: null }, bobToken);
    const groupID = backend.im.createGroup({ name: "Trip", owner: "alice", members: ["bob", "carol"] });
    const browser = await subscribed();
    const content = { text: "@bob @carol look", atUserList: ["bob"] };
    const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
    await alice.send({
      groupID,
      sessionType: 3,
      contentType: 106,
      content: JSON.stringify(content),
      atUserIDList: ["bob"],
    });
    await eventually(() => expect(browser.received).toHaveLength(1));
    expect(noticesOf(browser)).toMatchObject([
      { sender: "Mum", group: "Trip", content: { kind: "text", text: "@BOB @carol look" } },
    ]);
  });

  it.each<[string, number, object, object]>([
    ["a picture", 102, {}, { kind: "picture" }],
    ["a missed call", 110, record("noAnswer"), { kind: "missedVoiceCall" }],
    ["a call that took place", 110, record("completed"), { kind: "voiceCall" }],
    ["broken content", 101, { content: 5 }, { kind: "message" }],
  ])("11-25 is notified of %s", async (_, contentType, content, told) => {
    const browser = await subscribed();
    backend.im.send({ from: "alice", to: "bob", contentType, content });
    await eventually(() => expect(noticesOf(browser)).toMatchObject([{ content: told }]));
  });

  it("11-25 gets a push again after a restart, signed with the same key", async () => {
    await backend.close();
    const data = mkdtempSync(join(tmpdir(), "parley-push-"));
    try {
      await start({ data });
      const browser = await subscribed();
      const first = publicKey;
      await backend.close();
      await start({ data });
      expect(publicKey).toBe(first);
      const again = await subscribed();
      send("hello");
      await eventually(() => expect(again.received).toHaveLength(1));
      // The token of the first start was replaced, and the subscription went with it.
      expect(browser.requests).toBe(0);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});

describe("11-25 a call", () => {
  const invite = (roomID: string, more: object = {}) => ({
    data: JSON.stringify({ customType: 200, data: { roomID, mediaType: "video", ...more } }),
    description: "",
    extension: "",
  });
  const online = { history: false, persistent: false, offlinePush: false };

  it("11-25 rings once at a user without a connection, urgently and not after its time", async () => {
    const browser = await subscribed({ previews: false });
    const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
    const signal = {
      recvID: "bob",
      contentType: 110,
      content: JSON.stringify(invite("room")),
      options: online,
    };
    for (let count = 0; count < 4; count += 1) await alice.send(signal);
    await eventually(() => expect(browser.received).toHaveLength(1));
    expect(noticesOf(browser)).toEqual([
      {
        type: "call",
        conversationID: chat,
        sender: "ALICE",
        mediaType: "video",
        roomID: "room",
        seconds: 30,
        language: "en",
        isSilent: false,
        sendTime: time,
      },
    ]);
    expect(browser.received[0]).toMatchObject({ ttl: "30", urgency: "high" });
    await alice.send({ ...signal, content: JSON.stringify(invite("another room")) });
    await eventually(() => expect(browser.received).toHaveLength(2));
  });

  it("11-25 rings for the record that the caller stores, and limits the ring time that a client gives", async () => {
    const browser = await subscribed();
    backend.im.send({
      from: "alice",
      to: "bob",
      contentType: 110,
      content: record("noAnswer", { ringSeconds: 25 }),
    });
    await eventually(() => expect(browser.received).toHaveLength(1));
    expect(noticesOf(browser)).toMatchObject([
      { type: "call", mediaType: "voice", roomID: "1", seconds: 25 },
    ]);
    expect(browser.received[0]).toMatchObject({ ttl: "30", urgency: "high" });
    const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
    const content = JSON.stringify(invite("2", { timeout: 3600 }));
    await alice.send({ recvID: "bob", contentType: 110, content, options: online });
    await eventually(() => expect(noticesOf(browser)).toMatchObject([{}, { roomID: "2", seconds: 30 }]));
  });

  it.each<[string, object, object]>([
    ["a cancel", {}, { kind: "missedVideoCall" }],
    ["a cancel for another device", { acceptedBy: "phone" }, { kind: "videoCall" }],
  ])("11-25 rings once, until %s", async (_, cancel, told) => {
    const browser = await subscribed();
    const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
    const signal = { recvID: "bob", contentType: 110, options: online };
    const over = {
      data: JSON.stringify({ customType: 203, data: { roomID: "1", mediaType: "video", ...cancel } }),
    };
    await alice.send({ ...signal, content: JSON.stringify(invite("1")) });
    await alice.send({
      recvID: "bob",
      contentType: 110,
      content: JSON.stringify(record("noAnswer", { ringSeconds: 30 })),
    });
    await alice.send({ ...signal, content: JSON.stringify(over) });
    await eventually(() => expect(browser.received).toHaveLength(2));
    expect(noticesOf(browser)).toMatchObject([
      { type: "call", roomID: "1" },
      { type: "message", roomID: "1", content: told },
    ]);
    browser.requests = 0;
    await alice.send({ ...signal, content: JSON.stringify(over) });
    await alice.send({ ...signal, content: JSON.stringify(invite("1")) });
    await isQuiet(browser);
  });

  it.each<[string, object]>([
    ["without a room", invite("")],
    ["that is cancelled", { data: JSON.stringify({ customType: 203, data: { roomID: "1" } }) }],
    ["with broken data", { data: "{" }],
  ])("11-25 does not ring for a signal %s", async (_, signal) => {
    const browser = await subscribed();
    const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
    await alice.send({ recvID: "bob", contentType: 110, content: JSON.stringify(signal), options: online });
    await isQuiet(browser);
  });
});

function record(result: string, more: object = {}) {
  const data = { roomID: "1", mediaType: "audio", result, ...more };
  return { data: JSON.stringify({ customType: 100, data }), description: "", extension: "" };
}

describe("11-25 no push", () => {
  it("11-25 while the user is connected, and again after the connection ends", async () => {
    const browser = await subscribed();
    const bob = await connectGob(backend.origin, { userID: "bob", token: bobToken });
    send("seen");
    await eventually(() => expect(bob.received()).toHaveLength(1));
    await isQuiet(browser);
    await bob.close();
    await eventually(() => {
      send("unseen");
      expect(browser.received.length).toBeGreaterThan(0);
    });
    expect(browser.received[0]?.text).toContain("unseen");
  });

  it.each(["a muted chat", "do not disturb"])("11-25 for %s", async (name) => {
    const browser = await subscribed();
    send("first");
    await eventually(() => expect(browser.received).toHaveLength(1));
    browser.requests = 0;
    const answer =
      name === "a muted chat"
        ? await backend.post(
            "/conversation/set_conversations",
            {
              userIDs: ["bob"],
              conversation: {
                conversationID: chat,
                conversationType: 1,
                userID: "alice",
                groupID: "",
                recvMsgOpt: 2,
              },
            },
            bobToken,
          )
        : await backend.post(
            "/user/set_global_msg_recv_opt",
            { userID: "bob", globalRecvMsgOpt: 2 },
            bobToken,
          );
    expect(answer.errCode).toBe(0);
    send("second");
    await isQuiet(browser);
  });

  it("11-25 for typing, call signals, messages that want none, own messages and notifications", async () => {
    const browser = await subscribed();
    const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
    const online = { history: false, persistent: false, unreadCount: false };
    await alice.send({ recvID: "bob", contentType: 113, content: "{}", options: online });
    const signal = { data: JSON.stringify({ customType: 203, data: {} }), description: "", extension: "" };
    await alice.send({ recvID: "bob", contentType: 110, content: JSON.stringify(signal), options: online });
    await alice.send({ recvID: "bob", contentType: 110, content: JSON.stringify(signal) });
    await alice.send({ recvID: "bob", content: text("quiet"), options: { offlinePush: false } });
    backend.im.send({ from: "bob", to: "alice", contentType: 101, content: { content: "own" } });
    backend.im.createGroup({ name: "Trip", owner: "alice", members: ["bob"] });
    await isQuiet(browser);
  });

  it("11-25 after the user has signed out, signed in elsewhere or unsubscribed", async () => {
    const replaced = await subscribed();
    bobToken = backend.token("bob");
    const unsubscribed = await subscribed();
    const { endpoint } = unsubscribed.subscription;
    expect(await backend.post("/push/unsubscribe", { endpoint }, bobToken)).toMatchObject({ errCode: 0 });
    const signedOut = await subscribed();
    backend.im.revokeTokens("bob");
    send("hello");
    await isQuiet(replaced);
    expect([unsubscribed.requests, signedOut.requests]).toEqual([0, 0]);
  });

  it("11-25 for a token that has expired", async () => {
    const browser = await subscribed();
    time += 91 * 24 * 60 * 60_000;
    send("late");
    await isQuiet(browser);
  });

  it.each([404, 410])("11-25 after the push service has answered %s", async (status) => {
    const browser = await subscribed();
    browser.answers(status);
    send("first");
    await eventually(() => expect(browser.requests).toBe(1));
    browser.answers(201);
    // The server may still be reading the answer.
    await eventually(async () => {
      browser.requests = 0;
      send("second");
      await isQuiet(browser);
    });
    // The pushes so far have not merely used up the browser's rate.
    time += 60 * 60_000;
    browser.requests = 0;
    send("third");
    await isQuiet(browser);
  });

  it("11-25 of another user removes a subscription", async () => {
    const browser = await subscribed();
    const { endpoint } = browser.subscription;
    await backend.post("/push/unsubscribe", { endpoint }, backend.token("carol"));
    send("still");
    await eventually(() => expect(browser.received).toHaveLength(1));
  });
});

describe("11-25 the server calls only push services", () => {
  it("11-25 follows no redirect", async () => {
    const browser = await subscribed();
    const hidden = service.browser();
    browser.answers(307, { Location: hidden.subscription.endpoint });
    send("hello");
    await eventually(() => expect(browser.requests).toBe(1));
    await isQuiet(hidden);
  });

  it.each<[name: string, endpoint?: string]>([
    ["http://push.example/1"],
    ["https://push.example:8443/1"],
    ["https://user:word@push.example/1"],
    ["https://127.0.0.1/1"],
    ["https://localhost/1"],
    ["http://127.0.0.1:8080/1"],
    ["https://10.1.2.3/1"],
    ["https://169.254.169.254/latest/meta-data"],
    ["https://[::1]/1"],
    ["https://[fd00::1]/1"],
    ["https://2130706433/1"],
    ["https://intranet/1"],
    ["file:///etc/passwd"],
    ["of 2000 characters", `https://push.example/${"x".repeat(2000)}`],
  ])("11-25 refuses the endpoint %s", async (name, endpoint = name) => {
    await backend.close();
    await start({ webPush: {} });
    const { subscription } = service.browser();
    const answer = await backend.post("/push/subscribe", { ...subscription, endpoint }, bobToken);
    expect(answer).toMatchObject({ errCode: 1001 });
  });

  it.each<[string, object]>([
    ["a short key", { p256dh: "BAAA" }],
    ["a short secret", { auth: "AAAA" }],
    ["another language", { language: "xx" }],
    ["a long secret", { auth: "A".repeat(10_000) }],
  ])("11-25 refuses %s", async (_, field) => {
    const { subscription } = service.browser();
    expect(await backend.post("/push/subscribe", { ...subscription, ...field }, bobToken)).toMatchObject({
      errCode: 1001,
    });
  });

  it("11-25 keeps the eight newest subscriptions of a user", async () => {
    const browsers: PushedBrowser[] = [];
    for (let count = 0; count < 9; count += 1) {
      time += 1;
      browsers.push(await subscribed());
    }
    send("hello");
    await eventually(() => expect(browsers.filter(({ requests }) => requests === 1)).toHaveLength(8));
    expect(browsers[0]?.requests).toBe(0);
  });

  it("11-25 survives a key that is no point of the curve", async () => {
    const browser = service.browser();
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
    await backend.post("/push/subscribe", { ...browser.subscription, p256dh }, bobToken);
    send("hello");
    await isQuiet(browser);
  });

  it("11-25 sends a flood to a device at a slow rate", async () => {
    const browser = await subscribed();
    for (let count = 0; count < 100; count += 1) send(`message ${count}`);
    await eventually(() => expect(browser.received).toHaveLength(30));
    const witness = await subscribed({}, backend.token("carol"));
    backend.im.send({ from: "alice", to: "carol", contentType: 101, content: { content: "done" } });
    await eventually(() => expect(witness.received).toHaveLength(1));
    expect(browser.received).toHaveLength(30);
    time += 60_000;
    send("later");
    await eventually(() => expect(browser.received.at(-1)?.text).toContain("later"));
  });

  it("11-25 reaches other users while the services of one never answer", async () => {
    for (let count = 0; count < 8; count += 1) (await subscribed()).hangs = true;
    for (let count = 0; count < 30; count += 1) send(`message ${count}`);
    const witness = await subscribed({}, backend.token("carol"));
    backend.im.send({ from: "alice", to: "carol", contentType: 101, content: { content: "hello" } });
    await eventually(() => expect(witness.received).toHaveLength(1));
  });

  it("11-25 closes while a push service does not answer", async () => {
    await subscribed();
    service.goSilent();
    send(`hello ${newMessageID()}`);
    await backend.close();
    await start();
  });

  it("11-25 needs a token, and there is none without Web Push", async () => {
    expect(await backend.post("/push/get_key", {}, "")).toMatchObject({ errCode: 1001 });
    await backend.close();
    await start().catch(() => {});
    await backend.close();
    backend = await startBackend(["bob"], { webPush: false });
    expect(await backend.post("/push/get_key", {}, backend.token("bob"))).toMatchObject({ errCode: 404 });
  });
});
