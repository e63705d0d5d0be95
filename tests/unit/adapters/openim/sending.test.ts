import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { MESSAGE_LIMIT } from "../../../../machines/domain/mention.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { refusal, type Script } from "../support/scripted-worker.ts";
import { newConversation, receivedText } from "../support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

const conversationID = "si_xa_xb";
const clientMsgID = "0123456789abcdef0123456789abcdef";
const draft = { clientMsgID, conversationID, text: "hello", replyTo: null };
const sendIt = { conversationID, clientMsgID };

/** A message as createTextMessage creates it: with the SDK's own id and without a receiver. */
const made = {
  clientMsgID: "sdk-made-this-id",
  serverMsgID: "",
  createTime: 1795255574544,
  sendTime: 0,
  sessionType: 0,
  sendID: "xa",
  recvID: "",
  msgFrom: 100,
  contentType: 101,
  senderPlatformID: 5,
  senderNickname: "XA",
  seq: 0,
  isRead: false,
  status: 1,
  textElem: { content: "hello" },
};
/** The result of sendMessage: sent, without its seq (protocol section 11.1). */
const sent = { ...made, clientMsgID, recvID: "xb", sessionType: 1, status: 2, sendTime: 1795255574652 };
const stored = (message: object) => ({ findResultItems: [{ conversationID, messageList: [message] }] });

async function setUp(script: Script = {}) {
  const set = setUpIm({
    getMultipleConversation: () => [{ ...newConversation, userID: "xb" }],
    createTextMessage: () => made,
    sendMessage: () => sent,
    findMessageList: () => ({ findResultItems: null }),
    ...script,
  });
  await set.im.login();
  return set;
}

/** The largest compressed frame that a real gateway accepts from a client, in bytes. */
const FRAME_BYTES = 51_200;
/** Random characters of three UTF-8 bytes each. */
const incompressible = (length: number) =>
  String.fromCharCode(
    ...Array.from(crypto.getRandomValues(new Uint16Array(length)), (unit) => 0x1000 + (unit % 0xc000)),
  );

const code = (promise: Promise<unknown>) => promise.then(() => "none", failureCode);

