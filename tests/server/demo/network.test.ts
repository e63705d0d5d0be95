// @vitest-environment node
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { demoPeople } from "../../../server/demo/people.ts";
import { md5, startChat } from "../chat/chat-client.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, type GobClient } from "../support/gob-client.ts";
import { cut, noise } from "../support/uploads.ts";
import { type DemoBackend, startDemo } from "./demo-backend.ts";

const alice = demoPeople.alice.userID;
const bob = demoPeople.bob.userID;
/** She has no gateway connection, so the gate holds only her REST calls. */
const carol = demoPeople.carol.userID;

let demo: DemoBackend;
const clients: GobClient[] = [];
beforeAll(async () => {
  demo = await startDemo();
});
afterEach(async () => {
  for (const userID of [alice, bob, carol]) await demo.set(userID, "online");
  for (const client of clients.splice(0)) client.close();
  demo.gate.close();
});
afterAll(() => demo.close());

async function connect(userID: string): Promise<GobClient> {
  const client = await connectGob(demo.origin, { userID, token: demo.token(userID) });
  clients.push(client);
  return client;
}
const findSelf = (userID: string, token: string) =>
  demo.ask(token, "/api/user/get_users_info", { userIDs: [userID] });
/** Expects that a request or connection ends without an answer. */
const unanswered = (asked: Promise<unknown>) =>
  expect(asked).rejects.toThrow(/fetch failed|socket hang up|ECONNRESET/);
const said = (client: GobClient) =>
  client
    .received()
    .map(({ content }) => v.parse(v.object({ content: v.string() }), JSON.parse(content)).content);
const tell = (from: GobClient, to: string, text: string) =>
  from.send({ recvID: to, content: JSON.stringify({ content: text }) });

describe("11-01 a demo user whose network is cut", () => {
  it("loses all gateway connections, and gets new ones only when online again", async () => {
    const [a, b] = [await connect(alice), await connect(bob)];
    await demo.set(alice, "cut");
    await a.closed;
    await unanswered(connect(alice));
    await demo.set(alice, "slow");
    await demo.set(alice, "cut");
    await unanswered(connect(alice));
    await tell(b, alice, "are you there?");
    await demo.set(alice, "online");
    const again = await connect(alice);
    expect(again.greeting.errCode).toBe(0);
    await tell(b, alice, "welcome back");
    await eventually(() => expect(said(again)).toEqual(["welcome back"]));
  });

  it("gets no answer to requests with the user's tokens; other users do", async () => {
    const { email } = demoPeople.alice;
    const login = await fetch(`${demo.origin}/chat/account/login`, {
      method: "POST",
      body: JSON.stringify({ email, password: md5("parley2026"), platform: 1 }),
    });
    const { data } = v.parse(
      v.object({ data: v.object({ chatToken: v.string(), imToken: v.string() }) }),
      await login.json(),
    );
    const findFull = () => demo.ask(data.chatToken, "/chat/user/find/full", { userIDs: [alice] });
    expect([await findSelf(alice, data.imToken), await findFull()]).toEqual([0, 0]);
    await demo.set(alice, "cut");
    await unanswered(findSelf(alice, data.imToken));
    await unanswered(findFull());
    expect(await findSelf(bob, demo.token(bob, 1))).toBe(0);
    await demo.set(alice, "online");
    expect([await findSelf(alice, data.imToken), await findFull()]).toEqual([0, 0]);
  });

  it("loses running requests, and what was on its way does not arrive", async () => {
    const token = demo.token(carol, 1);
    const quieten = (globalRecvMsgOpt: number) =>
      demo.ask(token, "/api/user/set_global_msg_recv_opt", { userID: carol, globalRecvMsgOpt });
    expect(await quieten(0)).toBe(0);
    await demo.set(carol, "slow");
    const asked = unanswered(quieten(2));
    await eventually(() => expect(demo.gate.held).toBe(1));
    await demo.set(carol, "cut");
    await asked;
    demo.gate.release(1);
    await demo.set(carol, "online");
    const response = await fetch(`${demo.origin}/api/user/get_users_info`, {
      method: "POST",
      headers: { "Content-Type": "application/json", operationID: "test", token },
      body: JSON.stringify({ userIDs: [carol] }),
    });
    expect(await response.json()).toMatchObject({ data: { usersInfo: [{ globalRecvMsgOpt: 0 }] } });
  });

  it("uploads no part of a file until online again", async () => {
    const file = cut(noise(1000));
    const response = await fetch(`${demo.origin}/api/object/initiate_multipart_upload`, {
      method: "POST",
      headers: { "Content-Type": "application/json", operationID: "test", token: demo.token(alice, 1) },
      body: JSON.stringify({ hash: file.hash, size: file.size, maxParts: 1, name: `${alice}/f.bin` }),
    });
    const parts = v.object({ parts: v.array(v.object({ url: v.string() })) });
    const begun = v.object({ data: v.object({ upload: v.object({ sign: parts }) }) });
    const { data } = v.parse(begun, await response.json());
    const url = data.upload.sign.parts[0]?.url ?? "";
    await demo.set(alice, "cut");
    await unanswered(fetch(url, { method: "PUT", body: file.bytes }));
    await demo.set(alice, "online");
    expect((await fetch(url, { method: "PUT", body: file.bytes })).status).toBe(200);
  });
});

