import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDraft, writeDraft } from "../../../../src/adapters/openim/parse/draft-text.ts";

const ANNA = { userID: "1000000002", name: "Anna", start: 3 };

describe("4-63 a draft with mentions", () => {
  it("is stored and read back unchanged", () => {
    const draft = { text: "Hi @Anna ", mentions: [ANNA] };
    expect(readDraft(writeDraft(draft))).toEqual(draft);
  });

  it("is read back with a mention at its start, a short name and a short id", () => {
    const draft = { text: "@B hi", mentions: [{ userID: "7", name: "B", start: 0 }] };
    expect(readDraft(writeDraft(draft))).toEqual(draft);
  });

  it("shows nothing of its mentions when its text is empty", () => {
    expect(readDraft(writeDraft({ text: "", mentions: [ANNA] }))).toEqual({ text: "", mentions: [] });
  });

  it("is stored as plain text without mentions", () => {
    expect(writeDraft({ text: "Hi" })).toBe("Hi");
    expect(readDraft("Hi")).toEqual({ text: "Hi" });
  });

  it("drops mentions whose name is not at their position", () => {
    expect(readDraft(writeDraft({ text: "Hi", mentions: [ANNA] }))).toEqual({ text: "Hi", mentions: [] });
  });

  it("has the message that it answers, with and without words and mentions", () => {
    for (const draft of [
      { text: "Hi @Anna ", mentions: [ANNA], replyID: "m1" },
      { text: "Hi", mentions: [], replyID: "m1" },
      { text: "", mentions: [], replyID: "m1" },
    ])
      expect(readDraft(writeDraft(draft))).toEqual(draft);
  });

  it("keeps the text of any stored value", () => {
    const odd = fc.oneof(
      fc.string(),
      fc.string().map((end) => `Hi\u001f${end}`),
      fc.json().map((json) => `Hi\u001f${json}`),
    );
    fc.assert(
      fc.property(odd, (text) => {
        expect(text.startsWith(readDraft(text).text)).toBe(true);
      }),
    );
  });
});
