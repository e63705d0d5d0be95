// @vitest-environment node
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPushGateway, type PushGateway } from "../../../deploy/push-gateway/gateway.ts";
import { eventually } from "../support/eventually.ts";
import { type PushedBrowser, type PushService, startPushService } from "../support/push-service.ts";

const SECRET = "a-secret-of-the-webhook";
const NOW = 1_800_000_000_000;

const Answer = v.object({
  errCode: v.number(),
  errDlt: v.optional(v.string()),
  data: v.optional(v.unknown()),
});

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return address.port;
}

async function serve(handle: Parameters<typeof createServer>[1]) {
  const server = createServer(handle);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, origin: `http://127.0.0.1:${portOf(server)}` };
}

/**
 * OpenIM's REST, as far as the gateway asks it: tokens are "token of <user>", the administrator's "admin 1", "admin 2".
 */
function anOpenIm() {
  const state = {
    admins: 0,
    online: [] as string[],
    quiet: [] as string[],
    row: { recvMsgOpt: 0, isPrivateChat: false } as object | undefined,
    isDown: false,
    calls: [] as string[],
    /** What the gateway has asked to send or to mark. */
    done: [] as [path: string, body: object][],
    ended: [] as string[],
    /** The name of all users and groups; by default each has its own. */
    name: undefined as string | undefined,
    /** The answer to a message in a user's name. */
    refusal: 0,
  };
  type Body = Record<string, unknown> & { userIDs?: string[] };
  const doing = (path: string) => (body: Body) => {
    state.done.push([path, body]);
    return {};
  };
  const answers: Record<string, (body: Body) => unknown> = {
    "/auth/parse_token": ({ token }) => {
      const [, userID] = /^token of (\w+)$/.exec(String(token)) ?? [];
      return (
        userID &&
        !state.ended.includes(userID) && { userID, platformID: 5, expireTimeSeconds: NOW / 1000 + 1000 }
      );
    },
    "/auth/get_admin_token": ({ secret }) => {
      if (secret !== "openIM123") return undefined;
      state.admins += 1;
      return { token: `admin ${state.admins}`, expireTimeSeconds: 7_776_000 };
    },
    "/user/get_users_info": ({ userIDs = [] }) => ({
      usersInfo: userIDs.map((userID) => ({
        userID,
        nickname: state.name ?? userID.toUpperCase(),
        globalRecvMsgOpt: state.quiet.includes(userID) ? 2 : 0,
      })),
    }),
    "/user/get_users_online_status": ({ userIDs = [] }) =>
      userIDs.map((userID) =>
        state.online.includes(userID)
          ? { userID, status: 1, detailPlatformStatus: [{ platformID: 5, connID: "1", token: "t" }] }
          : { userID },
      ),
    "/group/get_groups_info": () => ({ groupInfos: [{ groupName: state.name ?? "Trip" }] }),
    "/group/get_group_members_info": () => ({
      members: [{ userID: "alice", nickname: state.name ?? "Ally" }],
    }),
    "/conversation/get_conversations": () => ({ conversations: state.row ? [state.row] : null }),
    "/msg/get_conversations_has_read_and_max_seq": ({ conversationIDs }) => ({
      seqs: { [String(conversationIDs)]: { maxSeq: 42, hasReadSeq: 7, maxSeqTime: NOW } },
    }),
    "/msg/pull_msg_by_seq": ({ seqRanges }) => {
      const [{ conversationID = "" } = {}] = seqRanges as { conversationID: string }[];
      const Msgs = ["0", "1", "2"].map((clientMsgID, at) => ({ clientMsgID, seq: 40 + at }));
      return { msgs: { [conversationID]: { Msgs, isEnd: true } } };
    },
    "/msg/mark_conversation_as_read": doing("read"),
    "/msg/send_msg": doing("send"),
  };
  return { state, answers };
}

let openim: ReturnType<typeof anOpenIm>;
let openimServer: Server;
let gateway: PushGateway;
let gatewayServer: Server;
let origin: string;
let service: PushService;
let publicKey = "";

