// @vitest-environment node
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { md5, minutes, newPhone, otherCode, purpose, startChat, type TestChat } from "./chat-client.ts";

let server: TestChat;
beforeAll(async () => {
  server = await startChat();
});
afterAll(() => server.close());

const verify = (identity: object, verifyCode: string, usedFor: number = purpose.register) =>
  server.chat("/account/code/verify", { ...identity, verifyCode, usedFor });

describe("verification codes", () => {
  it("9-14 prints a code of six digits in the terminal, with the number masked", async () => {
    const phone = newPhone();
    const { errCode, code } = await server.sendCode(phone, purpose.register);
    expect(errCode).toBe(0);
    const masked = `+86 139****${phone.phoneNumber.slice(-4)}`;
    expect(server.printed.at(-1)).toBe(`Verification code for ${masked}: ${code} (register)`);
    expect(code).toMatch(/^\d{6}$/);
  });

  it("masks an email address in the terminal, too", async () => {
    await server.sendCode({ email: "Somebody@Example.org" }, purpose.register);
    expect(server.printed.at(-1)).toMatch(
      /^Verification code for so\*\*\*@example\.org: \d{6} \(register\)$/,
    );
  });

  it("9-15 accepts a code for 10 minutes", async () => {
    const phone = newPhone();
    const { code } = await server.sendCode(phone, purpose.register);
    server.advance(minutes(10) - 1);
    expect((await verify(phone, code)).errCode).toBe(0);
    server.advance(1);
    expect((await verify(phone, code)).errCode).toBe(20007);
  });

  it("8-11 returns 20007 for an expired code, also at registration", async () => {
    const phone = newPhone();
    const { code } = await server.sendCode(phone, purpose.register);
    server.advance(minutes(10));
    const user = { ...phone, nickname: "Late", password: md5("secret1") };
    const answer = await server.chat("/account/register", { verifyCode: code, user });
    expect(answer.errCode).toBe(20007);
  });

  it("8-11 returns 20007 if no code was ever sent", async () => {
    expect((await verify(newPhone(), "123456")).errCode).toBe(20007);
  });

  it("8-09 returns 20005 for a second code within 60 seconds, and not after", async () => {
    const phone = newPhone();
    await server.sendCode(phone, purpose.register);
    server.advance(59_999);
    expect(await server.sendCode(phone, purpose.register)).toMatchObject({
      errCode: 20005,
      errMsg: "a code was sent less than a minute ago",
    });
    server.advance(1);
    expect((await server.sendCode(phone, purpose.register)).errCode).toBe(0);
  });

  it("8-09 returns 20005 for the eleventh code of a day, for any purpose", async () => {
    const phone = newPhone();
    await server.join(phone);
    for (let sent = 1; sent < 10; sent++) {
      server.advance(minutes(1));
      const usedFor = sent % 2 === 0 ? purpose.reset : purpose.signIn;
      expect((await server.sendCode(phone, usedFor)).errCode).toBe(0);
    }
    server.advance(minutes(2));
    expect((await server.sendCode(phone, purpose.reset)).errCode).toBe(20005);
    server.advance(minutes(24 * 60));
    expect((await server.sendCode(phone, purpose.reset)).errCode).toBe(0);
  });

  it("8-10 returns 20006 for a wrong code, and the right code still works", async () => {
    const phone = newPhone();
    const { code } = await server.sendCode(phone, purpose.register);
    expect((await verify(phone, otherCode(code))).errCode).toBe(20006);
    expect((await verify(phone, code)).errCode).toBe(0);
  });

  it("8-12 returns 20008 after five wrong tries, even with the right code, until a new code is sent", async () => {
    const phone = newPhone();
    const { code } = await server.sendCode(phone, purpose.register);
    for (let tries = 0; tries < 5; tries++) {
      expect((await verify(phone, otherCode(code))).errCode).toBe(20006);
    }
    expect((await verify(phone, code)).errCode).toBe(20008);
    server.advance(minutes(1));
    const next = await server.sendCode(phone, purpose.register);
    expect((await verify(phone, next.code)).errCode).toBe(0);
  });

  it("8-12 returns 20008 after fifty wrong tries from any addresses, even with the right code", async () => {
    const phone = newPhone();
    const { code } = await server.sendCode(phone, purpose.register);
    const from = (address: number, verifyCode: string) =>
      server.chatFrom(`198.51.100.${address}`, "/account/code/verify", {
        ...{ ...phone, verifyCode, usedFor: purpose.register },
      });
    for (let tries = 0; tries < 49; tries++) expect((await from(tries, otherCode(code))).errCode).toBe(20006);
    expect((await from(100, code)).errCode).toBe(0);
    expect((await from(101, otherCode(code))).errCode).toBe(20006);
    expect((await from(102, code)).errCode).toBe(20008);
  });

  it("8-09 returns 20005 for the fifty-first code of a day, from any addresses", async () => {
    const phone = newPhone();
    const from = (address: number) =>
      server.chatFrom(`198.51.100.${address}`, "/account/code/send", {
        ...{ ...phone, usedFor: purpose.register },
      });
    for (let sent = 0; sent < 50; sent++) expect((await from(sent)).errCode).toBe(0);
    expect((await from(50)).errCode).toBe(20005);
    server.advance(minutes(24 * 60) - 1);
    expect((await from(51)).errCode).toBe(20005);
    server.advance(1);
    expect((await from(52)).errCode).toBe(0);
  });

  it("9-14 prints for what a code is", async () => {
    const phone = newPhone();
    await server.join(phone);
    for (const [usedFor, words] of [
      [purpose.reset, "(reset the password)"],
      [purpose.signIn, "(sign in)"],
    ] as const) {
      server.advance(minutes(1));
      await server.sendCode(phone, usedFor);
      expect(server.printed.at(-1)).toContain(words);
    }
  });

  it("8-13 returns 20009 to one of two requests that use a code at the same time", async () => {
    const phone = newPhone();
    await server.join(phone);
    server.advance(minutes(1));
    const { code } = await server.sendCode(phone, purpose.reset);
    const reset = (password: string) =>
      server.chat("/account/password/reset", { ...phone, verifyCode: code, password: md5(password) });
    const answers = await Promise.all([reset("secret2"), reset("secret3")]);
    expect(answers.map(({ errCode }) => errCode).sort()).toEqual([0, 20009]);
  });

  it("8-13 returns 20009 for a code that was used to sign in; verifying a code does not use it up", async () => {
    const phone = newPhone();
    await server.join(phone);
    server.advance(minutes(1));
    const { code } = await server.sendCode(phone, purpose.signIn);
    expect((await verify(phone, code, purpose.signIn)).errCode).toBe(0);
    expect((await verify(phone, code, purpose.signIn)).errCode).toBe(0);
    expect((await server.login({ ...phone, password: "", verifyCode: code })).errCode).toBe(0);
    expect((await server.login({ ...phone, password: "", verifyCode: code })).errCode).toBe(20009);
    expect((await verify(phone, code, purpose.signIn)).errCode).toBe(20009);
  });

  it("accepts a code for its own purpose only", async () => {
    const phone = newPhone();
    await server.join(phone);
    server.advance(minutes(1));
    const { code } = await server.sendCode(phone, purpose.signIn);
    const reset = { ...phone, verifyCode: code, password: md5("secret2"), platform: 5 };
    expect((await server.chat("/account/password/reset", reset)).errCode).toBe(20007);
    expect((await verify(phone, code, purpose.signIn)).errCode).toBe(0);
  });

  it("accepts only the newest code", async () => {
    const phone = newPhone();
    const first = await server.sendCode(phone, purpose.register);
    server.advance(minutes(1));
    const second = await server.sendCode(phone, purpose.register);
    if (first.code !== second.code) expect((await verify(phone, first.code)).errCode).toBe(20006);
    expect((await verify(phone, second.code)).errCode).toBe(0);
  });

  it("8-05 returns 20002 for a sign-in or reset code of an unknown number", async () => {
    expect((await server.sendCode(newPhone(), purpose.signIn)).errCode).toBe(20002);
    expect((await server.sendCode({ email: "nobody@parley.test" }, purpose.reset)).errCode).toBe(20002);
  });

  it("8-06 sends a register code to a registered number, too, and returns 20003 only after a right code", async () => {
    const phone = newPhone();
    await server.join(phone);
    server.advance(minutes(2));
    expect(await server.sendCode(phone, purpose.register)).toMatchObject({
      errCode: 0,
      code: expect.stringMatching(/^\d{6}$/),
    });
    server.advance(minutes(2));
    expect((await server.register(phone)).errCode).toBe(20003);
  });

  it("11-55 tells at the code step that a number or email address is taken, but only after a right code", async () => {
    const phone = newPhone();
    await server.join(phone);
    server.advance(minutes(2));
    const { code } = await server.sendCode(phone, purpose.register);
    const wrong = code === "000000" ? "000001" : "000000";
    expect((await verify(phone, wrong)).errCode).toBe(20006);
    expect((await verify(phone, code)).errCode).toBe(20003);
    // The same answers as for a free number, until the code is right.
    const free = newPhone();
    const other = await server.sendCode(free, purpose.register);
    expect((await verify(free, other.code === "000000" ? "000001" : "000000")).errCode).toBe(20006);
    expect((await verify(free, other.code)).errCode).toBe(0);
    // An account may be proven for sign-in: then it is no error.
    server.advance(minutes(2));
    const signIn = await server.sendCode(phone, purpose.signIn);
    expect((await verify(phone, signIn.code, purpose.signIn)).errCode).toBe(0);
  });

  it("8-09 returns 20005 to an address that requests a hundred codes within an hour, and to no other", async () => {
    const ask = (address: string) =>
      server.chatFrom(address, "/account/code/send", { ...newPhone(), usedFor: purpose.register });
    for (let asked = 0; asked < 100; asked++) expect((await ask("203.0.113.9")).errCode).toBe(0);
    expect((await ask("203.0.113.9")).errCode).toBe(20005);
    expect((await ask("203.0.113.10")).errCode).toBe(0);
    server.advance(minutes(60));
    expect((await ask("203.0.113.9")).errCode).toBe(0);
  });
});
