import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MessageContent } from "../../../../machines/domain/message.ts";
import {
  parseMessage,
  parseMessages,
  parseMessageText,
} from "../../../../src/adapters/openim/parse/messages.ts";
import { customMessage, groupCreated, messageOf, receivedText, revocation } from "../support/sdk-samples.ts";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
});

const contentOf = (contentType: number, elements: Record<string, unknown>) =>
  parseMessage(messageOf(contentType, elements))?.content;
const notice = (detail: unknown) => ({ notificationElem: { detail } });
/** A message of b1 in its revoked form, as the server stores it. */
const recalled = (detail: Record<string, unknown>, envelope: { sessionType: number }) => ({
  ...{ clientMsgID: "e4ff", sendID: "b1", recvID: "a1", ...envelope },
  ...notice(
    JSON.stringify({
      ...revocation,
      ...{ sourceMessageSendID: "b1", sourceMessageSenderNickname: "B1", ...envelope, ...detail },
    }),
  ),
});

describe("an SDK message", () => {
  it("3-10 is parsed to the fields that the charts use", () => {
    expect(parseMessage(receivedText)).toEqual({
      clientMsgID: "c9a48d727fe807e5e959593bd7029d29",
      conversationID: "si_xa_xb",
      sendID: "xa",
      recvID: "xb",
      groupID: "",
      senderNickname: "XA",
      senderFaceUrl: "",
      contentType: 101,
      content: { type: "text", text: "hello" },
      seq: 1,
      sendTime: 1795255574652,
      status: "sent",
      isRead: false,
    });
  });

  it("3-10 has the picture of its sender", () => {
    const senderFaceUrl = "https://parley.test/xa";
    expect(parseMessage({ ...receivedText, senderFaceUrl })).toMatchObject({ senderFaceUrl });
  });

  it("3-10 belongs to the same conversation for both senders", () => {
    expect(parseMessage({ ...receivedText, sendID: "xb", recvID: "xa" })?.conversationID).toBe("si_xa_xb");
    expect(parseMessage({ ...receivedText, sendID: "Z", recvID: "a" })?.conversationID).toBe("si_Z_a");
    expect(parseMessage(groupCreated)?.conversationID).toBe("sg_1035547533");
    expect(parseMessage({ ...groupCreated, groupID: "", recvID: "g1" })?.conversationID).toBe("sg_g1");
    expect(parseMessage({ ...receivedText, sessionType: 4 })?.conversationID).toBe("sn_xa_xb");
  });

  it("3-10 has the status sending, sent or failed", () => {
    const statusOf = (status: number) => parseMessage({ ...receivedText, status })?.status;
    expect([1, 2, 3].map(statusOf)).toEqual(["sending", "sent", "failed"]);
  });

  it("3-10 has the client's time until the server sets one", () => {
    expect(parseMessage({ ...receivedText, sendTime: 0 })?.sendTime).toBe(1795255574544);
  });

  it("7-30 is left out without a log line when it is deleted", () => {
    expect(parseMessages([{ ...receivedText, status: 4 }])).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("3-10 is none, without a log line, in a chat that has no last message", () => {
    expect(parseMessageText("", "si_xa_xb")).toBeNull();
    expect(lines).toEqual([]);
  });

  it("7-30 is left out when it is a typing notice", () => {
    expect(parseMessages([messageOf(113, { typingElem: { msgTips: "yes" } })])).toEqual([]);
  });

  it.each([
    undefined,
    null,
    "text",
    5,
    {},
    { ...receivedText, clientMsgID: "" },
    { ...receivedText, seq: "1" },
  ])("4-60 is skipped when it is %j, and its content is not logged", (raw) => {
    expect(parseMessages([raw, receivedText])).toHaveLength(1);
    expect(lines).toEqual(["im: skipped a malformed message"]);
  });

  it("4-60 is ignored in a list that is not an array", () => {
    for (const raws of [null, undefined, "", {}]) expect(parseMessages(raws)).toEqual([]);
  });
});

describe("message content", () => {
  type Case = [id: string, contentType: number, elements: Record<string, unknown>, content: MessageContent];
  const cases: Case[] = [
    ["3-39", 101, { textElem: { content: "<b>hi</b> &amp;" } }, { type: "text", text: "<b>hi</b> &amp;" }],
    ["3-39", 117, { advancedTextElem: { text: "hi", messageEntityList: [] } }, { type: "text", text: "hi" }],
    ["3-39", 118, { markdownTextElem: { content: "*hi*" } }, { type: "text", text: "*hi*" }],
    [
      "3-40",
      106,
      {
        atTextElem: {
          text: "@u1 hi",
          atUserList: ["u1"],
          atUsersInfo: [{ atUserID: "u1", groupNickname: "Li Lei" }],
        },
      },
      { type: "at", text: "@u1 hi", mentions: [{ userID: "u1", name: "Li Lei" }] },
    ],
    [
      "3-40",
      106,
      { atTextElem: { text: "@u1 hi", atUserList: ["u1"] } },
      { type: "at", text: "@u1 hi", mentions: [{ userID: "u1", name: "" }] },
    ],
    ["3-42", 102, { pictureElem: {} }, { type: "picture" }],
    ["3-43", 104, { videoElem: {} }, { type: "video" }],
    ["3-44", 103, { soundElem: {} }, { type: "voice" }],
    [
      "3-45",
      109,
      { locationElem: { description: '{"name":"West Lake","addr":"Hangzhou"}', longitude: 1, latitude: 2 } },
      { type: "location", name: "West Lake", address: "Hangzhou", point: { latitude: 2, longitude: 1 } },
    ],
    ["3-45", 109, { locationElem: { description: "West Lake" } }, { type: "location", name: "West Lake" }],
    ["3-45", 109, { locationElem: { description: '{"addr":' } }, { type: "location", name: "" }],
    ["3-46", 108, { cardElem: {} }, { type: "card" }],
    ["3-47", 107, {}, { type: "merge" }],
    ["3-48", 105, { fileElem: { fileName: "a.pdf", fileSize: 3 } }, { type: "file", fileName: "a.pdf" }],
    ["3-50", 115, { faceElem: { index: 1 } }, { type: "face" }],
    [
      "3-70",
      2101,
      recalled({ revokerID: "a1", revokerNickname: "A1" }, { sessionType: 3 }),
      {
        type: "revoked",
        revoker: { userID: "a1", nickname: "A1" },
        sender: { userID: "b1", nickname: "B1" },
      },
    ],
    [
      "3-70",
      2101,
      recalled({ revokerID: "b1", revokerNickname: "B1" }, { sessionType: 1 }),
      {
        type: "revoked",
        revoker: { userID: "b1", nickname: "B1" },
        sender: { userID: "b1", nickname: "B1" },
      },
    ],
    // A real server stores messages of this type that a user sends.
    ...[
      recalled({ revokerID: "a1" }, { sessionType: 1 }),
      recalled({ revokerID: "a1", sourceMessageSendID: "a1" }, { sessionType: 3 }),
      recalled({ revokerID: "b1", sourceMessageSendID: "a1" }, { sessionType: 1 }),
      recalled({ clientMsgID: "another" }, { sessionType: 3 }),
    ].map((elements): Case => ["3-73", 2101, elements, { type: "notification" }]),
    ["3-52", 1201, notice("{}"), { type: "friendAdded" }],
    [
      "3-68",
      1400,
      { ...notice('{"text":"maintenance at 9"}'), sessionType: 4 },
      { type: "oaNotification", text: "maintenance at 9" },
    ],
    // In other chats any user can send this type.
    ...[1, 3].map(
      (sessionType): Case => [
        "3-68",
        1400,
        { ...notice('{"text":"Your account ends. Pay at https://evil.test"}'), sessionType },
        { type: "notification" },
      ],
    ),
    ["3-73", 1510, notice('{"opUser":{}}'), { type: "notification" }],
    ["3-73", 2101, notice("{"), { type: "notification" }],
    ["3-73", 1400, { ...notice("maintenance"), sessionType: 4 }, { type: "notification" }],
    ["3-73", 1501, notice('{"opUser":null}'), { type: "groupNotice", notice: { act: "created", by: null } }],
    ["3-73", 1501, notice("{"), { type: "groupNotice", notice: { act: "created", by: null } }],
    ["3-67", 1701, notice('{"isPrivate":true}'), { type: "burning", isOn: true }],
    ["3-67", 1701, notice('{"isPrivate":false}'), { type: "burning", isOn: false }],
    ["3-67", 1701, notice('{"isPrivate":"yes"}'), { type: "notification" }],
    ["3-71", 101, {}, { type: "unsupported" }],
    ["3-71", 105, { fileElem: { fileName: 7 } }, { type: "unsupported" }],
    ["3-71", 9999, {}, { type: "unsupported" }],
  ];
  it.each(cases)("%s content type %i with %j", (_, contentType, elements, content) => {
    expect(contentOf(contentType, elements)).toEqual(content);
  });

  it("3-53 names the creator of a group", () => {
    expect(parseMessage(groupCreated)?.content).toEqual({
      type: "groupNotice",
      notice: { act: "created", by: { userID: "xa", nickname: "XA" } },
    });
  });

  it("3-49 quotes a reply with a mention without the message that it quotes", () => {
    const atTextElem = { text: "@xb no", atUserList: ["xb"], quoteMessage: receivedText };
    const quoted = (elem: unknown) =>
      contentOf(114, { quoteElem: { text: "re", quoteMessage: messageOf(106, { atTextElem: elem }) } });
    expect(quoted(atTextElem)).toMatchObject({
      type: "quote",
      quoted: { content: { type: "at", text: "@xb no", mentions: [{ userID: "xb" }] } },
    });
    expect(JSON.stringify(quoted(atTextElem))).not.toContain(receivedText.textElem.content);
    expect(quoted(null)).toMatchObject({ quoted: { content: { type: "unsupported" } } });
  });

  it("3-49 contains the quoted message, one level deep", () => {
    const inner = messageOf(114, { quoteElem: { text: "first reply", quoteMessage: receivedText } });
    const content = contentOf(114, { quoteElem: { text: "second reply", quoteMessage: inner } });
    expect(content).toEqual({
      type: "quote",
      text: "second reply",
      quoted: {
        clientMsgID: receivedText.clientMsgID,
        sendID: "xa",
        senderNickname: "XA",
        content: { type: "quote", text: "first reply", quoted: null },
      },
    });
  });

  it("3-49 is a reply although the quoted message is invalid", () => {
    for (const quoteMessage of [undefined, null, {}, "x"])
      expect(contentOf(114, { quoteElem: { text: "re", quoteMessage } })).toEqual({
        type: "quote",
        text: "re",
        quoted: null,
      });
  });

  it("3-49 survives endlessly nested replies", () => {
    let message: Record<string, unknown> = { ...receivedText };
    for (let depth = 0; depth < 20_000; depth++)
      message = messageOf(114, { quoteElem: { text: "re", quoteMessage: message } });
    expect(parseMessage(message)?.content).toMatchObject({
      type: "quote",
      quoted: { content: { text: "re" } },
    });
  });

  it("3-40 mentions at most a hundred users, each once", () => {
    const users = Array.from({ length: 50_000 }, (_, i) => `u${i}`);
    const atUsersInfo = users.slice(0, 5000).map((atUserID) => ({ atUserID, groupNickname: "Ann" }));
    const content = contentOf(106, {
      atTextElem: { text: "@u0", atUserList: ["u0", ...users], atUsersInfo },
    });
    const mentions = users.slice(0, 100).map((userID) => ({ userID, name: "Ann" }));
    expect(content).toEqual({ type: "at", text: "@u0", mentions });
  });

  it("3-71 shows a meeting whose unknown fields are nested endlessly, and the messages beside it", () => {
    const nested = "[".repeat(20_000) + "]".repeat(20_000);
    const card = `{"customType":905,"data":{"id":"x","subject":"Plan","nested":${nested}}}`;
    const messages = parseMessages([customMessage("m", card), receivedText]);
    expect(messages.map(({ content }) => content)).toMatchObject([
      { type: "meeting", meeting: { subject: "Plan", extra: {} } },
      { type: "text" },
    ]);
  });

  it("3-19 contains the type of a custom message", () => {
    expect(parseMessage(customMessage("m", '{"customType":905,"data":{}}'))?.content).toEqual({
      type: "custom",
      customType: 905,
    });
  });

  it.each([undefined, null, "", "not json", "null", "[]", '{"customType":"200"}', 7])(
    "4-60 has no type for a custom message with the data %j",
    (data) => {
      expect(parseMessage(customMessage("m", data))?.content).toEqual({ type: "custom", customType: null });
    },
  );
});

describe("call signals", () => {
  it("4-59 are excluded from messages; other custom messages stay", () => {
    const signals = [200, 201, 202, 203, 204].map((customType) =>
      customMessage(`signal-${customType}`, JSON.stringify({ customType, data: {} })),
    );
    const others = [
      customMessage("before", '{"customType":199}'),
      customMessage("after", '{"customType":205}'),
      customMessage("none", "hello"),
      receivedText,
    ];
    const kept = parseMessages([...signals, ...others]);
    expect(kept.map(({ clientMsgID }) => clientMsgID)).toEqual([
      "before",
      "after",
      "none",
      receivedText.clientMsgID,
    ]);
  });
});

describe("a call record", () => {
  const record = { roomID: "r1", mediaType: "video", result: "completed", durationSeconds: 151 };
  const contentOf = (data: unknown) =>
    parseMessage(customMessage("m", JSON.stringify({ customType: 100, data })))?.content;

  it("2-97 contains call, result and duration", () => {
    expect(contentOf(record)).toEqual({ type: "callRecord", record });
    expect(contentOf({ ...record, mediaType: "audio", extra: 1 })).toEqual({
      type: "callRecord",
      record: { ...record, mediaType: "voice" },
    });
  });

  it("R21 names the callee as its author", () => {
    const byCallee = { ...record, isByCallee: true };
    expect(contentOf(byCallee)).toEqual({ type: "callRecord", record: byCallee });
    expect(contentOf({ ...record, isByCallee: "yes" })).toEqual({ type: "callRecord", record });
    const ringing = { ...record, ringSeconds: 30 };
    expect(contentOf(ringing)).toEqual({ type: "callRecord", record: ringing });
    for (const ringSeconds of [1, 120])
      expect(contentOf({ ...record, ringSeconds })).toMatchObject({ record: { ringSeconds } });
    for (const ringSeconds of [0, -1, 1.5, 121, "30", null])
      expect(contentOf({ ...record, ringSeconds })).toEqual({ type: "callRecord", record });
  });

  it.each([
    undefined,
    null,
    "r1",
    {},
    { ...record, roomID: "" },
    { ...record, result: "exploded" },
    { ...record, durationSeconds: -1 },
    { ...record, durationSeconds: 1_000_001 },
    { ...record, durationSeconds: 1e300 },
    { ...record, durationSeconds: "151" },
  ])("2-97 with the data %j is an ordinary custom message", (data) => {
    expect(contentOf(data)).toEqual({ type: "custom", customType: 100 });
  });
});
