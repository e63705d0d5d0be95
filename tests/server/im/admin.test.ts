// The operator's tools: an administrator's token for a secret, with which users are registered and signed in.
// Without a secret no user gets the token.
// @vitest-environment node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob } from "../support/gob-client.ts";
import { loggedIn } from "../support/js-client.ts";

const adminSecret = "correct horse";
const issued = v.object({ token: v.string(), expireTimeSeconds: v.literal(7_776_000) });

let backend: TestBackend;
let admin: string;

beforeEach(async () => {
  backend = await startBackend(["alice"], { adminSecret });
  const request = { secret: adminSecret, userID: "imAdmin" };
  admin = (await backend.call("/auth/get_admin_token", request, "", issued)).token;
});
afterEach(() => backend.close());

const register = (users: object[], token = admin) => backend.post("/user/user_register", { users }, token);
const person = (userID: string) => ({ userID, nickname: userID.toUpperCase(), faceURL: "" });

describe("the administrator's token", () => {
  it.each(["", "correct", "correct horse ", adminSecret.repeat(100)])("is refused for %j", async (secret) => {
    const answer = await backend.post("/auth/get_admin_token", { secret, userID: "imAdmin" }, "");
    expect(answer).toEqual({ errCode: 1002, errMsg: "NoPermissionError", errDlt: "secret invalid" });
  });

  it("cannot be guessed: after some wrong secrets an address must wait, even with the right one", async () => {
    // The first wait is a second, and a busy machine may need that long for the guesses.
    const time = Date.now();
    const still = await startBackend([], { adminSecret, now: () => time });
    const ask = (secret: string) => still.post("/auth/get_admin_token", { secret, userID: "imAdmin" }, "");
    for (const guess of ["a", "b", "c", "d", "e"]) {
      expect(await ask(guess)).toMatchObject({ errCode: 1002, errDlt: "secret invalid" });
    }
    expect(await ask(adminSecret)).toMatchObject({
      errCode: 1002,
      errDlt: expect.stringMatching(/^too many wrong passwords, try again in \d+ s$/),
    });
    await still.close();
  });

  it("is refused for any other user", async () => {
    const answer = await backend.post("/auth/get_admin_token", { secret: adminSecret, userID: "alice" }, "");
    expect(answer).toMatchObject({ errCode: 1001, errDlt: "userID must be imAdmin" });
  });

  it("is refused for any secret if none is configured", async () => {
    const closed = await startBackend([]);
    for (const secret of ["", "undefined", "openIM123", adminSecret]) {
      const answer = await closed.post("/auth/get_admin_token", { secret, userID: "imAdmin" }, "");
      expect(answer).toMatchObject({ errCode: 1002, errDlt: "secret invalid" });
    }
    await closed.close();
  });

  it("becomes invalid when the secret changes or is removed", async () => {
    const data = mkdtempSync(join(tmpdir(), "parley-"));
    const request = { secret: adminSecret, userID: "imAdmin" };
    const first = await startBackend([], { data, adminSecret });
    const { token } = await first.call("/auth/get_admin_token", request, "", issued);
    await first.close();
    for (const options of [{ data, adminSecret: "another" }, { data }]) {
      const next = await startBackend([], options);
      expect((await next.post("/user/user_register", { users: [person("eve")] }, token)).errCode).toBe(1502);
      await next.close();
    }
    rmSync(data, { recursive: true, force: true });
  });

  it("gives no access to user data: neither over REST, nor the gateway, nor the chat server", async () => {
    expect((await backend.post("/user/get_users_info", { userIDs: ["alice"] }, admin)).errCode).toBe(1502);
    const socket = await connectGob(backend.origin, { userID: "imAdmin", token: admin, platformID: 10 });
    expect(socket.greeting.errCode).toBe(1502);
    socket.close();
    const headers = { token: admin, operationID: "test" };
    const url = `${backend.origin}/chat/user/find/full`;
    const answer = await fetch(url, { method: "POST", body: '{"userIDs":["alice"]}', headers });
    expect(await answer.json()).toMatchObject({ errCode: 1503 });
  });
});

