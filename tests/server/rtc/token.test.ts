import { once } from "node:events";
import { decodeJwt, jwtVerify } from "jose";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createBackend, listen } from "../../../server/index.ts";
import { md5, minutes, newPhone, startChat, type TestChat, type Tokens } from "../chat/chat-client.ts";
import { joinUrl } from "./signal-client.ts";

const answerSchema = v.object({ serverUrl: v.string(), token: v.string() });

let server: TestChat;
let alice: Tokens;
beforeEach(async () => {
  server = await startChat();
  alice = await server.join(newPhone(), { nickname: "Alice" });
});
afterEach(() => server.close());

const ask = (body: object, token: string) => server.chat("/user/rtc/get_token", { ...body }, token);

describe("the token for a media room", () => {
  it("7-09 is for that room and the caller's own identity, at the server of the request", async () => {
    const { errCode, data } = await ask({ room: "tea", identity: alice.userID }, alice.chatToken);
    expect(errCode).toBe(0);
    const { serverUrl, token } = v.parse(answerSchema, data);
    expect(serverUrl).toBe(server.origin.replace("http", "ws"));
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({
      sub: alice.userID,
      name: "Alice",
      video: { roomJoin: true, room: "tea", canPublish: true, canSubscribe: true, canPublishData: true },
    });
    const hours = ((claims.exp ?? 0) - Date.now() / 1000) / 3600;
    expect(hours).toBeGreaterThan(0.9);
    expect(hours).toBeLessThanOrEqual(1);
  });

  it("7-09 lets its owner join the room in the token", async () => {
    const { data } = await ask({ room: "tea", identity: alice.userID }, alice.chatToken);
    const { serverUrl, token } = v.parse(answerSchema, data);
    const socket = new WebSocket(joinUrl(serverUrl, token));
    const [frame] = await once(socket, "message");
    expect(Buffer.from(frame).toString("latin1")).toContain("tea");
    socket.close();
    await once(socket, "close");
  });

  it("0-01 is for the same room for the caller and the callee of one room id", async () => {
    const bob = await server.join(newPhone());
    const rooms = [];
    for (const { userID, chatToken } of [alice, bob]) {
      const { data } = await ask({ room: "call-17", identity: userID }, chatToken);
      rooms.push(decodeJwt(v.parse(answerSchema, data).token).video);
    }
    expect(rooms[0]).toMatchObject({ room: "call-17" });
    expect(rooms[1]).toEqual(rooms[0]);
  });

  it("0-02 is given for the chat token and for the IM token of the same user", async () => {
    for (const token of [alice.chatToken, alice.imToken]) {
      expect(await ask({ room: "tea", identity: alice.userID }, token)).toMatchObject({ errCode: 0 });
    }
  });

  it("0-02 is refused for missing, malformed and expired tokens", async () => {
    const body = { room: "tea", identity: alice.userID };
    expect(await ask(body, "")).toMatchObject({ errCode: 1001 });
    expect(await ask(body, "nonsense")).toMatchObject({ errCode: 1503 });
    server.advance(minutes(91 * 24 * 60));
    for (const token of [alice.chatToken, alice.imToken]) {
      expect(await ask(body, token)).toMatchObject({ errCode: 1501 });
    }
  });

  it("0-02 is refused for an IM token that a newer login replaced", async () => {
    const phone = newPhone();
    const older = await server.join(phone);
    expect(await server.login({ ...phone, password: md5("secret1") })).toMatchObject({ errCode: 0 });
    const answer = await ask({ room: "tea", identity: older.userID }, older.imToken);
    expect(answer).toMatchObject({ errCode: 1505 });
  });

  it("7-09 is refused for another user's identity, and for a missing or too long room name", async () => {
    const bob = await server.join(newPhone());
    expect(await ask({ room: "tea", identity: bob.userID }, alice.chatToken)).toMatchObject({
      errCode: 1002,
    });
    for (const room of ["", "   ", "x".repeat(129), undefined, 7]) {
      const answer = await ask({ room, identity: alice.userID }, alice.chatToken);
      expect(answer).toMatchObject({ errCode: 1001 });
    }
    expect(await ask({ room: "tea" }, alice.chatToken)).toMatchObject({ errCode: 1001 });
  });

  it("7-09 names the TLS proxy if there is one", async () => {
    const { data } = await server.fetchRaw("/chat/user/rtc/get_token", {
      body: JSON.stringify({ room: "tea", identity: alice.userID }),
      headers: {
        operationID: "1",
        token: alice.chatToken,
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "chat.example.org",
      },
    });
    expect(v.parse(answerSchema, data).serverUrl).toBe("wss://chat.example.org");
  });
});

describe("with a separate LiveKit server", () => {
  it("7-09 the tokens and the URL are those of that server, and the embedded one never starts", async () => {
    const livekit = {
      url: "wss://livekit.example.org",
      apiKey: "key-1",
      apiSecret: "a secret of that server",
    };
    const backend = createBackend({ data: ":memory:", demo: false, print: () => {}, livekit });
    const { origin, close } = await listen(backend);
    backend.im.registerUser({ userID: "100", nickname: "A", faceURL: "" });
    const response = await fetch(`${origin}/chat/user/rtc/get_token`, {
      method: "POST",
      headers: { operationID: "1", token: backend.im.issueToken("100", 5) },
      body: JSON.stringify({ room: "tea", identity: "100" }),
    });
    const { serverUrl, token } = v.parse(v.object({ data: answerSchema }), await response.json()).data;
    expect(serverUrl).toBe(livekit.url);
    const secret = new TextEncoder().encode(livekit.apiSecret);
    expect((await jwtVerify(token, secret, { issuer: "key-1" })).payload).toMatchObject({ sub: "100" });
    await backend.media.warmUp();
    expect(backend.media.stats()).toBeUndefined();
    expect((await fetch(`${origin}/rtc/v1/validate?access_token=${token}`)).status).toBe(503);
    await close();
  });
});
