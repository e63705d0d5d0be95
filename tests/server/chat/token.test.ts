// @vitest-environment node
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signToken } from "../../../server/tokens.ts";
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
