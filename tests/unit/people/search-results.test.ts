import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ConversationHits,
  RECENT_SEARCHES,
  type SearchScope,
  searchPath,
  searchScopeIn,
  withoutHit,
  withoutSearch,
  withSearch,
} from "../../../machines/people/search-results.ts";
import { aConversation, aGroupConversation, aMessage } from "../../fakes/world.ts";

describe("recent searches", () => {
  it("2-63 are at most ten, newest first, without duplicates in any case", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(..."abcdefghijklmnoABC"), { maxLength: 40 }), (searched) => {
        const recent = searched.reduce<readonly string[]>(withSearch, []);
        const lower = recent.map((one) => one.toLowerCase());
        expect(new Set(lower).size).toBe(recent.length);
        expect(recent.length).toBeLessThanOrEqual(RECENT_SEARCHES);
        expect(recent[0]).toBe(searched.at(-1));
        const newestFirst = [...new Set(searched.map((one) => one.toLowerCase()).reverse())];
        expect(lower).toEqual(newestFirst.slice(0, 10));
      }),
    );
  });

  it("2-63 are the newest ten of more", () => {
    const recent = [..."abcdefghijkl"].reduce<readonly string[]>(withSearch, []);
    expect(recent).toEqual([..."lkjihgfedc"]);
  });

  it("2-63 remove one entry in any case and keep the others", () => {
    expect(withoutSearch(["Ben", "anna", "广州"], "ben")).toEqual(["anna", "广州"]);
  });
});

it("removes a deleted message from the hits, and the conversation with its last hit", () => {
  const message = (clientMsgID: string) => aMessage({ clientMsgID });
  const hits: ConversationHits[] = [
    { conversation: aConversation(), messages: [message("a")] },
    { conversation: aGroupConversation(), messages: [message("b"), message("c")] },
  ];
  expect(withoutHit(hits, "z")).toBe(hits);
  expect(withoutHit(hits, "a")).toEqual(hits.slice(1));
  expect(withoutHit(hits, "b").map(({ messages }) => messages.map(({ clientMsgID }) => clientMsgID))).toEqual(
    [["a"], ["c"]],
  );
});

describe("search paths", () => {
  it.each<SearchScope>([
    { kind: "all" },
    { kind: "people" },
    { kind: "groups" },
    { kind: "messages" },
    { kind: "conversation", conversationID: "sg_1&show=people" },
  ])("2-42 are parsed back to the scope %o", (scope) => {
    const [path, search = ""] = searchPath(scope).split("?");
    expect(path).toBe("/searchFriendOrGroup");
    expect(searchScopeIn(search)).toEqual(scope);
  });

  it("2-42 the search for everything has the plain path", () => {
    expect(searchPath({ kind: "all" })).toBe("/searchFriendOrGroup");
  });

  it.each(["show=", "show=all", "show=__proto__", "conversationID=", "%", "=", "show=%E0%A4%A"])(
    "2-78 parse the invalid query %s as a search for everything",
    (search) => expect(searchScopeIn(search)).toEqual({ kind: "all" }),
  );
});
