// @vitest-environment node
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { md5, newPhone, startChat, type TestChat, type Tokens } from "./chat-client.ts";

let server: TestChat;
let me: Tokens;
let other: Tokens;
const myPhone = newPhone();
const otherPhone = newPhone();
beforeAll(async () => {
  server = await startChat();
  me = await server.join(myPhone, { nickname: "Marie Curie", account: "marie" });
  other = await server.join(otherPhone, { nickname: "Emmy Noether", account: "emmy" });
});
afterAll(() => server.close());

const update = (changes: object, token = me.chatToken) =>
  server.chat("/user/update", { userID: me.userID, ...changes }, token);
const find = async (kind: "full" | "public", userIDs: string[], token = me.chatToken) =>
  (await server.chat(`/user/find/${kind}`, { userIDs }, token)).data?.users;
const search = async (keyword: string, more: object = {}, kind: "full" | "public" = "full") => {
  const body = { keyword, pagination: { pageNumber: 1, showNumber: 20 }, ...more };
  return (await server.chat(`/user/search/${kind}`, body, me.chatToken)).data;
};

describe("/user/update", () => {
  it("7-06 changes the given fields only, and updates the IM user", async () => {
    const changes = { nickname: " Marie ", faceURL: "/object/m.png", gender: 0, birth: -1_000, allowBeep: 2 };
    expect(await update(changes)).toEqual({ errCode: 0, errMsg: "", errDlt: "" });
    expect(await find("full", [me.userID])).toMatchObject([
      {
        nickname: "Marie",
        faceURL: `${server.origin}/object/m.png`,
        gender: 0,
        birth: -1_000,
        allowBeep: 2,
        allowVibration: 1,
      },
    ]);
    const im = await server.post("/api/user/get_users_info", { userIDs: [me.userID] }, me.imToken);
    expect(im.data?.usersInfo).toMatchObject([
      { nickname: "Marie", faceURL: `${server.origin}/object/m.png` },
    ]);
    await update({ globalRecvMsgOpt: 2 });
    const quiet = await server.post("/api/user/get_users_info", { userIDs: [me.userID] }, me.imToken);
    expect(quiet.data?.usersInfo).toMatchObject([{ nickname: "Marie", globalRecvMsgOpt: 2 }]);
    await update({ nickname: "Marie Curie", globalRecvMsgOpt: 0 });
  });

  it("7-06 accepts the user's own profile as it was read", async () => {
    const users = await find("full", [me.userID]);
    const profile = Array.isArray(users) ? users[0] : {};
    expect(await update(profile)).toMatchObject({ errCode: 0 });
    expect(await find("full", [me.userID])).toEqual(users);
  });

  it("7-06 overwrites a name that was changed through the IM server", async () => {
    const userInfo = {
      userID: me.userID,
      nickname: "Maria",
      faceURL: null,
      ex: null,
      globalRecvMsgOpt: null,
    };
    expect((await server.post("/api/user/update_user_info_ex", { userInfo }, me.imToken)).errCode).toBe(0);
    await update({ nickname: "Marie Curie" });
    const im = await server.post("/api/user/get_users_info", { userIDs: [me.userID] }, me.imToken);
    expect(im.data?.usersInfo).toMatchObject([{ nickname: "Marie Curie" }]);
  });

  it("7-06 returns 1002 for another user's profile", async () => {
    expect((await update({ userID: other.userID, nickname: "Mallory" })).errCode).toBe(1002);
    expect(await find("full", [other.userID])).toMatchObject([{ nickname: "Emmy Noether" }]);
  });

  it.each([
    ["phone number", { phoneNumber: "13800009999", areaCode: "+86" }],
    ["area code", { areaCode: "+1" }],
    ["email address", { email: "marie@parley.test" }],
    ["level", { level: 9 }],
  ])("8-16 returns 20012 for a new %s", async (_, changes) => {
    const users = await find("full", [me.userID]);
    expect((await update({ nickname: "Changed", ...changes })).errCode).toBe(20012);
    expect(await find("full", [me.userID])).toEqual(users);
  });

  it("8-07 returns 20004 for a taken account name; a free name can sign in", async () => {
    expect((await update({ account: "EMMY" })).errCode).toBe(20004);
    expect((await update({ account: "curie" })).errCode).toBe(0);
    expect((await server.login({ account: "curie", password: md5("secret1"), platform: 1 })).errCode).toBe(0);
  });

  it.each([
    [{ nickname: "" }, "nickname is empty"],
    [{ nickname: 5 }, "nickname must be a text"],
    [{ gender: 7 }, "gender must be an integer from 0 to 2"],
    [{ birth: 1.5 }, "birth must be an integer"],
    [{ allowAddFriend: 3 }, "allowAddFriend must be an integer from 1 to 2"],
    [{ faceURL: "x".repeat(2049) }, "faceURL must have at most 2048 characters"],
  ])("returns 1001 for %j", async (changes, errMsg) => {
    const answer = await update(changes);
    expect(answer.errCode).toBe(1001);
    expect(answer.errMsg).toContain(errMsg);
  });
});

