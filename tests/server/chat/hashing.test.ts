// @vitest-environment node
import { createHook } from "node:async_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { md5, minutes, newPhone, otherCode, purpose, startChat, type TestChat } from "./chat-client.ts";

let server: TestChat;
/** Counts password hashes of this process, because the server runs in it. */
let hashes = 0;
const counting = createHook({
  init: (_, type) => {
    if (type === "SCRYPTREQUEST") hashes += 1;
  },
});
beforeAll(async () => {
  server = await startChat({ hasStrongPasswords: true });
  counting.enable();
});
afterAll(async () => {
  counting.disable();
  await server.close();
});

const crowd = "203.0.113.7";
const elsewhere = "203.0.113.8";
const right = md5("secret1");
const registration = (phone: object, verifyCode: string) => ({
  verifyCode,
  platform: 5,
  autoLogin: true,
  user: { ...phone, nickname: "Newcomer", password: right },
});

it("8-13 hashes one password for four hundred registrations with the same code", async () => {
  const phone = newPhone();
  const { code } = await server.sendCode(phone, purpose.register);
  const before = hashes;
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => server.chatFrom(crowd, "/account/register", registration(phone, code))),
  );
  expect(answers.filter(({ errCode }) => errCode === 0)).toHaveLength(1);
  expect(answers.filter(({ errCode }) => errCode === 20003)).toHaveLength(399);
  expect(hashes - before).toBe(1);
});

it("9-14 refuses a wrong code without telling whether the number is registered", async () => {
  const [registered, unknown] = [newPhone(), newPhone()];
  await server.join(registered);
  server.advance(minutes(2));
  const before = hashes;
  const answers = [];
  for (const phone of [registered, unknown]) {
    const { code } = await server.sendCode(phone, purpose.register);
    answers.push(await server.chat("/account/register", registration(phone, otherCode(code))));
  }
  expect(answers[0]?.errCode).toBe(20006);
  expect(answers[1]).toEqual(answers[0]);
  // A hash takes long enough to tell the two apart.
  expect(hashes).toBe(before);
});

it("8-09 returns 20005 beyond a short queue of passwords; no code is used up, and other addresses do not wait", async () => {
  const owner = newPhone();
  const { userID, chatToken } = await server.join(owner);
  server.advance(minutes(2));
  const reset = { ...owner, verifyCode: "", password: md5("secret2") };
  reset.verifyCode = (await server.sendCode(owner, purpose.reset)).code;
  const people: { phone: object; code: string }[] = [];
  for (let index = 0; index < 40; index += 1) {
    const phone = newPhone();
    people.push({ phone, code: (await server.sendCode(phone, purpose.register)).code });
  }
  let answered = 0;
  const flood = people.map(async ({ phone, code }) => {
    const answer = await server.chatFrom(crowd, "/account/register", registration(phone, code));
    answered += 1;
    return answer;
  });
  // The first refusal means that the queue is full.
  const busy = { errCode: 20005, errMsg: "the server is busy with passwords, try again in a moment" };
  const refusals = flood.map(async (answer) => {
    if ((await answer).errCode === 0) throw new Error("let in");
    return answer;
  });
  expect(await Promise.any(refusals)).toMatchObject(busy);
  const signIn = { ...owner, password: right, platform: 1 };
  expect(await server.chatFrom(crowd, "/account/login", signIn)).toMatchObject(busy);
  expect(await server.chatFrom(crowd, "/account/password/reset", reset)).toMatchObject(busy);
  expect((await server.chatFrom(elsewhere, "/account/login", signIn)).errCode).toBe(0);
  expect(answered).toBeLessThan(people.length);

  const answers = await Promise.all(flood);
  const refused = answers.findIndex(({ errCode }) => errCode === 20005);
  expect(answers.every(({ errCode }) => errCode === 0 || errCode === 20005)).toBe(true);
  const { phone, code } = people[refused] ?? { phone: {}, code: "" };
  expect((await server.chatFrom(crowd, "/account/register", registration(phone, code))).errCode).toBe(0);
  const change = { userID, currentPassword: right, newPassword: md5("secret3") };
  expect((await server.chat("/account/password/change", change, chatToken)).errCode).toBe(0);
  expect((await server.chatFrom(crowd, "/account/password/reset", reset)).errCode).toBe(0);
  expect((await server.login({ ...signIn, password: md5("secret2") })).errCode).toBe(0);
});

it.each(["sign-ins", "password changes"])(
  "2-100 refuses %s with the old password that still wait when the password is reset",
  async (kind) => {
    const phone = newPhone();
    const { userID, chatToken } = await server.join(phone);
    server.advance(minutes(2));
    const { code } = await server.sendCode(phone, purpose.reset);
    const [thief, owner] = [md5("thief"), md5("owner")];
    const take = () =>
      kind === "sign-ins"
        ? server.chatFrom(crowd, "/account/login", { ...phone, password: right, platform: 5 })
        : server.chatFrom(
            crowd,
            "/account/password/change",
            { userID, currentPassword: right, newPassword: thief },
            chatToken,
          );
    const taking = Array.from({ length: 8 }, take);
    const reset = { ...phone, verifyCode: code, password: owner };
    expect((await server.chatFrom(elsewhere, "/account/password/reset", reset)).errCode).toBe(0);
    // Addresses take turns, so the reset comes before the last of them.
    const last = (await Promise.all(taking)).at(-1);
    expect(last?.errCode).toBe(kind === "sign-ins" ? 20001 : 1002);
    expect((await server.login({ ...phone, password: owner })).errCode).toBe(0);
  },
);
