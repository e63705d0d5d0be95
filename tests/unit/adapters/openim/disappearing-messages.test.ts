import { isDeepStrictEqual } from "node:util";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { writeCallRecord } from "../../../../src/adapters/openim/calls/call-record.ts";
import { parseConversation } from "../../../../src/adapters/openim/parse/conversations.ts";
import { parseMessage } from "../../../../src/adapters/openim/parse/messages.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { refusal, type Script } from "../support/scripted-worker.ts";
import { newConversation, receivedText } from "../support/sdk-samples.ts";

const NOON = 1_795_256_000_000;
const SECOND = 1000;
const key = { conversationID: "si_xa_xb", clientMsgID: receivedText.clientMsgID };

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

describe("a disappearing message", () => {
  it("3-67 has a duration and a read time", () => {
    expect(burnOf(secret())).toEqual({ seconds: 10, readAt: null });
    expect(burnOf(secret({ hasReadTime: NOON }))).toEqual({ seconds: 10, readAt: NOON });
    expect(burnOf(secret({}, { localEx: `{"readAt":${NOON}}` }))).toEqual({ seconds: 10, readAt: NOON });
  });

  it("3-67 exists only in private single chats", () => {
    expect(burnOf(receivedText)).toBeUndefined();
    expect(burnOf({ ...receivedText, attachedInfoElem: undefined })).toBeUndefined();
    expect(burnOf(secret({}, { sessionType: 3, groupID: "g1" }))).toBeUndefined();
  });

  it("3-67 is never a notice or a call record", () => {
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
  ])("3-67 with the duration %s lasts %i seconds", (burnDuration, seconds) => {
    expect(burnOf(secret({ burnDuration }))?.seconds).toBe(seconds);
  });

  it.each([-1, 0, Number.NaN, "now", null, {}])("3-67 with the read time %s is unread", (hasReadTime) => {
    expect(burnOf(secret({ hasReadTime }))?.readAt).toBeNull();
  });

  it.each(["", "{", "null", '{"readAt":"x"}', '{"readAt":-1}', 5])(
    "3-67 with the stored data %s is unread",
    (localEx) => expect(burnOf(secret({}, { localEx }))?.readAt).toBeNull(),
  );

  it("3-67 has its switch and its duration on the conversation row", () => {
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

describe("expired messages", () => {
  it("3-67 are not shown after they expired while the page was closed, and are reported", async () => {
    const { im, heard } = await setUp({
      getAdvancedHistoryMessageList: () => page(gone, going, receivedText),
    });
    const { messages } = await im.loadOlder({ conversationID: "si_xa_xb", cursor: null, count: 20 });
    expect(ids(messages)).toEqual(["going", receivedText.clientMsgID]);
    expect(heard).toMatchObject([
      { type: "im.burnSeen", messages: [{ clientMsgID: "gone" }, { clientMsgID: "going" }] },
    ]);
  });

  it("3-67 are skipped: the next page is read if a page contains nothing else", async () => {
    const pages = [{ ...page(gone), isEnd: false }, page(receivedText)];
    const { im, worker } = await setUp({ getAdvancedHistoryMessageList: () => pages.shift() });
    const { messages } = await im.loadOlder({ conversationID: "si_xa_xb", cursor: null, count: 1 });
    expect(ids(messages)).toEqual([receivedText.clientMsgID]);
    expect(worker().argsOf("getAdvancedHistoryMessageList")[1]).toMatchObject([{ startClientMsgID: "gone" }]);
  });

  it("3-67 lead to the newest page when they are the jump target", async () => {
    const { im } = await setUp({
      findMessageList: () => ({ findResultItems: [{ messageList: [gone] }] }),
      getAdvancedHistoryMessageList: () => page(receivedText),
    });
    const query = { conversationID: "si_xa_xb", cursor: "gone", count: 20 };
    expect(ids((await im.loadAround(query)).messages)).toEqual([receivedText.clientMsgID]);
  });

  it("3-67 are not the latest message of a row, although the row has no read time", async () => {
    const unread = JSON.stringify(secret({}, { clientMsgID: "gone", isRead: true }));
    const stored = { findResultItems: [{ messageList: [gone] }] };
    const { im, heard } = await setUp({
      getConversationListSplit: () => [{ ...newConversation, latestMsg: unread }],
      findMessageList: () => stored,
    });
    expect(await im.loadConversations({ offset: 0, count: 20 })).toMatchObject([
      { conversationID: newConversation.conversationID, showName: newConversation.showName, latestMsg: null },
    ]);
    expect(heard).toMatchObject([{ type: "im.burnSeen", messages: [{ clientMsgID: "gone" }] }]);
    stored.findResultItems = [];
    expect(await im.loadConversations({ offset: 0, count: 20 })).toMatchObject([
      { latestMsg: { clientMsgID: "gone" } },
    ]);
  });

  it("3-67 are not found by a search", async () => {
    const found = { conversationID: "si_xa_xb", messageList: [gone, going] };
    const { im } = await setUp({
      searchLocalMessages: () => ({ searchResultItems: [found] }),
      getMultipleConversation: () => [newConversation],
    });
    const hits = await im.searchMessages({ keyword: "hello" });
    expect(hits.map(({ messages }) => ids(messages))).toEqual([["going"]]);
  });

  it("3-67 are reported when the user sends them", async () => {
    const { im, heard } = await setUp({
      findMessageList: () => ({ findResultItems: [{ messageList: [secret()] }] }),
      sendMessage: () => secret(),
    });
    await im.sendMessage(key);
    expect(heard).toMatchObject([{ type: "im.burnSeen", messages: [{ burn: { seconds: 10 } }] }]);
  });
});

describe("deleting an expired message", () => {
  it("3-67 deletes it locally first, and then on the server for the user's other devices", async () => {
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

  it("3-67 retries on the server until it succeeds, after a local delete while offline", async () => {
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

  it("3-67 does not ask the server in the name of the next user", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { im, worker } = await setUp({
      deleteMessageFromLocalStorage: () => "",
      deleteMessage: () => Promise.reject(refusal(10000)),
    });
    await im.burnMessage(key);
    await vi.waitFor(() => expect(worker().argsOf("deleteMessage")).toHaveLength(1));
    await im.stop();
    await im.login();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker().argsOf("deleteMessage")).toEqual([]);
  });

  it("3-67 deletes other messages while the server refuses to delete one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { im, worker } = await setUp({
      deleteMessageFromLocalStorage: () => "",
      deleteMessage: (message) => {
        if (isDeepStrictEqual(message, key)) throw refusal(1002);
        return "";
      },
    });
    const other = { ...key, clientMsgID: "other" };
    await im.burnMessage(key);
    await im.burnMessage(other);
    await vi.waitFor(() => expect(worker().argsOf("deleteMessage")).toContainEqual([other]));
    const before = worker().argsOf("deleteMessage").length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(worker().argsOf("deleteMessage").slice(before)).toEqual([[key]]);
  });

  it("3-67 asks the server once for each message, one after another", async () => {
    const ends: (() => void)[] = [];
    const { im, worker } = await setUp({
      deleteMessageFromLocalStorage: () => "",
      deleteMessage: () => new Promise((resolve) => ends.push(() => resolve(""))),
    });
    const other = { ...key, clientMsgID: "other" };
    await im.burnMessage(key);
    await im.burnMessage(other);
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    ends[0]?.();
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    expect(worker().argsOf("deleteMessage")).toEqual([[key], [other]]);
  });

  it("3-67 deletes nothing of a user who has signed out for the next one", async () => {
    const deleted: unknown[] = [];
    const { im, signInAs } = await setUp({
      logout: () => "",
      deleteMessageFromLocalStorage: () => "",
      deleteMessage: (message) => {
        deleted.push(message);
        throw refusal(10000);
      },
    });
    await im.burnMessage(key);
    await vi.waitFor(() => expect(deleted).toEqual([key]));
    await im.logout();
    signInAs("xc");
    await im.login();
    const own = { ...key, clientMsgID: "own" };
    await im.burnMessage(own);
    await vi.waitFor(() => expect(deleted).toHaveLength(2));
    expect(deleted[1]).toEqual(own);
    await im.logout();
  });

  it("3-67 stops the retries on sign-out", async () => {
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

  it("3-67 fails when the local delete fails", async () => {
    const { im } = await setUp({
      deleteMessageFromLocalStorage: () => {
        throw refusal(10000);
      },
    });
    await expect(im.burnMessage(key)).rejects.toMatchObject({ code: "network" });
  });

  it.each([1004, 10206])("3-67 succeeds when the message does not exist (%i)", async (code) => {
    const refuse = () => {
      throw refusal(code);
    };
    const { im } = await setUp({ deleteMessageFromLocalStorage: refuse, deleteMessage: refuse });
    await expect(im.burnMessage(key)).resolves.toBeUndefined();
  });

  it("3-67 stores the read time in the message's local data", async () => {
    const { im, worker } = await setUp({ setMessageLocalEx: () => "" });
    await im.keepReadTime({ ...key, readAt: NOON });
    expect(worker().argsOf("setMessageLocalEx")).toEqual([[{ ...key, localEx: `{"readAt":${NOON}}` }]]);
  });

  it("3-67 changes the switch and the duration separately", async () => {
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
