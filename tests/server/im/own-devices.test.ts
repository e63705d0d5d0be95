// @vitest-environment node
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { connectGob, type GobClient, told } from "../support/gob-client.ts";

const start = 1_790_000_000_500;
const group = "1234567890";
const chat = "si_ann_ben";
const [android, ipad] = [2, 9];

let backend: TestBackend;
let changing: string;
let connected: GobClient;

beforeEach(async () => {
  backend = await startBackend(["ann", "ben"], { now: () => start });
  backend.im.makeFriends("ann", "ben", start);
  changing = backend.token("ann");
  const created = {
    memberUserIDs: ["ben"],
    adminUserIDs: [],
    ownerUserID: "ann",
    groupInfo: { groupID: group, groupName: "G", groupType: 2 },
    sendMessage: null,
  };
  expect((await backend.post("/group/create_group", created, changing)).errCode).toBe(0);
  backend.im.send({ from: "ben", to: "ann", contentType: 101, content: { content: "hi" } });
  const token = backend.token("ann", android);
  connected = await connectGob(backend.origin, { userID: "ann", token, platformID: android });
});
afterEach(async () => {
  connected.close();
  await backend.close();
});

const Changes = v.looseObject({ version: v.number(), versionID: v.string() });
/** Asks as a device does that connects again. `since` is its last answer. */
const sync = (path: string, body: object, since: object = { version: 0, versionID: "" }) =>
  backend.call(path, { userID: "ann", ...body, ...since }, backend.token("ann", ipad), Changes);
const member = () => {
  const body = { groupID: group, userIDs: ["ann"] };
  return backend.call("/group/get_group_members_info", body, backend.token("ann", ipad), v.unknown());
};
const self = () => {
  const body = { userIDs: ["ann"] };
  return backend.call("/user/get_users_info", body, backend.token("ann", ipad), v.unknown());
};
const target = { conversationID: chat, conversationType: 1, userID: "ben", groupID: "" };
const ofChat = (changes: object) =>
  ["/conversation/set_conversations", { userIDs: ["ann"], conversation: { ...target, ...changes } }] as const;
const ofFriend = (changes: object) =>
  ["/friend/update_friends", { ownerUserID: "ann", friendUserIDs: ["ben"], ...changes }] as const;
const ofMember = (changes: object) =>
  ["/group/set_group_member_info", { members: [{ groupID: group, userID: "ann", ...changes }] }] as const;
const ofUser = (changes: object) =>
  ["/user/update_user_info_ex", { userInfo: { userID: "ann", ...changes } }] as const;

describe("a setting that one device of a user changes", () => {
  it.each([
    ["a pinned chat", ofChat({ isPinned: true }), { isPinned: true }],
    ["a muted chat", ofChat({ recvMsgOpt: 2 }), { recvMsgOpt: 2 }],
    ["the time of disappearing messages", ofChat({ burnDuration: 60 }), { burnDuration: 60 }],
    ["what a client stores with a chat", ofChat({ ex: "x" }), { ex: "x" }],
    [
      "a cleared chat",
      [
        "/msg/clear_conversation_msg",
        { userID: "ann", conversationIDs: [chat], deleteSyncOpt: null },
      ] as const,
      { minSeq: 2 },
    ],
    [
      "all cleared chats",
      ["/msg/user_clear_all_msg", { userID: "ann", deleteSyncOpt: null }] as const,
      { minSeq: 2 },
    ],
  ])("reaches the others: %s", async (_, [path, body], after) => {
    const conversations = "/conversation/get_incremental_conversations";
    const before = await sync(conversations, {});
    expect((await backend.post(path, body, changing)).errCode).toBe(0);
    await eventually(() => expect(told(connected, 1300)).not.toEqual([]));
    const { version, versionID } = before;
    expect(await sync(conversations, {}, { version, versionID })).toMatchObject({
      full: false,
      update: expect.arrayContaining([expect.objectContaining({ conversationID: chat, ...after })]),
    });
  });

  it("reaches the others: disappearing messages", async () => {
    const conversations = "/conversation/get_incremental_conversations";
    const { version, versionID } = await sync(conversations, {});
    const [path, body] = ofChat({ isPrivateChat: true });
    expect((await backend.post(path, body, changing)).errCode).toBe(0);
    await eventually(() => expect(told(connected, 1701)).not.toEqual([]));
    const update = [{ conversationID: chat, isPrivateChat: true }];
    expect(await sync(conversations, {}, { version, versionID })).toMatchObject({ update });
  });

  it.each([
    ["a remark", { remark: "Benny" }],
    ["a pinned friend", { isPinned: true }],
  ])("reaches the others: %s", async (_, changes) => {
    const friends = "/friend/get_incremental_friends";
    const { version, versionID } = await sync(friends, {});
    const [path, body] = ofFriend(changes);
    expect((await backend.post(path, body, changing)).errCode).toBe(0);
    await eventually(() => expect(told(connected, 1210)).not.toEqual([]));
    expect(await sync(friends, {}, { version, versionID })).toMatchObject({ update: [changes] });
  });

  it("reaches the others: a blocked and an unblocked user", async () => {
    const pair = { ownerUserID: "ann", blackUserID: "ben" };
    const list = () => {
      const body = { userID: "ann", pagination: { pageNumber: 1, showNumber: 10 } };
      return backend.call("/friend/get_black_list", body, backend.token("ann", ipad), v.unknown());
    };
    expect((await backend.post("/friend/add_black", { ...pair, ex: "" }, changing)).errCode).toBe(0);
    await eventually(() => expect(told(connected, 1207)).not.toEqual([]));
    expect(await list()).toMatchObject({ total: 1 });
    expect((await backend.post("/friend/remove_black", pair, changing)).errCode).toBe(0);
    await eventually(() => expect(told(connected, 1208)).not.toEqual([]));
    expect(await list()).toMatchObject({ total: 0 });
  });

  it.each([
    ["a name in a group", { nickname: "Annie" }],
    ["a picture in a group", { faceURL: "/object/ann/a.png" }],
  ])("reaches the others: %s", async (_, changes) => {
    const [path, body] = ofMember(changes);
    expect((await backend.post(path, body, changing)).errCode).toBe(0);
    await eventually(() => expect(told(connected, 1516)).not.toEqual([]));
    expect(JSON.stringify(await member())).toContain(Object.values(changes)[0]);
  });

  it.each([
    ["the name", { nickname: "Anna" }],
    ["the picture", { faceURL: "/object/ann/b.png" }],
    ["no sound", { globalRecvMsgOpt: 2 }],
  ])("reaches the others: %s", async (_, changes) => {
    const [path, body] = ofUser(changes);
    expect((await backend.post(path, body, changing)).errCode).toBe(0);
    await eventually(() => expect(told(connected, 1303)).not.toEqual([]));
    expect(JSON.stringify(await self())).toContain(String(Object.values(changes)[0]));
  });

  it("reaches the others: messages that are read", async () => {
    expect((await connected.readSeqs(chat)).seqs[chat]).toMatchObject({ maxSeq: 1, hasReadSeq: 0 });
    const read = { conversationID: chat, userID: "ann", hasReadSeq: 1, seqs: [1] };
    expect((await backend.post("/msg/mark_conversation_as_read", read, changing)).errCode).toBe(0);
    await eventually(() => expect(told(connected, 2200)).not.toEqual([]));
    const { seqs } = await connected.readSeqs(chat);
    expect(seqs[chat]).toMatchObject({ maxSeq: 1, hasReadSeq: 1 });
  });
});
