// Addresses of pictures on this server reach every client: absolute in answers and pushes, with the host that
// the client used, and a path in the store.
// @vitest-environment node
import { once } from "node:events";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, tipsOf } from "../support/gob-client.ts";
import { loggedIn } from "../support/js-client.ts";

const users = v.object({ data: v.object({ usersInfo: v.array(v.object({ faceURL: v.string() })) }) });
const pulls = v.object({
  data: v.object({
    msgs: v.object({ si_alice_bob: v.object({ Msgs: v.array(v.object({ content: v.string() })) }) }),
  }),
});
const face = "/object/demo/alice.svg";
const photo = "/object/demo/lake.svg";
const picture = { sourcePicture: { url: photo }, snapshotPicture: { url: photo } };

let backend: TestBackend;
let bob: string;

beforeEach(async () => {
  backend = await startBackend(["alice", "bob"]);
  backend.im.updateUser("alice", { faceURL: face });
  backend.im.makeFriends("alice", "bob");
  bob = backend.token("bob");
});
afterEach(() => backend.close());

const send = (contentType = 102, content: object = picture) =>
  backend.im.send({ from: "alice", to: "bob", contentType, content });

/** Alice's picture as bob gets it when he reaches the server under this host. */
async function faceUnder(headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${backend.origin}/api/user/get_users_info`, {
    method: "POST",
    headers: { token: bob, operationID: "test", ...headers },
    body: '{"userIDs":["alice"]}',
  });
  return v.parse(users, await response.json()).data.usersInfo[0]?.faceURL;
}

describe("addresses of pictures", () => {
  it("are absolute in REST answers at any depth, with the host of the request", async () => {
    expect(await faceUnder({})).toBe(backend.origin + face);
    const proxied = { "x-forwarded-host": "im.example.com", "x-forwarded-proto": "https" };
    expect(await faceUnder(proxied)).toBe(`https://im.example.com${face}`);
    const list = await backend.post(
      "/friend/get_friend_list",
      { userID: "bob", pagination: { pageNumber: 1, showNumber: 10 } },
      bob,
    );
    expect(list.data).toMatchObject({ friendsInfo: [{ friendUser: { faceURL: backend.origin + face } }] });
  });

  it("do not keep a deleted message, which has no content, from being pulled", async () => {
    send();
    const conversationID = "si_alice_bob";
    const deletion = { userID: "bob", conversationID, seqs: [1], deleteSyncOpt: null };
    expect(await backend.post("/msg/delete_msgs", deletion, bob)).toMatchObject({ errCode: 0 });
    const client = await connectGob(backend.origin, { userID: "bob", token: bob });
    const deleted = [{ seq: 1, status: 4, content: "", senderFaceURL: backend.origin + face }];
    const { msgs } = await client.pullRanges({ conversationID, begin: 0, end: 1, num: 1 });
    expect(msgs[conversationID]?.Msgs).toMatchObject(deleted);
    expect((await client.pullSeqs(conversationID, [1])).Msgs).toMatchObject(deleted);
  });

  it("with a false host affect only the client that sent it, now and later", async () => {
    expect(await faceUnder({ "x-forwarded-host": "evil.example" })).toBe(`http://evil.example${face}`);
    expect(await faceUnder({})).toBe(backend.origin + face);
  });

  it("do not repeat a host that is longer than any name", async () => {
    const host = `${"a".repeat(15_000)}.example`;
    expect(await faceUnder({ "x-forwarded-host": host })).toBe(`http://localhost${face}`);
    const url = `${backend.origin.replace("http", "ws")}/msg_gateway?sdkType=js&isMsgResp=true&platformID=5`;
    const socket = new WebSocket(`${url}&sendID=bob&token=${bob}`, { headers: { host } });
    const frames: string[] = [];
    socket.on("message", (frame: Buffer) => frames.push(frame.toString()));
    await eventually(() => expect(frames).toHaveLength(1));
    send();
    await eventually(() => expect(frames).toHaveLength(2));
    expect(frames[1]?.length).toBeLessThan(5000);
    socket.terminate();
  });

  it("do not repeat a host with characters that no name has", async () => {
    expect(await faceUnder({ "x-forwarded-host": '""""' })).toBe(`http://localhost${face}`);
    expect(await faceUnder({ "x-forwarded-host": "[::1]:5173" })).toBe(`http://[::1]:5173${face}`);
  });

  it("of which a message has thousands do not make the answer many times as long", async () => {
    const long = { "x-forwarded-host": "a".repeat(250) };
    const sent = { content: "many", list: Array.from({ length: 5000 }, () => ({ url: photo })) };
    send(101, sent);
    send();
    const pulled = async (headers: Record<string, string>) => {
      const range = { conversationID: "si_alice_bob", begin: 1, end: 2, num: 2 };
      const response = await fetch(`${backend.origin}/api/msg/pull_msg_by_seq`, {
        method: "POST",
        headers: { token: bob, operationID: "test", ...headers },
        body: JSON.stringify({ userID: "bob", seqRanges: [range] }),
      });
      const { data } = v.parse(pulls, await response.json());
      return data.msgs.si_alice_bob.Msgs.map(({ content }) => Buffer.from(content, "base64").toString());
    };
    const [many = "", one = ""] = await pulled(long);
    expect(many.length).toBeLessThan(3 * JSON.stringify(sent).length);
    expect(JSON.parse(many)).toMatchObject({ content: "many" });
    const url = `http://${"a".repeat(250)}${photo}`;
    expect(JSON.parse(one)).toEqual({ sourcePicture: { url }, snapshotPicture: { url } });
  });

  it("are absolute in pushes, with the host of each socket, and in later pulls", async () => {
    const here = await connectGob(backend.origin, { userID: "bob", token: bob });
    const elsewhere = backend.origin.replace("127.0.0.1", "localhost");
    const there = await connectGob(elsewhere, { userID: "bob", token: bob });
    send();
    for (const [client, origin] of [
      [here, backend.origin],
      [there, elsewhere],
    ] as const) {
      await eventually(() => expect(client.received()).toHaveLength(1));
      const [pushed] = client.received();
      const [pulled] = (await client.pullSeqs("si_alice_bob", [1])).Msgs;
      const [missed] =
        (await client.pullRanges({ conversationID: "si_alice_bob", begin: 1, end: 1, num: 1 })).msgs
          .si_alice_bob?.Msgs ?? [];
      for (const message of [pushed, pulled, missed]) {
        expect(message).toMatchObject({ senderFaceURL: origin + face });
        expect(JSON.parse(message?.content ?? "")).toEqual({
          sourcePicture: { url: origin + photo },
          snapshotPicture: { url: origin + photo },
        });
      }
    }
  });

  it("in the words of a user stay as they are", async () => {
    const client = await connectGob(backend.origin, { userID: "bob", token: bob });
    const words = `{"url":"${photo}"} \\"url":"${photo}" "detail":"{}`;
    send(101, { content: words, 'url"': photo, list: [{ faceURL: photo }] });
    await eventually(() => expect(client.received()).toHaveLength(1));
    const [message] = client.received();
    expect(JSON.parse(message?.content ?? "")).toEqual({
      content: words,
      'url"': photo,
      list: [{ faceURL: backend.origin + photo }],
    });
  });

  it("8-09 of a fifth host close the connections of the first: each host costs the server a copy", async () => {
    const url = `${backend.origin.replace("http", "ws")}/msg_gateway?sdkType=js&isMsgResp=true&platformID=5`;
    const closed: number[] = [];
    const connect = async (number: number) => {
      const headers = { "x-forwarded-host": `host${number}.example` };
      const socket = new WebSocket(`${url}&sendID=bob&token=${bob}`, { headers });
      socket.on("close", () => closed.push(number));
      await once(socket, "message");
      return socket;
    };
    const sockets = [];
    for (const number of [1, 2, 3, 1, 4, 4, 2]) sockets.push(await connect(number));
    sockets.push(await connect(5));
    await eventually(() => expect(closed).toEqual([1, 1]));
    const gotten = sockets
      .filter((socket) => socket.readyState === socket.OPEN)
      .map((socket) => once(socket, "message"));
    send();
    expect(await Promise.all(gotten)).toHaveLength(6);
    for (const socket of sockets) socket.terminate();
  });

  it("are absolute in notifications", async () => {
    const client = await connectGob(backend.origin, { userID: "bob", token: bob });
    backend.im.createGroup({
      name: "G",
      faceURL: "/object/demo/hikers.svg",
      owner: "alice",
      members: ["bob"],
    });
    await eventually(() => expect(client.notified().map((tip) => tip.contentType)).toContain(1501));
    const tip = client.notified().find((one) => one.contentType === 1501);
    expect(tip && tipsOf(tip)).toMatchObject({
      group: { faceURL: `${backend.origin}/object/demo/hikers.svg` },
      opUser: { faceURL: backend.origin + face },
    });
  });

  it("reach the real JS SDK, also in its list of conversations", async () => {
    send();
    const client = await loggedIn(backend, "bob");
    const { data } = await client.sdk.getConversationListSplit({ offset: 0, count: 10 });
    expect(data).toMatchObject([{ faceURL: backend.origin + face }]);
    expect(JSON.parse(data[0]?.latestMsg ?? "{}")).toMatchObject({
      pictureElem: { sourcePicture: { url: backend.origin + photo } },
    });
    await client.logout();
  });

  it("are not rewritten in what a user has written", async () => {
    const client = await connectGob(backend.origin, { userID: "bob", token: bob });
    const words = { content: `"${photo}" is at /object/demo`, url: 5 };
    send(101, words);
    await eventually(() => expect(client.received()).toHaveLength(1));
    expect(JSON.parse(client.received()[0]?.content ?? "")).toEqual(words);
  });

  it("are stored as a path when a user sends an uploaded file, with the text unchanged", async () => {
    const alice = await connectGob(backend.origin, { userID: "alice", token: backend.token("alice") });
    const elsewhere = backend.origin.replace("127.0.0.1", "localhost");
    const there = await connectGob(elsewhere, { userID: "bob", token: bob });
    const at = (origin: string) => ({
      sourceUrl: `${origin}/object/alice/v.webm`,
      snapshotUrl: "http://example.org/object/a.png",
      fileName: `${backend.origin}/object/alice/v.webm`,
    });
    await alice.send({ recvID: "bob", contentType: 105, content: JSON.stringify(at(backend.origin)) });
    const odd = `not JSON but "${backend.origin}/object/alice/v.webm"`;
    await expect(alice.send({ recvID: "bob", content: odd })).rejects.toThrow("ArgsError");
    await eventually(() => expect(there.received()).toHaveLength(1));
    expect(JSON.parse(there.received()[0]?.content ?? "")).toEqual({
      ...at(backend.origin),
      sourceUrl: at(elsewhere).sourceUrl,
    });
  });

  it("are stored as a path when a whole profile is sent back", async () => {
    const userInfo = { userID: "bob", nickname: "Bob", faceURL: backend.origin + face };
    expect((await backend.post("/user/update_user_info_ex", { userInfo }, bob)).errCode).toBe(0);
    const asked = { "x-forwarded-host": "im.example.com", "x-forwarded-proto": "https" };
    const response = await fetch(`${backend.origin}/api/user/get_users_info`, {
      method: "POST",
      headers: { token: bob, operationID: "test", ...asked },
      body: '{"userIDs":["bob"]}',
    });
    expect(await response.json()).toMatchObject({
      data: { usersInfo: [{ faceURL: `https://im.example.com${face}` }] },
    });
  });
});