beforeEach(async () => {
  openim = anOpenIm();
  const { state, answers } = openim;
  const { server, origin: apiUrl } = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? "";
    state.calls.push(path);
    const isFree = path === "/auth/parse_token" || path === "/auth/get_admin_token";
    const isCurrent = request.headers.token === `admin ${state.admins}`;
    const isRefused = state.refusal !== 0 && path === "/msg/send_msg";
    const data = isRefused ? null : answers[path]?.(JSON.parse(Buffer.concat(chunks).toString()));
    const answer = state.isDown
      ? { errCode: 500, errMsg: "down", errDlt: "" }
      : isRefused
        ? { errCode: state.refusal, errMsg: "BlockedByPeer", errDlt: "" }
        : !isFree && !isCurrent
          ? { errCode: 1503, errMsg: "TokenMalformedError", errDlt: "" }
          : data
            ? { errCode: 0, errMsg: "", errDlt: "", data }
            : { errCode: 1503, errMsg: "TokenMalformedError", errDlt: "" };
    response.end(JSON.stringify(answer));
  });
  openimServer = server;
  gateway = createPushGateway({
    data: ":memory:",
    openim: { apiUrl, secret: "openIM123", adminUserID: "imAdmin" },
    webhookSecret: SECRET,
    webPush: { loopback: true },
    now: () => NOW,
  });
  ({ server: gatewayServer, origin } = await serve(gateway.handle));
  service = await startPushService(() => publicKey);
  const { data } = await post("/push/get_key", {}, "token of bob");
  publicKey = v.parse(v.object({ publicKey: v.string() }), data).publicKey;
});
afterEach(async () => {
  expect(service.problems).toEqual([]);
  await service.close();
  gateway.close();
  for (const server of [gatewayServer, openimServer]) {
    server.closeAllConnections();
    server.close();
  }
});

async function post(path: string, body: unknown, token: string) {
  const response = await fetch(`${origin}/api${path}`, {
    method: "POST",
    headers: { token },
    body: JSON.stringify(body),
  });
  return v.parse(Answer, await response.json());
}

async function subscribed(userID: string, settings: Parameters<PushService["browser"]>[0] = {}) {
  const browser = service.browser(settings);
  expect(await post("/push/subscribe", browser.subscription, `token of ${userID}`)).toMatchObject({
    errCode: 0,
  });
  return browser;
}

/** OpenIM's webhook, as its source writes it: the fields of OfflinePushInfo are beside the others. */
async function hook(changes: object = {}, path = `/${SECRET}/callbackBeforeOfflinePushCommand`) {
  const response = await fetch(origin + path, {
    method: "POST",
    body: JSON.stringify({
      callbackCommand: "callbackBeforeOfflinePushCommand",
      operationID: "1",
      platformID: 5,
      platform: "Web",
      userIDList: ["bob"],
      title: "You have a new message.",
      desc: "",
      clientMsgID: "1",
      sendID: "alice",
      groupID: "",
      contentType: 101,
      sessionType: 1,
      atUserIDList: null,
      content: JSON.stringify({ content: "hello" }),
      ...changes,
    }),
  });
  return { status: response.status, body: await response.text() };
}

const noticesOf = ({ received }: PushedBrowser) => received.map((push): unknown => JSON.parse(push.text));

/** Resolves when a later message has been pushed; until then there must be none to `browser`. */
async function isQuiet(browser: PushedBrowser): Promise<void> {
  const witness = await subscribed("dora");
  openim.state.row = undefined;
  await hook({ userIDList: ["dora"] });
  await eventually(() => expect(witness.requests).toBe(1));
  expect(browser.requests).toBe(0);
}

