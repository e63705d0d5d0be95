import { describe, expect, it } from "vitest";
import { type FailureCode, failureCode } from "../../../../machines/domain/failure.ts";
import { Secret } from "../../../../machines/domain/secret.ts";
import { NO_FIELDS, type RegistrationDraft } from "../../../../machines/session/registration-form.ts";
import { createChatServer } from "../../../../src/adapters/chat-server/chat-server.ts";
import { createRegistration } from "../../../../src/adapters/chat-server/registration.ts";
import {
  carriesBaseData,
  type GivenBaseData,
  readBaseData,
} from "../../../../src/adapters/storage/base-data.ts";
import { createCredentials } from "../../../../src/adapters/storage/credentials.ts";
import { createRegistrationDraft } from "../../../../src/adapters/storage/registration-draft.ts";
import { chatServerForEach, ok, refuse } from "../support/chat-server.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const MD5 = "4cc372b92ec192483035130d1af908a6";
const tokens = { userID: "u1", imToken: "im-token", chatToken: "chat-token" };
const phone = { kind: "phone", areaCode: "+86", phoneNumber: "13800000009" } as const;
const email = { kind: "email", email: "mia@example.com" } as const;
const password = new Secret("parley2026");
const code = new Secret("123456");
const account = {
  identifier: phone,
  code,
  password,
  invitationCode: "",
  nickname: "Mia",
  gender: 0,
  birth: 5,
};
const draft: RegistrationDraft = {
  fields: { ...NO_FIELDS, phoneNumber: "13800000009", nickname: "Mia", birth: -5 },
  codeFor: { purpose: "register", identifier: phone },
  nextCodeAt: 60_000,
};

const server = chatServerForEach();

function setUp(storage = memoryStorage(), given: GivenBaseData = "none") {
  const credentials = createCredentials(memoryStorage(), new EventTarget() as Window);
  const post = createChatServer(() => ({ chatUrl: server.origin }));
  const draftStore = createRegistrationDraft(storage, () => given);
  const registration = {
    ...draftStore,
    ...createRegistration({ post, credentials, forget: draftStore.forget }),
  };
  return { credentials, registration, storage };
}

const failureOf = (promise: Promise<unknown>): Promise<FailureCode | "none"> =>
  promise.then(() => "none" as const, failureCode);

describe("verification codes", () => {
  it("2-100 7-11 5-17 are requested for their purpose and only for the used identifier", async () => {
    const { registration } = setUp();
    await registration.requestCode({ purpose: "register", identifier: phone, invitationCode: "8F2K" });
    await registration.requestCode({ purpose: "reset", identifier: email, invitationCode: "" });
    expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
      [
        "/account/code/send",
        { areaCode: "+86", phoneNumber: "13800000009", usedFor: 1, platform: 5, invitationCode: "8F2K" },
      ],
      ["/account/code/send", { email: "mia@example.com", usedFor: 2, platform: 5 }],
    ]);
  });

  it("2-100 7-11 are checked without being used up", async () => {
    await setUp().registration.checkCode({ purpose: "reset", identifier: email, code });
    expect(server.requests[0]).toMatchObject({
      path: "/account/code/verify",
      body: { email: "mia@example.com", usedFor: 2, verifyCode: "123456" },
    });
    server.answer = refuse(20006);
    const { registration } = setUp();
    expect(await failureOf(registration.checkCode({ purpose: "reset", identifier: email, code }))).toBe(
      "wrongCode",
    );
  });
});

