// @vitest-environment node
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";

let backend: TestBackend;
let alice: string;
let bob: string;
let group: string;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  backend = await startBackend(["alice", "bob", "carol"]);
  [alice, bob] = [backend.token("alice"), backend.token("bob")];
  group = backend.im.createGroup({ name: "G", owner: "bob", members: ["carol"] });
  backend.im.send({ from: "bob", to: "carol", contentType: 101, content: { content: "private" } });
});
afterEach(() => backend.close());

const pagination = { pageNumber: 1, showNumber: 100 };
const version = { versionID: "", version: 0 };
const foreign = {
  conversationID: "si_bob_carol",
  conversationType: 1,
  userID: "carol",
  groupID: "",
  isPinned: true,
};

/** Calls in which alice names another user, or an object that is not hers. */
const trespasses: [path: string, body: () => object][] = [
  ["/user/update_user_info_ex", () => ({ userInfo: { userID: "bob", nickname: "X" } })],
  ["/user/update_user_info", () => ({ userInfo: { userID: "bob", nickname: "X" } })],
  ["/user/set_global_msg_recv_opt", () => ({ userID: "bob", globalRecvMsgOpt: 2 })],
  ["/user/get_users_status", () => ({ userID: "bob", userIDs: ["carol"] })],
  ["/user/process_user_command_add", () => ({ userID: "bob", type: 1, uuid: "u" })],
  ["/user/process_user_command_update", () => ({ userID: "bob", type: 1, uuid: "u", value: "v" })],
  ["/user/process_user_command_delete", () => ({ userID: "bob", type: 1, uuid: "u" })],
  ["/user/process_user_command_get", () => ({ userID: "bob", type: 1 })],
  ["/user/process_user_command_get_all", () => ({ userID: "bob" })],
  ["/friend/get_incremental_friends", () => ({ userID: "bob", ...version })],
  ["/friend/get_full_friend_user_ids", () => ({ userID: "bob", idHash: 0 })],
  ["/friend/get_friend_list", () => ({ userID: "bob", pagination })],
  ["/friend/get_designated_friends", () => ({ ownerUserID: "bob", friendUserIDs: ["carol"] })],
  ["/friend/get_friend_apply_list", () => ({ userID: "bob", pagination, handleResults: null })],
  ["/friend/get_self_friend_apply_list", () => ({ userID: "bob", pagination })],
  ["/friend/get_self_unhandled_apply_count", () => ({ userID: "bob", time: 0 })],
  ["/friend/get_designated_friend_apply", () => ({ fromUserID: "bob", toUserID: "carol" })],
  ["/friend/is_friend", () => ({ userID1: "bob", userID2: "carol" })],
  ["/friend/add_friend", () => ({ fromUserID: "bob", toUserID: "carol" })],
  ["/friend/add_friend_response", () => ({ fromUserID: "carol", toUserID: "bob", handleResult: 1 })],
  ["/friend/delete_friend", () => ({ ownerUserID: "bob", friendUserID: "carol" })],
  ["/friend/update_friends", () => ({ ownerUserID: "bob", friendUserIDs: ["carol"], remark: "X" })],
  ["/friend/set_friend_remark", () => ({ ownerUserID: "bob", friendUserID: "carol", remark: "X" })],
  ["/friend/get_friend_id", () => ({ userID: "bob" })],
  ["/friend/get_specified_friends_info", () => ({ ownerUserID: "bob", userIDList: ["carol"] })],
  ["/friend/add_black", () => ({ ownerUserID: "bob", blackUserID: "carol" })],
  ["/friend/remove_black", () => ({ ownerUserID: "bob", blackUserID: "carol" })],
  ["/friend/get_black_list", () => ({ userID: "bob", pagination })],
  ["/friend/get_specified_blacks", () => ({ ownerUserID: "bob", userIDList: ["carol"] })],
  ["/conversation/get_incremental_conversations", () => ({ userID: "bob", ...version })],
  ["/conversation/get_full_conversation_ids", () => ({ userID: "bob", idHash: 0 })],
  ["/conversation/get_owner_conversation", () => ({ userID: "bob", pagination })],
  ["/conversation/get_all_conversations", () => ({ ownerUserID: "bob" })],
  ["/conversation/get_conversations", () => ({ ownerUserID: "bob", conversationIDs: ["si_bob_carol"] })],
  ["/conversation/get_not_notify_conversation_ids", () => ({ userID: "bob" })],
  ["/conversation/set_conversations", () => ({ userIDs: ["bob"], conversation: foreign })],
  ["/conversation/set_conversations", () => ({ userIDs: ["alice"], conversation: foreign })],
  [
    "/conversation/set_conversations",
    () => ({
      userIDs: ["alice"],
      conversation: {
        ...foreign,
        conversationID: `sg_${group}`,
        conversationType: 3,
        userID: "",
        groupID: group,
      },
    }),
  ],
  [
    "/msg/mark_conversation_as_read",
    () => ({ conversationID: "si_bob_carol", userID: "alice", hasReadSeq: 1 }),
  ],
  [
    "/msg/mark_conversation_as_read",
    () => ({ conversationID: "si_bob_carol", userID: "bob", hasReadSeq: 1 }),
  ],
  ["/msg/mark_msgs_as_read", () => ({ conversationID: "si_bob_carol", userID: "alice", seqs: [1] })],
  [
    "/msg/set_conversation_has_read_seq",
    () => ({ conversationID: "si_bob_carol", userID: "alice", hasReadSeq: 1 }),
  ],
  [
    "/msg/get_conversations_has_read_and_max_seq",
    () => ({ userID: "alice", conversationIDs: ["si_bob_carol"] }),
  ],
  ["/msg/get_conversations_has_read_and_max_seq", () => ({ userID: "bob", conversationIDs: [] })],
  ["/msg/pull_msg_by_seq", () => ({ userID: "bob", seqRanges: [] })],
  ["/msg/revoke_msg", () => ({ conversationID: "si_bob_carol", seq: 1, userID: "alice" })],
  ["/msg/revoke_msg", () => ({ conversationID: "si_bob_carol", seq: 1, userID: "bob" })],
  ["/msg/delete_msgs", () => ({ conversationID: "si_bob_carol", seqs: [1], userID: "alice" })],
  ["/msg/clear_conversation_msg", () => ({ conversationIDs: ["si_bob_carol"], userID: "alice" })],
  ["/msg/user_clear_all_msg", () => ({ userID: "bob" })],
  ["/group/get_incremental_join_groups", () => ({ userID: "bob", ...version })],
  ["/group/get_full_join_group_ids", () => ({ userID: "bob", idHash: 0 })],
  ["/group/get_joined_group_list", () => ({ fromUserID: "bob", pagination })],
  ["/group/get_incremental_group_members_batch", () => ({ userID: "bob", reqList: [] })],
  ["/group/get_full_group_member_user_ids", () => ({ groupID: group, idHash: 0 })],
  ["/group/get_group_members_info", () => ({ groupID: group, userIDs: ["bob"] })],
  ["/group/get_group_member_list", () => ({ groupID: group, pagination })],
  ["/group/get_incremental_group_members", () => ({ groupID: group, ...version })],
  ["/group/get_group_member_user_id", () => ({ groupID: group })],
  ["/group/get_group_abstract_info", () => ({ groupIDs: [group] })],
  ["/group/get_group_users_req_application_list", () => ({ groupID: group, userIDs: ["carol"] })],
  [
    "/group/create_group",
    () => ({ ownerUserID: "bob", memberUserIDs: ["alice"], groupInfo: { groupType: 2 } }),
  ],
  ["/group/invite_user_to_group", () => ({ groupID: group, invitedUserIDs: ["alice"] })],
  ["/group/kick_group", () => ({ groupID: group, kickedUserIDs: ["carol"] })],
  ["/group/quit_group", () => ({ groupID: group, userID: "carol" })],
  ["/group/dismiss_group", () => ({ groupID: group })],
  ["/group/join_group", () => ({ groupID: group, joinSource: 3, inviterUserID: "bob" })],
  ["/group/mute_group", () => ({ groupID: group })],
  ["/group/cancel_mute_group", () => ({ groupID: group })],
  ["/group/set_group_member_info", () => ({ members: [{ groupID: group, userID: "carol", nickname: "X" }] })],
  ["/group/transfer_group", () => ({ groupID: group, oldOwnerUserID: "bob", newOwnerUserID: "carol" })],
  ["/group/get_recv_group_applicationList", () => ({ fromUserID: "bob", pagination })],
  ["/group/get_user_req_group_applicationList", () => ({ userID: "bob", pagination })],
  ["/group/get_group_application_unhandled_count", () => ({ userID: "bob", time: 0 })],
];

