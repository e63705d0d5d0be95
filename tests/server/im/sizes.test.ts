// @vitest-environment node
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { codeOf, connectGob, decode, encode, type GobClient, tipsOf } from "../support/gob-client.ts";

let backend: TestBackend;
let alice: string;
beforeAll(async () => {
  backend = await startBackend(["alice", "bob", "carol"]);
  alice = backend.token("alice");
});
afterAll(() => backend.close());

const settings = (changes: object, peer = "bob") => ({
  userIDs: ["alice"],
  conversation: {
    conversationID: `si_alice_${peer}`,
    conversationType: 1,
    userID: peer,
    groupID: "",
    ...changes,
  },
});
const many = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`);
const pagination = { pageNumber: 1, showNumber: 10 };
const head = { versionID: "", version: 0 };
const long = "x".repeat(4097);

describe("a text or list beyond its limit is refused with a sentence about the field", () => {
  it.each<[string, object, string]>([
    ["/conversation/set_conversations", settings({ ex: "x".repeat(950_000) }), "conversation.ex"],
    ["/conversation/set_conversations", settings({ attachedInfo: long }), "conversation.attachedInfo"],
    [
      "/conversation/get_conversations",
      { ownerUserID: "alice", conversationIDs: many(50_001) },
      "conversationIDs",
    ],
    [
      "/conversation/get_incremental_conversations",
      { userID: "alice", versionID: long, version: 0 },
      "versionID",
    ],
    ["/user/get_users_info", { userIDs: many(10_001) }, "userIDs"],
    ["/user/get_users_status", { userID: "alice", userIDs: many(10_001) }, "userIDs"],
    ["/group/get_groups_info", { groupIDs: many(1001) }, "groupIDs"],
    [
      "/group/get_incremental_group_members_batch",
      { userID: "alice", reqList: many(10_001).map((groupID) => ({ groupID, ...head })) },
      "reqList",
    ],
    ["/group/get_group_members_info", { groupID: "g", userIDs: many(10_001) }, "userIDs"],
    ["/group/get_group_member_list", { groupID: "g", pagination, keyword: long }, "keyword"],
    [
      "/group/get_recv_group_applicationList",
      { fromUserID: "alice", groupIDs: many(10_001), pagination },
      "groupIDs",
    ],
    [
      "/friend/get_designated_friends",
      { ownerUserID: "alice", friendUserIDs: many(10_001) },
      "friendUserIDs",
    ],
    [
      "/friend/get_friend_apply_list",
      { userID: "alice", pagination, handleResults: Array(11).fill(0) },
      "handleResults",
    ],
    [
      "/msg/mark_msgs_as_read",
      { conversationID: "si_alice_bob", userID: "alice", seqs: Array(10_001).fill(1) },
      "seqs",
    ],
    ["/msg/clear_conversation_msg", { userID: "alice", conversationIDs: many(50_001) }, "conversationIDs"],
  ])("%s", async (path, body, field) => {
    const { errCode, errDlt } = await backend.post(path, body, alice);
    expect({ errCode, errDlt }).toEqual({
      errCode: 1001,
      errDlt: expect.stringContaining(`${field} must have at most`),
    });
  });
});

it.each([
  ["/friend/get_friend_list", { userID: "alice" }],
  ["/friend/get_black_list", { userID: "alice" }],
  ["/friend/get_friend_apply_list", { userID: "alice", handleResults: [] }],
  ["/group/get_joined_group_list", { fromUserID: "alice" }],
  ["/conversation/get_owner_conversation", { userID: "alice" }],
])("refuses a page number that the store cannot count to: %s", async (path, body) => {
  const page = (pageNumber: number) =>
    backend.post(path, { ...body, pagination: { pageNumber, showNumber: 1000 } }, alice);
  expect((await page(2 ** 31 - 1)).errCode).toBe(0);
  for (const far of [2 ** 31, Number.MAX_SAFE_INTEGER, 1e300]) {
    expect(await page(far)).toMatchObject({ errCode: 1001, errDlt: expect.stringContaining("pageNumber") });
  }
});

it("answers a list of ten thousand conversations, which an SDK sends", async () => {
  const body = { ownerUserID: "alice", conversationIDs: many(10_500) };
  expect((await backend.post("/conversation/get_conversations", body, alice)).errCode).toBe(0);
});

it("answers once for a user who is listed a thousand times", async () => {
  const body = { userIDs: Array(1000).fill("bob") };
  expect(await backend.post("/user/get_users_info", body, alice)).toMatchObject({
    data: { usersInfo: [{ userID: "bob" }] },
  });
});

it("answers once for a group that is named ten thousand times", async () => {
  const members = many(300);
  const large = await startBackend(["alice", ...members], { rates: "off" });
  const groupID = large.im.createGroup({ name: "G", owner: "alice", members });
  const token = large.token("alice");
  const { versionID } = await large.call(
    "/group/get_full_group_member_user_ids",
    { groupID, idHash: 0 },
    token,
    v.object({ versionID: v.string() }),
  );
  for (let first = 0; first < members.length; first += 100) {
    const changes = members.slice(first, first + 100).map((userID) => ({ groupID, userID, nickname: "N" }));
    await large.call("/group/set_group_member_info", { members: changes }, token, v.any());
  }
  const reqList = Array(10_000).fill({ groupID, versionID, version: 1 });
  const { data } = await large.post(
    "/group/get_incremental_group_members_batch",
    { userID: "alice", reqList },
    token,
  );
  expect(data).toMatchObject({ respList: { [groupID]: { full: false, version: 301 } } });
  await large.close();
  // Without the limit it takes half a minute.
}, 15_000);

it("keeps the notices that hundreds of users join and leave a group readable", async () => {
  const members = many(900);
  const large = await startBackend(["alice", "bob"]);
  const faceURL = `https://pictures.example/${"x".repeat(75)}.jpg`;
  for (const userID of members) large.im.registerUser({ userID, nickname: userID, faceURL });
  const [alice, bob] = ["alice", "bob"].map((userID) => large.token(userID));
  const created = {
    ownerUserID: "alice",
    memberUserIDs: ["bob", ...members],
    groupInfo: { groupID: "g", groupType: 2 },
  };
  await large.call("/group/create_group", created, alice ?? "", v.any());
  const client = await connectGob(large.origin, { userID: "bob", token: bob ?? "" });
  const versions = () =>
    client.notified().flatMap((tip) => (tip.contentType === 1508 ? [tipsOf(tip).groupMemberVersion] : []));
  const kick = { groupID: "g", reason: "", kickedUserIDs: members };
  await large.call("/group/kick_group", kick, alice ?? "", v.any());
  const { sg_g: newest = 0 } = await client.maxSeqs();
  const seqs = Array.from({ length: newest }, (_, index) => index + 1);
  const tips = (await client.pullSeqs("sg_g", seqs)).Msgs.map((tip) => ({
    type: tip.contentType,
    ...tipsOf(tip),
  }));
  const Tip = v.object({
    type: v.number(),
    kickedUserList: v.optional(v.array(v.object({ userID: v.string() })), []),
  });
  const kicked = tips.map((tip) => v.parse(Tip, tip));
  expect(kicked[0]?.type).toBe(1501);
  expect(
    kicked.flatMap(({ kickedUserList }) => kickedUserList.map(({ userID }) => userID)).toSorted(),
  ).toEqual(members.toSorted());
  // An SDK takes one notification for one step.
  await eventually(() => expect(versions()).toEqual(kicked.slice(1).map((_, index) => index + 2)));
  client.close();
  await large.close();
});