describe("an outgoing message", () => {
  it("8-36 is created with the id given on send and with its receiver", async () => {
    const { im } = await setUp();
    expect(await im.createMessage(draft)).toMatchObject({
      clientMsgID,
      conversationID,
      recvID: "xb",
      groupID: "",
      content: { type: "text", text: "hello" },
      status: "sending",
      sendTime: 1795255574544,
      seq: 0,
    });
  });

  it("7-36 is passed to the SDK with that id, and is sent with an unknown sequence number", async () => {
    const { im, worker } = await setUp();
    await im.createMessage(draft);
    expect(await im.sendMessage(sendIt)).toMatchObject({ clientMsgID, status: "sent", seq: 0 });
    expect(worker().argsOf("sendMessage")).toEqual([
      [{ recvID: "xb", groupID: "", message: { ...made, clientMsgID } }],
    ]);
  });

  it("7-36 is sent to the group of a group conversation", async () => {
    const { im, worker } = await setUp({
      getMultipleConversation: () => [{ ...newConversation, conversationType: 3, userID: "", groupID: "g1" }],
    });
    await im.createMessage(draft);
    await im.sendMessage(sendIt);
    expect(worker().argsOf("sendMessage")).toMatchObject([[{ recvID: "", groupID: "g1" }]]);
  });

  it.each([
    ["to a group without the user", "g1", "notInGroup"],
    ["to a user", "", "notAllowed"],
  ])(
    "8-36 without permission (1002) %s fails with the most specific reason",
    async (_to, groupID, failure) => {
      const { im } = await setUp({
        getMultipleConversation: () => [{ ...newConversation, userID: groupID === "" ? "xb" : "", groupID }],
        sendMessage: () => Promise.reject(refusal(1002)),
      });
      await im.createMessage(draft);
      expect(await code(im.sendMessage(sendIt))).toBe(failure);
    },
  );

  it("8-36 fails when the peer refuses it, and is retried as the same message", async () => {
    const answers = [() => Promise.reject(refusal(1302)), () => sent];
    const { im, worker } = await setUp({ sendMessage: () => answers.shift()?.() });
    await im.createMessage(draft);
    expect(await code(im.sendMessage(sendIt))).toBe("blockedByPeer");
    expect(await im.sendMessage(sendIt)).toMatchObject({ status: "sent" });
    const [first, second] = worker().argsOf("sendMessage");
    expect(second).toEqual(first);
  });

  it("8-36 that failed in an earlier session is read from the local store", async () => {
    const failed = { ...sent, status: 3, groupID: undefined };
    const { im, worker } = await setUp({ findMessageList: () => stored(failed) });
    await im.sendMessage(sendIt);
    expect(worker().argsOf("findMessageList")).toEqual([
      [[{ conversationID, clientMsgIDList: [clientMsgID] }]],
    ]);
    expect(worker().argsOf("sendMessage")).toMatchObject([[{ recvID: "xb", message: { clientMsgID } }]]);
  });

  it("8-36 of a user who signed out is not sent", async () => {
    const { im, worker, signInAs } = await setUp();
    await im.createMessage(draft);
    signInAs("xc");
    expect(await code(im.sendMessage(sendIt))).toBe("unknown");
    expect(worker().argsOf("sendMessage")).toEqual([]);
  });

  it("8-36 counts as sent when the SDK reports a duplicate and the store has it as sent", async () => {
    const { im } = await setUp({
      sendMessage: () => Promise.reject(refusal(10005, "Error: 10204 message repeated")),
      findMessageList: () => stored({ ...sent, seq: 7 }),
    });
    await im.createMessage(draft);
    expect(await im.sendMessage(sendIt)).toMatchObject({ clientMsgID, status: "sent", seq: 7 });
  });

  it("8-36 is sent again when the SDK has stored it, but has not sent it", async () => {
    const answers = [() => Promise.reject(refusal(10204)), () => sent];
    const { im, worker } = await setUp({
      sendMessage: () => answers.shift()?.(),
      findMessageList: () => stored({ ...sent, status: 1 }),
      updateColumnsMessage: () => "",
    });
    await im.createMessage(draft);
    expect(await im.sendMessage(sendIt)).toMatchObject({ clientMsgID, status: "sent" });
    // The SDK resends only messages that have failed (status 3).
    expect(worker().argsOf("updateColumnsMessage")).toEqual([
      [conversationID, clientMsgID, JSON.stringify({ status: 3 })],
    ]);
    const [first, second] = worker().argsOf("sendMessage");
    expect(second).toEqual(first);
  });

  /** As SDK 3.8.5 refuses a call whose database has not answered in five seconds. */
  const slowDatabase = () =>
    Promise.reject(
      refusal(
        10005,
        "*errors.errorString not implement CodeError: invoke javascript timeout, maybe should check  function from javascript",
      ),
    );

  it("8-36 is created and sent although the database of the device is slow at first", async () => {
    const late =
      (...answers: unknown[]) =>
      () =>
        answers.shift() ?? slowDatabase();
    const { im } = await setUp({
      getMultipleConversation: late(null, [{ ...newConversation, userID: "xb" }]),
      createTextMessage: late(null, made),
      sendMessage: late(null, null, sent),
    });
    expect(await im.createMessage(draft)).toMatchObject({ clientMsgID, recvID: "xb" });
    expect(await im.sendMessage(sendIt)).toMatchObject({ clientMsgID, status: "sent" });
  });

  it("8-36 fails, and can be retried, when the database of the device stays slow", async () => {
    let isSlow = true;
    const { im, worker } = await setUp({ sendMessage: () => (isSlow ? slowDatabase() : sent) });
    await im.createMessage(draft);
    expect(await code(im.sendMessage(sendIt))).toBe("timeout");
    expect(worker().argsOf("sendMessage")).toHaveLength(5);
    isSlow = false;
    expect(await im.sendMessage(sendIt)).toMatchObject({ status: "sent" });
  });

  it("8-36 is sent once for two calls at the same time", async () => {
    const { im, worker } = await setUp();
    await im.createMessage(draft);
    const both = await Promise.all([im.sendMessage(sendIt), im.sendMessage(sendIt)]);
    expect(both.map(({ status }) => status)).toEqual(["sent", "sent"]);
    expect(worker().argsOf("sendMessage")).toHaveLength(1);
  });

  it.each([
    ["nothing", null],
    ["a message without a status", { ...made, status: undefined }],
  ])("8-36 is not created from an answer that cannot be read: %s", async (_, answer) => {
    const { im, worker } = await setUp({ createTextMessage: () => answer });
    expect(await code(im.createMessage(draft))).toBe("unknown");
    expect(await code(im.sendMessage(sendIt))).toBe("unknown");
    expect(worker().argsOf("sendMessage")).toEqual([]);
  });

  it.each([
    ["cannot be read", { ...sent, contentType: undefined }],
    ["has failed", { ...sent, status: 3 }],
  ])("8-36 does not count as sent if the answer %s", async (_, answer) => {
    const { im } = await setUp({ sendMessage: () => answer });
    await im.createMessage(draft);
    expect(await code(im.sendMessage(sendIt))).toBe("unknown");
  });

  it("8-36 fails when it is unknown", async () => {
    const { im } = await setUp();
    expect(await code(im.sendMessage(sendIt))).toBe("unknown");
  });
});

