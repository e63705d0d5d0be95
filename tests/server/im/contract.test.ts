// Answers of a real OpenIM server to the same calls: over plain REST, and as the real JS SDK shows them.
// @vitest-environment node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../../server/store/database.ts";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, tipsOf } from "../support/gob-client.ts";
import { CbEvents, type JsClient, loggedIn } from "../support/js-client.ts";

const group = "1234567890";
const chat = "si_alice_bob";
const since = 1_790_000_000_123;
const page = { pageNumber: 1, showNumber: 10 };
const fresh = { versionID: "", version: 0 };

let folder: string;
let backend: TestBackend;
let tokens: Record<"alice" | "bob" | "carol", string>;

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-"));
  const db = openDatabase(folder);
  db.prepare(
    "INSERT INTO blacks (ownerUserID, blackUserID, createTime, operatorUserID) VALUES ('alice', 'carol', ?, 'alice')",
  ).run(since);
  db.close();
  backend = await startBackend(["alice", "bob", "carol"], { data: folder });
  tokens = { alice: backend.token("alice"), bob: backend.token("bob"), carol: backend.token("carol") };
  backend.im.makeFriends("alice", "bob", since);
  backend.im.createGroup({ groupID: group, name: "G", owner: "alice", members: ["bob"] });
  backend.im.send({ from: "bob", to: "alice", contentType: 101, content: { content: "hello" } });
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

const inConversation = { conversationID: chat, userID: "alice" };
const unknownChat = { conversationID: "si_alice_nobody", userID: "alice" };
const friend = {
  ownerUserID: "alice",
  createTime: 1_790_000_000,
  operatorUserID: "alice",
  friendUser: { userID: "bob", createTime: 0 },
};
const black = { ownerUserID: "alice", blackUserInfo: { userID: "carol" } };

