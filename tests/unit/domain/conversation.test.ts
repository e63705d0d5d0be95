import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Conversation,
  mergeConversations,
  withoutConversation,
} from "../../../machines/domain/conversation.ts";
import { aConversation } from "../../fakes/world.ts";

const row = (conversationID: string, changes: Partial<Conversation> = {}) =>
  aConversation({ conversationID, draftTextTime: 0, latestMsgSendTime: 0, isPinned: false, ...changes });
const ids = (rows: readonly Conversation[]) => rows.map(({ conversationID }) => conversationID);

/** A simple reference implementation: changed rows win, then everything is sorted. */
function byTheBook(rows: readonly Conversation[], changed: readonly Conversation[]): Conversation[] {
  const seen = new Set<string>();
  return [...changed, ...rows]
    .filter(({ conversationID }) => !seen.has(conversationID) && seen.add(conversationID))
    .sort((a, b) => {
      if (a.isPinned !== b.isPinned) return a.isPinned ? -1 : 1;
      const [timeA, timeB] = [a, b].map((one) => Math.max(one.draftTextTime, one.latestMsgSendTime));
      if (timeA !== timeB) return (timeB ?? 0) - (timeA ?? 0);
      return a.conversationID < b.conversationID ? -1 : 1;
    });
}

const anyRow = fc
  .record({
    conversationID: fc.constantFrom(..."abcdefghijklmnop"),
    isPinned: fc.boolean(),
    draftTextTime: fc.constantFrom(0, 5, 15),
    latestMsgSendTime: fc.nat(12),
    unreadCount: fc.nat(3),
  })
  .map(({ conversationID, ...changes }) => row(conversationID, changes));

describe("conversation rows", () => {
  it("4-46 4-47 4-51 are in the specified order without duplicates after any change", () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.array(anyRow), (old, changed) => {
        const rows = mergeConversations([], old);
        expect(mergeConversations(rows, changed)).toEqual(byTheBook(rows, changed));
      }),
    );
  });

  it("4-46 stay the same objects if unchanged, so that they are not rendered again", () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.array(anyRow), (old, changed) => {
        const rows = mergeConversations([], old);
        const touched = new Set(ids(changed));
        const merged = new Set(mergeConversations(rows, changed));
        for (const one of rows) if (!touched.has(one.conversationID)) expect(merged.has(one)).toBe(true);
      }),
    );
  });

  it("4-46 stay the same list if nothing changed", () => {
    const rows = [row("a"), row("b")];
    expect(mergeConversations(rows, [])).toBe(rows);
  });

  it("stay in the list, except the removed one", () => {
    expect(ids(withoutConversation([row("a"), row("b"), row("c")], "b"))).toEqual(["a", "c"]);
  });

  it("4-49 list pinned rows first, whatever their age", () => {
    const rows = mergeConversations(
      [],
      [row("new", { latestMsgSendTime: 9 }), row("pinned", { isPinned: true })],
    );
    expect(ids(rows)).toEqual(["pinned", "new"]);
  });

  it("4-50 are sorted by the later of draft and latest message, newest first", () => {
    const rows = mergeConversations(
      [],
      [
        row("message", { latestMsgSendTime: 20 }),
        row("draft", { draftTextTime: 30, latestMsgSendTime: 1 }),
        row("old", { latestMsgSendTime: 10, draftTextTime: 5 }),
      ],
    );
    expect(ids(rows)).toEqual(["draft", "message", "old"]);
  });

  it("4-51 use the first of two versions in one change", () => {
    const [only] = mergeConversations([], [row("a", { unreadCount: 2 }), row("a", { unreadCount: 1 })]);
    expect(only?.unreadCount).toBe(2);
  });

  it("4-54 contain no duplicates after an overlapping page", () => {
    const first = mergeConversations(
      [],
      [row("a", { latestMsgSendTime: 3 }), row("b", { latestMsgSendTime: 2 })],
    );
    const rows = mergeConversations(first, [row("b", { latestMsgSendTime: 2 }), row("c")]);
    expect(ids(rows)).toEqual(["a", "b", "c"]);
  });
});