describe("a new account", () => {
  it("7-11 5-16 2-99 is created with the MD5 of the password and signed in at once", async () => {
    server.answer = ok(tokens);
    const { registration, credentials, storage } = setUp();
    registration.keep(draft);
    await registration.register(account);
    expect(storage.length).toBe(0);
    expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
      [
        "/account/register",
        {
          verifyCode: "123456",
          deviceID: "",
          platform: 5,
          autoLogin: true,
          user: {
            areaCode: "+86",
            phoneNumber: "13800000009",
            nickname: "Mia",
            faceURL: "",
            gender: 0,
            birth: 5,
            password: MD5,
          },
        },
      ],
    ]);
    expect(credentials.read()).toEqual(tokens);
  });

  it("7-11 contains the invitation code if there is one, and birth 0 without a birthday", async () => {
    server.answer = ok(tokens);
    await setUp().registration.register({ ...account, invitationCode: "8F2K", birth: null });
    expect(server.requests[0]?.body).toMatchObject({ invitationCode: "8F2K", user: { birth: 0 } });
  });

  it.each([
    ["tokens", tokens],
    ["no tokens", { userID: "u1", imToken: "", chatToken: "" }],
  ])("2-99 does not sign in a user who went back before the answer with %s", async (_, data) => {
    server.answer = ok(data);
    const { registration, credentials } = setUp();
    await registration.register(account, AbortSignal.abort());
    expect(server.requests).toHaveLength(1);
    expect(credentials.read()).toBeNull();
  });

  it("2-99 signs in with the password if the server returns no tokens, and stores no empty tokens", async () => {
    server.answer = ok({ userID: "u1", imToken: "", chatToken: "" });
    const { registration, credentials } = setUp();
    expect(await failureOf(registration.register(account))).toBe("unknown");
    expect(server.requests[1]).toMatchObject({
      path: "/account/login",
      body: { areaCode: "+86", phoneNumber: "13800000009", password: MD5, platform: 5 },
    });
    expect(credentials.read()).toBeNull();
  });

  it.each([
    ["8-06", 20003, "phoneRegistered"],
    ["8-15", 20011, "invitationUnknown"],
    ["8-13", 20009, "codeUsed"],
  ] as const)("%s fails with %i as %s, and no credentials are stored", async (_, errCode, failure) => {
    server.answer = refuse(errCode);
    const { registration, credentials, storage } = setUp();
    registration.keep(draft);
    expect(await failureOf(registration.register(account))).toBe(failure);
    expect(credentials.read()).toBeNull();
    expect(storage.length).toBe(1);
  });
});

describe("a new password", () => {
  it("2-100 7-11 5-16 is set by its MD5 with the code", async () => {
    await setUp().registration.resetPassword({ identifier: email, code, password });
    expect(server.requests[0]).toMatchObject({
      path: "/account/password/reset",
      body: { email: "mia@example.com", verifyCode: "123456", password: MD5, platform: 5 },
    });
  });
});

describe("the registration draft", () => {
  it("2-93 survives a reload of the tab, without secrets, until the registration ends", async () => {
    const { registration, storage } = setUp();
    registration.keep(draft);
    expect(await setUp(storage).registration.begin()).toEqual({ ...draft, code: null, password: null });
    expect(await setUp().registration.begin()).toBeNull();
    await registration.resetPassword({ identifier: phone, code, password });
    expect(await registration.begin()).toBeNull();
  });

  it.each([0, 1, 2] as const)("2-93 keeps the gender %d through a reload of the tab", async (gender) => {
    const { registration, storage } = setUp();
    const fields = { ...draft.fields, gender };
    registration.keep({ ...draft, fields });
    expect((await setUp(storage).registration.begin())?.fields).toEqual(fields);
  });

  it("4-15 is deleted on sign-out", async () => {
    const { registration, storage } = setUp();
    registration.keep(draft);
    registration.forget();
    expect(storage.length).toBe(0);
  });

  it.each(["{", "null", "[]", '{"fields":{}}', JSON.stringify({ ...draft, codeFor: { purpose: "x" } })])(
    "2-91 is empty if the stored value is invalid: %s",
    async (text) => {
      const storage = memoryStorage({ "parley:registration": text });
      expect(await setUp(storage).registration.begin()).toBeNull();
    },
  );

  it("2-91 works without browser storage", async () => {
    const { registration } = setUp(closedStorage());
    registration.keep(draft);
    registration.forget();
    expect(await registration.begin()).toBeNull();
  });

  it("2-90 is replaced by the query, also by an invalid one", async () => {
    const storage = memoryStorage({ "parley:registration": JSON.stringify(draft) });
    const start = { ...draft, code, password: null };
    expect(await setUp(storage, start).registration.begin()).toBe(start);
    expect(await setUp(storage, null).registration.begin()).toBeNull();
  });

  it.each([
    ["in a tab without a draft", null],
    ["in a tab that has requested no code", { ...draft, codeFor: null }],
    ["for another number", { ...draft, codeFor: { purpose: "register" as const, identifier: email } }],
    ["for another purpose", { ...draft, codeFor: { purpose: "reset" as const, identifier: phone } }],
  ])("2-87 2-88 ignores a link with code and password %s", async (_, kept) => {
    const storage = memoryStorage(kept ? { "parley:registration": JSON.stringify(kept) } : {});
    const link = { ...draft, code, password };
    expect(await setUp(storage, link).registration.begin()).toBeNull();
  });

  it("2-86 ignores a link with code and password after another link named the number, until this tab requests a code", async () => {
    const { registration, storage } = setUp(memoryStorage(), {
      ...draft,
      nextCodeAt: 0,
      code: null,
      password: null,
    });
    expect(await registration.begin()).toMatchObject({ codeFor: draft.codeFor });
    registration.keep({ ...draft, nextCodeAt: 0 });
    const second = { ...draft, code, password };
    expect(await setUp(storage, second).registration.begin()).toBeNull();
    registration.keep(draft);
    expect(await setUp(storage, second).registration.begin()).toBe(second);
  });
});

