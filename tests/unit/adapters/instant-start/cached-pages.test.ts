import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Message, MessageContent } from "../../../../machines/domain/message.ts";
import type { CachedPages } from "../../../../machines/inbox/cached-pages.ts";
import { createStorage } from "../../../../src/adapters/storage/storage.ts";
import { aConversation, aMessage, aRecall, someMessages } from "../../../fakes/world.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const ME = "u1";
const CHAT = aMessage().conversationID;

let local: Storage;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  local = memoryStorage();
  page = new EventTarget();
});

const open = () => createStorage({ session: memoryStorage(), local, page });
const leave = () => page.dispatchEvent(new Event("pagehide"));
/** Records the cached pages: first the stored ones, then each change. */
async function watch(storage = open(), userID = ME) {
  const told: CachedPages[] = [];
  const stop = storage.watchPages({ userID }, ({ pages }) => told.push(pages));
  await vi.waitFor(() => expect(told).toHaveLength(1));
  return { told, stop };
}
const read = async (userID = ME) => {
  const { told, stop } = await watch(open(), userID);
  stop();
  return told[0] ?? {};
};
/** The messages that the next app start reads from the cache of an open chat. */
async function nextVisit(messages: readonly Message[]) {
  open().keepPage({ userID: ME, conversationID: CHAT, messages });
  leave();
  return (await read())[CHAT] ?? [];
}
const saying = (id: string, content: MessageContent, changes: Partial<Message> = {}) => ({
  ...aMessage({ clientMsgID: id, content }),
  ...changes,
});
const text = (id: string, changes: Partial<Message> = {}) => saying(id, { type: "text", text: id }, changes);
const idsOf = (messages: readonly Message[] | undefined) => messages?.map(({ clientMsgID }) => clientMsgID);

const person = { userID: "7", nickname: "Ben" };
const quoted = { clientMsgID: "q", sendID: "7", senderNickname: "Ben" };

