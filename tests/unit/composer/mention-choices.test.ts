import { describe, expect, it } from "vitest";
import {
  type MentionKey,
  type MentionList,
  markedMention,
  mentionChoices,
  mentionKey,
} from "../../../machines/composer/mention-choices.ts";
import { EVERYONE } from "../../../machines/domain/mention.ts";
import type { GroupMember } from "../../../machines/domain/people.ts";
import { isNamed } from "../../../src/text/search.ts";
import { ANNA, aMember, BEN, ME } from "../../fakes/world.ts";

const anna = aMember({ userID: ANNA, nickname: "Anna" });
const ben = aMember({ userID: BEN, nickname: "Ben", faceURL: "/ben" });
const me = aMember({ userID: ME, nickname: "Mia" });
const nameOf = ({ userID, nickname }: GroupMember) => (userID === BEN ? "Boss" : nickname);
const profileNameOf = (userID: string) => (userID === BEN ? "Benedict" : "");

describe("the list under an @", () => {
  it.each<[string, boolean, readonly string[]]>([
    ["", false, [ANNA, BEN]],
    ["", true, [EVERYONE, ANNA, BEN]],
    ["an", false, [ANNA]],
    ["boss", false, [BEN]],
    ["ben", false, [BEN]],
    ["bened", false, [BEN]],
    ["mia", false, []],
    ["al", true, [EVERYONE]],
    ["al", false, []],
    ["every", true, [EVERYONE]],
  ])("3-40 with %j typed, and everyone allowed: %j, offers %j", (query, mayAll, offered) => {
    const search = { query, members: [anna, me, ben], selfID: ME, mayAll };
    const found = mentionChoices(search, { everyone: "Everyone", nameOf, profileNameOf, isNamed });
    expect(found.map(({ userID }) => userID)).toEqual(offered);
  });

  it("3-40 shows the remark, and sends the name in the group", () => {
    const search = { query: "", members: [ben], selfID: ME, mayAll: false };
    expect(mentionChoices(search, { everyone: "Everyone", nameOf, profileNameOf, isNamed })).toEqual([
      { userID: BEN, name: "Ben", shown: "Boss", faceURL: "/ben" },
    ]);
  });

  it.each<[string, number, string | undefined, number, number]>([
    ["an", 2, "an", 5, 2],
    ["an", 2, "ann", 5, 0],
    ["an", 2, undefined, 5, 0],
    ["an", 4, "an", 3, 2],
    ["an", 4, "an", 0, 0],
  ])("3-40 marked for %j at %i, now %j with %i rows: row %i", (query, index, now, count, row) =>
    expect(markedMention({ query, index }, now, count)).toBe(row),
  );

  const open: MentionList = { isOpen: true, count: 3, active: 0, isFull: false };
  it.each<[string, Partial<MentionList>, MentionKey | null]>([
    ["ArrowDown", {}, { type: "mark", index: 1 }],
    ["ArrowDown", { active: 2 }, { type: "mark", index: 0 }],
    ["ArrowUp", {}, { type: "mark", index: 2 }],
    ["ArrowUp", { active: 2 }, { type: "mark", index: 1 }],
    ["Enter", {}, { type: "pick" }],
    ["Tab", {}, { type: "pick" }],
    ["Shift+Enter", {}, null],
    ["Shift+Tab", {}, null],
    ["Escape", {}, { type: "close" }],
    ["Escape", { count: 0 }, { type: "close" }],
    ["Escape", { isFull: true }, { type: "close" }],
    ["Enter", { count: 0 }, null],
    ["ArrowDown", { count: 0 }, null],
    ["Enter", { isFull: true }, null],
    ["ArrowUp", { isFull: true }, null],
    ["a", {}, null],
    ["Escape", { isOpen: false }, null],
    ["Enter", { isOpen: false }, null],
  ])("3-40 key %s in a list with %j: %j", (keys, changes, handling) => {
    const shiftKey = keys.startsWith("Shift+");
    const key = keys.replace("Shift+", "");
    expect(mentionKey({ key, shiftKey }, { ...open, ...changes })).toEqual(handling);
  });
});
