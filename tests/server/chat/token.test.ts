// @vitest-environment node
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readToken, signToken } from "../../../server/tokens.ts";
import { minutes, newPhone, startChat, type TestChat, type Tokens } from "./chat-client.ts";

let server: TestChat;
let me: Tokens;
beforeAll(async () => {
  server = await startChat();
  me = await server.join(newPhone());
});
afterAll(() => server.close());

const guarded = [
  ["/user/update", {}],
  ["/user/find/full", { userIDs: [] }],
  ["/user/find/public", { userIDs: [] }],
  ["/user/search/full", { keyword: "a", pagination: { pageNumber: 1, showNumber: 20 } }],
  ["/user/search/public", { keyword: "a", pagination: { pageNumber: 1, showNumber: 20 } }],
  ["/applet/find", {}],
] as const;

describe("7-05 a text that is no token of this server", () => {
  const secret = "the secret";
  const claims = { userID: "1", platformID: 5, kind: "im", id: "1", expiresAt: 10 } as const;
  const signed = (body: string) => {
    const text = Buffer.from(body).toString("base64url");
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  const token = signToken(claims, secret);

  it.each([
    ["empty", ""],
    ["without a signature", token.split(".")[0] ?? ""],
    ["with a part behind the signature", `${token}.`],
    ["with more parts behind the signature", `${token}.a.b`],
    ["with a short signature", token.slice(0, -2)],
    ["with the signature of another secret", signToken(claims, "another secret")],
    ["signed, but no JSON", signed("{")],
    ["signed, but with other claims", signed('{"userID":"1","expiresAt":10}')],
    ["signed, but of another kind", signed(JSON.stringify({ ...claims, kind: "root" }))],
    ["signed, but without a user", signed(JSON.stringify({ ...claims, userID: "" }))],
    ["signed, but for half a platform", signed(JSON.stringify({ ...claims, platformID: 1.5 }))],
  ])("7-05 %s is refused with 1503", (_, text) => {
    expect(readToken(text, secret, 0)).toEqual({ errCode: 1503 });
  });

  it("7-05 does not keep a token from being read until its time is over", () => {
    expect(readToken(token, secret, 9)).toEqual(claims);
    expect(readToken(token, secret, 10)).toEqual({ errCode: 1501 });
  });
});

describe("7-05 the header token", () => {
  it.each(guarded)("%s requires the chat token", async (path, body) => {
    expect((await server.chat(path, body, me.chatToken)).errCode).toBe(0);
    expect((await server.chat(path, body)).errCode).toBe(1001);
    expect((await server.chat(path, body, "nonsense")).errCode).toBe(1503);
    expect((await server.chat(path, body, me.imToken)).errCode).toBe(1503);
  });

  it("checks the token before the body", async () => {
    expect((await server.chat("/user/find/full", {}, "nonsense")).errCode).toBe(1503);
  });

  it("returns 1503 for a token signed with another secret or changed after signing", async () => {
    const claims = {
      userID: me.userID,
      platformID: 5,
      kind: "chat",
      id: "1",
      expiresAt: server.now() + 1000,
    } as const;
    const forged = signToken(claims, "another secret");
    expect((await server.chat("/applet/find", {}, forged)).errCode).toBe(1503);
    const [, signature] = me.chatToken.split(".");
    const changed = Buffer.from(JSON.stringify({ ...claims, userID: "1" })).toString("base64url");
    expect((await server.chat("/applet/find", {}, `${changed}.${signature}`)).errCode).toBe(1503);
  });

  it("returns 1501 after 90 days, not before", async () => {
    const { chatToken } = await server.join(newPhone());
    server.advance(minutes(90 * 24 * 60) - 1);
    expect((await server.chat("/applet/find", {}, chatToken)).errCode).toBe(0);
    server.advance(1);
    expect((await server.chat("/applet/find", {}, chatToken)).errCode).toBe(1501);
  });

  it("keeps several devices of a user signed in", async () => {
    const phone = newPhone();
    const first = await server.join(phone);
    const { code } = await server.sendCode(phone, 3);
    const second = await server.login({ ...phone, verifyCode: code, platform: 1 });
    expect((await server.chat("/applet/find", {}, first.chatToken)).data).toEqual({ applets: null });
    expect((await server.chat("/applet/find", {}, String(second.data?.chatToken))).errCode).toBe(0);
  });
});
