import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EVERYONE,
  edited,
  MOST_MENTIONS,
  mentioned,
  mentionedIn,
  mentionName,
  mentionsInPlace,
  NOTHING_WRITTEN,
  sendable,
  type Typed,
  type Written,
  wordAt,
} from "../../../machines/domain/mention.ts";
import { splitMentions } from "../../../src/text/mentions.ts";

const ANNA = { userID: "1000000002", name: "Anna" };
const BEN = { userID: "1000000003", name: "Ben" };

/** The text with the caret after the picked mention: "Hi @Anna |". */
function withAnna(before = "Hi ", after = ""): Written {
  const text = `${before}@an${after}`;
  const caret = before.length + 3;
  const word = wordAt({ text, mentions: [] }, caret);
  if (!word) throw new Error("nobody is looked for");
  return edited({ ...NOTHING_WRITTEN, text, caret }, mentioned(text, word, ANNA));
}

const type = (written: Written, text: string, caret?: number): Written =>
  edited(written, caret === undefined ? { text } : { text, caret });

describe("mention search", () => {
  it.each([
    ["@", "", 0],
    ["@an", "an", 0],
    ["Hi @an", "an", 3],
    ["你好@安", "安", 2],
    ["（@安", "安", 1],
    ["one\n@", "", 4],
    ["@an na", "an na", 0],
    ["@Member 1", "Member 1", 0],
    ["@an ", "an ", 0],
  ])("%j searches for %j", (text, query, start) => {
    expect(wordAt({ text, mentions: [] }, text.length)).toEqual({ start, query });
  });

  it.each(["", "an", "me@an", "@an\nna", "@ ", "@ an", "x@", `@${"a".repeat(50)}`])(
    "%j searches for no member",
    (text) => expect(wordAt({ text, mentions: [] }, text.length)).toBeNull(),
  );

  it("uses the word at the caret and ignores existing mentions", () => {
    expect(wordAt({ text: "@an more", mentions: [] }, 3)).toEqual({ start: 0, query: "an" });
    expect(wordAt({ text: "@an", mentions: [] }, 0)).toBeNull();
    const written = withAnna();
    for (let caret = 0; caret <= written.text.length; caret++) expect(wordAt(written, caret)).toBeNull();
    const next = type(written, "Hi @Anna and @be");
    expect(wordAt(next, next.text.length)).toEqual({ start: 13, query: "be" });
  });

  it("uses the @ before the caret, not the one behind it", () => {
    expect(wordAt({ text: "@an@ben", mentions: [] }, 3)).toEqual({ start: 0, query: "an" });
  });

  it("works at the end of a long text", () => {
    const text = `${"word ".repeat(20)}@an`;
    expect(wordAt({ text, mentions: [] }, text.length)).toEqual({ start: 100, query: "an" });
  });
});

describe("a mention in the composer text", () => {
  it("is inserted with a space and the caret behind it", () => {
    expect(withAnna()).toEqual({ text: "Hi @Anna ", caret: 9, mentions: [{ ...ANNA, start: 3 }] });
    expect(withAnna("", " come?").text).toBe("@Anna come?");
  });

  it("is removed as a whole when a character of it is deleted, and keeps the caret position", () => {
    expect(type(withAnna(), "Hi @Ann ", 7)).toEqual({ text: "Hi  ", caret: 3, mentions: [] });
    expect(type(withAnna("Hi ", " bye"), "Hi @Anna by", 11).mentions).toHaveLength(1);
    expect(type(withAnna(), "Hi Anna ", 3)).toMatchObject({ text: "Hi  ", mentions: [] });
  });

  it("is removed with deleted text around it", () => {
    expect(type(withAnna("Hi ", " bye"), "Hna bye", 1)).toMatchObject({
      text: "H bye",
      mentions: [],
      caret: 1,
    });
    expect(type(withAnna(), "", 0)).toEqual({ text: "", mentions: [], caret: 0 });
  });

  it("moves with text that is typed around it", () => {
    const moved = type(withAnna(), "Hi, oh @Anna ", 7);
    expect(moved.mentions).toEqual([{ ...ANNA, start: 7 }]);
    expect(type(moved, "Hi, oh @Anna and", 16).mentions).toEqual(moved.mentions);
  });

  it("becomes plain text when the user types inside it", () => {
    expect(type(withAnna(), "Hi @AnXna ", 7)).toEqual({ text: "Hi @AnXna ", caret: 7, mentions: [] });
    expect(type(withAnna(), "Hi @Anx ", 7)).toEqual({ text: "Hi @Anx ", caret: 7, mentions: [] });
  });

  it("is removed as a whole when its first character is deleted", () => {
    expect(type(withAnna(""), "Anna ", 0)).toEqual({ text: " ", caret: 0, mentions: [] });
    const atBen = { text: "@@ben ", caret: 6, mentions: [{ userID: "1000000003", name: "@ben", start: 0 }] };
    expect(type(atBen, "@ben ", 0)).toEqual({ text: " ", caret: 0, mentions: [] });
  });

  it("moves back when an earlier mention is removed", () => {
    const one = withAnna("Hi ");
    const two = edited(one, { text: "Hi @Anna @Ben ", caret: 14, mention: { ...BEN, start: 9 } });
    expect(type(two, "Hi @Ann @Ben ", 7)).toEqual({
      text: "Hi  @Ben ",
      caret: 3,
      mentions: [{ ...BEN, start: 4 }],
    });
  });

  it("stays if the caret is behind it and another user's equal mention is deleted", () => {
    const namesake = { ...ANNA, userID: "1000000003" };
    const two = edited(withAnna(""), {
      text: "@Anna @Anna ",
      caret: 12,
      mention: { ...namesake, start: 6 },
    });
    expect(type(two, "@Anna ", 0).mentions).toEqual([{ ...namesake, start: 0 }]);
    expect(type(two, "@Anna ", 6).mentions).toEqual([{ ...ANNA, start: 0 }]);
  });

  it("is distinguished from an equal mention by the caret", () => {
    const two = edited(withAnna("", ""), {
      text: "@Anna @Anna ",
      caret: 12,
      mention: { ...ANNA, start: 6 },
    });
    expect(type(two, "@Ann @Anna ", 4)).toEqual({
      text: " @Anna ",
      caret: 0,
      mentions: [{ ...ANNA, start: 1 }],
    });
  });

  it("always matches the text at its position, whatever is typed", () => {
    const change = fc.record({ at: fc.nat(40), drop: fc.nat(12), add: fc.string({ maxLength: 5 }) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let written = withAnna("Hi @Anna ", " and @Anna");
        for (const { at, drop, add } of changes) {
          const start = Math.min(at, written.text.length);
          const text = written.text.slice(0, start) + add + written.text.slice(start + drop);
          written = type(written, text, start + add.length);
          expect(mentionsInPlace(written.text, written.mentions)).toEqual(written.mentions);
          expect(written.caret).toBeLessThanOrEqual(written.text.length);
        }
      }),
    );
  });
});