describe("people", () => {
  it("are registered and signed in, and the real JS SDK accepts that token", async () => {
    expect(await register([person("u1"), { userID: "u2", nickname: "Two" }])).toEqual({
      errCode: 0,
      errMsg: "",
      errDlt: "",
    });
    const request = { userID: "u1", platformID: 5 };
    const { token } = await backend.call("/auth/get_user_token", request, admin, issued);
    const client = await loggedIn({ ...backend, token: () => token }, "u1");
    expect((await client.sdk.getSelfUserInfo()).data).toMatchObject({ userID: "u1", nickname: "U1" });
    expect((await client.sdk.getUsersInfo(["u2"])).data).toMatchObject([{ userID: "u2", nickname: "Two" }]);
    await client.logout();
  });

  it("are registered all or none", async () => {
    const answer = await register([person("u1"), person("alice")]);
    expect(answer).toMatchObject({ errCode: 1102, errDlt: "alice is registered" });
    const users = await backend.post("/user/get_users_info", { userIDs: ["u1"] }, backend.token("alice"));
    expect(users.data).toEqual({ usersInfo: null });
  });

  it.each<[what: string, users: object[], errCode: number, errDlt: string]>([
    ["empty", [], 1001, "users is empty"],
    ["listed twice", [person("u1"), person("u1")], 1001, "users repeat a userID"],
    ["an id with a dash", [person("u-new-1")], 1001, "users.0.userID must be 1 to 64 letters, digits and _"],
    ["an id with a colon", [person("u:bad")], 1001, "users.0.userID must be 1 to 64 letters, digits and _"],
    ["an id of _ alone", [person("__")], 1001, "users.0.userID must be 1 to 64 letters, digits and _"],
    ["no name", [{ userID: "u1" }], 1001, "users.0.nickname is empty"],
    ["the administrator", [person("imAdmin")], 1102, "imAdmin is registered"],
  ])("are not registered if they are %s", async (_what, users, errCode, errDlt) => {
    expect(await register(users)).toMatchObject({ errCode, errDlt });
  });

  it("are signed out of one platform, which closes its sockets", async () => {
    const phone = backend.token("alice", 2);
    const web = backend.token("alice");
    const socket = await connectGob(backend.origin, { userID: "alice", token: web });
    const body = { userID: "alice", platformID: 5 };
    expect((await backend.post("/auth/force_logout", body, admin)).errCode).toBe(0);
    await socket.closed;
    const asked = { userIDs: ["alice"] };
    expect((await backend.post("/user/get_users_info", asked, web)).errCode).toBe(1506);
    expect((await backend.post("/user/get_users_info", asked, phone)).errCode).toBe(0);
  });

  it("get no token if they are unknown (1004) or for the administrator's platform (1001)", async () => {
    const unknown = await backend.post("/auth/get_user_token", { userID: "nobody", platformID: 5 }, admin);
    expect(unknown).toMatchObject({ errCode: 1004, errDlt: "record not found" });
    const platform = await backend.post("/auth/get_user_token", { userID: "alice", platformID: 10 }, admin);
    expect(platform.errCode).toBe(1001);
  });

  it("are shown to the administrator as online per platform, without tokens", async () => {
    const login = { userID: "alice", token: backend.token("alice", 2), platformID: 2 };
    const socket = await connectGob(backend.origin, login);
    const ask = () => backend.post("/user/get_users_online_status", { userIDs: ["alice", "nobody"] }, admin);
    const nobody = { userID: "nobody", status: 0, detailPlatformStatus: null };
    expect((await ask()).data).toEqual([
      { userID: "alice", status: 1, detailPlatformStatus: [{ platformID: 2 }] },
      nobody,
    ]);
    socket.close();
    await eventually(async () =>
      expect((await ask()).data).toEqual([{ ...nobody, userID: "alice" }, nobody]),
    );
    expect(await backend.post("/user/get_users_online_status", { userIDs: [] }, admin)).toMatchObject({
      errCode: 1001,
      errDlt: "userIDs is empty",
    });
  });

  it.each([
    "/auth/get_user_token",
    "/auth/force_logout",
    "/user/user_register",
    "/user/get_users_online_status",
    "/friend/import_friend",
    "/third/logs/search",
    "/third/logs/delete",
  ])("cannot call %s themselves", async (path) => {
    const body = { userID: "alice", userIDs: ["alice"], platformID: 5, users: [person("eve")] };
    expect(await backend.post(path, body, backend.token("alice"))).toMatchObject({
      errCode: 1002,
      errDlt: "user alice is not admin userID",
    });
    expect((await backend.post(path, body, "")).errCode).toBe(1001);
    expect((await backend.post(path, body, `${admin}x`)).errCode).toBe(1503);
  });

  it("become friends through the administrator, without a request", async () => {
    await register([person("bob"), person("carol")]);
    const bring = (ownerUserID: string, friendUserIDs: string[]) =>
      backend.post("/friend/import_friend", { ownerUserID, friendUserIDs }, admin);
    expect((await bring("alice", ["bob", "carol"])).errCode).toBe(0);
    const friendsOf = async (userID: string) =>
      (await backend.post("/friend/get_friend_id", { userID }, backend.token(userID))).data;
    expect(await friendsOf("alice")).toEqual({ friendIDs: ["bob", "carol"] });
    expect(await friendsOf("carol")).toEqual({ friendIDs: ["alice"] });
    expect((await bring("alice", ["alice"])).errCode).toBe(1301);
    expect((await bring("alice", ["nobody"])).errCode).toBe(1004);
    expect((await bring("alice", ["bob", "bob"])).errCode).toBe(1001);
  });

  it("have groups that only the administrator can list", async () => {
    await register([person("bob"), person("carol")]);
    const group = {
      groupInfo: { groupName: "Team", groupType: 2 },
      ownerUserID: "alice",
      memberUserIDs: ["bob", "carol"],
      adminUserIDs: [],
    };
    expect((await backend.post("/group/create_group", group, backend.token("alice"))).errCode).toBe(0);
    const body = { fromUserID: "alice", pagination: { pageNumber: 1, showNumber: 10 } };
    const list = (token: string) => backend.post("/group/get_joined_group_list", body, token);
    expect((await list(admin)).data).toMatchObject({ total: 1, groups: [{ groupName: "Team" }] });
    expect((await list(backend.token("alice"))).data).toMatchObject({ total: 1 });
    expect((await list(backend.token("bob"))).errCode).toBe(1002);
    expect((await list(`${admin}x`)).errCode).toBe(1503);
    expect((await list("")).errCode).toBe(1001);
  });

  it("report logs, and the administrator finds the newest twenty and removes them", async () => {
    await register([person("bob")]);
    const report = (userID: string, number: number) =>
      backend.post(
        "/third/logs/upload",
        {
          platform: 2,
          appFramework: "Flutter",
          version: "3.8.3",
          ex: `report ${number}`,
          fileURLs: [{ filename: "/data/1.zip", URL: `${backend.origin}/object/${userID}/${number}.zip` }],
        },
        backend.token(userID),
      );
    expect((await report("bob", 1)).errCode).toBe(0);
    for (let number = 1; number <= 21; number += 1) expect((await report("alice", number)).errCode).toBe(0);
    const pagination = { pageNumber: 1, showNumber: 100 };
    const found = v.object({
      total: v.number(),
      logsInfos: v.nullable(v.array(v.looseObject({ logID: v.string(), ex: v.string() }))),
    });
    const search = async (keyword: string) => {
      const body = { keyword, startTime: 0, endTime: 0, pagination };
      return (await backend.call("/third/logs/search", body, admin, found)).logsInfos ?? [];
    };
    const alices = await search("alice");
    expect(alices.map(({ ex }) => ex)).toEqual(
      Array.from({ length: 20 }, (_, index) => `report ${21 - index}`),
    );
    expect(alices[0]).toMatchObject({
      userID: "alice",
      nickname: "ALICE",
      platform: "Android",
      version: "3.8.3",
      filename: "/data/1.zip",
      url: `${backend.origin}/object/alice/21.zip`,
    });
    const [bobs] = await search("bob");
    const remove = () => backend.post("/third/logs/delete", { logIDs: [bobs?.logID] }, admin);
    expect((await remove()).errCode).toBe(0);
    expect((await remove()).errCode).toBe(1004);
    expect(await search("bob")).toEqual([]);
    expect(await search("")).toHaveLength(20);
  });

  it("may check any token while it is valid", async () => {
    const schema = v.object({ userID: v.string(), platformID: v.number(), expireTimeSeconds: v.number() });
    const old = backend.token("alice");
    const says = await backend.call("/auth/parse_token", { token: old }, "", schema);
    expect(says).toMatchObject({ userID: "alice", platformID: 5 });
    expect(Math.abs(says.expireTimeSeconds - (Date.now() / 1000 + 7_776_000))).toBeLessThan(3600);
    backend.token("alice");
    expect((await backend.post("/auth/parse_token", { token: old }, "")).errCode).toBe(1506);
    expect((await backend.post("/auth/parse_token", { token: "x" }, "")).errCode).toBe(1503);
  });
});
