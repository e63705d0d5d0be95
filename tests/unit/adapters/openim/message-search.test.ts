import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { patchSdk, storedForm } from "../../../../src/adapters/openim/worker/quirks.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { newConversation, receivedText } from "../support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

const said = (clientMsgID: string, content: string, changes: object = {}) => ({
  ...receivedText,
  clientMsgID,
  textElem: { content },
  ...changes,
});
const inGroup = { sessionType: 3, groupID: "g", recvID: "" };
const team = {
  ...newConversation,
  conversationID: "sg_g",
  conversationType: 3,
  userID: "",
  groupID: "g",
  showName: "Team",
};
const item = (conversationID: unknown, messageList: unknown, showName = "claimed") => ({
  conversationID,
  showName,
  messageCount: 99,
  messageList,
});

async function find(keyword: string, items: unknown, conversations: unknown = [newConversation, team]) {
  const { im, worker } = setUpIm({
    searchLocalMessages: () => ({ totalCount: 1, searchResultItems: items }),
    getMultipleConversation: () => conversations,
  });
  await im.login();
  const found = await im.searchMessages({ keyword });
  const ids = found.map(({ conversation, messages }) => [
    conversation.showName,
    ...messages.map(({ clientMsgID }) => clientMsgID),
  ]);
  return { found, ids, worker };
}

describe("message search", () => {
  it("2-63 searches all text-like messages in all conversations", async () => {
    const { worker } = await find(" lunch ", null);
    expect(worker().argsOf("searchLocalMessages")).toEqual([
      [
        {
          conversationID: "",
          keywordList: ["lunch"],
          keywordListMatchType: 0,
          senderUserIDList: [],
          messageTypeList: [101, 105, 106, 109, 114, 117, 118],
          searchTimePosition: 4_102_444_800,
          searchTimePeriod: 0,
          pageIndex: 0,
          count: 0,
        },
      ],
    ]);
    expect(worker().argsOf("getMultipleConversation")).toEqual([]);
  });

  it("2-63 does not call the SDK for a blank keyword", async () => {
    const { ids, worker } = await find("  ", []);
    expect(ids).toEqual([]);
    expect(worker().argsOf("searchLocalMessages")).toEqual([]);
  });

  it("2-63 returns hits by conversation, newest first, without duplicates, with the account's names", async () => {
    const { ids, found } = await find("LUNCH", [
      item("si_xa_xb", [said("m1", "lunch", { sendTime: 1 })]),
      item("sg_g", [
        said("m2", "Lunch?", { ...inGroup, sendTime: 2 }),
        said("m3", "no lunch", { ...inGroup, sendTime: 3 }),
        said("m3", "no lunch", { ...inGroup, sendTime: 3 }),
      ]),
    ]);
    expect(ids).toEqual([
      ["Team", "m3", "m2"],
      ["XA", "m1"],
    ]);
    expect(found[0]?.conversation).toMatchObject({ conversationID: "sg_g", groupID: "g", kind: "group" });
  });

  it("2-63 skips invalid entries and messages without a conversation", async () => {
    const { ids } = await find("lunch", [
      null,
      { messageList: 7 },
      item("si_xa_xb", [
        null,
        { clientMsgID: "m0" },
        said("m1", "lunch"),
        said("d1", "lunch", { status: 4 }),
      ]),
      item("sg_gone", [said("m2", "lunch", { ...inGroup, groupID: "gone" })]),
      item(undefined, [said("m3", "lunch", inGroup)]),
    ]);
    expect(ids.sort()).toEqual([
      ["Team", "m3"],
      ["XA", "m1"],
    ]);
  });

  it.each([
    ["100%", "100% sure", "100 euros"],
    ["a_b", "a_b", "axb"],
    ["%", "50 %", "fifty"],
    [`it's "ok"`, `it's "ok" now`, "it is ok"],
    ["<b>", "say <b>bold</b>", "say bold"],
    ["👍🏽", "fine 👍🏽", "fine 👍"],
    ["广州", "我在广州", "我在广西"],
    ["ÄRGER", "kein ärger", "kein arger"],
    ["\\", "C:\\temp", "C:/temp"],
    ["content", "the content", "something else"],
  ])("2-63 %s finds %s and not %s, whatever the SDK matches", async (keyword, hit, miss) => {
    const { ids } = await find(keyword, [item("si_xa_xb", [said("hit", hit), said("miss", miss)])]);
    expect(ids).toEqual([["XA", "hit"]]);
  });

  it("2-63 searches the text of replies, mentions, files and locations", async () => {
    const { ids } = await find("lunch", [
      item("si_xa_xb", [
        said("quote", "", {
          contentType: 114,
          quoteElem: { text: "lunch!", quoteMessage: said("q", "when?") },
        }),
        said("quoted", "", {
          contentType: 114,
          quoteElem: { text: "yes", quoteMessage: said("q", "lunch?") },
        }),
        said("at", "", { contentType: 106, atTextElem: { text: "@xb lunch", atUsersInfo: [] } }),
        said("file", "", { contentType: 105, fileElem: { fileName: "Lunch.pdf" } }),
        said("place", "", { contentType: 109, locationElem: { description: '{"name":"Lunchroom"}' } }),
        said("broken", "", { contentType: 114, quoteElem: "lunch" }),
        said("custom", "", { contentType: 110, customElem: { data: "lunch" } }),
      ]),
    ]);
    expect(ids).toEqual([["XA", "quote", "at", "file", "place"]]);
  });

  it("2-63 fails for an answer of the wrong shape", async () => {
    for (const answer of ["", null, { searchResultItems: "none" }]) {
      const { im } = setUpIm({ searchLocalMessages: () => answer });
      await im.login();
      const come = im.searchMessages({ keyword: "lunch" });
      expect(await come.then(() => "none", failureCode)).toBe("unknown");
    }
  });

  it("2-63 searches a very long keyword unchanged", async () => {
    const { ids, worker } = await find("x".repeat(5000), []);
    expect(ids).toEqual([]);
    expect(worker().argsOf("searchLocalMessages")).toMatchObject([[{ keywordList: ["x".repeat(5000)] }]]);
  });
});

