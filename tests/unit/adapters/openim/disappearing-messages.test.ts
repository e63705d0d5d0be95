import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeCallRecord } from "../../../../src/adapters/openim/calls/call-record.ts";
import { parseConversation } from "../../../../src/adapters/openim/parse/conversations.ts";
import { parseMessage } from "../../../../src/adapters/openim/parse/messages.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { refusal, type Script } from "../support/scripted-worker.ts";
import { newConversation, receivedText } from "../support/sdk-samples.ts";

const NOON = 1_795_256_000_000;
const SECOND = 1000;
const key = { conversationID: "si_xa_xb", clientMsgID: receivedText.clientMsgID };

/** A private message as the SDK has it. */
function secret(attached: Record<string, unknown> = {}, changes: Record<string, unknown> = {}) {
  return {
    ...receivedText,
    ...changes,
    attachedInfoElem: {
      ...receivedText.attachedInfoElem,
      isPrivateChat: true,
      burnDuration: 10,
      ...attached,
    },
  };
}
const burnOf = (raw: unknown) => parseMessage(raw)?.burn;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a message that burns after reading", () => {
  it("3-67 says how long it stays, and when it was read", () => {
    expect(burnOf(secret())).toEqual({ seconds: 10, readAt: null });
    expect(burnOf(secret({ hasReadTime: NOON }))).toEqual({ seconds: 10, readAt: NOON });
    expect(burnOf(secret({}, { localEx: `{"readAt":${NOON}}` }))).toEqual({ seconds: 10, readAt: NOON });
  });

  it("3-67 is none where the chat is not private, or not of two", () => {
    expect(burnOf(receivedText)).toBeUndefined();
    expect(burnOf({ ...receivedText, attachedInfoElem: undefined })).toBeUndefined();
    expect(burnOf(secret({}, { sessionType: 3, groupID: "g1" }))).toBeUndefined();
  });

  it("3-67 is none where nothing is said: notices and calls stay", () => {
    const notice = { contentType: 1701, notificationElem: { detail: '{"isPrivate":true}' } };
    expect(burnOf(secret({}, notice))).toBeUndefined();
    const record = { roomID: "r", mediaType: "voice", result: "completed", durationSeconds: 5 } as const;
    const { description, data } = writeCallRecord(record);
    const call = secret({}, { contentType: 110, customElem: { data, description, extension: "" } });
    expect(parseMessage(call)?.content.type).toBe("callRecord");
    expect(burnOf(call)).toBeUndefined();
  });

  it.each([
    [0, 30],
    [-5, 30],
    [Number.NaN, 30],
    ["10", 30],
    [null, 30],
    [0.2, 1],
    [Number.POSITIVE_INFINITY, 7 * 24 * 3600],
    [1e300, 7 * 24 * 3600],
  ])("3-67 that is to last %s seconds lasts %i", (burnDuration, seconds) => {
    expect(burnOf(secret({ burnDuration }))?.seconds).toBe(seconds);
  });

  it.each([-1, 0, Number.NaN, "now", null, {}])("3-67 that was read at %s was not read", (hasReadTime) => {
    expect(burnOf(secret({ hasReadTime }))?.readAt).toBeNull();
  });

  it.each(["", "{", "null", '{"readAt":"x"}', '{"readAt":-1}', 5])(
    "3-67 of which %s is written down was not read",
    (localEx) => expect(burnOf(secret({}, { localEx }))?.readAt).toBeNull(),
  );

  it("3-67 a row of the list says whether its chat is private, and for how long", () => {
    const row = { ...newConversation, isPrivateChat: true, burnDuration: 10 };
    expect(parseConversation(row)).toMatchObject({ isPrivateChat: true, burnDuration: 10 });
  });
});

async function setUp(script: Script) {
  const set = setUpIm(script);
  await set.im.login();
  return set;
}

const page = (...messageList: unknown[]) => ({ messageList, isEnd: true, errCode: 0, errMsg: "" });
const gone = secret({ hasReadTime: NOON - 10 * SECOND }, { clientMsgID: "gone", isRead: true });
const going = secret({ hasReadTime: NOON - 10 * SECOND + 1 }, { clientMsgID: "going", isRead: true });
const ids = (messages: readonly { clientMsgID: string }[]) => messages.map(({ clientMsgID }) => clientMsgID);