describe("the cached newest messages of a chat", () => {
  it.each([
    { type: "text", text: "Tea?" },
    { type: "at", text: "@7 hi", mentions: [{ userID: "7", name: "Ben" }] },
    { type: "quote", text: "Yes", quoted: { ...quoted, content: { type: "text", text: "Tea?" } } },
    {
      type: "picture",
      picture: { url: "https://x/p.png", thumbnail: "https://x/t.png", width: 3, height: 4 },
    },
    {
      type: "video",
      video: { url: "https://x/v.mp4", poster: "https://x/v.png", width: 3, height: 4, seconds: 5 },
    },
    { type: "voice", voice: { url: "https://x/v.m4a", seconds: 5, levels: [0, 1] } },
    { type: "card", card: { userID: "7", nickname: "Ben", faceURL: "" } },
    { type: "face", face: { sticker: "hello" } },
    { type: "face", face: { url: "https://x/y.png" } },
    { type: "location", name: "Home", address: "Street", point: { latitude: 1, longitude: 2 } },
    { type: "file", fileName: "a.pdf", file: { url: "https://x/a.pdf", bytes: 6 } },
    {
      type: "callRecord",
      record: { roomID: "r", mediaType: "voice", result: "completed", durationSeconds: 5 },
    },
    {
      type: "callRecord",
      record: {
        roomID: "r",
        mediaType: "video",
        result: "noAnswer",
        durationSeconds: 0,
        isByCallee: true,
        ringSeconds: 9,
      },
    },
    { type: "groupCall", call: { roomID: "r", mediaType: "voice", state: "on", invited: 2 } },
    { type: "groupCall", call: { roomID: "r", mediaType: "video", state: "over", durationSeconds: 5 } },
    { type: "custom", customType: null },
    { type: "revoked", revoker: person, sender: person },
    { type: "friendAdded" },
    { type: "groupNotice", notice: { act: "removed", by: person, people: [person], count: 4 } },
    { type: "groupNotice", notice: { act: "created", by: null } },
    { type: "groupNotice", notice: { act: "memberMuted", by: person, person, seconds: 60 } },
    { type: "burning", isOn: true },
    { type: "oaNotification", text: "Maintenance" },
    { type: "unsupported" },
  ] satisfies MessageContent[])("keep their content: $type", async (content) => {
    const [message] = await nextVisit([saying("one", content)]);
    expect(message?.content).toEqual(content);
  });

  it("are the newest twenty, oldest first, without sender names", async () => {
    const seen = await nextVisit(someMessages(30));
    expect(idsOf(seen)).toEqual(idsOf(someMessages(30).slice(-20)));
    expect(seen[0]).toMatchObject({ senderNickname: "", senderFaceUrl: "" });
  });

  it("start after the last message that must not be cached, so that there is no gap", async () => {
    const burning = { burn: { seconds: 30, readAt: null } };
    const merged = { type: "merge", merged: { title: "Others", lines: [], messages: [] } } as const;
    expect(idsOf(await nextVisit([text("a"), text("secret", burning), text("b"), text("c")]))).toEqual([
      "b",
      "c",
    ]);
    expect(local.getItem("parley:pages")).not.toContain("secret");
    expect(idsOf(await nextVisit([text("a"), saying("m", merged), text("b")]))).toEqual(["b"]);
    expect(await nextVisit([text("a"), text("secret", burning)])).toEqual([]);
    const blob = { type: "file", fileName: "a", file: { url: "blob:here/1", bytes: 1 } } as const;
    expect(idsOf(await nextVisit([saying("f", blob), text("b")]))).toEqual(["b"]);
  });

  it("are limited in size", async () => {
    const long = "x".repeat(30_000);
    const seen = await nextVisit([
      saying("a", { type: "text", text: long }),
      saying("b", { type: "text", text: long }),
    ]);
    expect(idsOf(seen)).toEqual(["b"]);
  });

  it("exclude failed and pending messages", async () => {
    expect(
      idsOf(
        await nextVisit([
          text("a"),
          text("failed", { status: "failed" }),
          text("out", { status: "sending" }),
        ]),
      ),
    ).toEqual(["a"]);
  });

  it("are kept for the twelve chats that were open last", async () => {
    const storage = open();
    for (const name of [..."abcdefghijkl", "a", "m"])
      storage.keepPage({
        userID: ME,
        conversationID: name,
        messages: [text(name, { conversationID: name })],
      });
    leave();
    expect(Object.keys(await read())).toEqual(["m", "a", ..."lkjihgfedc"]);
  });

  it("are reported to the user's watchers on every change until they stop", async () => {
    const storage = open();
    const { told, stop } = await watch(storage);
    const other = await watch(storage, "u2");
    storage.keepPage({ userID: ME, conversationID: CHAT, messages: [text("a"), text("b")] });
    vi.runAllTimers();
    expect(idsOf(told.at(-1)?.[CHAT])).toEqual(["a", "b"]);
    storage.amendPages({ type: "im.deleted", clientMsgID: "a" });
    expect(idsOf(told.at(-1)?.[CHAT])).toEqual(["b"]);
    storage.keepRows({ userID: ME, rows: [aConversation({ latestMsg: null })] });
    expect(told.at(-1)).toEqual({});
    expect(told).toHaveLength(4);
    // A deletion of a message that is not cached reports nothing.
    storage.amendPages({ type: "im.deleted", clientMsgID: "a" });
    expect(told).toHaveLength(4);
    expect(other.told.filter((pages) => Object.keys(pages).length > 0)).toEqual([]);
    stop();
    storage.keepPage({ userID: ME, conversationID: CHAT, messages: [text("c")] });
    vi.runAllTimers();
    expect(told).toHaveLength(4);
  });

  it("are not reported to a watcher that stopped before the first read", async () => {
    await nextVisit(someMessages(2));
    const storage = open();
    const hear = vi.fn();
    storage.watchPages({ userID: ME }, hear)();
    await watch(storage);
    expect(hear).not.toHaveBeenCalled();
  });

  it("are reported without browser storage", async () => {
    local = closedStorage();
    const storage = open();
    const { told } = await watch(storage);
    storage.keepPage({ userID: ME, conversationID: CHAT, messages: [text("a")] });
    vi.runAllTimers();
    expect(idsOf(told.at(-1)?.[CHAT])).toEqual(["a"]);
  });

  it("are written once for several changes, and at once on pagehide", () => {
    const set = vi.spyOn(local, "setItem");
    const storage = open();
    const keep = () => storage.keepPage({ userID: ME, conversationID: CHAT, messages: someMessages(3) });
    for (let time = 0; time < 3; time += 1) keep();
    expect(set).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(set).toHaveBeenCalledOnce();
    keep();
    leave();
    leave();
    vi.runAllTimers();
    expect(set).toHaveBeenCalledTimes(2);
  });

  it("are never shown to another user and are replaced by the next user's", async () => {
    await nextVisit(someMessages(2));
    expect(await read("u2")).toEqual({});
    const storage = open();
    storage.keepPage({
      userID: "u2",
      conversationID: "other",
      messages: [text("x", { conversationID: "other" })],
    });
    leave();
    expect(await read()).toEqual({});
    expect(Object.keys(await read("u2"))).toEqual(["other"]);
  });

  it("are not written for the next user if they still wait", async () => {
    const storage = open();
    storage.keepPage({ userID: ME, conversationID: CHAT, messages: someMessages(2) });
    storage.keepPage({
      userID: "u2",
      conversationID: "other",
      messages: [text("x", { conversationID: "other" })],
    });
    leave();
    expect(Object.keys(await read("u2"))).toEqual(["other"]);
  });

  it("belong to their user after a deletion that the next visit hears", async () => {
    await nextVisit([text("a"), text("b")]);
    open().amendPages({ type: "im.deleted", clientMsgID: "a" });
    expect(idsOf((await read())[CHAT])).toEqual(["b"]);
  });

  it("4-15 are deleted on sign-out, including pending writes", async () => {
    await nextVisit(someMessages(2));
    const storage = open();
    storage.keepPage({
      userID: ME,
      conversationID: "other",
      messages: [text("x", { conversationID: "other" })],
    });
    storage.restRows();
    storage.forgetPages();
    vi.runAllTimers();
    leave();
    expect(local.length).toBe(0);
    expect(await read()).toEqual({});
  });

  it("4-15 do not come back after a sign-out, and are kept again after the next sign-in", async () => {
    const storage = open();
    storage.keepPage({ userID: ME, conversationID: CHAT, messages: someMessages(2) });
    vi.runAllTimers();
    storage.keepPage({ userID: ME, conversationID: CHAT, messages: someMessages(3) });
    storage.restRows();
    storage.forgetPages();
    storage.keepPage({
      userID: ME,
      conversationID: "other",
      messages: [text("x", { conversationID: "other" })],
    });
    vi.runAllTimers();
    expect(Object.keys(await read())).toEqual(["other"]);
  });

  it("4-62 drop revoked and deleted messages, also while the chat is closed", async () => {
    const storage = open();
    storage.keepPage({ userID: ME, conversationID: CHAT, messages: [text("a"), text("b"), text("c")] });
    const stranger = { userID: "stranger", nickname: "" };
    storage.amendPages({ type: "im.revoked", clientMsgID: "b", revoker: stranger, sender: stranger });
    expect(idsOf((await read())[CHAT])).toEqual(["a", "b", "c"]);
    storage.amendPages(aRecall("b"));
    expect(idsOf((await read())[CHAT])).toEqual(["a", "c"]);
    storage.amendPages({ type: "im.deleted", clientMsgID: "c" });
    expect(idsOf((await read())[CHAT])).toEqual(["a"]);
  });

  it("4-64 are deleted when another device clears the chat, also with a newer message and a closed chat", async () => {
    await nextVisit(someMessages(2));
    const storage = open();
    storage.emptyPages([], ["si_other"]);
    expect(Object.keys(await read())).toEqual([CHAT]);
    storage.emptyPages([], [CHAT]);
    expect(await read()).toEqual({});
  });

  it("are deleted when the history of the chat is cleared", async () => {
    await nextVisit(someMessages(2));
    const storage = open();
    storage.keepRows({ userID: ME, rows: [aConversation({ latestMsg: aMessage() })] });
    expect(Object.keys(await read())).toEqual([CHAT]);
    // A pending write is deleted, too.
    storage.keepPage({ userID: ME, conversationID: CHAT, messages: someMessages(3) });
    storage.keepRows({ userID: ME, rows: [aConversation({ latestMsg: null })] });
    vi.runAllTimers();
    expect(await read()).toEqual({});
    // A new message in the chat is cached again.
    storage.keepPage({ userID: ME, conversationID: CHAT, messages: someMessages(1) });
    vi.runAllTimers();
    expect(Object.keys(await read())).toEqual([CHAT]);
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    '{"userID":"u1"}',
    '{"userID":"u1","pages":[{"conversationID":"a"}]}',
    '{"userID":"u1","pages":[{"conversationID":{},"messages":[]}]}',
  ])("are empty when the stored value is %s", async (stored) => {
    local.setItem("parley:pages", stored);
    expect(await read()).toEqual({});
  });

  it("drop messages that are invalid or belong to another chat", async () => {
    const strange = [
      {},
      null,
      { ...text("x"), content: { type: "text" } },
      text("y", { conversationID: "z" }),
    ];
    const kept = { userID: ME, pages: [{ conversationID: CHAT, messages: [...strange, text("good")] }] };
    local.setItem("parley:pages", JSON.stringify(kept));
    expect(idsOf((await read())[CHAT])).toEqual(["good"]);
  });

  it("10-01 are empty in a browser without storage", async () => {
    local = closedStorage();
    expect(await nextVisit(someMessages(2))).toEqual([]);
    open().forgetPages();
    open().amendPages({ type: "im.deleted", clientMsgID: "b" });
  });
});