describe("11-25 the gateway for a real OpenIM", () => {
  it("11-25 pushes the message of the webhook with the sender's account name, and lets OpenIM continue", async () => {
    const browser = await subscribed("bob");
    const { status, body } = await hook();
    expect([status, JSON.parse(body)]).toMatchObject([200, { actionCode: 0, errCode: 0, nextCode: 0 }]);
    await eventually(() => expect(browser.received).toHaveLength(1));
    expect(noticesOf(browser)).toEqual([
      {
        type: "message",
        conversationID: "si_alice_bob",
        sender: "ALICE",
        group: null,
        content: { kind: "text", text: "hello" },
        language: "en",
        isSilent: false,
        sendTime: NOW,
      },
    ]);
  });

  it("11-25 pushes a message of a group with the member's name", async () => {
    const browser = await subscribed("bob");
    await hook({ userIDList: ["bob", "carol"], groupID: "7", sessionType: 3 });
    await eventually(() =>
      expect(noticesOf(browser)).toMatchObject([{ sender: "Ally", group: "Trip", conversationID: "sg_7" }]),
    );
  });

  it("11-25 names a sender and a group by the id, and a text as a message, if nothing in them is visible", async () => {
    const browser = await subscribed("bob");
    openim.state.name = "\u200b\u061c \u202e";
    await hook({ content: JSON.stringify({ content: "\u200b\u2800\u061c" }) });
    await hook({
      groupID: "7",
      sessionType: 3,
      content: JSON.stringify({ content: "\u061cre\u202eversed" }),
    });
    await eventually(() => expect(browser.received).toHaveLength(2));
    const notices = noticesOf(browser);
    expect(notices).toContainEqual(
      expect.objectContaining({ sender: "alice", group: null, content: { kind: "message" } }),
    );
    expect(notices).toContainEqual(
      expect.objectContaining({ sender: "alice", group: "7", content: { kind: "text", text: "reversed" } }),
    );
  });

  it.each<[string, Partial<ReturnType<typeof anOpenIm>["state"]>, string]>([
    ["a user whose tab is open, whom OpenIM counts as offline", { online: ["bob"] }, "/user/get_users_info"],
    ["do not disturb", { quiet: ["bob"] }, "/user/get_users_info"],
    ["a muted chat", { row: { recvMsgOpt: 2 } }, "/conversation/get_conversations"],
  ])("11-25 does not push for %s", async (_, state, lookUp) => {
    const browser = await subscribed("bob");
    Object.assign(openim.state, state);
    await hook();
    await eventually(() => expect(openim.state.calls).toContain(lookUp));
    await isQuiet(browser);
  });

  it.each<[string, object]>([
    ["typing", { contentType: 113 }],
    ["a notification", { contentType: 1501 }],
    ["another webhook", { callbackCommand: "callbackAfterSendSingleMsgCommand" }],
    ["the sender", { sendID: "bob" }],
    ["a broken body", { userIDList: 5 }],
  ])("11-25 does not push for %s", async (_, changes) => {
    const browser = await subscribed("bob");
    expect((await hook(changes)).status).toBe(200);
    await isQuiet(browser);
  });

  it("11-25 rings for the record that the caller stores, and names the call of a later record", async () => {
    const browser = await subscribed("bob", { previews: false });
    const told = (more: object) => {
      const data = { roomID: "1", mediaType: "video", result: "noAnswer", durationSeconds: 0, ...more };
      return {
        contentType: 110,
        content: JSON.stringify({ data: JSON.stringify({ customType: 100, data }) }),
      };
    };
    await hook(told({ ringSeconds: 30 }));
    await eventually(() => expect(browser.received).toHaveLength(1));
    await hook(told({ result: "completed" }));
    await eventually(() => expect(browser.received).toHaveLength(2));
    expect(noticesOf(browser)).toMatchObject([
      { type: "call", sender: "ALICE", mediaType: "video", roomID: "1", seconds: 30, sendTime: NOW },
      { type: "message", roomID: "1", content: null },
    ]);
    expect(browser.received[0]).toMatchObject({ ttl: "30", urgency: "high" });
    for (const ringSeconds of [0, 3600, "30"]) await hook(told({ ringSeconds }));
    await eventually(() => expect(browser.received).toHaveLength(5));
    for (const notice of noticesOf(browser).slice(2)) expect(notice).toMatchObject({ type: "message" });
  });

  it("11-25 leaves the text out where messages disappear, and where OpenIM does not say", async () => {
    const browser = await subscribed("bob");
    openim.state.row = { recvMsgOpt: 0, isPrivateChat: true };
    await hook();
    await eventually(() => expect(noticesOf(browser)).toMatchObject([{ content: null }]));
    delete openim.answers["/conversation/get_conversations"];
    await hook();
    await eventually(() => expect(noticesOf(browser)).toMatchObject([{ content: null }, { content: null }]));
  });

  it("11-25 gets a new token of the administrator when the old one has ended", async () => {
    const browser = await subscribed("bob");
    await hook();
    await eventually(() => expect(browser.received).toHaveLength(1));
    openim.state.admins += 1;
    await hook();
    await eventually(() => expect(browser.received).toHaveLength(2));
  });

  it("11-25 survives an OpenIM that is down", async () => {
    const browser = await subscribed("bob");
    openim.state.isDown = true;
    expect((await hook()).status).toBe(200);
    await eventually(() => expect(openim.state.calls).toContain("/auth/get_admin_token"));
    openim.state.isDown = false;
    await eventually(async () => {
      await hook();
      expect(browser.received.length).toBeGreaterThan(0);
    });
  });

  it("11-25 takes no message without the secret, and no subscription without a valid token", async () => {
    const browser = await subscribed("bob");
    expect((await hook({}, "/another-secret/callbackBeforeOfflinePushCommand")).status).toBe(404);
    expect((await hook({}, "/callbackBeforeOfflinePushCommand")).status).toBe(404);
    expect(await post("/push/subscribe", service.browser().subscription, "forged")).toMatchObject({
      errCode: 1503,
    });
    expect(await post("/push/get_key", {}, "")).toMatchObject({ errCode: 1001 });
    expect(await post("/push/other", {}, "token of bob")).toMatchObject({ errCode: 404 });
    await isQuiet(browser);
  });

  const Told = v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ permit: v.optional(v.object({ secret: v.string() })) }),
  );
  const able = { address: "https://im.example/api" };
  async function secretOf(browser: PushedBrowser): Promise<string | undefined> {
    await eventually(() => expect(browser.received).toHaveLength(1));
    return v.parse(Told, browser.received[0]?.text).permit?.secret;
  }
  async function subscribedToAct(userID: string) {
    const browser = service.browser();
    await post("/push/subscribe", { ...browser.subscription, ...able }, `token of ${userID}`);
    return browser;
  }

  it.each([`/${SECRET}/x`, "/api/push/get_key", "/other"])(
    "8-09 refuses a body of unknown length, and reads no body for an unknown address: %s",
    async (path) => {
      const send = async (head: string) => {
        const socket = connect(portOf(gatewayServer), "127.0.0.1").on("error", () => {});
        socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n1\r\nx\r\n0\r\n\r\n`);
        const [answer] = await once(socket, "data");
        socket.destroy();
        return String(answer);
      };
      expect(await send("Transfer-Encoding: chunked")).toMatch(
        /^HTTP\/1\.1 411 .*?\r\nConnection: close\r\n/s,
      );
      if (path !== "/other") return;
      expect(await send("Content-Length: 900000")).toMatch(/^HTTP\/1\.1 404 .*?\r\nConnection: close\r\n/s);
    },
  );

  it("11-25 sends a reply as the user and marks up to the message of the push, by OpenIM's administrator", async () => {
    const browser = await subscribedToAct("bob");
    await hook();
    const secret = await secretOf(browser);
    const reply = { secret, action: "reply", text: "Yes" };
    expect(await post("/push/act", reply, "")).toMatchObject({ errCode: 0 });
    expect(openim.state.done).toEqual([
      ["read", { userID: "bob", conversationID: "si_alice_bob", hasReadSeq: 41, seqs: [] }],
      [
        "send",
        {
          sendID: "bob",
          recvID: "alice",
          groupID: "",
          senderNickname: "BOB",
          senderFaceURL: "",
          senderPlatformID: 5,
          contentType: 101,
          sessionType: 1,
          content: { content: "Yes" },
          isOnlineOnly: false,
          notOfflinePush: false,
        },
      ],
    ]);
    expect(await post("/push/act", reply, "")).toMatchObject({ errCode: 1002, errDlt: "used" });
    expect(await post("/push/act", { secret, action: "read" }, "")).toMatchObject({ errCode: 0 });
  });

  it("11-25 replies to a group with the member's name", async () => {
    const browser = await subscribedToAct("bob");
    await hook({ groupID: "7", sessionType: 3 });
    const secret = await secretOf(browser);
    expect(await post("/push/act", { secret, action: "reply", text: "Yes" }, "")).toMatchObject({
      errCode: 0,
    });
    expect(openim.state.done.at(-1)).toMatchObject([
      "send",
      { recvID: "", groupID: "7", sessionType: 3, senderNickname: "Ally" },
    ]);
  });

  it("11-25 declines a call by a signal that OpenIM does not store", async () => {
    const browser = await subscribedToAct("bob");
    const data = { roomID: "1", mediaType: "video", result: "noAnswer", durationSeconds: 0, ringSeconds: 30 };
    const content = JSON.stringify({ data: JSON.stringify({ customType: 100, data }) });
    await hook({ contentType: 110, content });
    const secret = await secretOf(browser);
    expect(await post("/push/act", { secret, action: "decline" }, "")).toMatchObject({ errCode: 0 });
    const reject = {
      roomID: "1",
      inviterUserID: "alice",
      inviteeUserIDList: ["bob"],
      groupID: "",
      mediaType: "video",
      sessionType: 1,
      timeout: 30,
      platformID: 5,
    };
    expect(openim.state.done).toMatchObject([
      [
        "send",
        {
          sendID: "bob",
          recvID: "alice",
          contentType: 110,
          isOnlineOnly: true,
          notOfflinePush: true,
          content: { data: JSON.stringify({ customType: 202, data: reject }) },
        },
      ],
    ]);
    await hook({
      contentType: 110,
      content: JSON.stringify({
        data: JSON.stringify({
          customType: 100,
          data: { ...data, result: "declined", ringSeconds: undefined },
        }),
      }),
    });
    browser.requests = 0;
    await isQuiet(browser);
  });

  it.each<[string, number, () => unknown]>([
    ["the token has ended", 1503, () => openim.state.ended.push("bob")],
    [
      "the messages disappear by now",
      1002,
      () => Object.assign(openim.state, { row: { recvMsgOpt: 0, isPrivateChat: true } }),
    ],
    ["the peer has blocked the user", 1302, () => Object.assign(openim.state, { refusal: 1302 })],
  ])("11-25 does not act when %s, and does not use up the grant", async (_, errCode, change) => {
    const browser = await subscribedToAct("bob");
    await hook();
    const secret = await secretOf(browser);
    const before = { ...openim.state, ended: [...openim.state.ended] };
    change();
    const reply = { secret, action: "reply", text: "Yes" };
    expect(await post("/push/act", reply, "")).toMatchObject({ errCode });
    expect(openim.state.done.filter(([path]) => path === "send")).toEqual([]);
    Object.assign(openim.state, { ended: [], row: before.row, refusal: 0 });
    expect(await post("/push/act", reply, "")).toMatchObject({ errCode: 0 });
  });

  it.each<[string, object, () => unknown]>([
    ["disappear", {}, () => Object.assign(openim.state, { row: { recvMsgOpt: 0, isPrivateChat: true } })],
    ["are not found at OpenIM", { clientMsgID: "another" }, () => {}],
  ])("11-25 offers no act on messages that %s", async (_, changes, change) => {
    const browser = await subscribedToAct("bob");
    change();
    await hook(changes);
    expect(await secretOf(browser)).toBeUndefined();
  });

  it.each(["/push/get_key", "/push/subscribe", "/push/act"])(
    "11-25 does not read a long body, which may be of anyone: %s",
    async (path) => {
      const tooLarge = { errCode: 1001, errDlt: "body too large" };
      expect(await post(path, { more: "[".repeat(65_536) }, "forged")).toMatchObject(tooLarge);
      expect(await post(path, { more: "[".repeat(60_000) }, "forged")).not.toMatchObject(tooLarge);
    },
  );

  it("11-25 ends a subscription for its user", async () => {
    const browser = await subscribed("bob");
    const { endpoint } = browser.subscription;
    await post("/push/unsubscribe", { endpoint }, "token of bob");
    await hook();
    await isQuiet(browser);
  });
});