describe("the caret in the composer text", () => {
  it("is at the start of an empty text", () => expect(NOTHING_WRITTEN.caret).toBe(0));

  it.each([
    ["abc", "abXYc", 4],
    ["abcd", "aXbcd", 2],
    ["abcd", "ad", 1],
    ["aa", "aaa", 3],
  ])("follows the change from %j to %j if the edit has no caret", (before, after, caret) =>
    expect(type({ ...NOTHING_WRITTEN, text: before }, after)).toEqual({ text: after, caret, mentions: [] }),
  );
});

describe("a draft", () => {
  it("keeps only the mentions that its text has at their place", () => {
    const mentions = [
      { ...ANNA, start: 3 },
      { ...BEN, start: 9 },
    ];
    expect(mentionsInPlace("Hi @Anna @Ben", mentions)).toEqual(mentions);
    expect(mentionsInPlace("Hi @Anna, Ben", mentions)).toEqual([{ ...ANNA, start: 3 }]);
  });
});

describe("the mentioned users", () => {
  it("are counted once each, and the SDK sends ten of them", () => {
    expect(mentionedIn([ANNA, BEN, ANNA])).toBe(2);
    expect(MOST_MENTIONS).toBe(10);
  });
});

describe("mention names", () => {
  it.each([
    ["\u202egnp.exe\u202c", "gnp.exe"],
    [" An\n na ", "An na"],
    ["An\nna", "An na"],
    ["a@b.c", "a@b.c"],
    ["$& (.*)", "$& (.*)"],
    ["👨‍👩‍👧", "👨‍👩‍👧"],
    [" \u200f ", "1000000002"],
    ["", "1000000002"],
  ])("%j is written as %j", (name, shown) => expect(mentionName({ userID: "1000000002", name })).toBe(shown));
});

describe("the sendable text", () => {
  it("3-40 has ids in place of names, and each user once", () => {
    const written = edited(withAnna(), {
      text: "Hi @Anna @Anna ",
      caret: 15,
      mention: { ...ANNA, start: 9 },
    });
    expect(sendable(written)).toEqual({ text: "Hi @1000000002 @1000000002", mentions: [ANNA] });
    expect(sendable({ text: " Hi ", mentions: [] })).toEqual({ text: "Hi" });
  });

  it("3-40 has the ids at their places, in whatever order the users were mentioned", () => {
    const anna = { ...ANNA, start: 0 };
    const ben = { ...BEN, start: 10 };
    for (const mentions of [
      [anna, ben],
      [ben, anna],
    ])
      expect(sendable({ text: "@Anna and @Ben", mentions }).text).toBe("@1000000002 and @1000000003");
  });

  it("3-41 is parsed back to the same mentions for any names", () => {
    const name = fc
      .oneof(
        fc.string(),
        fc.constantFrom("a@b", "$&", "(.*)", "Anna Li", "@AtAllTag", "1000000002", "\u202eabc"),
      )
      .map((one) => mentionName({ userID: "u", name: one }));
    const person = fc.record({ userID: fc.constantFrom("1000000002", "1000000003", "u_1", EVERYONE), name });
    const around = fc.constantFrom("", " ", "你好", "yes ", "x", ", ");
    fc.assert(
      fc.property(fc.array(fc.tuple(person, around), { minLength: 1, maxLength: 5 }), (pieces) => {
        const names = new Map<string, string>();
        let written: Written = NOTHING_WRITTEN;
        for (const [{ userID, name: asked }, words] of pieces) {
          const called = names.get(userID) ?? asked;
          names.set(userID, called);
          const start = written.text.length;
          const typed: Typed = {
            text: `${written.text}@${called}`,
            mention: { userID, name: called, start },
          };
          written = edited(written, typed);
          written = edited(written, { text: `${written.text}${words}` });
        }
        const { text, mentions = [] } = sendable(written);
        const parts = splitMentions(text, mentions, names.get(EVERYONE) ?? "");
        expect(parts.filter(({ kind }) => kind === "mention").map(({ userID }) => userID)).toEqual(
          pieces.map(([{ userID }]) => userID),
        );
      }),
    );
  });
});