it("answers the member changes of many groups in several batches, as a real server", async () => {
  const members = many(300);
  const large = await startBackend(["alice", ...members], { rates: "off" });
  const token = large.token("alice");
  const groups = ["g1", "g2", "g3", "g4", "g5"];
  const path = "/group/get_incremental_group_members_batch";
  const changed = v.nullish(v.array(v.unknown()), []);
  const answer = v.object({
    respList: v.record(v.string(), v.object({ versionID: v.string(), version: v.number(), insert: changed })),
  });
  const ask = (reqList: object[]) => large.call(path, { userID: "alice", reqList }, token, answer);
  for (const groupID of groups) large.im.createGroup({ groupID, name: "G", owner: "alice", members });
  const known = (await ask(groups.map((groupID) => ({ groupID, versionID: "", version: 0 })))).respList;
  expect(Object.keys(known)).toEqual(groups);
  for (const groupID of groups) {
    const change = { groupID, reason: "", kickedUserIDs: members, invitedUserIDs: members };
    await large.call("/group/kick_group", change, token, v.any());
    await large.call("/group/invite_user_to_group", change, token, v.any());
  }
  let left = groups;
  const sizes: number[] = [];
  while (left.length > 0) {
    const { respList } = await ask(
      left.map((groupID) => ({ groupID, versionID: known[groupID]?.versionID, version: 1 })),
    );
    sizes.push(Object.values(respList).reduce((sum, { insert }) => sum + (insert?.length ?? 0), 0));
    left = left.filter((groupID) => respList[groupID] === undefined);
  }
  expect(sizes).toEqual([600, 600, 300]);
  await large.close();
});

