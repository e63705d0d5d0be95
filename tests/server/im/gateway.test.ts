// @vitest-environment node
import { once } from "node:events";
import { createConnection } from "node:net";
import { text as streamText } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { startBackend, type TestBackend, web } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import {
  connectGob,
  decode,
  encode,
  encodeRequest,
  type GobClient,
  newMessageID,
} from "../support/gob-client.ts";

let backend: TestBackend;
let time: number;

beforeEach(async () => {
  time = Date.now();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  backend = await startBackend(["alice", "bob"], { now: () => time });
});
afterEach(() => backend.close());

const connect = (userID: string, token = backend.token(userID)): Promise<GobClient> =>
  connectGob(backend.origin, { userID, token });
const kicks = (client: GobClient) => client.frames.filter((frame) => frame.reqIdentifier === 2002);
const code = async (answer: Promise<unknown>) =>
  answer.then(
    () => 0,
    (error: { errCode: number }) => error.errCode,
  );

describe("connecting", () => {
  it("greets with one text frame and never sends another", async () => {
    const alice = await connect("alice");
    expect(alice.texts).toEqual(['{"errCode":0,"errMsg":"","errDlt":""}']);
    alice.socket.send('{"type":"ping"}');
    alice.socket.send("garbage");
    await alice.maxSeqs();
    expect(alice.texts).toHaveLength(1);
  });

  it("answers 1503 to a forged token and closes", async () => {
    const [body = ""] = backend.token("alice").split(".");
    const foreign = backend.token("bob").split(".")[1] ?? "";
    for (const token of ["", "nonsense", `${body}.${foreign}`]) {
      const client = await connect("alice", token);
      expect(client.greeting.errCode).toBe(1503);
      await client.closed;
    }
  });

  it("answers 1501 to an expired token, on the socket and over REST", async () => {
    const token = backend.token("alice");
    time += 91 * 24 * 60 * 60 * 1000;
    expect((await connect("alice", token)).greeting.errCode).toBe(1501);
    expect((await backend.post("/msg/get_server_time", {}, token)).errCode).toBe(1501);
  });

  describe("without isMsgResp, as native clients do", () => {
    const dial = (token: string) => {
      const query = `compression=gzip&platformID=${web}&sendID=alice&token=${token}`;
      return new WebSocket(`${backend.origin.replace("http", "ws")}/msg_gateway?${query}`);
    };

    it("sends no text frame at all", async () => {
      const socket = dial(backend.token("alice"));
      const isText = new Promise<boolean>((resolve) => {
        socket.on("message", (_data, isBinary) => resolve(!isBinary));
      });
      await once(socket, "open");
      const data = encode("User", { userID: "alice" });
      const request = { reqIdentifier: 1001, sendID: "alice", operationID: "o", msgIncr: "m", data };
      socket.send(gzipSync(encodeRequest(request)));
      expect(await isText).toBe(false);
      socket.terminate();
    });

    it("refuses a bad token by HTTP, before the upgrade", async () => {
      const [, answer] = await once(dial("nonsense"), "unexpected-response");
      expect(answer.statusCode).toBe(401);
      expect(JSON.parse(await streamText(answer))).toMatchObject({ errCode: 1503 });
    });

    it("closes the connection of a refused client that does not hang up", async () => {
      const { port } = new URL(backend.origin);
      const socket = createConnection({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
      const ended = once(socket.resume(), "end");
      let closed = false;
      socket
        .on("error", () => {})
        .on("close", () => {
          closed = true;
        });
      socket.write(
        "GET /msg_gateway?token=nonsense HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
          "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
      );
      await ended;
      await eventually(() => {
        socket.write("still here");
        expect(closed).toBe(true);
      });
    });
  });

  it("answers 1502 to a valid token of another user", async () => {
    const client = await connect("alice", backend.token("bob"));
    expect(client.greeting.errCode).toBe(1502);
    const wrongPlatform = await connectGob(backend.origin, {
      userID: "alice",
      token: backend.token("alice"),
      platformID: 1,
    });
    expect(wrongPlatform.greeting.errCode).toBe(1502);
  });
});

describe("one login per platform", () => {
  it("kicks the older login with 2002 and answers its token with 1506", async () => {
    const token = backend.token("alice");
    const older = await connect("alice", token);
    const newer = await connect("alice");
    await older.closed;
    expect(kicks(older)).toHaveLength(1);
    expect(newer.greeting.errCode).toBe(0);
    expect((await connect("alice", token)).greeting.errCode).toBe(1506);
    expect((await backend.post("/msg/get_server_time", {}, token)).errCode).toBe(1506);
    expect(kicks(newer)).toHaveLength(0);
  });

  it("leaves the socket of an older token open until the new token connects", async () => {
    const older = await connect("alice", backend.token("alice"));
    const token = backend.token("alice");
    await older.maxSeqs();
    expect(kicks(older)).toHaveLength(0);
    await connect("alice", token);
    await older.closed;
    expect(kicks(older)).toHaveLength(1);
  });

  it("answers 1507 to a token that was replaced twice, and 1506 to the one between", async () => {
    const [oldest, older] = [backend.token("alice"), backend.token("alice")];
    backend.token("alice");
    expect((await connect("alice", oldest)).greeting.errCode).toBe(1507);
    expect((await connect("alice", older)).greeting.errCode).toBe(1506);
  });

  it("keeps both sockets of one token", async () => {
    const token = backend.token("alice");
    const first = await connect("alice", token);
    const second = await connect("alice", token);
    await first.maxSeqs();
    await second.maxSeqs();
    expect([...kicks(first), ...kicks(second)]).toEqual([]);
  });

  it("does not affect other platforms and other people", async () => {
    const phone = await connectGob(backend.origin, {
      userID: "alice",
      token: backend.im.issueToken("alice", 1),
      platformID: 1,
    });
    const bob = await connect("bob");
    await connect("alice");
    await phone.maxSeqs();
    await bob.maxSeqs();
    expect([...kicks(phone), ...kicks(bob)]).toEqual([]);
  });

  it("kicks every platform when all tokens are revoked", async () => {
    const token = backend.token("alice");
    const alice = await connect("alice", token);
    backend.im.revokeTokens("alice");
    await alice.closed;
    expect(kicks(alice)).toHaveLength(1);
    expect((await connect("alice", token)).greeting.errCode).toBe(1506);
  });
});

describe("requests", () => {
  it("answers logout and the background switch", async () => {
    const alice = await connect("alice");
    expect(await code(alice.request(2004, encode("User", { userID: "alice" })))).toBe(0);
    // Native clients leave the user out.
    expect(await code(alice.request(2004, new Uint8Array()))).toBe(0);
    expect(await code(alice.request(2003, encode("User", { userID: "alice", platformID: web })))).toBe(0);
  });

  it("refuses requests in another person's name with 1002", async () => {
    const alice = await connect("alice");
    expect(await code(alice.request(1001, encode("User", { userID: "bob" })))).toBe(1002);
    expect(await code(alice.request(1001, encode("User", { userID: "alice" }), "bob"))).toBe(1002);
    const forged = { sendID: "bob", recvID: "alice", clientMsgID: newMessageID() };
    expect(await code(alice.send(forged))).toBe(1002);
  });

  it("answers a malformed protobuf with 1001 and keeps running", async () => {
    const alice = await connect("alice");
    for (const id of [1001, 1002, 1003, 1005, 1006, 1007, 2005]) {
      expect(await code(alice.request(id, Buffer.from("ffffffffff", "hex")))).toBe(1001);
    }
    expect(await alice.maxSeqs()).toEqual({});
  });

  it("ignores frames that are not gzip or gob, and unknown requests, and keeps running", async () => {
    const alice = await connect("alice");
    alice.socket.send(Buffer.from("not gzip"));
    alice.socket.send(gzipSync(Buffer.from("not gob")));
    alice.socket.send(gzipSync(Buffer.alloc(0)));
    const unknown = { sendID: "alice", operationID: "o", msgIncr: "m", data: new Uint8Array() };
    alice.socket.send(gzipSync(encodeRequest({ reqIdentifier: 4711, ...unknown })));
    expect(await alice.maxSeqs()).toEqual({});
    expect(alice.frames.map((frame) => frame.reqIdentifier)).toEqual([1001]);
  });

  it("closes a socket that sends more than 51 200 bytes in one frame, and no other", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const closed = once(alice.socket, "close");
    alice.socket.send(Buffer.alloc(51_201));
    expect((await closed)[0]).toBe(1009);
    expect(await bob.maxSeqs()).toEqual({});
  });

  it("accepts more than ten thousand ids", async () => {
    for (const userID of ["carol", "dan"]) {
      backend.im.registerUser({ userID, nickname: userID, faceURL: "" });
      backend.im.send({ from: userID, to: "alice", contentType: 101, content: {} });
    }
    const conversationIDs = Array.from({ length: 12_000 }, (_, i) => `si_alice_${i % 2 ? "carol" : "dan"}`);
    const alice = await connect("alice");
    const known = Object.keys((await alice.readSeqs(...conversationIDs)).seqs);
    expect(known.sort()).toEqual(["si_alice_carol", "si_alice_dan"]);
    const last = await alice.request(1007, encode("Conversations", { userID: "alice", conversationIDs }));
    expect(Object.keys(decode("Last", last).msgs).sort()).toEqual(known);
    const token = backend.im.issueToken("alice", 2);
    const lists: [path: string, body: object][] = [
      ["/msg/get_conversations_has_read_and_max_seq", { userID: "alice", conversationIDs }],
      ["/conversation/get_conversations", { ownerUserID: "alice", conversationIDs }],
      ["/user/get_users_info", { userIDs: conversationIDs }],
    ];
    for (const [path, body] of lists) expect((await backend.post(path, body, token)).errCode).toBe(0);
  });
});

describe("heartbeat of the JS client", () => {
  it("answers a text ping with a text pong", async () => {
    const token = backend.token("alice");
    const query = `isMsgResp=true&sdkType=js&platformID=${web}&sendID=alice&token=${token}`;
    const socket = new WebSocket(`${backend.origin.replace("http", "ws")}/msg_gateway?${query}`);
    const texts: string[] = [];
    socket.on("message", (data: Buffer) => {
      texts.push(data.toString());
      if (texts.length === 1) {
        socket.send("garbage");
        socket.send('{"type":"ping"}');
      }
    });
    await eventually(() => expect(texts).toHaveLength(2));
    expect(texts[1]).toBe('{"type":"pong"}');
  });
});

describe("online status", () => {
  const statuses = (client: GobClient) =>
    client.frames
      .filter((frame) => frame.reqIdentifier === 2005)
      .flatMap((frame) => decode("Statuses", frame.data).subscribers);

  it("is sent on subscribing and after every change", async () => {
    const alice = await connect("alice");
    await alice.request(2005, encode("Watch", { subscribeUserID: ["bob"] }));
    expect(statuses(alice)).toEqual([{ userID: "bob", onlinePlatformIDs: [] }]);
    const bob = await connect("bob");
    await eventually(() =>
      expect(statuses(alice).at(-1)).toEqual({ userID: "bob", onlinePlatformIDs: [web] }),
    );
    bob.close();
    await eventually(() => expect(statuses(alice).at(-1)).toEqual({ userID: "bob", onlinePlatformIDs: [] }));
  });

  it("is returned for every requested user, online or not, known or not, as on a real server", async () => {
    const alice = await connect("alice");
    await connect("bob");
    const everybody = { subscribeUserID: ["bob", "carol", "nobody"] };
    // Empty fields are not on the wire: a real server's answer has platform 5 for one user and none for the
    // others.
    const real = [
      { userID: "bob", onlinePlatformIDs: [web] },
      { userID: "carol", onlinePlatformIDs: [] },
      { userID: "nobody", onlinePlatformIDs: [] },
    ];
    await alice.request(2005, encode("Watch", everybody));
    expect(statuses(alice)).toEqual(real);
    // Unsubscribe and subscribe in one request, which is how a client asks again.
    await alice.request(
      2005,
      encode("Watch", { ...everybody, unsubscribeUserID: everybody.subscribeUserID }),
    );
    expect(statuses(alice)).toEqual([...real, ...real]);
  });

  it("is not sent after unsubscribing", async () => {
    const alice = await connect("alice");
    await alice.request(2005, encode("Watch", { subscribeUserID: ["bob"] }));
    await alice.request(2005, encode("Watch", { subscribeUserID: [], unsubscribeUserID: ["bob"] }));
    const before = statuses(alice).length;
    const bob = await connect("bob");
    await bob.maxSeqs();
    await alice.maxSeqs();
    expect(statuses(alice)).toHaveLength(before);
  });
});

describe("dead peers", () => {
  it("are pinged and dropped after two missed answers", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const own = await startBackend(["alice", "bob"]);
    try {
      const alive = await connectGob(own.origin, { userID: "bob", token: own.token("bob") });
      const dead = await connectGob(own.origin, { userID: "alice", token: own.token("alice") });
      dead.socket.pong = () => {};
      const pinged = (client: GobClient) => new Promise((resolve) => client.socket.once("ping", resolve));
      for (let beat = 0; beat < 2; beat += 1) {
        const pings = [pinged(alive), pinged(dead)];
        vi.advanceTimersByTime(25_000);
        await Promise.all(pings);
        await alive.maxSeqs();
      }
      vi.advanceTimersByTime(25_000);
      await dead.closed;
      expect(await alive.maxSeqs()).toEqual({});
    } finally {
      vi.useRealTimers();
      await own.close();
    }
  });
});

