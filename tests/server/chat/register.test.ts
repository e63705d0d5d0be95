// @vitest-environment node
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { md5, minutes, newPhone, purpose, startChat, type TestChat } from "./chat-client.ts";

let server: TestChat;
beforeAll(async () => {
  server = await startChat();
});
afterAll(() => server.close());

describe("registering", () => {
  it("7-11 returns a ten-digit userID and both tokens with autoLogin, and creates the IM user", async () => {
    const { errCode, data } = await server.register(newPhone(), {
      user: { nickname: "  Grace Hopper ", faceURL: "https://example.org/g.png" },
    });
    expect(errCode).toBe(0);
    expect(data?.userID).toMatch(/^[1-9]\d{9}$/);
    const im = await server.post(
      "/api/user/get_users_info",
      { userIDs: [data?.userID] },
      String(data?.imToken),
    );
    expect(im.data?.usersInfo).toMatchObject([
      { userID: data?.userID, nickname: "Grace Hopper", faceURL: "https://example.org/g.png" },
    ]);
    const own = await server.chat("/user/find/full", { userIDs: [data?.userID] }, String(data?.chatToken));
    expect(own.data?.users).toMatchObject([
      { nickname: "Grace Hopper", faceURL: "https://example.org/g.png" },
    ]);
  });

  it("returns empty tokens without autoLogin", async () => {
    const { data } = await server.register(newPhone(), { request: { autoLogin: false } });
    expect(data).toMatchObject({ chatToken: "", imToken: "" });
    expect(data?.userID).toMatch(/^\d{10}$/);
  });

  it("accepts an email address in any case", async () => {
    await server.join({ email: "Ada@Parley.test" });
    const login = await server.login({ email: "ada@parley.TEST", password: md5("secret1") });
    expect(login.errCode).toBe(0);
  });

  it("8-06 returns 20003 if the number was registered while the code was on its way", async () => {
    const phone = newPhone();
    const { code } = await server.sendCode(phone, purpose.register);
    const body = {
      verifyCode: code,
      user: { ...phone, nickname: "Twin", password: md5("secret1") },
    };
    const answers = await Promise.all([
      server.chat("/account/register", body),
      server.chat("/account/register", body),
    ]);
    expect(answers.map(({ errCode }) => errCode).sort((a, b) => a - b)).toEqual([0, 20003]);
    expect((await server.chat("/account/register", body)).errCode).toBe(20003);
  });

  it("8-07 returns 20004 for a taken account name in any case", async () => {
    await server.join(newPhone(), { account: "Captain.Nemo" });
    const second = await server.register(newPhone(), { user: { account: "captain.nemo" } });
    expect(second.errCode).toBe(20004);
    const login = await server.login({ account: "CAPTAIN.NEMO", password: md5("secret1") });
    expect(login.errCode).toBe(0);
  });

  it("8-08 returns 20014 for a taken email address", async () => {
    const email = "linus@parley.test";
    const { code } = await server.sendCode({ email }, purpose.register);
    const body = { verifyCode: code, user: { email, nickname: "Linus", password: md5("secret1") } };
    expect((await server.chat("/account/register", body)).errCode).toBe(0);
    expect((await server.chat("/account/register", body)).errCode).toBe(20014);
  });

  it("8-15 returns 20011 for an unknown invitation code, at the code step and at registration", async () => {
    const phone = newPhone();
    expect((await server.sendCode(phone, purpose.register, { invitationCode: "NOPE" })).errCode).toBe(20011);
    const answer = await server.register(phone, { request: { invitationCode: "NOPE" } });
    expect(answer.errCode).toBe(20011);
  });

  it("5-20 reports that no invitation code is required", async () => {
    const { data } = await server.chat("/client_config/get", {});
    expect(data).toEqual({ config: { needInvitationCodeRegister: "0" } });
  });

  it.each([
    ["no nickname", { nickname: undefined }, "user.nickname is empty"],
    ["a blank nickname", { nickname: "   " }, "user.nickname is empty"],
    [
      "a nickname of 65 characters",
      { nickname: "名".repeat(65) },
      "user.nickname must have at most 64 characters",
    ],
    ["a nickname of two lines", { nickname: "a\nb" }, "user.nickname must not contain control characters"],
    ["a number as nickname", { nickname: 7 }, "user.nickname must be a text"],
    ["a password in clear", { password: "secret1" }, "user.password must be its md5"],
    ["no password", { password: undefined }, "user.password is empty"],
    ["an unknown gender", { gender: 3 }, "user.gender must be an integer from 0 to 2"],
    [
      "a phone number and an email address",
      { email: "x@y.zz" },
      "give either a phone number, an email address or an account name",
    ],
    [
      "an account name that looks like a number",
      { account: "13800000001" },
      "account must have 3 to 32 letters, digits, dots, dashes or underscores, beginning with a letter",
    ],
  ])("returns 1001 for %s, and stores nothing", async (_, user, errMsg) => {
    const phone = newPhone();
    expect(await server.register(phone, { user })).toMatchObject({ errCode: 1001, errMsg });
    expect((await server.login({ ...phone, password: md5("secret1") })).errCode).toBe(20002);
  });

  it("accepts a nickname of 64 characters", async () => {
    expect((await server.register(newPhone(), { user: { nickname: "😀".repeat(64) } })).errCode).toBe(0);
  });

  it.each([
    ["+86", "12345678901"],
    ["+86", "1380000000"],
    ["+1", "1234"],
    ["+44", "12 34 56"],
    ["", "13800000001"],
    ["+0", "13800000001"],
  ])("5-14 returns 1001 for the phone number %s %s", async (areaCode, phoneNumber) => {
    expect((await server.sendCode({ areaCode, phoneNumber }, purpose.register)).errCode).toBe(1001);
  });

  it.each(["plain", "a@b", "a b@c.de", "<a@b.cd>", "a@b..cd"])(
    "5-15 returns 1001 for the address %s",
    async (email) => {
      expect((await server.sendCode({ email }, purpose.register)).errCode).toBe(1001);
    },
  );

  it("treats 86 and +86 as the same area code", async () => {
    const { phoneNumber } = newPhone();
    await server.join({ areaCode: "86", phoneNumber });
    server.advance(minutes(1));
    expect((await server.sendCode({ areaCode: "+86", phoneNumber }, purpose.signIn)).errCode).toBe(0);
  });
});

describe("invitation codes", () => {
  it("8-14 returns 20010 for a used invitation code; each code registers one user", async () => {
    const demo = await startChat({ demo: true });
    const invitation = { request: { invitationCode: "WELCOME1" } };
    expect((await demo.register(newPhone(), invitation)).errCode).toBe(0);
    expect((await demo.register(newPhone(), invitation)).errCode).toBe(20010);
    await demo.close();
  });
});