describe("gateway requests", () => {
  let client: GobClient;
  beforeAll(async () => {
    client = await connectGob(backend.origin, { userID: "carol", token: backend.token("carol") });
    backend.im.send({ from: "bob", to: "carol", contentType: 101, content: {} });
  });
  const named = (conversationIDs: string[]) => encode("Conversations", { userID: "carol", conversationIDs });
  const lists = (count: number, seqs: number[]) =>
    encode("PullSeqs", {
      userID: "carol",
      conversations: Array(count).fill({ conversationID: "si_bob_carol", seqs }),
    });

  it.each<[string, number, Uint8Array]>([
    ["positions", 1006, named(Array(50_001).fill("c"))],
    ["newest messages", 1007, named(Array(50_001).fill("c"))],
    ["online states of many users", 2005, encode("Watch", { subscribeUserID: many(10_001) })],
    ["the online state of an endless id", 2005, encode("Watch", { subscribeUserID: ["x".repeat(129)] })],
    ["the end of many online states", 2005, encode("Watch", { unsubscribeUserID: many(10_001) })],
    ["more than ten thousand numbers of messages", 1005, lists(21, Array(500).fill(1))],
  ])("for %s beyond the limit are refused", async (_, request, data) => {
    expect(await codeOf(client.request(request, data))).toBe(1001);
  });

  it("that name a user a thousand times are answered once", async () => {
    const watched = encode("Watch", { subscribeUserID: Array(1000).fill("bob") });
    const { subscribers } = decode("Statuses", await client.request(2005, watched));
    expect(subscribers).toEqual([{ userID: "bob", onlinePlatformIDs: [] }]);
  });

  it("for ten thousand users, a chat thirty thousand times and ten thousand numbers are answered", async () => {
    expect(await codeOf(client.request(2005, encode("Watch", { subscribeUserID: many(10_000) })))).toBe(0);
    const { seqs } = await client.readSeqs(...Array<string>(30_000).fill("si_bob_carol"));
    expect(Object.keys(seqs)).toEqual(["si_bob_carol"]);
    expect(await codeOf(client.request(1005, lists(20, Array(500).fill(1))))).toBe(0);
  });
});

it("refuses seconds beyond int32, with which no SDK could read the list of conversations", async () => {
  const set = (burnDuration: number) =>
    backend.post("/conversation/set_conversations", settings({ burnDuration }), alice);
  const errDlt = "conversation.burnDuration must be at most 2147483647";
  expect(await set(2 ** 31)).toMatchObject({ errCode: 1001, errDlt });
  expect((await set(0)).errCode).toBe(0);
});

it("limits what a client stores for its user, and frees space on removal", async () => {
  const half = "x".repeat(4096);
  const command = (uuid: string) => ({ userID: "alice", type: 1, uuid, value: half, ex: half });
  const add = (uuid: string) => backend.post("/user/process_user_command_add", command(uuid), alice);
  const set = (changes: object) => backend.post("/conversation/set_conversations", settings(changes), alice);
  const full = { errCode: 1001, errDlt: "a user stores at most 1048576 characters" };
  for (let index = 0; index < 128; index += 1) expect((await add(`u${index}`)).errCode).toBe(0);
  expect(await add("more")).toMatchObject(full);
  expect(await set({ ex: "x" })).toMatchObject(full);
  expect(await set({ isPinned: true, ex: "" })).toMatchObject({ errCode: 0 });
  const removed = { userID: "alice", type: 1, uuid: "u0" };
  expect((await backend.post("/user/process_user_command_delete", removed, alice)).errCode).toBe(0);
  expect(await set({ ex: half, attachedInfo: half })).toMatchObject({ errCode: 0 });
  expect(await set({ ex: half })).toMatchObject(full);
  expect(await set({ ex: "" })).toMatchObject({ errCode: 0 });
  backend.im.makeFriends("alice", "carol");
  const remark = (text: string) =>
    backend.post(
      "/friend/set_friend_remark",
      { ownerUserID: "alice", friendUserID: "carol", remark: text },
      alice,
    );
  expect((await remark("C")).errCode).toBe(0);
  expect((await set({ ex: half })).errCode).toBe(1001);
  const black = { ownerUserID: "alice", blackUserID: "carol", ex: half };
  expect(await backend.post("/friend/add_black", black, alice)).toMatchObject(full);
  expect(await backend.post("/friend/add_black", { ...black, ex: "" }, alice)).toMatchObject({ errCode: 0 });
});