describe("data", () => {
  it.each<[what: string, path: string, body: object, data: object]>([
    [
      "friends: added in seconds, by the applicant",
      "/friend/get_friend_list",
      { userID: "alice", pagination: page },
      { friendsInfo: [friend], total: 1 },
    ],
    [
      "the same by id",
      "/friend/get_designated_friends",
      { ownerUserID: "alice", friendUserIDs: ["bob"] },
      { friendsInfo: [friend] },
    ],
    [
      "the same as a difference",
      "/friend/get_incremental_friends",
      { userID: "alice", ...fresh },
      { full: true, version: 1, insert: null, update: null, delete: null },
    ],
    [
      "no such friends: null",
      "/friend/get_designated_friends",
      { ownerUserID: "alice", friendUserIDs: ["x"] },
      { friendsInfo: null },
    ],
    [
      "no requests: null with the total",
      "/friend/get_friend_apply_list",
      { userID: "alice", pagination: page },
      { FriendRequests: null, total: 0 },
    ],
    [
      "the black list in seconds",
      "/friend/get_black_list",
      { userID: "alice", pagination: page },
      { blacks: [{ ...black, createTime: 1_790_000_000 }], total: 1 },
    ],
    [
      "some of the black list in ms",
      "/friend/get_specified_blacks",
      { ownerUserID: "alice", userIDList: ["carol"] },
      { blacks: [{ ...black, createTime: since }] },
    ],
    [
      "full ids",
      "/friend/get_full_friend_user_ids",
      { userID: "alice", idHash: 0 },
      { version: 1, equal: false, userIDs: ["bob"] },
    ],
    [
      "groups",
      "/group/get_full_join_group_ids",
      { userID: "alice", idHash: 0 },
      { equal: false, groupIDs: [group] },
    ],
    ["unknown groups: null", "/group/get_groups_info", { groupIDs: ["x"] }, { groupInfos: null }],
    [
      "unknown members: null",
      "/group/get_group_members_info",
      { groupID: group, userIDs: ["x"] },
      { members: null },
    ],
    [
      "a new group's members: version 1",
      "/group/get_full_group_member_user_ids",
      { groupID: group, idHash: 0 },
      { version: 1, userIDs: ["alice", "bob"] },
    ],
    [
      "all members",
      "/group/get_group_member_list",
      { groupID: group, pagination: page, keyword: "" },
      { total: 2 },
    ],
    [
      "members found: by the name in the group alone, counted",
      "/group/get_group_member_list",
      { groupID: group, pagination: page, keyword: "bob" },
      { total: 0, members: null },
    ],
    [
      "own request to a group",
      "/group/get_specified_user_group_request_info",
      { groupID: group, userID: "alice" },
      { total: 0, groupRequests: null },
    ],
    [
      "members of no group",
      "/group/get_incremental_group_members_batch",
      { userID: "alice", reqList: [] },
      {},
    ],
    ["unknown users", "/user/get_users_info", { userIDs: [] }, { usersInfo: null }],
    [
      "online status over REST",
      "/user/subscribe_users_status",
      { userID: "alice", userIDs: ["bob"], genre: 1 },
      { statusList: null },
    ],
    [
      "watched status over REST",
      "/user/get_subscribe_users_status",
      { userID: "alice" },
      { statusList: null },
    ],
    ["no client configuration", "/user/get_user_client_config", { userID: "alice" }, {}],
    ["no commands", "/user/process_user_command_get_all", { userID: "alice" }, { CommandResp: null }],
    [
      "a conversation",
      "/conversation/get_conversations",
      { ownerUserID: "alice", conversationIDs: [chat] },
      {
        conversations: [
          { conversationID: chat, burnDuration: 0, latestMsgDestructTime: -62_135_596_800_000 },
        ],
      },
    ],
    [
      "no such conversation: null",
      "/conversation/get_conversations",
      { ownerUserID: "alice", conversationIDs: ["x"] },
      { conversations: null },
    ],
    [
      "muted conversations",
      "/conversation/get_not_notify_conversation_ids",
      { userID: "alice" },
      { conversationIDs: null },
    ],
    [
      "read marks without pins",
      "/msg/get_conversations_has_read_and_max_seq",
      { userID: "alice", conversationIDs: [chat] },
      { seqs: { [chat]: { maxSeq: 1, hasReadSeq: 0 } }, pinnedConversationIDs: null },
    ],
  ])("%s", async (_what, path, body, data) => {
    const answer = await backend.post(path, body, tokens.alice);
    expect(answer).toMatchObject({ errCode: 0, data });
    if (Object.keys(data).length === 0) expect(answer.data).toEqual({});
  });

  it("is reported as equal to a new client's for empty collections", async () => {
    for (const [path, list] of [
      ["/friend/get_full_friend_user_ids", "userIDs"],
      ["/group/get_full_join_group_ids", "groupIDs"],
      ["/conversation/get_full_conversation_ids", "conversationIDs"],
    ] as const) {
      const { data } = await backend.post(path, { userID: "carol", idHash: 0 }, tokens.carol);
      expect(data).toMatchObject({ equal: true, [list]: null });
    }
  });

  it("has a sortVersion for friends and groups, but not for conversations", async () => {
    const sync = async (path: string) =>
      (await backend.post(path, { userID: "alice", ...fresh }, tokens.alice)).data;
    expect(await sync("/conversation/get_incremental_conversations")).not.toHaveProperty("sortVersion");
    expect(await sync("/friend/get_incremental_friends")).toHaveProperty("sortVersion", 0);
    expect(await sync("/group/get_incremental_join_groups")).toHaveProperty("sortVersion", 0);
  });

  it("is left out if there is none, and on errors", async () => {
    const done = await backend.post(
      "/user/set_global_msg_recv_opt",
      { userID: "alice", globalRecvMsgOpt: 0 },
      tokens.alice,
    );
    expect(done).toEqual({ errCode: 0, errMsg: "", errDlt: "" });
    const refused = await backend.post(
      "/user/set_global_msg_recv_opt",
      { userID: "bob", globalRecvMsgOpt: 0 },
      tokens.alice,
    );
    expect(Object.keys(refused)).toEqual(["errCode", "errMsg", "errDlt"]);
  });
});