describe("11-01 a demo user whose network is slow", () => {
  it("waits for answers of the gateway, in order, and other users do not", async () => {
    const [a, b] = [await connect(alice), await connect(bob)];
    await demo.set(alice, "slow");
    const answered: string[] = [];
    const asked = ["first", "second", "third"].map((name) =>
      a.maxSeqs().then(() => void answered.push(name)),
    );
    await eventually(() => expect(demo.gate.held).toBeGreaterThan(0));
    await b.maxSeqs();
    expect(answered).toEqual([]);
    const all = Promise.all(asked);
    let isDone = false;
    void all.then(() => {
      isDone = true;
    });
    // The way to the server and the way back are held separately.
    await eventually(() => {
      demo.gate.release(1);
      expect(isDone).toBe(true);
    });
    expect(answered).toEqual(["first", "second", "third"]);
  });

  it("gets messages late and in order, and all at once when online again", async () => {
    const [a, b] = [await connect(alice), await connect(bob)];
    await demo.set(alice, "slow");
    await tell(b, alice, "1");
    await tell(b, alice, "2");
    await eventually(() => expect(demo.gate.held).toBeGreaterThanOrEqual(2));
    expect(said(a)).toEqual([]);
    demo.gate.release(1);
    await tell(b, alice, "3");
    await demo.set(alice, "online");
    await tell(b, alice, "4");
    await eventually(() => expect(said(a)).toEqual(["1", "2", "3", "4"]));
    // Messages that were released already do not come again.
    demo.gate.release(100);
    await tell(b, alice, "5");
    await eventually(() => expect(said(a)).toEqual(["1", "2", "3", "4", "5"]));
  });

  it("waits on the way to the server and on the way back", async () => {
    const [mine, hers] = [demo.token(carol, 1), demo.token(bob, 1)];
    await demo.set(carol, "slow");
    let answer: number | undefined;
    const asked = findSelf(carol, mine).then((errCode) => {
      answer = errCode;
    });
    await eventually(() => expect(demo.gate.held).toBe(1));
    expect(await findSelf(bob, hers)).toBe(0);
    demo.gate.release(1);
    await eventually(() => expect(demo.gate.held).toBe(1));
    expect(await findSelf(bob, hers)).toBe(0);
    expect(answer).toBeUndefined();
    demo.gate.release(1);
    await asked;
    expect(answer).toBe(0);
  });
});