describe("/user/find", () => {
  it("7-07 returns the existing users once, in the requested order", async () => {
    const users = await find("full", [other.userID, "nobody", me.userID, other.userID]);
    expect(users).toMatchObject([{ userID: other.userID }, { userID: me.userID }]);
  });

  it("returns every field of UserFullInfo in the user's own full profile", async () => {
    const users = await find("full", [me.userID]);
    expect(users).toEqual([
      {
        userID: me.userID,
        password: "",
        account: expect.any(String),
        ...myPhone,
        email: "",
        nickname: "Marie Curie",
        faceURL: expect.any(String),
        gender: 0,
        level: 1,
        birth: -1_000,
        allowAddFriend: 1,
        allowBeep: 2,
        allowVibration: 1,
        globalRecvMsgOpt: 0,
        registerType: 1,
      },
    ]);
  });

  it("hides phone numbers and email addresses from other users", async () => {
    const mail = await server.join({ email: "secretive@parley.test" });
    expect(await find("full", [other.userID, mail.userID])).toMatchObject([
      { areaCode: "", phoneNumber: "", email: "", password: "" },
      { areaCode: "", phoneNumber: "", email: "", password: "" },
    ]);
    expect(await find("full", [mail.userID], mail.chatToken)).toMatchObject([
      { email: "secretive@parley.test" },
    ]);
    for (const kind of ["full", "public"] as const) {
      const found = await search(otherPhone.phoneNumber, {}, kind);
      expect(found).toMatchObject({ total: 1, users: [{ userID: other.userID }] });
      expect(JSON.stringify(found)).not.toContain(otherPhone.phoneNumber);
      const byMail = await search("secretive@parley.test", {}, kind);
      expect(byMail).toMatchObject({ total: 1, users: [{ userID: mail.userID }] });
      expect(JSON.stringify(byMail)).not.toContain("secretive@");
    }
  });

  it("has no private field in the public profile, even for its owner", async () => {
    const users = await find("public", [me.userID]);
    const keys = ["account", "email", "faceURL", "gender", "level", "nickname", "userID"];
    expect(Array.isArray(users) && Object.keys(users[0]).sort()).toEqual(keys);
    expect(users).toMatchObject([{ email: "" }]);
  });

  it("returns 1001 for too many or no ids", async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => String(index));
    expect((await server.chat("/user/find/full", { userIDs: ids }, me.chatToken)).errCode).toBe(1001);
    expect((await server.chat("/user/find/full", {}, me.chatToken)).errMsg).toBe("userIDs is empty");
  });
});

describe("/user/search", () => {
  it("7-08 finds by userID, phone number, account name and part of the nickname in any case", async () => {
    for (const keyword of [
      other.userID,
      otherPhone.phoneNumber,
      `+86 ${otherPhone.phoneNumber}`,
      "Emmy",
      "NOETH",
    ]) {
      expect(await search(keyword)).toMatchObject({ total: 1, users: [{ userID: other.userID }] });
    }
  });

  it("finds nothing by part of a userID or phone number, or by an empty keyword", async () => {
    for (const keyword of [
      other.userID.slice(0, 9),
      otherPhone.phoneNumber.slice(0, 10),
      "",
      "  ",
      "%",
      "_",
    ]) {
      expect(await search(keyword)).toEqual({ total: 0, users: null });
    }
  });

  it("finds Chinese nicknames and full-width letters", async () => {
    const { userID } = await server.join(newPhone(), { nickname: "居里夫人ABC" });
    expect(await search("夫人")).toMatchObject({ total: 1, users: [{ userID }] });
    expect(await search("abc")).toMatchObject({ total: 1, users: [{ userID }] });
  });

  it("7-12 pages through the result, with the exact match first", async () => {
    const exact = await server.join(newPhone(), { nickname: "Zoe", account: "lovelace" });
    for (let index = 0; index < 4; index++) await server.join(newPhone(), { nickname: `Lovelace ${index}` });
    const page = async (pageNumber: number) =>
      search("lovelace", { pagination: { pageNumber, showNumber: 2 } });
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.map((found) => found?.total)).toEqual([5, 5, 5, 5]);
    expect(pages[0]?.users).toMatchObject([{ userID: exact.userID }, { nickname: "Lovelace 0" }]);
    expect(pages[1]?.users).toMatchObject([{ nickname: "Lovelace 1" }, { nickname: "Lovelace 2" }]);
    expect(pages[2]?.users).toMatchObject([{ nickname: "Lovelace 3" }]);
    expect(pages[3]?.users).toBeNull();
  });

  it("filters by gender", async () => {
    await server.join(newPhone(), { nickname: "Rosalind", gender: 0 });
    expect(await search("Rosalind", { genders: [0] }, "public")).toMatchObject({ total: 1 });
    expect(await search("Rosalind", { genders: [1, 2] }, "public")).toMatchObject({ total: 0 });
  });

  it.each([
    [
      { pagination: { pageNumber: 1, showNumber: 101 } },
      "pagination.showNumber must be an integer from 1 to 100",
    ],
    [{ pagination: { pageNumber: 0, showNumber: 20 } }, "pagination.pageNumber must be an integer from 1"],
    [{ pagination: undefined }, "pagination is empty"],
    [{ keyword: "x".repeat(129) }, "keyword must have at most 128 characters"],
  ])("returns 1001 for %j", async (more, errMsg) => {
    const body = { keyword: "a", pagination: { pageNumber: 1, showNumber: 20 }, ...more };
    const answer = await server.chat("/user/search/full", body, me.chatToken);
    expect(answer.errCode).toBe(1001);
    expect(answer.errMsg).toContain(errMsg);
  });
});