describe("codes", () => {
  it.each<[what: string, path: string, body: object, errCode: number]>([
    ["no group ids", "/group/get_groups_info", { groupIDs: [] }, 1001],
    ["no member ids", "/group/get_group_members_info", { groupID: group, userIDs: [] }, 1001],
    [
      "no ids for the black list",
      "/friend/get_specified_blacks",
      { ownerUserID: "alice", userIDList: [] },
      1001,
    ],
    ["users without the key", "/user/get_users_info", {}, 1001],
    ["a list without a page", "/friend/get_friend_list", { userID: "alice" }, 1001],
    ["read up to 0", "/msg/mark_conversation_as_read", { ...inConversation, hasReadSeq: 0, seqs: [] }, 1001],
    [
      "read an unknown conversation",
      "/msg/mark_conversation_as_read",
      { ...unknownChat, hasReadSeq: 1, seqs: [] },
      1004,
    ],
    [
      "read beyond the last message",
      "/msg/mark_conversation_as_read",
      { ...inConversation, hasReadSeq: 99, seqs: [] },
      0,
    ],
    [
      "move the mark beyond the last message",
      "/msg/set_conversation_has_read_seq",
      { ...inConversation, hasReadSeq: 99 },
      1001,
    ],
    ["revoke in an unknown conversation", "/msg/revoke_msg", { ...unknownChat, seq: 1 }, 1004],
    ["revoke message 0", "/msg/revoke_msg", { ...inConversation, seq: 0 }, 1001],
    ["revoke a message that is not there", "/msg/revoke_msg", { ...inConversation, seq: 99 }, 1004],
    ["revoke another user's message", "/msg/revoke_msg", { ...inConversation, seq: 1 }, 1002],
    ["delete in an unknown conversation", "/msg/delete_msgs", { ...unknownChat, seqs: [1] }, 0],
    ["delete beyond the last message", "/msg/delete_msgs", { ...inConversation, seqs: [99] }, 0],
    [
      "clear an unknown conversation",
      "/msg/clear_conversation_msg",
      { userID: "alice", conversationIDs: ["si_x_y"] },
      0,
    ],
    [
      "delete another user's message for everybody (better)",
      "/msg/delete_msgs",
      { ...inConversation, seqs: [1], deleteSyncOpt: { IsSyncOther: true } },
      1002,
    ],
    [
      "clear for everybody (better)",
      "/msg/clear_conversation_msg",
      { userID: "alice", conversationIDs: ["si_alice_bob"], deleteSyncOpt: { IsSyncOther: true } },
      1002,
    ],
    [
      "clear everything for everybody (better)",
      "/msg/user_clear_all_msg",
      { userID: "alice", deleteSyncOpt: { IsSyncSelf: true, IsSyncOther: true } },
      1002,
    ],
    [
      "a setting out of range (better)",
      "/user/set_global_msg_recv_opt",
      { userID: "alice", globalRecvMsgOpt: 7 },
      1001,
    ],
  ])("%s", async (_what, path, body, errCode) => {
    expect((await backend.post(path, body, tokens.alice)).errCode).toBe(errCode);
  });

  it("1002 to an outsider for a group's requests and messages", async () => {
    const request = { groupID: group, userID: "alice" };
    const asked = await backend.post("/group/get_specified_user_group_request_info", request, tokens.carol);
    expect(asked.errCode).toBe(1002);
    const body = { conversationID: `sg_${group}`, seq: 1, userID: "carol" };
    expect((await backend.post("/msg/revoke_msg", body, tokens.carol)).errCode).toBe(1002);
  });

  it("1001 without a token, which does not sign out, and 1503 for a wrong token", async () => {
    expect(await backend.post("/user/get_users_info", { userIDs: [] }, "")).toEqual({
      errCode: 1001,
      errMsg: "ArgsError",
      errDlt: "header must have token",
    });
    expect((await backend.post("/user/get_users_info", { userIDs: [] }, "x")).errCode).toBe(1503);
  });
});

