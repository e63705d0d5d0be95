import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import type { MessageContent } from "../../../../machines/domain/message.ts";
import { createStorage } from "../../../../src/adapters/storage/storage.ts";
import { aConversation, aMessage, someConversations } from "../../../fakes/world.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const ME = "u1";

let local: Storage;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  local = memoryStorage();
  page = new EventTarget();
});

const open = () => createStorage({ session: memoryStorage(), local, page });
const leave = () => page.dispatchEvent(new Event("pagehide"));
/** The rows that the next app start reads after these `rows`. */
async function nextVisit(rows: readonly Conversation[], userID = ME) {
  open().keepRows({ userID: ME, rows });
  leave();
  return open().readRows({ userID });
}
const says = (content: MessageContent, changes: Partial<Conversation> = {}) =>
  aConversation({ latestMsg: aMessage({ content }), ...changes });

describe("the cached conversation rows", () => {
  it("are available at the next start, in order, with their latest messages", async () => {
    const rows = [
      says({ type: "text", text: "Tea?" }, { conversationID: "si_b", showName: "Ben", unreadCount: 3 }),
      says({ type: "picture" }, { conversationID: "si_a", isPinned: true, draftText: "And" }),
    ];
    const read = await nextVisit(rows);
    expect(read.map(({ showName, unreadCount }) => [showName, unreadCount])).toEqual([
      ["Ben", 3],
      ["Anna", 0],
    ]);
    expect(read[0]?.latestMsg?.content).toEqual({ type: "text", text: "Tea?" });
    expect(read[1]).toMatchObject({
      isPinned: true,
      draftText: "And",
      latestMsg: { content: { type: "picture" } },
    });
  });

  it("are written once for several changes, and at once on pagehide", () => {
    const set = vi.spyOn(local, "setItem");
    const storage = open();
    for (const count of [1, 2, 3]) storage.keepRows({ userID: ME, rows: someConversations(count) });
    expect(set).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(set).toHaveBeenCalledOnce();
    storage.keepRows({ userID: ME, rows: someConversations(4) });
    leave();
    expect(set).toHaveBeenCalledTimes(2);
    leave();
    expect(set).toHaveBeenCalledTimes(2);
  });

  it("are never shown to another user", async () => {
    expect(await nextVisit(someConversations(2), "u2")).toEqual([]);
  });

  it("4-15 are deleted on sign-out, including pending writes", async () => {
    const storage = open();
    storage.keepRows({ userID: ME, rows: someConversations(2) });
    vi.runAllTimers();
    storage.keepRows({ userID: ME, rows: someConversations(3) });
    storage.restRows();
    storage.forgetRows();
    vi.runAllTimers();
    leave();
    expect(local.length).toBe(0);
    expect(await open().readRows({ userID: ME })).toEqual([]);
  });

  it("4-15 are kept again after the next sign-in of any user", async () => {
    const storage = open();
    storage.keepRows({ userID: ME, rows: someConversations(2) });
    storage.restRows();
    storage.forgetRows();
    storage.keepRows({ userID: "u2", rows: someConversations(3) });
    vi.runAllTimers();
    expect(await open().readRows({ userID: "u2" })).toHaveLength(3);
    expect(await open().readRows({ userID: ME })).toEqual([]);
  });

  it.each([
    ["text", { type: "text", text: "x".repeat(1000) }],
    ["quote", { type: "quote", text: "x".repeat(1000), quoted: null }],
    ["at", { type: "at", text: "x".repeat(1000), mentions: [] }],
  ] satisfies [string, MessageContent][])(
    "keep no more of a long %s than a row shows",
    async (_, content) => {
      await nextVisit([says(content)]);
      const kept = local.getItem(local.key(0) ?? "") ?? "";
      expect([kept.includes("x".repeat(200)), kept.includes("x".repeat(201))]).toEqual([true, false]);
    },
  );

  it("are limited to one screen of rows", async () => {
    expect(await nextVisit(someConversations(500))).toHaveLength(20);
  });

  it("contain no disappearing messages and no sender names", async () => {
    const burning = { type: "text", text: "Burn this" } as const;
    await nextVisit([
      says(burning, { conversationID: "si_private", isPrivateChat: true }),
      aConversation({
        conversationID: "si_burn",
        latestMsg: { ...aMessage({ content: burning }), burn: { seconds: 30, readAt: null } },
      }),
      says({ type: "text", text: "Hello" }, { conversationID: "si_plain" }),
    ]);
    const kept = local.getItem(local.key(0) ?? "") ?? "";
    expect(kept).toContain("Hello");
    expect(kept).not.toContain("Burn this");
    const [, , plain] = await open().readRows({ userID: ME });
    expect(plain?.latestMsg).toMatchObject({ senderNickname: "", senderFaceUrl: "" });
  });

  it.each([
    ["a quote as its answer", { type: "quote", text: "Yes", quoted: null }, { type: "text", text: "Yes" }],
    [
      "a mention with its name",
      { type: "at", text: "@7 hi", mentions: [{ userID: "7", name: "Ben" }] },
      { type: "at", text: "@7 hi", mentions: [{ userID: "7", name: "Ben" }] },
    ],
    ["a sticker", { type: "face", face: { sticker: "hello" } }, { type: "face", face: { sticker: "hello" } }],
    ["a foreign sticker", { type: "face", face: { url: "https://x/y.png" } }, { type: "face" }],
    ["a location", { type: "location", name: "Home" }, { type: "location", name: "Home" }],
    ["a file", { type: "file", fileName: "a.pdf" }, { type: "file", fileName: "a.pdf" }],
    [
      "a custom message of another client",
      { type: "custom", customType: 905 },
      { type: "custom", customType: 905 },
    ],
  ] satisfies [string, MessageContent, MessageContent][])("keep %s", async (_, content, kept) => {
    const [row] = await nextVisit([says(content)]);
    expect(row?.latestMsg?.content).toEqual(kept);
  });

  it("keep a row without a latest message that needs a user's name", async () => {
    const person = { userID: "7", nickname: "Ben" };
    const [row] = await nextVisit([says({ type: "revoked", revoker: person, sender: person })]);
    expect(row).toMatchObject({ showName: "Anna", latestMsg: null });
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    '{"userID":"u1"}',
    '{"userID":"u1","rows":[{"conversationID":"si_1"}]}',
    '{"userID":"u1","rows":[{"conversationID":{"toString":1}}]}',
  ])("are empty when the stored value is %s", async (stored) => {
    local.setItem("parley:rows", stored);
    expect(await open().readRows({ userID: ME })).toEqual([]);
  });

  it("10-01 are empty in a browser without storage", async () => {
    local = closedStorage();
    expect(await nextVisit(someConversations(1))).toEqual([]);
    open().forgetRows();
  });
});
