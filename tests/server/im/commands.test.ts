// @vitest-environment node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../../server/store/database.ts";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob } from "../support/gob-client.ts";

const done = { errCode: 0, errMsg: "", errDlt: "" };
const seconds = 1_790_000_000;

let data: string;
let backend: TestBackend;
let alice: string;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "parley-"));
  backend = await startBackend(["alice", "bob"], { data, now: () => seconds * 1000 + 500 });
  alice = backend.token("alice");
});
afterEach(async () => {
  await backend.close();
  rmSync(data, { recursive: true });
});

const command = (act: string, body: object, token = alice) =>
  backend.post(`/user/process_user_command_${act}`, { userID: "alice", ...body }, token);
const all = async () => (await command("get_all", {})).data;
const kept = (type: number, uuid: string, value: string, ex = "") => ({
  ...{ type, uuid, value, ex },
  createTime: seconds,
});

describe("a command", () => {
  it("is found by type and among all, in order of arrival", async () => {
    expect(await all()).toEqual({ CommandResp: null });
    expect(await command("add", { type: 1, uuid: "u1", value: "v1", ex: "x1" })).toEqual(done);
    expect(await command("add", { type: 2, uuid: "u1", value: "v2" })).toEqual(done);
    const [one, two] = [kept(1, "u1", "v1", "x1"), kept(2, "u1", "v2")];
    expect(await all()).toEqual({ CommandResp: [one, two] });
    expect((await command("get", { type: 2 })).data).toEqual({ CommandResp: [two] });
    expect((await command("get", { type: 3 })).data).toEqual({ CommandResp: null });
  });

  it("is added again for the same type and uuid; a change or removal takes the first", async () => {
    for (const value of ["v1", "v2"]) await command("add", { type: 1, uuid: "u", value, ex: "x" });
    expect(await command("update", { type: 1, uuid: "u", value: "v3", ex: null })).toEqual(done);
    expect(await all()).toEqual({ CommandResp: [kept(1, "u", "v3", "x"), kept(1, "u", "v2", "x")] });
    expect(await command("delete", { type: 1, uuid: "u" })).toEqual(done);
    expect(await command("update", { type: 1, uuid: "u", ex: "" })).toEqual(done);
    expect(await all()).toEqual({ CommandResp: [kept(1, "u", "v2")] });
  });

  it("belongs to its user only", async () => {
    await command("add", { type: 1, uuid: "u", value: "v" });
    const bob = backend.token("bob");
    for (const act of ["add", "update", "delete", "get", "get_all"]) {
      expect((await command(act, { type: 1, uuid: "u" }, bob)).errCode).toBe(1002);
    }
    const own = { userID: "bob", type: 1, uuid: "u", value: "x" };
    expect((await command("update", own, bob)).errCode).toBe(1004);
    expect((await command("delete", own, bob)).errCode).toBe(1004);
    expect(await all()).toEqual({ CommandResp: [kept(1, "u", "v")] });
  });

  it.each<[act: string, body: object, errCode: number, errDlt: string]>([
    ["update", { type: 1, uuid: "none" }, 1004, "command not found"],
    ["delete", { type: 1, uuid: "none" }, 1004, "command not found"],
    ["add", { type: 1, uuid: "" }, 1001, "uuid is empty"],
    ["add", { uuid: "u" }, 1001, "type is empty"],
    ["add", { type: -1, uuid: "u" }, 1001, "type must be at least 0"],
    ["add", { type: 1, uuid: "u", value: "x".repeat(4097) }, 1001, "value must have at most 4096 characters"],
    ["add", { type: 1, uuid: "u", ex: "x".repeat(4097) }, 1001, "ex must have at most 4096 characters"],
    ["update", { type: 1, uuid: "u", value: 5 }, 1001, "value must be a text"],
  ])("is refused: %s %j", async (act, body, errCode, errDlt) => {
    expect(await command(act, body)).toMatchObject({ errCode, errDlt });
    expect(await all()).toEqual({ CommandResp: null });
  });

  it("is refused beyond a thousand per user", async () => {
    const db = openDatabase(data);
    db.exec(`INSERT INTO user_commands (userID, type, uuid, value, ex, createTime)
      SELECT 'alice', 1, 'u', '', '', 0 FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
      WHERE i < 1000) SELECT i FROM n)`);
    db.close();
    const one = { type: 1, uuid: "u" };
    expect(await command("add", one)).toMatchObject({
      errCode: 1001,
      errDlt: "a user keeps at most 1000 commands",
    });
    expect(await command("add", { ...one, userID: "bob" }, backend.token("bob"))).toEqual(done);
    expect(await command("delete", one)).toEqual(done);
    expect(await command("add", one)).toEqual(done);
  });
});

describe("online status", () => {
  const ask = async (...userIDs: string[]) =>
    (await backend.post("/user/get_users_status", { userID: "alice", userIDs }, alice)).data;

  it("lists each platform once, and an unknown user is offline", async () => {
    const offline = (userID: string) => ({ userID, status: 0, platformIDs: null });
    expect(await ask("bob", "nobody")).toEqual({ statusList: [offline("bob"), offline("nobody")] });
    const connect = (token: string, platformID: number) =>
      connectGob(backend.origin, { userID: "bob", token, platformID });
    const web = backend.token("bob");
    const sockets = [await connect(web, 5), await connect(web, 5), await connect(backend.token("bob", 1), 1)];
    expect(await ask("bob", "alice")).toEqual({
      statusList: [{ userID: "bob", status: 1, platformIDs: [1, 5] }, offline("alice")],
    });
    for (const socket of sockets) socket.close();
    await eventually(async () => expect(await ask("bob")).toEqual({ statusList: [offline("bob")] }));
  });
});