describe("baseData", () => {
  const read = (path: string, data: unknown) =>
    readBaseData({ path, search: new URLSearchParams({ baseData: JSON.stringify(data) }).toString() });

  it("2-86 contains the recipient of a code", () => {
    expect(read("/verifyCode", { areaCode: "+44", phoneNumber: " 7700900000 ", isRegiste: true })).toEqual({
      fields: { ...NO_FIELDS, areaCode: "+44", phoneNumber: "7700900000" },
      codeFor: {
        purpose: "register",
        identifier: { kind: "phone", areaCode: "+44", phoneNumber: "7700900000" },
      },
      nextCodeAt: 0,
      code: null,
      password: null,
    });
    expect(read("/verifyCode", { email: "mia@example.com", phoneNumber: "" })?.codeFor).toEqual({
      purpose: "reset",
      identifier: email,
    });
  });

  it.each([
    [1, "register"],
    [2, "reset"],
    [3, "reset"],
  ])("2-86 with usedFor %d is for: %s", (usedFor, purpose) => {
    expect(read("/verifyCode", { email: "mia@example.com", usedFor })?.codeFor?.purpose).toBe(purpose);
  });

  it("2-87 2-88 contains code and password as secrets", () => {
    const given = {
      areaCode: "86",
      phoneNumber: "13800000009",
      verifyCode: "123456",
      password: "parley2026",
    };
    const start = read("/setBaseInfo", { ...given, invitationCode: "8F2K" });
    expect(start?.codeFor).toEqual({ purpose: "register", identifier: phone });
    expect(start?.fields.invitationCode).toBe("8F2K");
    expect(start?.code?.reveal()).toBe("123456");
    expect(start?.password?.reveal()).toBe("parley2026");
    expect(JSON.stringify(start)).not.toMatch(/123456|parley2026/);
  });

  it("2-87 5-12 9-14 drops an invalid code and an invalid password", () => {
    const start = read("/setPassword", { email: "mia@example.com", verifyCode: "12345", password: "short" });
    expect([start?.code, start?.password]).toEqual([null, null]);
  });

  it.each([
    "",
    "baseData=",
    "baseData=%7B",
    "baseData=null",
    "baseData=1",
    "baseData=%22x%22",
    "baseData=%5B%5D",
    "baseData=%7B%7D",
    "baseData=%7B%22phoneNumber%22%3A5%7D",
    "baseData=%7B%22phoneNumber%22%3A%2212%22%7D",
    "baseData=%E0%A4%A",
    "other=1",
  ])("2-90 2-91 is null for the query '%s'", (search) => {
    for (const path of ["/verifyCode", "/setPassword", "/setBaseInfo"])
      expect(readBaseData({ path, search })).toBeNull();
  });

  it("2-89 2-93 is read on the three steps after the first", () => {
    const search = "baseData=%7B%7D";
    const paths = ["/verifyCode", "/setPassword", "/setBaseInfo", "/getCode", "/chat"];
    expect(paths.filter((path) => carriesBaseData({ path, search }))).toEqual(paths.slice(0, 3));
    expect(carriesBaseData({ path: "/setBaseInfo", search: "" })).toBe(false);
  });
});
