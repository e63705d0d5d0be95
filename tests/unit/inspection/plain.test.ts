import { describe, expect, it } from "vitest";
import { Secret } from "../../../machines/domain/secret.ts";
import { redactionOf } from "../../../src/adapters/inspection/redaction.ts";
import { createPlainly } from "../../../tools/charts/inspector/sender/plain.ts";
import { HIDDEN } from "../../../tools/charts/inspector/sender/redaction.ts";

const plainly = createPlainly({
  redaction: redactionOf({ showsTexts: false }),
  nameOf: (id) => `left/${id}`,
});
const withTexts = createPlainly({ redaction: redactionOf({ showsTexts: true }), nameOf: (id) => id });

/** `value` as it appears in an export. */
const said = (value: unknown, plain = plainly) => JSON.stringify(plain(value));

describe("11-08 an inspector never sees", () => {
  it("passwords and codes at any depth", () => {
    const event = {
      type: "user.submit",
      secret: new Secret("parley2026"),
      deep: [{ code: new Secret("483920") }],
    };
    expect(said(event)).not.toMatch(/parley2026|483920/);
    expect(plainly.event(event).type).toBe("user.submit");
    expect(said({ code: "483920" })).not.toContain("483920");
    expect(said({ code: "network" })).toContain("network");
  });

  it("tokens, detected by name and by format", () => {
    const jwt = `${"a".repeat(20)}.${"b".repeat(30)}.${"c".repeat(43)}`;
    for (const plain of [plainly, withTexts]) {
      expect(said({ imToken: "opaque-token" }, plain)).not.toContain("opaque");
      expect(said({ note: [jwt], other: { anything: jwt } }, plain)).not.toContain(jwt);
      expect(said({ url: `wss://media.example/rtc?access_token=${jwt}` }, plain)).toContain(
        "wss://media.example/rtc?…",
      );
    }
  });

  it("contact data and invitation codes", () => {
    const fields = { phoneNumber: "13800000001", email: "alice@parley.test", invitationCode: "WELCOME1" };
    expect(said(fields, withTexts)).not.toMatch(/138|alice|WELCOME/);
  });

  it("message texts, unless the option is on", () => {
    const context = {
      messages: [
        { content: { type: "text", text: "Meet me at the lake" } },
        { content: { type: "file", fileName: "divorce.pdf" } },
        { content: { type: "location", name: "Hidden cove", address: "Elm street" } },
        {
          content: { type: "quote", text: "So do I", quoted: { content: { type: "text", text: "I know" } } },
        },
      ],
      draftText: "half a thought",
      recent: ["birthday present"],
      enclosure: { type: "merged", title: "Chat of two", lines: ["Bob: hush"] },
    };
    const words = /lake|divorce|cove|Elm|So do I|I know|thought|birthday|Chat of two|hush/;
    expect(said(context)).not.toMatch(words);
    expect(said(context)).toContain('"type":"quote"');
    expect(said(context, withTexts)).toMatch(/Meet me at the lake/);
    expect(said(context, withTexts)).toMatch(/half a thought/);
  });
});

describe("11-10 plain values are limited", () => {
  it("long texts, lists, objects and depths are cut with a note", () => {
    let deep: unknown = {};
    for (let level = 0; level < 40; level += 1) deep = { inner: deep };
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index]));
    const text = said({
      deep,
      many,
      rows: Array.from({ length: 10_000 }, (_, index) => index),
      name: "x".repeat(9999),
    });
    expect(text.length).toBeLessThan(6000);
    expect(text).toMatch(/9940 more/);
    expect(text).toMatch(/440 more/);
  });

  it("cycles and non-data values are replaced by names", () => {
    const round: { self?: unknown } = {};
    round.self = round;
    expect(() => said(round)).not.toThrow();
    expect(plainly({ sessionId: "x:4", send() {} })).toEqual({ actor: "left/x:4" });
    expect(
      plainly([new Map([["a", 1]]), new Set([2]), new Blob(["123"]), () => 1, undefined, Number.NaN]),
    ).toEqual([{ entries: [["a", 1]] }, [2], "[file, 3 bytes]", "ƒ ", null, "NaN"]);
  });

  it("a field is hidden by its name, even if its value was converted before", () => {
    const shared = { text: "secret words" };
    expect(plainly({ first: shared, second: shared })).toEqual({
      first: { text: HIDDEN },
      second: { text: HIDDEN },
    });
  });
});