describe("error messages are sentences", () => {
  it.each<[path: string, body: unknown, sentence: string]>([
    ["/friend/get_friend_list", {}, "userID is empty"],
    ["/friend/get_friend_list", { userID: "alice" }, "pagination is empty"],
    [
      "/friend/get_friend_list",
      { userID: "alice", pagination: { pageNumber: 0, showNumber: 1 } },
      "pagination.pageNumber must be at least 1",
    ],
    ["/friend/get_friend_list", { userID: 5, pagination: page }, "userID must be a text"],
    [
      "/friend/get_friend_list",
      { userID: "x".repeat(200), pagination: page },
      "userID must have at most 128 characters",
    ],
    [
      "/friend/get_incremental_friends",
      { userID: "alice", versionID: "", version: "1" },
      "version must be a number",
    ],
    [
      "/friend/get_incremental_friends",
      { userID: "alice", versionID: "", version: 0.5 },
      "version must be a whole number",
    ],
    ["/user/get_users_info", { userIDs: "alice" }, "userIDs must be a list"],
    [
      "/user/set_global_msg_recv_opt",
      { userID: "alice", globalRecvMsgOpt: 7 },
      "globalRecvMsgOpt must be one of 0, 1, 2",
    ],
    ["/msg/revoke_msg", { ...inConversation, seq: 0 }, "seq must be at least 1"],
    [
      "/msg/delete_msgs",
      { ...inConversation, seqs: [1], deleteSyncOpt: { IsSyncSelf: 1 } },
      "deleteSyncOpt.IsSyncSelf must be true or false",
    ],
    ["/msg/get_server_time", null, "the body is empty"],
    ["/msg/get_server_time", "5", "the body must be an object"],
    ["/jssdk/get_conversations", {}, "ownerUserID is empty"],
  ])("%s %j", async (path, body, sentence) => {
    const { errCode, errDlt } = await backend.post(path, body, tokens.alice);
    expect({ errCode, errDlt }).toEqual({ errCode: 1001, errDlt: sentence });
  });
});

describe("/jssdk, asked in JSON as sdk-core does", () => {
  const me = { ownerUserID: "alice" };

  it("returns active conversations in JSON: pinned ones first, a hundred without a number", async () => {
    const owner = { ...me, userIDs: ["alice"], conversation: { conversationID: chat, conversationType: 1 } };
    const pin = (isPinned: boolean) =>
      backend.post(
        "/conversation/set_conversations",
        { ...owner, conversation: { ...owner.conversation, userID: "bob", groupID: "", isPinned } },
        tokens.alice,
      );
    const ids = async (count?: number) => {
      const schema = v.object({
        conversations: v.array(v.object({ conversation: v.object({ conversationID: v.string() }) })),
      });
      const body = { ...me, ...(count !== undefined && { count }) };
      const answer = await backend.call("/jssdk/get_active_conversations", body, tokens.alice, schema);
      return answer.conversations.map(({ conversation }) => conversation.conversationID);
    };
    expect((await pin(true)).errCode).toBe(0);
    expect(await ids(0)).toEqual([chat, `sg_${group}`]);
    expect(await ids(1)).toEqual([chat]);
    expect(await ids()).toHaveLength(2);
    backend.im.send({ from: "bob", groupID: group, contentType: 101, content: { content: "newer" } });
    expect(await ids(1)).toEqual([chat]);
    expect((await pin(false)).errCode).toBe(0);
    expect(await ids(1)).toEqual([`sg_${group}`]);
  });

  it("returns what a client needs to draw the conversation: bytes as base64, missing values as null", async () => {
    const body = { ...me, conversationIDs: [chat] };
    const { errCode, data } = await backend.post("/jssdk/get_conversations", body, tokens.alice);
    expect(errCode).toBe(0);
    expect(data).toMatchObject({
      conversations: [
        {
          conversation: { conversationID: chat, userID: "bob" },
          lastMsg: {
            sendID: "bob",
            content: Buffer.from('{"content":"hello"}').toString("base64"),
          },
          user: { userID: "bob" },
          friend: { friendUserID: "bob" },
          group: null,
          maxSeq: 1,
        },
      ],
    });
  });

  it("returns protobuf under both of its content types, and no conversations of other users", async () => {
    // GetConversationsReq: ownerUserID "alice", no conversations.
    const bytes = Buffer.from([0x0a, 5, ...Buffer.from("alice")]);
    for (const type of ["application/protobuf", "application/x-protobuf"]) {
      const response = await fetch(`${backend.origin}/api/jssdk/get_conversations`, {
        method: "POST",
        headers: { "Content-Type": type, token: tokens.alice },
        body: bytes,
      });
      expect(await response.json()).toMatchObject({ errCode: 0, data: expect.any(String) });
    }
    const stranger = await backend.post("/jssdk/get_active_conversations", me, tokens.bob);
    expect(stranger.errCode).toBe(1002);
  });
});

