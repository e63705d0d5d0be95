import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutgoingAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import { parseMessage } from "../../../../src/adapters/openim/parse/messages.ts";
import { readOrigin, writeOrigin } from "../../../../src/adapters/openim/parse/origin.ts";
import { receivedText } from "../support/sdk-samples.ts";

const source = { conversationID: "sg_1", clientMsgID: "one" };
const forward = (from?: string): OutgoingAttachment =>
  from === undefined ? { type: "forward", source } : { type: "forward", source, from };

describe("11-51 the author's name of a forwarded message", () => {
  it("reaches the receiver", () => {
    const { ex } = writeOrigin(forward("Anna"), "");
    expect(ex).toBe('{"forwardedFrom":"Anna"}');
    expect(parseMessage({ ...receivedText, ex }, "c")).toMatchObject({ forwardedFrom: "Anna" });
    expect(parseMessage(receivedText, "c")).not.toHaveProperty("forwardedFrom");
  });

  it("stands beside what other features and clients keep", () => {
    const { ex } = writeOrigin(forward("Anna"), '{"wave":"0iz","theirs":{"a":[1]}}');
    expect(JSON.parse(ex ?? "")).toEqual({ wave: "0iz", theirs: { a: [1] }, forwardedFrom: "Anna" });
    for (const foreign of ["plain words", "[1]", "7", '"x"', "null", `{"a":"${"x".repeat(4090)}"}`])
      expect(writeOrigin(forward("Anna"), foreign)).toEqual({});
  });

  it("is written with forwarded messages only, if the author has a name", () => {
    expect(writeOrigin(forward(), "")).toEqual({});
    expect(writeOrigin(forward(" \u200b"), "")).toEqual({});
    expect(writeOrigin(undefined, "")).toEqual({});
    expect(writeOrigin({ type: "face", sticker: "hello" }, "")).toEqual({});
  });

  it("is cut to one short line without characters that change the direction", () => {
    const read = (forwardedFrom: string) => readOrigin(JSON.stringify({ forwardedFrom })).forwardedFrom;
    expect(read("  Anna\n\u202eBell\t ")).toBe("Anna Bell");
    expect(read("x".repeat(1000))).toBe("x".repeat(64));
    expect(read(`${"x".repeat(63)}👍`)).toBe("x".repeat(63));
  });

  it.each([
    ["", "x", "{}", "[]", "null", '{"forwardedFrom":""}', '{"forwardedFrom":7}', '{"forwardedFrom":{}}'],
    [
      '{"forwardedFrom":" "}',
      '{"forwardedFrom":"\\u200b\\u2060"}',
      `{"forwardedFrom":"${"x".repeat(5000)}"}`,
    ],
    [7, null, undefined, {}, ["Anna"]],
  ])("is dropped if it is invalid: %#", (...values) => {
    for (const ex of values) expect(readOrigin(ex)).toEqual({});
  });

  it("is parsed from any value without an exception", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.json()), (ex) => {
        readOrigin(ex);
        writeOrigin(forward("Anna"), ex);
      }),
    );
  });
});
