import * as v from "valibot";
import { expect, it } from "vitest";
import { createFirstRows } from "../../../../src/adapters/instant-start/first-rows.ts";

const ME = "me";
const said = (content: unknown) => Buffer.from(JSON.stringify(content)).toString("base64");
const message = (changes: object = {}) => ({
  clientMsgID: "m",
  sendID: "anna",
  recvID: ME,
  sessionType: 1,
  contentType: 101,
  content: said({ content: "Tea? 茶" }),
  senderNickname: "Anna as she calls herself",
  seq: 5,
  sendTime: 500,
  status: 2,
  ...changes,
});
const single = (userID: string, changes: object = {}) => ({
  conversationID: `si_${userID}`,
  conversationType: 1,
  userID,
  groupID: "",
  ...changes,
});
const chat = { maxSeq: 5, hasReadSeq: 3, maxSeqTime: 500 };

/** A server with one chat with Anna; `answers` overrides its responses by path. */
function serverWith(answers: Record<string, unknown> = {}) {
  const asked: { path: string; body: unknown; token: string | null }[] = [];
  const all: Record<string, unknown> = {
    "/msg/get_conversations_has_read_and_max_seq": { seqs: { si_anna: chat } },
    "/conversation/get_conversations": { conversations: [single("anna")] },
    "/msg/pull_msg_by_seq": { msgs: { si_anna: { Msgs: [message()] } } },
    "/friend/get_specified_friends_info": {
      infos: [
        { userInfo: { userID: "anna", nickname: "Anna", faceURL: "/anna.png" }, friendInfo: null },
        { userInfo: { userID: "ben", nickname: "Ben" }, friendInfo: { remark: "Benny" } },
      ],
    },
    "/group/get_groups_info": { groupInfos: [{ groupID: "g", groupName: "Tea" }] },
    ...answers,
  };
  const rows = createFirstRows({
    post: async ({ path, body, token, answer }) => {
      asked.push({ path, body, token });
      if (all[path] instanceof Error) throw all[path];
      return v.parse(answer, all[path]);
    },
    token: () => "im-token",
  });
  return { asked, ask: () => rows.askRows({ userID: ME }) };
}

it("10-01 returns name, latest message and unread count of a chat, with the user's token", async () => {
  const { ask, asked } = serverWith();
  expect(await ask()).toMatchObject([
    {
      conversationID: "si_anna",
      kind: "single",
      showName: "Anna",
      faceURL: "/anna.png",
      unreadCount: 2,
      latestMsg: { content: { type: "text", text: "Tea? 茶" }, senderNickname: "", seq: 5 },
    },
  ]);
  expect(new Set(asked.map(({ token }) => token))).toEqual(new Set(["im-token"]));
});

it("10-01 asks only for what it shows", async () => {
  const { ask, asked } = serverWith();
  await ask();
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ["/msg/get_conversations_has_read_and_max_seq", { userID: ME, conversationIDs: [], returnPinned: true }],
    ["/conversation/get_conversations", { ownerUserID: ME, conversationIDs: ["si_anna"] }],
    [
      "/msg/pull_msg_by_seq",
      { userID: ME, seqRanges: [{ conversationID: "si_anna", begin: 5, end: 5, num: 1 }], order: 0 },
    ],
    ["/friend/get_specified_friends_info", { ownerUserID: ME, userIDList: ["anna"] }],
  ]);
});

it.each([
  [101, { content: "hi" }, { type: "text", text: "hi" }],
  [102, {}, { type: "picture" }],
  [103, {}, { type: "voice" }],
  [104, {}, { type: "video" }],
  [105, { fileName: "a.pdf" }, { type: "file", fileName: "a.pdf" }],
  [106, { text: "@me", atUserList: [ME] }, { type: "at", text: "@me" }],
  [107, {}, { type: "merge" }],
  [108, {}, { type: "card" }],
  [109, { description: "Lake", latitude: 1, longitude: 2 }, { type: "location", name: "Lake" }],
  [110, { data: '{"customType":7}' }, { type: "custom", customType: 7 }],
  [114, { text: "re" }, { type: "text", text: "re" }],
  [
    115,
    { index: 1, data: '{"set":"parley","name":"thanks"}' },
    { type: "face", face: { sticker: "thanks" } },
  ],
  [117, { text: "hi" }, { type: "text", text: "hi" }],
  [118, { content: "hi" }, { type: "text", text: "hi" }],
])("10-01 reads the content of a message of type %i", async (contentType, content, parsed) => {
  const { ask } = serverWith({
    "/msg/pull_msg_by_seq": {
      msgs: { si_anna: { Msgs: [message({ contentType, content: said(content) })] } },
    },
  });
  expect(await ask()).toMatchObject([{ latestMsg: { content: parsed } }]);
});

it("keeps pinned chats with older messages among the first twenty", async () => {
  const many = Array.from({ length: 30 }, (_, at) => [`si_${at}`, { ...chat, maxSeqTime: at + 1 }]);
  const { ask, asked } = serverWith({
    "/msg/get_conversations_has_read_and_max_seq": {
      seqs: Object.fromEntries(many),
      pinnedConversationIDs: ["si_3", "si_0"],
    },
  });
  await ask();
  const wanted = asked.find(({ path }) => path === "/conversation/get_conversations")?.body;
  expect(wanted).toMatchObject({ conversationIDs: { 0: "si_3", 1: "si_0", 2: "si_29", 19: "si_12" } });
});