describe("11-01 the network switch", () => {
  let client: GobClient;
  beforeEach(async () => {
    client = await connect(alice);
  });

  it.each<[string, unknown, string]>([
    ["no JSON", "cut", "the body is not JSON"],
    ["a list", [], "userID"],
    ["no userID", { state: "cut" }, "userID"],
    ["an empty userID", { userID: "", state: "cut" }, "userID"],
    ["an unknown user", { userID: "1", state: "cut" }, "nobody has this userID"],
    ["no state", { userID: alice }, "state"],
    ["an unknown state", { userID: alice, state: "off" }, "state"],
    [
      "a body that is too large",
      { userID: alice, state: "cut", more: "x".repeat(2_000_000) },
      "body too large",
    ],
  ])("refuses %s with 400 and the reason", async (_, body, reason) => {
    const response = await demo.post(body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(reason);
    await client.maxSeqs();
  });

  it.each<[string, Record<string, string>]>([
    ["another origin", { Origin: "https://elsewhere.example" }],
    ["an opaque origin", { Origin: "null" }],
    ["no origin", {}],
    ["another site with a false origin", { Origin: "SAME", "Sec-Fetch-Site": "cross-site" }],
    ["a sister site", { Origin: "SAME", "Sec-Fetch-Site": "same-site" }],
  ])("refuses requests from %s with 403", async (_, headers) => {
    const sent = Object.entries(headers).map(([name, value]) => [
      name,
      value === "SAME" ? demo.origin : value,
    ]);
    const token = { "X-Demo-Page": await demo.pageToken() };
    const response = await demo.post(
      { userID: alice, state: "cut" },
      { ...Object.fromEntries(sent), ...token },
    );
    expect(response.status).toBe(403);
    await client.maxSeqs();
  });

  it("refuses a missing or foreign page token with 401", async () => {
    const tokens: Record<string, string>[] = [{}, { "X-Demo-Page": "" }, { "X-Demo-Page": "made up" }];
    for (const token of tokens) {
      const response = await demo.post({ userID: alice, state: "cut" }, { Origin: demo.origin, ...token });
      expect(response.status).toBe(401);
    }
    await client.maxSeqs();
  });

  it("gives a token to pages of this origin only, and a different one to each page", async () => {
    expect(await demo.pageToken()).not.toBe(await demo.pageToken());
    const strangers: Record<string, string>[] = [{}, { Origin: "https://elsewhere.example" }];
    for (const headers of strangers) {
      const response = await fetch(`${demo.origin}/demo/page`, { method: "POST", headers });
      expect(response.status).toBe(403);
    }
    expect((await fetch(`${demo.origin}/demo/page`)).status).toBe(405);
  });

  it("cuts only demo users: 403 for a registered user", async () => {
    const body = { email: "mia@parley.test", usedFor: 1 };
    const ask = (path: string, body: object) =>
      fetch(`${demo.origin}/chat/account/${path}`, { method: "POST", body: JSON.stringify(body) });
    await ask("code/send", body);
    const user = { email: "mia@parley.test", nickname: "Mia", password: md5("secret1") };
    const registered = await ask("register", {
      verifyCode: demo.lastCode(),
      platform: 5,
      autoLogin: true,
      user,
    });
    const tokens = v.object({ data: v.object({ userID: v.string(), imToken: v.string() }) });
    const { data } = v.parse(tokens, await registered.json());
    const response = await demo.post({ userID: data.userID, state: "cut" });
    expect([response.status, await response.text()]).toEqual([
      403,
      "only the demo's people have a network here",
    ]);
    expect(await findSelf(data.userID, data.imToken)).toBe(0);
  });

  it("accepts POST only", async () => {
    expect((await fetch(`${demo.origin}/demo/network`)).status).toBe(405);
  });

  it("does not exist without demo people, and no network is cut then", async () => {
    const server = await startChat({ demo: false });
    const response = await fetch(`${server.origin}/demo/network`, {
      method: "POST",
      headers: { Origin: server.origin },
      body: JSON.stringify({ userID: alice, state: "cut" }),
    });
    expect(response.status).toBe(404);
    await server.close();
  });
});