describe("what is met of it", () => {
  it("3-67 what was due while the page was closed is not shown, and is told of", async () => {
    const { im, heard } = await setUp({
      getAdvancedHistoryMessageList: () => page(gone, going, receivedText),
    });
    const { messages } = await im.loadOlder({ conversationID: "si_xa_xb", cursor: null, count: 20 });
    expect(ids(messages)).toEqual(["going", receivedText.clientMsgID]);
    expect(heard).toMatchObject([
      { type: "im.met", messages: [{ clientMsgID: "gone" }, { clientMsgID: "going" }] },
    ]);
  });

  it("3-67 a page of nothing but burnt messages is read on behind", async () => {
    const pages = [{ ...page(gone), isEnd: false }, page(receivedText)];
    const { im, worker } = await setUp({ getAdvancedHistoryMessageList: () => pages.shift() });
    const { messages } = await im.loadOlder({ conversationID: "si_xa_xb", cursor: null, count: 1 });
    expect(ids(messages)).toEqual([receivedText.clientMsgID]);
    expect(worker().argsOf("getAdvancedHistoryMessageList")[1]).toMatchObject([{ startClientMsgID: "gone" }]);
  });

  it("3-67 one that is sought and burnt leads to the newest page", async () => {
    const { im } = await setUp({
      findMessageList: () => ({ findResultItems: [{ messageList: [gone] }] }),
      getAdvancedHistoryMessageList: () => page(receivedText),
    });
    const query = { conversationID: "si_xa_xb", cursor: "gone", count: 20 };
    expect(ids((await im.loadAround(query)).messages)).toEqual([receivedText.clientMsgID]);
  });

  it("3-67 the list of chats shows none that is burnt, of which its rows know nothing", async () => {
    const unread = JSON.stringify(secret({}, { clientMsgID: "gone", isRead: true }));
    const stored = { findResultItems: [{ messageList: [gone] }] };
    const { im, heard } = await setUp({
      getConversationListSplit: () => [{ ...newConversation, latestMsg: unread }],
      findMessageList: () => stored,
    });
    expect(await im.loadConversations({ offset: 0, count: 20 })).toMatchObject([{ latestMsg: null }]);
    expect(heard).toMatchObject([{ type: "im.met", messages: [{ clientMsgID: "gone" }] }]);
    stored.findResultItems = [];
    expect(await im.loadConversations({ offset: 0, count: 20 })).toMatchObject([
      { latestMsg: { clientMsgID: "gone" } },
    ]);
  });

  it("3-67 a search finds none that is burnt", async () => {
    const found = { conversationID: "si_xa_xb", messageList: [gone, going] };
    const { im } = await setUp({
      searchLocalMessages: () => ({ searchResultItems: [found] }),
      getMultipleConversation: () => [newConversation],
    });
    const hits = await im.searchMessages({ keyword: "hello" });
    expect(hits.map(({ messages }) => ids(messages))).toEqual([["going"]]);
  });

  it("3-67 one's own is told of as soon as it is sent", async () => {
    const { im, heard } = await setUp({
      findMessageList: () => ({ findResultItems: [{ messageList: [secret()] }] }),
      sendMessage: () => secret(),
    });
    await im.sendMessage(key);
    expect(heard).toMatchObject([{ type: "im.met", messages: [{ burn: { seconds: 10 } }] }]);
  });
});

describe("burning a message", () => {
  it("3-67 takes it from here first, and then from the server for one's other devices", async () => {
    const { im, worker } = await setUp({ deleteMessageFromLocalStorage: () => "", deleteMessage: () => "" });
    const more = { ...key, seconds: 10 };
    await im.burnMessage(more);
    await vi.waitFor(() => expect(worker().argsOf("deleteMessage")).toHaveLength(1));
    const calls = worker().calls.filter(({ name }) => name.startsWith("delete"));
    expect(calls).toMatchObject([
      { name: "deleteMessageFromLocalStorage", args: [key] },
      { name: "deleteMessage", args: [key] },
    ]);
    expect(calls[0]?.args).toEqual([key]);
  });

  it("3-67 is gone from here while the server is out of reach, which is asked until it is told", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isOut = true;
    const { im, worker } = await setUp({
      deleteMessageFromLocalStorage: () => "",
      deleteMessage: () => {
        if (isOut) throw refusal(10000);
        return "";
      },
    });
    const told = () => worker().argsOf("deleteMessage").length;
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await im.burnMessage(key);
    await im.burnMessage({ ...key, clientMsgID: "other" });
    expect(worker().argsOf("deleteMessageFromLocalStorage")).toHaveLength(2);
    await settle();
    const before = told();
    isOut = false;
    await vi.advanceTimersByTimeAsync(5000);
    await settle();
    expect(worker().argsOf("deleteMessage").slice(before)).toEqual([
      [key],
      [{ ...key, clientMsgID: "other" }],
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told()).toBe(before + 2);
  });

  it("3-67 whoever signed out owes nothing any more", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { im, worker } = await setUp({
      logout: () => "",
      deleteMessageFromLocalStorage: () => "",
      deleteMessage: () => {
        throw refusal(10000);
      },
    });
    await im.burnMessage(key);
    await new Promise((resolve) => setImmediate(resolve));
    await im.logout();
    const before = worker().argsOf("deleteMessage").length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker().argsOf("deleteMessage")).toHaveLength(before);
  });

  it("3-67 that could not even be removed here is not done", async () => {
    const { im } = await setUp({
      deleteMessageFromLocalStorage: () => {
        throw refusal(10000);
      },
    });
    await expect(im.burnMessage(key)).rejects.toMatchObject({ code: "network" });
  });

  it.each([1004, 10206])("3-67 is done where there is nothing to burn (%i)", async (code) => {
    const refuse = () => {
      throw refusal(code);
    };
    const { im } = await setUp({ deleteMessageFromLocalStorage: refuse, deleteMessage: refuse });
    await expect(im.burnMessage(key)).resolves.toBeUndefined();
  });

  it("3-67 when it was read is written down beside it", async () => {
    const { im, worker } = await setUp({ setMessageLocalEx: () => "" });
    await im.keepReadTime({ ...key, readAt: NOON });
    expect(worker().argsOf("setMessageLocalEx")).toEqual([[{ ...key, localEx: `{"readAt":${NOON}}` }]]);
  });

  it("3-67 the switch and the time are told one without the other", async () => {
    const { im, worker } = await setUp({ setConversation: () => "" });
    const { conversationID } = key;
    await im.changeConversation({ kind: "burning", conversationID, isOn: true });
    await im.changeConversation({ kind: "burnTime", conversationID, seconds: 60 });
    expect(worker().argsOf("setConversation")).toEqual([
      [{ conversationID, isPrivateChat: true }],
      [{ conversationID, burnDuration: 60 }],
    ]);
  });
});