describe("search in one conversation", () => {
  async function findIn(keyword: string, pages: readonly unknown[][]) {
    const rest = [...pages];
    const { im, worker } = setUpIm({
      searchLocalMessages: () => ({ searchResultItems: [item("si_xa_xb", rest.shift() ?? [])] }),
    });
    await im.login();
    const found = await im.searchConversation({ conversationID: "si_xa_xb", keyword });
    return { ids: found.map(({ clientMsgID }) => clientMsgID), worker };
  }

  it("11-53 reads page after page, and leaves out what the SDK matches too much", async () => {
    const { ids, worker } = await findIn(" a_b ", [
      [said("m3", "A_B"), said("m2", "axb")],
      [said("m1", "a_b")],
    ]);
    expect(ids).toEqual(["m3", "m1"]);
    const query = { conversationID: "si_xa_xb", keywordList: ["a_b"], count: 200 };
    expect(worker().argsOf("searchLocalMessages")).toMatchObject(
      [1, 2, 3].map((pageIndex) => [{ ...query, pageIndex }]),
    );
  });

  it("11-53 returns at most the newest 500", async () => {
    const page = (from: number) =>
      Array.from({ length: 200 }, (_, index) => said(`m${from + index}`, "lunch"));
    const { ids, worker } = await findIn("lunch", [page(0), page(200), page(400), page(600)]);
    expect(ids).toHaveLength(500);
    expect(worker().argsOf("searchLocalMessages")).toHaveLength(3);
  });

  it("11-53 does not call the SDK for a blank keyword", async () => {
    const { ids, worker } = await findIn(" ", []);
    expect(ids).toEqual([]);
    expect(worker().argsOf("searchLocalMessages")).toEqual([]);
  });
});

/** Whether SQLite's LIKE matches `text` with `%pattern%`. Non-ASCII letters are case-sensitive. */
function isLike(text: string, pattern: string): boolean {
  const parts = [...`%${pattern}%`].map((letter) => {
    if (letter === "%") return "[^]*";
    if (letter === "_") return "[^]";
    const literal = letter.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    return /[a-z]/i.test(letter) ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : literal;
  });
  return new RegExp(`^${parts.join("")}$`, "u").test(text);
}

/** The stored JSON forms of a text: markup as it is, escaped markup, and escaped slashes. */
const writers: ((text: string) => string)[] = [
  (content) => JSON.stringify({ content }),
  (content) =>
    JSON.stringify({ content }).replace(
      /[<>&\u2028\u2029]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  (content) => JSON.stringify({ content }).replaceAll("/", "\\/"),
];

describe("the keyword in the SDK's store (protocol section 9.3)", () => {
  const words = fc.string({
    unit: fc.constantFrom(...`aBé Ä广👍'"\\<>&/%_.*;-`),
    minLength: 1,
    maxLength: 8,
  });

  it("matches every stored form of a text that contains it", () => {
    fc.assert(
      fc.property(words, words, words, fc.constantFrom(...writers), (before, keyword, after, write) => {
        expect(isLike(write(before + keyword + after), storedForm(keyword))).toBe(true);
        expect(isLike(write(before + keyword.toLowerCase() + after), storedForm(keyword))).toBe(true);
      }),
    );
  });

  it("contains no quote that ends an SQL string", () => {
    expect(storedForm(`x'); DROP TABLE chat_logs; --`)).not.toContain("'");
  });

  it.each(["searchMessageByKeyword", "searchMessageByContentTypeAndKeyword"])(
    "is converted to its stored form, with the missing sender list (%s)",
    (name) => {
      const search = vi.fn();
      vi.stubGlobal("self", { [name]: search });
      patchSdk({} as Parameters<typeof patchSdk>[0]);
      const patched: unknown = Reflect.get(self, name);
      if (typeof patched !== "function") throw new Error("not patched");
      patched("c", "[101]", '["it\'s","广州"]', 0, 0, 9);
      patched("c", "[101]", "null", 0, 0, 9);
      expect(search.mock.calls).toEqual([
        ["c", "[101]", "[]", '["it_s","广州"]', 0, 0, 9],
        ["c", "[101]", "[]", "null", 0, 0, 9],
      ]);
    },
  );
});