describe("a reply", () => {
  it("3-49 quotes the stored message as JSON text", async () => {
    const quote = {
      ...made,
      contentType: 114,
      textElem: undefined,
      quoteElem: { text: "re", quoteMessage: receivedText },
    };
    const { im, worker } = await setUp({
      findMessageList: () => stored(receivedText),
      createQuoteMessage: () => quote,
    });
    const message = await im.createMessage({ ...draft, text: "re", replyTo: receivedText.clientMsgID });
    expect(message).toMatchObject({
      clientMsgID,
      content: { type: "quote", text: "re", quoted: { content: { type: "text", text: "hello" } } },
    });
    expect(worker().argsOf("createQuoteMessage")).toEqual([
      [{ text: "re", message: JSON.stringify(JSON.parse(JSON.stringify(receivedText))) }],
    ]);
  });

  it("3-49 quotes a message of ordinary length whole", async () => {
    const text = "Hello @xb and @xc, ".repeat(100);
    const atTextElem = { text, atUserList: ["xb", "xc"] };
    const original = { ...receivedText, contentType: 106, textElem: undefined, atTextElem };
    const { im, worker } = await setUp({
      findMessageList: () => stored(original),
      createQuoteMessage: () => made,
    });
    await im.createMessage({ ...draft, text: "re", replyTo: receivedText.clientMsgID });
    const [quote] = worker().argsOf("createQuoteMessage").flat();
    expect(quote).toEqual({ text: "re", message: JSON.stringify(JSON.parse(JSON.stringify(original))) });
  });

  it.each([
    { original: "text", elements: { textElem: { content: incompressible(30_000) } } },
    {
      original: "reply to a reply",
      elements: {
        contentType: 114,
        textElem: undefined,
        quoteElem: {
          text: incompressible(10_000),
          quoteMessage: { ...receivedText, textElem: { content: incompressible(10_000) } },
        },
      },
    },
    {
      original: "merged history",
      elements: {
        contentType: 107,
        textElem: undefined,
        mergeElem: {
          title: "T",
          abstractList: Array.from({ length: 20 }, () => incompressible(2000)),
          multiMessage: Array.from({ length: 200 }, () => ({
            ...receivedText,
            textElem: { content: incompressible(2000) },
          })),
        },
      },
    },
    {
      original: "name of every version of a picture",
      elements: {
        contentType: 102,
        textElem: undefined,
        pictureElem: Object.fromEntries(
          ["sourcePicture", "bigPicture", "snapshotPicture"].map((version) => [
            version,
            { uuid: incompressible(2000), type: incompressible(2000), url: incompressible(2000) },
          ]),
        ),
      },
    },
  ])("of maximum length fits into one frame with a very long $original", async ({ elements }) => {
    const text = incompressible(MESSAGE_LIMIT);
    const { im, worker } = await setUp({
      findMessageList: () => stored({ ...receivedText, ...elements }),
      createQuoteMessage: () => made,
    });
    await im.createMessage({ ...draft, text, replyTo: receivedText.clientMsgID });
    const [quote] = worker().argsOf("createQuoteMessage").flat();
    expect(quote).toMatchObject({ text });
    expect(JSON.stringify(quote)).not.toContain("quoteMessage");
    expect(gzipSync(JSON.stringify(quote)).length).toBeLessThan(FRAME_BYTES);
  });

  it.each([{ findResultItems: null }, null, { findResultItems: [{ messageList: [{}] }] }])(
    "3-49 to a missing message is sent as a plain message, so that its text is not lost (%j)",
    async (answer) => {
      const { im, worker } = await setUp({ findMessageList: () => answer });
      const message = await im.createMessage({ ...draft, replyTo: "gone" });
      expect(message.content).toEqual({ type: "text", text: "hello" });
      expect(worker().argsOf("createTextMessage")).toEqual([["hello"]]);
    },
  );
});