/** Codes for a conversation of others, which looks like one that does not exist: "no such" or "nothing to do". */
const unseen: Readonly<Record<string, number>> = {
  "/msg/mark_conversation_as_read": 1004,
  "/msg/mark_msgs_as_read": 1004,
  "/msg/set_conversation_has_read_seq": 1004,
  "/msg/revoke_msg": 1004,
  "/msg/delete_msgs": 0,
  "/msg/clear_conversation_msg": 0,
};

describe("access to the data of other users", () => {
  it.each(trespasses)("is refused: %s", async (path, body) => {
    const named: { userID?: string } = body();
    const errCode = named.userID === "alice" ? (unseen[path] ?? 1002) : 1002;
    const answer = await backend.post(path, body(), alice);
    expect(answer).toMatchObject({ errCode });
    expect(answer).not.toHaveProperty("data");
  });

  it("is refused for a whole batch of members if one group is not the caller's, as on a real server", async () => {
    const own = await backend.post(
      "/group/create_group",
      { ownerUserID: "alice", memberUserIDs: [], groupInfo: { groupType: 2, groupID: "ownGroup" } },
      alice,
    );
    expect(own).toMatchObject({ errCode: 0 });
    const batch = (...groupIDs: string[]) =>
      backend.post(
        "/group/get_incremental_group_members_batch",
        { userID: "alice", reqList: groupIDs.map((groupID) => ({ groupID, ...version })) },
        alice,
      );
    expect(await batch("ownGroup")).toMatchObject({ errCode: 0, data: { respList: { ownGroup: {} } } });
    for (const answer of [await batch(group), await batch("ownGroup", group), await batch("unknown")]) {
      expect(answer).toMatchObject({ errCode: 1002, errDlt: "op user not in group" });
      expect(answer).not.toHaveProperty("data");
    }
  });

  it("has changed nothing after all these calls", async () => {
    for (const [path, body] of trespasses) await backend.post(path, body(), alice);
    const users = await backend.post("/user/get_users_info", { userIDs: ["bob"] }, alice);
    expect(users.data).toMatchObject({ usersInfo: [{ nickname: "BOB", globalRecvMsgOpt: 0 }] });
    const conversations = await backend.post(
      "/conversation/get_all_conversations",
      { ownerUserID: "bob" },
      bob,
    );
    expect(JSON.stringify(conversations.data)).not.toContain('"isPinned":true');
    const seqs = await backend.post(
      "/msg/get_conversations_has_read_and_max_seq",
      { userID: "bob", conversationIDs: ["si_bob_carol"] },
      bob,
    );
    expect(seqs.data).toMatchObject({ seqs: { si_bob_carol: { maxSeq: 1, hasReadSeq: 1 } } });
    const carol = { userID: "carol", conversationIDs: ["si_bob_carol"] };
    const unread = await backend.post(
      "/msg/get_conversations_has_read_and_max_seq",
      carol,
      backend.token("carol"),
    );
    expect(unread.data).toMatchObject({ seqs: { si_bob_carol: { maxSeq: 1, hasReadSeq: 0 } } });
  });
});

