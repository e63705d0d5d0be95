import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAlbum, writeAlbum } from "../../../../src/adapters/openim/parse/album.ts";
import { parseMessage } from "../../../../src/adapters/openim/parse/messages.ts";
import { receivedText } from "../support/sdk-samples.ts";

describe("11-51 the name of an album", () => {
  it("reaches the receiver", () => {
    const { ex } = writeAlbum("5f3c", "");
    expect(ex).toBe('{"album":"5f3c"}');
    expect(parseMessage({ ...receivedText, ex }, "c")).toMatchObject({ albumID: "5f3c" });
    expect(parseMessage(receivedText, "c")).not.toHaveProperty("albumID");
  });

  it("stands beside what other features and clients keep", () => {
    const { ex } = writeAlbum("5f3c", '{"forwardedFrom":"Anna","theirs":[1]}');
    expect(JSON.parse(ex ?? "")).toEqual({ forwardedFrom: "Anna", theirs: [1], album: "5f3c" });
    for (const foreign of ["plain words", "[1]", "7", "null", `{"a":"${"x".repeat(4090)}"}`])
      expect(writeAlbum("5f3c", foreign)).toEqual({});
  });

  it("of a forwarded message is not that of its copy", () => {
    expect(writeAlbum(undefined, '{"album":"5f3c","theirs":1}')).toEqual({ ex: '{"theirs":1}' });
    expect(writeAlbum(undefined, '{"theirs":1}')).toEqual({});
    expect(writeAlbum(undefined, "")).toEqual({});
    expect(writeAlbum(undefined, undefined)).toEqual({});
  });

  it.each([
    ["", "x", "{}", "[]", "null", '{"album":""}', '{"album":7}', '{"album":{}}', '{"album":null}'],
    ['{"album":"a b"}', '{"album":"\\u202e"}', `{"album":"${"x".repeat(65)}"}`, '{"album":"__proto__ "}'],
    [7, null, undefined, {}, ["5f3c"]],
  ])("is dropped if it is malformed: %#", (...values) => {
    for (const ex of values) expect(readAlbum(ex)).toEqual({});
  });

  it("is parsed from any value without an exception", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.json()), (ex) => {
        readAlbum(ex);
        writeAlbum("5f3c", ex);
      }),
    );
  });
});
