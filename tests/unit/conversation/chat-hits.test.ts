import { describe, expect, it } from "vitest";
import {
  neighbourOf,
  numberOf,
  withMatches,
  withoutMatch,
} from "../../../machines/conversation/chat-hits.ts";
import { hasWords } from "../../../machines/domain/searched-text.ts";
import { ANNA, aMessage, NOON, singleChatID, someMessages } from "../../fakes/world.ts";

const NONE = { conversationID: singleChatID(ANNA), keyword: "text", hits: [], shownID: null };
const idsOf = (hits: readonly { clientMsgID: string }[]) => hits.map(({ clientMsgID }) => clientMsgID);
const THREE = { ...NONE, hits: withMatches(NONE, someMessages(3)), shownID: "message-2" };

describe("11-53 the hits of a search in one chat", () => {
  it("are the messages of the chat with the words, newest first, each once", () => {
    const others = [
      aMessage({ seq: 8, text: "other words" }),
      aMessage({ seq: 9, text: "text", conversationID: "si_other" }),
    ];
    const hits = withMatches(NONE, [...someMessages(2), ...others, ...someMessages(3)]);
    expect(idsOf(hits)).toEqual(["message-3", "message-2", "message-1"]);
    const added = withMatches({ ...NONE, hits }, [aMessage({ seq: 10, text: "More TEXT" })]);
    expect(idsOf(added)).toEqual(["message-10", "message-3", "message-2", "message-1"]);
    expect(withMatches({ ...NONE, hits }, others)).toBe(hits);
  });

  it("of one time are in the order of their sequence numbers", () => {
    const [low, high, between] = [1, 3, 2].map((seq) => aMessage({ seq, sendTime: NOON }));
    const hits = withMatches(
      NONE,
      [low, high, between].flatMap((message) => message ?? []),
    );
    expect(idsOf(hits)).toEqual(["message-3", "message-2", "message-1"]);
  });

  it("are in the order of their times, whatever their sequence numbers", () => {
    const hits = withMatches(NONE, [
      aMessage({ seq: 5, sendTime: NOON - 1 }),
      aMessage({ seq: 0, sendTime: NOON }),
      aMessage({ seq: 4, sendTime: NOON - 2 }),
    ]);
    expect(idsOf(hits)).toEqual(["message-0", "message-5", "message-4"]);
  });

  it("are the newest ones if there are too many", () => {
    const hits = withMatches(NONE, someMessages(501));
    expect(hits).toHaveLength(500);
    expect(hits.at(-1)?.clientMsgID).toBe("message-2");
  });

  it.each([
    ["message-2", "message-1"],
    ["message-1", "message-2"],
    ["message-3", "message-2"],
  ])("without %s in view, %s takes its place", (gone, next) => {
    expect(withoutMatch({ ...THREE, shownID: gone }, gone).shownID).toBe(next);
  });

  it("keep the hit in view when another hit is removed", () => {
    const { hits, shownID } = withoutMatch(THREE, "message-3");
    expect([idsOf(hits), shownID]).toEqual([["message-2", "message-1"], "message-2"]);
    expect(withoutMatch({ ...NONE, hits: hits.slice(0, 1), shownID }, "message-2")).toEqual({
      hits: [],
      shownID: null,
    });
  });

  it("keep the hit in view, wherever the removed message is", () => {
    const shownAfter = (shownID: string, gone: string) => withoutMatch({ ...THREE, shownID }, gone).shownID;
    expect(shownAfter("message-1", "message-3")).toBe("message-1");
    expect(shownAfter("message-3", "message-1")).toBe("message-3");
    expect(shownAfter("message-3", "no hit")).toBe("message-3");
  });

  it("are numbered from the newest", () => {
    expect(numberOf(THREE)).toBe(2);
    expect(numberOf(NONE)).toBe(0);
    expect([neighbourOf(THREE, "older"), neighbourOf(THREE, "newer")]).toEqual(["message-1", "message-3"]);
    expect(neighbourOf({ ...THREE, shownID: "message-1" }, "older")).toBeNull();
    expect(neighbourOf({ ...THREE, shownID: "message-3" }, "newer")).toBeNull();
    expect(neighbourOf({ ...THREE, shownID: "message-3" }, "older")).toBe("message-2");
    expect(neighbourOf({ ...THREE, shownID: null }, "older")).toBeNull();
  });
});

describe("2-63 the texts that a search looks into", () => {
  it.each([
    [{ type: "text", text: "A Word" }, true],
    [{ type: "at", text: "@1 word", mentions: [] }, true],
    [{ type: "quote", text: "word", quoted: null }, true],
    [{ type: "file", fileName: "word.pdf" }, true],
    [{ type: "location", name: "Wordsworth Museum" }, true],
    [{ type: "text", text: "other" }, false],
    [{ type: "custom", customType: null }, false],
  ] as const)("%o", (content, isHit) => {
    expect(hasWords({ content }, " WORD ")).toBe(isHit);
    expect(hasWords({ content }, "  ")).toBe(false);
  });
});