describe("tokens", () => {
  it.each([...new Set(trespasses.map(([path]) => path)), "/user/get_users_info", "/third/set_app_badge"])(
    "are required: %s",
    async (path) => {
      expect((await backend.post(path, {}, "")).errCode).toBe(1001);
      expect((await backend.post(path, {}, "nonsense")).errCode).toBe(1503);
    },
  );

  it("never appear in answers or logs", async () => {
    const errors = vi.spyOn(console, "error");
    const answers = [
      await backend.post("/user/get_users_info", { userIDs: 5 }, alice),
      await backend.post("/user/get_users_info", {}, `${alice}x`),
      await backend.post(`/no/${"such"}`, {}, alice),
    ];
    const logged = JSON.stringify([vi.mocked(console.warn).mock.calls, errors.mock.calls]);
    const secret = alice.slice(0, 20);
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect(logged).not.toContain(secret);
  });
});

describe("bodies", () => {
  it.each([
    ["no JSON", "{"],
    ["not an object", "[1]"],
    ["null", "null"],
    ["missing fields", "{}"],
    ["a wrong type", '{"userID":5,"versionID":"","version":0}'],
    ["a text for a number", '{"userID":"alice","versionID":"","version":"0"}'],
    ["an unsafe number", '{"userID":"alice","versionID":"","version":1e300}'],
  ])("with %s are refused with 1001", async (_name, body) => {
    const answer = await backend.post("/friend/get_incremental_friends", body, alice);
    expect(answer).toMatchObject({ errCode: 1001, errMsg: "ArgsError" });
  });

  it("with hostile keys and ids do no harm", async () => {
    const ids = ["__proto__", "constructor", "'; DROP TABLE users; --", "", "\u0000"];
    const body = `{"userIDs":${JSON.stringify(ids)},"__proto__":{"polluted":1}}`;
    expect(await backend.post("/user/get_users_info", body, alice)).toMatchObject({
      data: { usersInfo: null },
    });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    for (const path of ["/__proto__", "/constructor", "/toString"]) {
      expect((await backend.post(path, {}, alice)).errCode).toBe(404);
    }
  });
});