describe("a text with mentions", () => {
  const mentions = [{ userID: "1000000003", name: "Ben (.*)" }];
  const atTextElem = {
    text: "hi @1000000003",
    atUserList: ["1000000003", "AtAllTag"],
    atUsersInfo: [{ atUserID: "1000000003", groupNickname: "Ben (.*)" }],
    isAtSelf: false,
  };
  const made106 = { ...made, contentType: 106, textElem: undefined, atTextElem };

  it("3-40 is created with ids and group nicknames", async () => {
    const { im, worker } = await setUp({ createTextAtMessage: () => made106 });
    const message = await im.createMessage({ ...draft, text: "hi @1000000003", mentions });
    expect(worker().argsOf("createTextAtMessage")).toEqual([
      [
        {
          text: "hi @1000000003",
          atUserIDList: ["1000000003"],
          atUsersInfo: [{ atUserID: "1000000003", groupNickname: "Ben (.*)" }],
        },
      ],
    ]);
    expect(message.content).toEqual({
      type: "at",
      text: "hi @1000000003",
      mentions: [...mentions, { userID: "AtAllTag", name: "" }],
    });
  });

  it("3-49 quotes the message it replies to", async () => {
    const { im, worker } = await setUp({
      findMessageList: () => stored(receivedText),
      createTextAtMessage: () => ({ ...made106, atTextElem: { ...atTextElem, quoteMessage: receivedText } }),
    });
    const replyTo = receivedText.clientMsgID;
    const message = await im.createMessage({ ...draft, text: "hi @1000000003", mentions, replyTo });
    expect(worker().argsOf("createTextAtMessage").flat()).toMatchObject([
      { message: { clientMsgID: replyTo } },
    ]);
    expect(message.content).toMatchObject({ quoted: { content: { type: "text", text: "hello" } } });
  });

  it("is stored in a draft with its mentions, and as plain text without any", async () => {
    const { im, worker } = await setUp({ setConversationDraft: () => null });
    await im.saveDraft({ conversationID: draft.conversationID, text: "Hi" });
    const placed = [{ userID: "1000000003", name: "Ben", start: 0 }];
    await im.saveDraft({ conversationID: draft.conversationID, text: "@Ben ", mentions: placed });
    expect(worker().argsOf("setConversationDraft").flat()).toEqual([
      { conversationID: draft.conversationID, draftText: "Hi" },
      { conversationID: draft.conversationID, draftText: `@Ben \u001f${JSON.stringify(placed)}` },
    ]);
  });
});

