// Attacks on another user's account, by the attacker's address.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { md5, minutes, newPhone, otherCode, purpose, startChat, type TestChat } from "./chat-client.ts";

let server: TestChat;
beforeEach(async () => {
  server = await startChat();
});
afterEach(() => server.close());

const stranger = "203.0.113.7";
const right = md5("secret1");
const wrong = md5("secret2");

describe("codes", () => {
  it("8-12 keeps a code valid after wrong codes from another address", async () => {
    const phone = newPhone();
    const { code } = await server.sendCode(phone, purpose.register);
    const verify = { ...phone, usedFor: purpose.register, verifyCode: otherCode(code) };
    const guess = async (address: string, verifyCode: string) =>
      (await server.chatFrom(address, "/account/code/verify", { ...verify, verifyCode })).errCode;
    for (let tries = 0; tries < 5; tries += 1) expect(await guess(stranger, otherCode(code))).toBe(20006);
    expect(await guess(stranger, code)).toBe(20008);
    expect(await guess("198.51.100.1", code)).toBe(0);
    expect((await server.chat("/account/code/verify", { ...verify, verifyCode: code })).errCode).toBe(0);
  });

  it("8-12 makes a code invalid after fifty wrong codes from all addresses together", async () => {
    const phone = newPhone();
    const { code } = await server.sendCode(phone, purpose.register);
    const guess = async (address: string, verifyCode: string) => {
      const body = { ...phone, usedFor: purpose.register, verifyCode };
      return (await server.chatFrom(address, "/account/code/verify", body)).errCode;
    };
    for (let tries = 0; tries < 50; tries += 1) {
      expect(await guess(`198.51.100.${tries}`, otherCode(code))).toBe(20006);
    }
    expect(await guess("198.51.100.60", code)).toBe(20008);
  });

  it("8-09 sends a code to a user after requests from another address", async () => {
    const phone = newPhone();
    const request = { ...phone, usedFor: purpose.register };
    for (let asked = 0; asked < 10; asked += 1) {
      server.advance(minutes(1));
      expect((await server.chatFrom(stranger, "/account/code/send", request)).errCode).toBe(0);
    }
    server.advance(minutes(1));
    expect((await server.chatFrom(stranger, "/account/code/send", request)).errCode).toBe(20005);
    expect((await server.register(phone)).errCode).toBe(0);
  });
});

describe("sign-in", () => {
  it("8-04, 8-05 answers wrong password or unknown account fifty times per address, then 20005 to every try", async () => {
    const phone = newPhone();
    await server.join(phone);
    const unknown = newPhone();
    const from = async (address: string, body: object) =>
      (await server.chatFrom(address, "/account/login", { password: wrong, platform: 5, ...body })).errCode;
    expect(await from(stranger, phone)).toBe(20001);
    for (let tried = 1; tried < 50; tried += 1) expect(await from(stranger, unknown)).toBe(20002);
    const answers = [await from(stranger, unknown), await from(stranger, phone)];
    expect(answers).toEqual([20005, 20005]);
    expect(await from("198.51.100.1", unknown)).toBe(20002);
    expect(await from("198.51.100.1", { ...phone, password: right })).toBe(0);
    server.advance(30_000);
    expect(await from(stranger, unknown)).toBe(20002);
    expect(await from(stranger, unknown)).toBe(20005);
    const reset = { ...unknown, usedFor: purpose.reset };
    expect((await server.chatFrom(stranger, "/account/code/send", reset)).errCode).toBe(20005);
  });
});

describe("7-05 the chat token of a device that another device of its platform replaced", () => {
  it("cannot change the profile (1505), while tokens of other platforms still can", async () => {
    const phone = newPhone();
    const { userID, chatToken } = await server.join(phone);
    const other = await server.login({ ...phone, password: right, platform: 1 });
    const rename = async (token: unknown, nickname: string) =>
      (await server.chat("/user/update", { userID, nickname }, String(token))).errCode;
    expect(await rename(chatToken, "One")).toBe(0);
    const next = await server.login({ ...phone, password: right, platform: 5 });
    expect(await rename(chatToken, "Two")).toBe(1505);
    expect(await rename(other.data?.chatToken, "Three")).toBe(0);
    expect(await rename(next.data?.chatToken, "Four")).toBe(0);
  });
});
