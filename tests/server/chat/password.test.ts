// @vitest-environment node
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { md5, minutes, newPhone, purpose, startChat, type TestChat } from "./chat-client.ts";

let server: TestChat;
beforeAll(async () => {
  server = await startChat();
});
afterAll(() => server.close());

const before = md5("secret1");
const after = md5("secret2");

const isSignedIn = async ({
  userID,
  chatToken,
  imToken,
}: {
  userID: string;
  chatToken: string;
  imToken: string;
}) => {
  const chat = await server.chat("/user/find/full", { userIDs: [userID] }, chatToken);
  const im = await server.post("/api/user/get_users_info", { userIDs: [userID] }, imToken);
  return { chat: chat.errCode, im: im.errCode === 0 };
};

describe("a forgotten password", () => {
  it("2-100 is replaced with a code, and the devices stay signed in", async () => {
    const phone = newPhone();
    const tokens = await server.join(phone);
    expect(await isSignedIn(tokens)).toEqual({ chat: 0, im: true });
    const { code } = await server.sendCode(phone, purpose.reset);
    const reset = { ...phone, verifyCode: code, password: after, platform: 5 };
    expect(await server.chat("/account/password/reset", reset)).toEqual({
      errCode: 0,
      errMsg: "",
      errDlt: "",
    });
    expect(await isSignedIn(tokens)).toEqual({ chat: 0, im: true });
    expect((await server.login({ ...phone, password: before })).errCode).toBe(20001);
    expect((await server.login({ ...phone, password: after })).errCode).toBe(0);
    expect((await server.chat("/account/password/reset", reset)).errCode).toBe(20009);
  });

  it("2-100 is replaced by email, too, which ends the lock after many wrong passwords", async () => {
    const identity = { email: "forgetful@parley.test" };
    await server.join(identity);
    await Promise.all(Array.from({ length: 10 }, () => server.login({ ...identity, password: after })));
    expect((await server.login({ ...identity, password: before })).errCode).toBe(20005);
    const { code } = await server.sendCode(identity, purpose.reset);
    await server.chat("/account/password/reset", { ...identity, verifyCode: code, password: after });
    expect((await server.login({ ...identity, password: after })).errCode).toBe(0);
  });

  it("8-10 stays the same after a wrong code", async () => {
    const phone = newPhone();
    await server.join(phone);
    const { code } = await server.sendCode(phone, purpose.reset);
    const verifyCode = code === "111111" ? "222222" : "111111";
    const answer = await server.chat("/account/password/reset", { ...phone, verifyCode, password: after });
    expect(answer.errCode).toBe(20006);
    expect((await server.login({ ...phone, password: before })).errCode).toBe(0);
  });

  it("8-05 returns 20002 for an unknown account", async () => {
    const body = { ...newPhone(), verifyCode: "123456", password: after };
    expect((await server.chat("/account/password/reset", body)).errCode).toBe(20002);
  });
});

describe("changing the password", () => {
  const change = (userID: string, token: string, currentPassword: string) =>
    server.chat(
      "/account/password/change",
      { userID, currentPassword, newPassword: after, platform: 5 },
      token,
    );

  it("replaces the password and signs out all devices", async () => {
    const phone = newPhone();
    const tokens = await server.join(phone);
    expect(await change(tokens.userID, tokens.chatToken, before)).toEqual({
      errCode: 0,
      errMsg: "",
      errDlt: "",
    });
    expect(await isSignedIn(tokens)).toEqual({ chat: 1505, im: false });
    expect((await server.login({ ...phone, password: before })).errCode).toBe(20001);
    expect((await server.login({ ...phone, password: after })).errCode).toBe(0);
  });

  it("returns 1002 for a wrong current password, and 20005 after five of them", async () => {
    const phone = newPhone();
    const { userID, chatToken } = await server.join(phone);
    for (let tries = 0; tries < 5; tries++) {
      expect((await change(userID, chatToken, md5("guess"))).errCode).toBe(1002);
    }
    expect((await change(userID, chatToken, before)).errCode).toBe(20005);
    server.advance(minutes(15));
    expect((await server.login({ ...phone, password: before })).errCode).toBe(0);
  });

  it("2-66 returns 1001 for the current password as the new one, and keeps all devices signed in", async () => {
    const phone = newPhone();
    const tokens = await server.join(phone);
    expect(await change(tokens.userID, tokens.chatToken, after)).toMatchObject({ errCode: 1001 });
    const same = { userID: tokens.userID, currentPassword: before, newPassword: before, platform: 5 };
    expect(await server.chat("/account/password/change", same, tokens.chatToken)).toEqual({
      errCode: 1001,
      errMsg: "the new password must differ from the current one",
      errDlt: "",
    });
    expect(await isSignedIn(tokens)).toEqual({ chat: 0, im: true });
  });

  it("returns 1002 for another user's password", async () => {
    const { chatToken } = await server.join(newPhone());
    const other = await server.join(newPhone());
    expect((await change(other.userID, chatToken, before)).errCode).toBe(1002);
  });

  it("returns 1001 without a token", async () => {
    const { userID } = await server.join(newPhone());
    expect((await change(userID, "", before)).errCode).toBe(1001);
  });
});

describe("storing the password", () => {
  it("5-16 stores neither the md5 nor equal hashes for equal passwords, and prints none of them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "parley-"));
    const disk = await startChat({ data: folder, hasStrongPasswords: true });
    await disk.join(newPhone());
    await disk.join(newPhone());
    await disk.close();
    const stored = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file)).toString("latin1"))
      .join("");
    expect(stored).not.toContain(before);
    const hashes = stored.match(/scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}/g) ?? [];
    expect(new Set(hashes).size).toBe(2);
    expect(disk.printed.join("\n")).not.toContain(before);
    rmSync(folder, { recursive: true });
  });
});