describe("ids", () => {
  const malformed = expect.objectContaining({ errCode: 1001 });

  it("with _ are refused for groups", () => {
    const group = { groupID: "a_b", name: "", owner: "bob", members: [] };
    expect(() => backend.im.createGroup(group)).toThrow(malformed);
  });

  it.each(["", "a-b", "_", "x".repeat(65)])("such as %j are refused for users and groups", (id) => {
    expect(() => backend.im.registerUser({ userID: id, nickname: "", faceURL: "" })).toThrow(malformed);
    expect(() => backend.im.createGroup({ groupID: id, name: "", owner: "bob", members: [] })).toThrow(
      malformed,
    );
  });

  it("that resemble a conversation of the caller's are refused", async () => {
    backend.im.send({ from: "alice", to: "bob", contentType: 101, content: {} });
    for (const id of [
      "xx_alice_bob",
      "n_bob_carol",
      "n_bob_bob",
      `n_${group}`,
      `sg_${group}`,
      "si_alice_bob ",
    ]) {
      const body = { userID: "alice", conversationIDs: [id] };
      expect((await backend.post("/msg/get_conversations_has_read_and_max_seq", body, alice)).errCode).toBe(
        1002,
      );
    }
  });
});

describe("an answer", () => {
  it.each([
    // The real server has no such method either.
    "/friend/get_incremental_blacks",
    // There it reports all groups of all users to every user.
    "/group/get_groups",
    "/no/such",
  ])("is an error that names %s, because it is not implemented", async (path) => {
    const { errCode, errMsg, data } = await backend.post(path, { userID: "alice" }, alice);
    expect(errCode).toBe(404);
    expect(errMsg).toContain(`/api${path}`);
    expect(data).toBeFalsy();
  });

  it("is the same for an unknown path below /chat, with a long path shortened", async () => {
    const url = `${backend.origin}/chat/account/delete${"x".repeat(5000)}`;
    const text = await (await fetch(url, { method: "POST", body: "{}" })).text();
    expect(JSON.parse(text)).toMatchObject({
      errCode: 404,
      errMsg: expect.stringContaining("/chat/account/delete"),
    });
    expect(text.length).toBeLessThan(500);
  });

  it("is a success without data for calls that SDKs make by themselves", async () => {
    for (const path of ["/third/fcm_update_token", "/third/set_app_badge"]) {
      expect((await backend.post(path, { userID: "alice" }, alice)).errCode).toBe(0);
    }
  });

  it("about an unknown path is logged once", async () => {
    for (let i = 0; i < 2; i += 1) await backend.post("/third/new", {}, alice);
    const lines = vi
      .mocked(console.warn)
      .mock.calls.flat()
      .filter((line) => String(line).includes("third/new"));
    expect(lines).toHaveLength(1);
  });

  it("to a preflight lets browsers call from any origin, and cache it", async () => {
    const response = await fetch(`${backend.origin}/api/user/get_users_info`, {
      method: "OPTIONS",
      headers: {
        Origin: "http://elsewhere",
        "Access-Control-Request-Headers": "content-type,operationid,token",
      },
    });
    const allowed = response.headers.get("access-control-allow-headers") ?? "";
    for (const name of ["content-type", "operationid", "token"]) expect(allowed).toContain(name);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(Number(response.headers.get("access-control-max-age"))).toBeGreaterThan(0);
  });

  it("is an error of the same shape for other methods", async () => {
    const response = await fetch(`${backend.origin}/api/user/get_users_info`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ errCode: 1001 });
  });

  it("contains the server's time", async () => {
    const { serverTime } = await backend.call(
      "/msg/get_server_time",
      {},
      alice,
      v.object({ serverTime: v.number() }),
    );
    expect(serverTime).toBeGreaterThan(1_700_000_000_000);
  });
});