describe("notifications", () => {
  it("of a profile change go to the user (1303), and to others from the administrator", async () => {
    const token = backend.token("bob", 1);
    const bob = await connectGob(backend.origin, { userID: "bob", token, platformID: 1 });
    const told = (contentType: number) => bob.notified().filter((tip) => tip.contentType === contentType);
    const same = {
      userInfo: { userID: "bob", nickname: "BOB", faceURL: null, ex: null, globalRecvMsgOpt: null },
    };
    expect((await backend.post("/user/update_user_info_ex", same, token)).errCode).toBe(0);
    await eventually(() => expect(told(1303)).toMatchObject([{ sendID: "bob" }]));
    expect(told(1516)).toEqual([]);

    backend.im.updateUser("alice", { nickname: "Alicia" });
    await eventually(() => expect(told(1516)).toHaveLength(1));
    expect(told(1209)).toMatchObject([{ sendID: "imAdmin", recvID: "bob" }]);
    const [toFriend] = told(1209);
    const [toGroup] = told(1516);
    expect(toFriend && tipsOf(toFriend)).toEqual({ userID: "alice" });
    expect(toGroup && tipsOf(toGroup)).toMatchObject({
      opUser: { userID: "imAdmin", nickname: "superAdmin", roleLevel: 60, appMangerLevel: 2 },
      changedUser: { userID: "alice", nickname: "Alicia" },
      operationTime: 0,
    });
    bob.close();
  });

  it("of a revoked group message contain the revoker's account name, not the name in the group", async () => {
    const token = backend.token("alice", 1);
    const alice = await connectGob(backend.origin, { userID: "alice", token, platformID: 1 });
    backend.im.send({ from: "bob", groupID: group, contentType: 101, content: { content: "oops" } });
    const { [`sg_${group}`]: seq = 0 } = await alice.maxSeqs();
    const body = { conversationID: `sg_${group}`, seq, userID: "alice" };
    expect((await backend.post("/msg/revoke_msg", body, token)).errCode).toBe(0);
    const [revoked] = (await alice.pullSeqs(`sg_${group}`, [seq])).Msgs;
    expect(revoked && tipsOf(revoked)).toMatchObject({ revokerID: "alice", revokerNickname: "Alicia" });
    alice.close();
  });
});

describe("the JS SDK", () => {
  let alice: JsClient;
  let carol: JsClient;
  beforeAll(async () => {
    alice = await loggedIn(backend, "alice");
    carol = await loggedIn(backend, "carol");
  });
  afterAll(async () => {
    await alice.logout();
    await carol.logout();
  });

  it("shows null lists as empty to a new user", async () => {
    expect(carol.of(CbEvents.OnSyncServerFailed)).toEqual([]);
    expect((await carol.sdk.getConversationListSplit({ offset: 0, count: 20 })).data).toEqual([]);
    expect((await carol.sdk.getFriendListPage({ offset: 0, count: 20 })).data).toEqual([]);
    expect((await carol.sdk.getJoinedGroupListPage({ offset: 0, count: 20 })).data).toEqual([]);
    for (const call of [carol.sdk.getBlackList({ offset: 0, count: 20 }), carol.sdk.getUsersInfo([])]) {
      const { errCode, data } = await call;
      expect({ errCode, data: data ?? [] }).toEqual({ errCode: 0, data: [] });
    }
  });

  it("shows the time of a new friend in seconds, as the server sends it", async () => {
    const { data } = await alice.sdk.getFriendListPage({ offset: 0, count: 20 });
    expect(data).toMatchObject([{ userID: "bob", createTime: 1_790_000_000, operatorUserID: "alice" }]);
  });

  it("shows a friend's new name, although the administrator is the sender of the notification", async () => {
    backend.im.updateUser("bob", { nickname: "Robert" });
    expect(await alice.event(CbEvents.OnFriendInfoChanged)).toMatchObject({
      userID: "bob",
      nickname: "Robert",
    });
    expect(await alice.event(CbEvents.OnGroupMemberInfoChanged)).toMatchObject({
      userID: "bob",
      nickname: "Robert",
    });
  });

  it("reports that the group to join does not exist", async () => {
    // The SDK replaces the code 1004 by 10006.
    await expect(alice.sdk.joinGroup({ groupID: "404", reqMsg: "", joinSource: 3 })).rejects.toMatchObject({
      errMsg: "RecordNotFoundError",
    });
  });
});
