// @vitest-environment node
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { md5, newPhone, otherCode, purpose, startChat, type TestChat } from "./chat-client.ts";

let server: TestChat;
beforeAll(async () => {
  server = await startChat();
});
afterAll(() => server.close());

const right = md5("secret1");
const wrong = md5("secret2");
const hasIm = async (userID: string, imToken: unknown) =>
  (await server.post("/api/user/get_users_info", { userIDs: [userID] }, String(imToken))).errCode === 0;

describe("signing in", () => {
  it("7-11 accepts phone number, email address or account name with the password", async () => {
    const phone = newPhone();
    const byPhone = await server.join(phone, { account: "turing" });
    const byEmail = await server.join({ email: "alan@parley.test" });
    for (const [identity, userID] of [
      [{ ...phone, email: "", account: "" }, byPhone.userID],
      [{ account: "turing", phoneNumber: "", areaCode: "+86", email: "" }, byPhone.userID],
      [{ email: "alan@parley.test", phoneNumber: "", areaCode: "+86" }, byEmail.userID],
    ] as const) {
      const { errCode, data } = await server.login({ ...identity, password: right, verifyCode: "" });
      expect(errCode).toBe(0);
      expect(data?.userID).toBe(userID);
      expect(
        (await server.chat("/user/find/full", { userIDs: [userID] }, String(data?.chatToken))).errCode,
      ).toBe(0);
      expect(await hasIm(userID, data?.imToken)).toBe(true);
    }
  });

  it("7-11 accepts a code instead of the password", async () => {
    const phone = newPhone();
    const { userID } = await server.join(phone);
    const { code } = await server.sendCode(phone, purpose.signIn);
    expect((await server.login({ ...phone, password: "", verifyCode: otherCode(code) })).errCode).toBe(20006);
    const { errCode, data } = await server.login({ ...phone, password: "", verifyCode: code });
    expect(errCode).toBe(0);
    expect(data?.userID).toBe(userID);
  });

  it("8-04 returns 20001 for a wrong password", async () => {
    const phone = newPhone();
    await server.join(phone);
    expect(await server.login({ ...phone, password: wrong })).toMatchObject({ errCode: 20001 });
    expect((await server.login({ ...phone, password: right })).errCode).toBe(0);
  });

  it("8-05 returns 20002 for an unknown phone number, email address and account name", async () => {
    for (const identity of [newPhone(), { email: "nobody@parley.test" }, { account: "nobody" }]) {
      expect((await server.login({ ...identity, password: right })).errCode).toBe(20002);
    }
  });

  it("has no universal code", async () => {
    const phone = newPhone();
    await server.join(phone);
    expect((await server.login({ ...phone, verifyCode: "666666" })).errCode).toBe(20007);
  });

  it("8-09 returns 20005 after five wrong passwords for a growing time; a code or waiting still works", async () => {
    const phone = newPhone();
    const other = newPhone();
    await server.join(phone);
    await server.join(other);
    const guesses = await Promise.all(
      Array.from({ length: 7 }, () => server.login({ ...phone, password: wrong })),
    );
    expect(guesses.filter(({ errCode }) => errCode === 20001)).toHaveLength(5);
    expect(guesses.filter(({ errCode }) => errCode === 20005)).toHaveLength(2);
    expect(await server.login({ ...phone, password: right })).toMatchObject({
      errCode: 20005,
      errMsg: "too many wrong passwords, try again in 1 s",
    });
    expect((await server.login({ ...other, password: right })).errCode).toBe(0);
    const { code } = await server.sendCode(phone, purpose.signIn);
    expect((await server.login({ ...phone, verifyCode: code })).errCode).toBe(0);
    for (const seconds of [1, 2, 4]) {
      server.advance(seconds * 1000 - 1);
      expect((await server.login({ ...phone, password: wrong })).errCode).toBe(20005);
      server.advance(1);
      expect((await server.login({ ...phone, password: wrong })).errCode).toBe(20001);
    }
    server.advance(8000);
    expect((await server.login({ ...phone, password: right })).errCode).toBe(0);
  });

  it("8-09 lets an owner in after another address tried wrong passwords", async () => {
    const phone = newPhone();
    await server.join(phone);
    const from = (address: string, password: string) =>
      server.chatFrom(address, "/account/login", { ...phone, password, platform: 5 });
    for (let guess = 0; guess < 5; guess++) {
      expect((await from("203.0.113.7", wrong)).errCode).toBe(20001);
    }
    expect((await from("203.0.113.7", right)).errCode).toBe(20005);
    // The client's own header comes before the part that the proxy adds.
    expect((await from("198.51.100.1, 203.0.113.7", right)).errCode).toBe(20005);
    expect((await from("198.51.100.1", right)).errCode).toBe(0);
    expect((await server.login({ ...phone, password: right })).errCode).toBe(0);
  });

  it("8-09 counts all addresses of an IPv6 network as one", async () => {
    const phone = newPhone();
    await server.join(phone);
    for (let guess = 1; guess <= 5; guess++) {
      await server.chatFrom(`2001:db8::${guess}`, "/account/login", { ...phone, password: wrong });
    }
    const login = { ...phone, password: right };
    expect((await server.chatFrom("2001:db8:0:0:9::1", "/account/login", login)).errCode).toBe(20005);
    expect((await server.chatFrom("2001:db8:0:1::1", "/account/login", login)).errCode).toBe(0);
  });

  it("resets the count of wrong passwords after a right one", async () => {
    const phone = newPhone();
    await server.join(phone);
    for (let round = 0; round < 2; round++) {
      await Promise.all(Array.from({ length: 4 }, () => server.login({ ...phone, password: wrong })));
      expect((await server.login({ ...phone, password: right })).errCode).toBe(0);
    }
  });

  it.each([
    [
      "no password and no code",
      { areaCode: "+86", phoneNumber: "13800000009" },
      "give either a password or a verification code",
    ],
    ["no user", { password: right }, "give either a phone number, an email address or an account name"],
    [
      "an unknown platform",
      { account: "turing", password: right, platform: 99 },
      "platform must be an integer from 1 to 11",
    ],
    ["a list", [], "areaCode"],
  ])("returns 1001 for %s, without repeating the input", async (_, body, errMsg) => {
    const answer = await server.login(Array.isArray(body) ? { areaCode: body } : body);
    expect(answer.errCode).toBe(1001);
    expect(answer.errMsg).toContain(errMsg);
    expect(answer.errMsg).not.toContain("secret1");
  });

  it("8-04 returns 20001 for a password in clear text, and names the format but not the password", async () => {
    const phone = newPhone();
    await server.join(phone);
    const answer = await server.login({ ...phone, password: "secret1" });
    expect(answer).toMatchObject({ errCode: 20001, errMsg: "password must be its md5" });
  });

  it("returns 1001 for a body that is not JSON or far too large, and keeps running", async () => {
    expect((await server.fetchRaw("/chat/account/login", { body: "{" })).errCode).toBe(1001);
    expect((await server.fetchRaw("/chat/account/login", { body: "null" })).errCode).toBe(1001);
    const huge = JSON.stringify({ account: "a".repeat(2_000_000) });
    expect((await server.fetchRaw("/chat/account/login", { body: huge })).errCode).toBe(1001);
    expect((await server.chat("/client_config/get", {})).errCode).toBe(0);
  });
});