it("has the time of the latest message, or that of the chat without one", async () => {
  expect(await serverWith().ask()).toMatchObject([{ latestMsgSendTime: 500 }]);
  const { ask } = serverWith({
    "/msg/get_conversations_has_read_and_max_seq": { seqs: { si_anna: { ...chat, maxSeqTime: 900 } } },
    "/msg/pull_msg_by_seq": { msgs: {} },
  });
  expect(await ask()).toMatchObject([{ latestMsgSendTime: 900 }]);
});

it("leaves out a chat for which it has not asked", async () => {
  const { ask } = serverWith({
    "/conversation/get_conversations": { conversations: [single("ben"), single("anna")] },
  });
  expect(await ask()).toMatchObject([{ showName: "Anna" }]);
});

it("sorts pinned chats first, then by latest message, and prefers a remark to a nickname", async () => {
  const { ask } = serverWith({
    "/msg/get_conversations_has_read_and_max_seq": {
      seqs: {
        si_anna: { maxSeq: 5, hasReadSeq: 9, maxSeqTime: 100 },
        sg_g: { maxSeq: 1, hasReadSeq: 0, maxSeqTime: 900 },
        si_ben: { maxSeq: 1, hasReadSeq: 0, maxSeqTime: 50 },
      },
      pinnedConversationIDs: ["si_ben"],
    },
    "/conversation/get_conversations": {
      conversations: [
        single("anna"),
        single("ben", { isPinned: true }),
        { conversationID: "sg_g", conversationType: 3, userID: "", groupID: "g" },
      ],
    },
    "/msg/pull_msg_by_seq": { msgs: null },
  });
  expect((await ask()).map(({ showName, unreadCount }) => [showName, unreadCount])).toEqual([
    ["Benny", 1],
    ["Tea", 1],
    ["Anna", 0],
  ]);
});

it("requests at most the newest twenty chats", async () => {
  const many = Array.from({ length: 50 }, (_, at) => [`si_${at}`, { ...chat, maxSeqTime: at + 1 }]);
  const { ask, asked } = serverWith({
    "/msg/get_conversations_has_read_and_max_seq": { seqs: Object.fromEntries(many) },
  });
  await ask();
  const wanted = asked.find(({ path }) => path === "/conversation/get_conversations")?.body;
  const newest = Array.from({ length: 20 }, (_, at) => `si_${49 - at}`);
  expect(wanted).toEqual({ ownerUserID: ME, conversationIDs: newest });
});

it("leaves out cleared and empty chats", async () => {
  const cleared = serverWith({
    "/conversation/get_conversations": { conversations: [single("anna", { minSeq: 6 })] },
  });
  expect(await cleared.ask()).toEqual([]);
  const empty = serverWith({
    "/msg/get_conversations_has_read_and_max_seq": { seqs: { si_anna: { ...chat, maxSeq: 0 } } },
  });
  expect(await empty.ask()).toEqual([]);
  expect(empty.asked).toHaveLength(1);
});

it.each([
  ["was deleted", {}, { status: 4 }],
  ["is a notice", {}, { contentType: 1701, content: said({ detail: '{"isPrivate":true}' }) }],
  [
    "is a disappearing message",
    {},
    { attachedInfo: JSON.stringify({ isPrivateChat: true, burnDuration: 30 }) },
  ],
  ["is in a chat with disappearing messages", { isPrivateChat: true }, {}],
  ["is not base64", {}, { content: "%" }],
  ["has no id", {}, { clientMsgID: "" }],
])("returns a row without a latest message when the message %s", async (_, row, changes) => {
  const { ask } = serverWith({
    "/conversation/get_conversations": { conversations: [single("anna", row)] },
    "/msg/pull_msg_by_seq": { msgs: { si_anna: { Msgs: [message(changes)] } } },
  });
  expect(await ask()).toMatchObject([{ showName: "Anna", latestMsg: null }]);
});

it("10-01 uses names and pictures of the account, never of the message sender", async () => {
  const { ask } = serverWith({
    "/msg/pull_msg_by_seq": {
      msgs: { si_anna: { Msgs: [message({ senderFaceURL: "https://x/sent.png" })] } },
    },
  });
  const rows = JSON.stringify(await ask());
  expect(rows).toContain("Anna");
  expect(rows).not.toMatch(/calls herself|sent\.png/);
});

it("leaves out a chat whose user or group the server does not name", async () => {
  const { ask } = serverWith({
    "/friend/get_specified_friends_info": { infos: [{ userInfo: { userID: "anna" } }, 7] },
  });
  expect(await ask()).toEqual([]);
});

it("fails when the chats fail to load", async () => {
  const { ask } = serverWith({ "/conversation/get_conversations": new Error("lost") });
  await expect(ask()).rejects.toThrow("lost");
});

it("skips an invalid row, and returns rows without messages when the messages fail to load", async () => {
  const { ask } = serverWith({
    "/msg/get_conversations_has_read_and_max_seq": { seqs: { si_anna: chat, si_ben: "?", si_x: chat } },
    "/conversation/get_conversations": {
      conversations: [null, 7, { conversationID: "si_x" }, single("x"), single("anna")],
    },
    "/msg/pull_msg_by_seq": new Error("lost"),
  });
  expect(await ask()).toMatchObject([{ showName: "Anna", latestMsg: null }]);
});