describe("4-63 a draft that the SDK did not save", () => {
  const { conversationID } = draft;

  it("is saved once by the next page before it reads chats", async () => {
    let isGoing = true;
    const set = await setUp({
      setConversationDraft: () => (isGoing ? new Promise(() => {}) : null),
      getMultipleConversation: () => [],
    });
    void set.im.saveDraft({ conversationID, text: "Half" });
    void set.im.saveDraft({ conversationID, text: "Half a thought" });
    isGoing = false;
    const next = set.join();
    await next.loadConversation({ conversationID }).catch(() => {});
    expect(set.worker().argsOf("setConversationDraft").flat().at(-1)).toEqual({
      conversationID,
      draftText: "Half a thought",
    });
    await set
      .join()
      .loadConversation({ conversationID })
      .catch(() => {});
    expect(set.worker().argsOf("setConversationDraft")).toHaveLength(3);
    expect(set.local.length).toBe(0);
  });

  it("is saved by the next worker if the worker ends", async () => {
    let hasAnswer = true;
    const set = await setUp({
      setConversationDraft: () => (hasAnswer ? null : new Promise(() => {})),
      getMultipleConversation: () => [],
    });
    const open = () => set.im.loadConversation({ conversationID }).catch(() => {});
    await open();
    hasAnswer = false;
    const saving = set.im.saveDraft({ conversationID, text: "Half" });
    set.worker().report({ type: "dead" });
    await expect(saving).rejects.toThrow();
    hasAnswer = true;
    await open(); // no worker runs
    await set.im.login();
    await open();
    expect(set.workers).toHaveLength(2);
    expect(set.worker().argsOf("setConversationDraft").flat()).toEqual([
      { conversationID, draftText: "Half" },
    ]);
    expect(set.local.length).toBe(0);
  });

  it("is saved by this page after another tab ran the SDK", async () => {
    const set = await setUp({ setConversationDraft: () => null, getMultipleConversation: () => [] });
    const open = () => set.im.loadConversation({ conversationID }).catch(() => {});
    await open();
    await set.im.stop();
    set.local.setItem("parley:drafts:xa", JSON.stringify({ [conversationID]: "From the other tab" }));
    await set.im.login();
    await open();
    expect(set.worker().argsOf("setConversationDraft").flat()).toEqual([
      { conversationID, draftText: "From the other tab" },
    ]);
  });

  it("is saved before the list is read", async () => {
    const set = await setUp({ setConversationDraft: () => null, getConversationListSplit: () => [] });
    set.local.setItem("parley:drafts:xa", JSON.stringify({ [conversationID]: "Half" }));
    await set.im.loadConversations({ offset: 0, count: 20 });
    const names = set.worker().calls.map(({ name }) => name);
    expect(names.slice(-2)).toEqual(["setConversationDraft", "getConversationListSplit"]);
  });

  it("is saved at the next sign-in, after a forced sign-out", async () => {
    const set = await setUp({
      setConversationDraft: () => new Promise(() => {}),
      getMultipleConversation: () => [],
    });
    set.im.saveDraft({ conversationID, text: "Half" }).catch(() => {});
    set.signInAs(null);
    await set.im.stop();
    set.signInAs("xa");
    await set.im.login();
    void set.im.loadConversation({ conversationID }).catch(() => {});
    await expect
      .poll(() => set.worker().argsOf("setConversationDraft").flat())
      .toEqual([{ conversationID, draftText: "Half" }]);
  });

  it.each([null, "xb"])(
    "is not stored for %s, who is stored as the user after a sign-out in another tab",
    async (userID) => {
      const set = await setUp({ setConversationDraft: () => new Promise(() => {}) });
      set.im.saveDraft({ conversationID, text: "Hal" }).catch(() => {});
      set.local.clear();
      set.signInAs(userID);
      set.im.saveDraft({ conversationID, text: "Half" }).catch(() => {});
      expect(set.local.length).toBe(0);
    },
  );

  it("is removed after the save, and is only saved for its author", async () => {
    const set = await setUp({ setConversationDraft: () => null, getMultipleConversation: () => [] });
    await set.im.saveDraft({ conversationID, text: "Half" });
    expect(set.local.length).toBe(0);
    set.local.setItem("parley:drafts:somebody", JSON.stringify({ [conversationID]: "Theirs" }));
    await set
      .join()
      .loadConversation({ conversationID })
      .catch(() => {});
    expect(set.worker().argsOf("setConversationDraft")).toHaveLength(1);
  });
});

describe("a call record", () => {
  const call = { roomID: "r1", mediaType: "voice", result: "completed", durationSeconds: 151 } as const;

  it("2-97 is created as a custom message that the local search can find", async () => {
    const { im, worker } = await setUp({
      createCustomMessage: (payload) => ({
        ...made,
        contentType: 110,
        textElem: undefined,
        customElem: payload,
      }),
    });
    const message = await im.createMessage({ ...draft, text: "", call });
    expect(message).toMatchObject({ clientMsgID, content: { type: "callRecord", record: call } });
    expect(worker().argsOf("createCustomMessage")).toEqual([
      [
        {
          data: JSON.stringify({
            customType: 100,
            data: { roomID: "r1", mediaType: "audio", result: "completed", durationSeconds: 151 },
          }),
          extension: "",
          description: "callRecord",
        },
      ],
    ]);
    await im.sendMessage(sendIt);
    expect(worker().argsOf("sendMessage")).toMatchObject([
      [{ recvID: "xb", groupID: "", message: { clientMsgID, customElem: { description: "callRecord" } } }],
    ]);
  });
});