describe("from a signed-in attacker", () => {
  /** Resolves when the server has ended the connection. */
  const flood = (client: GobClient, frame: Uint8Array, count: number) => {
    for (let sent = 0; sent < count; sent += 1) client.socket.send(frame);
    return client.closed;
  };
  const logged = () => vi.mocked(console.warn).mock.calls.map(([line]) => String(line));

  it("meaningless frames are logged once per connection with their number, and end it", async () => {
    const alice = await connect("alice");
    await flood(alice, gzipSync("nonsense"), 100);
    await eventually(() =>
      expect(logged()).toEqual([
        "[server] gateway: alice sends what is not gob+gzip",
        "[server] gateway: alice has sent 20 bad frames on one connection",
      ]),
    );
    expect(await (await connect("alice")).maxSeqs()).toEqual({});
  });

  it("meaningless frames over many connections are logged a few times only", async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    for (let connected = 0; connected < 20; connected += 1) await flood(await connect("alice"), bomb, 1);
    expect(logged()).toHaveLength(5);
    await flood(await connect("bob"), bomb, 1);
    expect(logged().at(-1)).toContain("bob");
  });

  it("a gzip bomb ends the connection at the first frame, and other connections continue", async () => {
    const [alice, bob] = [await connect("alice"), await connect("bob")];
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    await flood(alice, bomb, 3);
    expect(logged()).toEqual(["[server] gateway: alice sends what is not gob+gzip"]);
    expect(await bob.maxSeqs()).toEqual({});
  });

  it("a message of endless fragments ends the connection", async () => {
    const alice = await connect("alice");
    alice.socket.on("error", () => {});
    let isOver = false;
    alice.closed.then(() => {
      isOver = true;
    });
    let sent = 0;
    while (!isOver && sent < 64) {
      sent += 1;
      alice.socket.send(Buffer.alloc(64 * 1024), { fin: false });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await alice.closed;
  });

  it("too many connections replace the oldest of them", async () => {
    const token = backend.token("alice");
    const first = await connect("alice", token);
    const rest: GobClient[] = [];
    for (let index = 0; index < 32; index += 1) rest.push(await connect("alice", token));
    await first.closed;
    expect(await rest.at(-1)?.maxSeqs()).toEqual({});
    expect(await rest[0]?.maxSeqs()).toEqual({});
  });
});
