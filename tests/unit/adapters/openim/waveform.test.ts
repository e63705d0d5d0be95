import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OwnVoice } from "../../../../machines/domain/outgoing-attachment.ts";
import { parseContent } from "../../../../src/adapters/openim/parse/content.ts";
import { readWave, writeExtra } from "../../../../src/adapters/openim/parse/waveform.ts";

const aVoice = (levels: number[]): OwnVoice => ({
  type: "voice",
  mime: "audio/webm",
  bytes: 10,
  preview: "",
  seconds: 2,
  levels,
});
const level = fc.double({ min: 0, max: 1, noNaN: true });

describe("the waveform of a voice message", () => {
  it("3-77 reaches the receiver with the precision of its display", () => {
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 40 }), (levels) => {
        const { levels: read = [] } = readWave(writeExtra(aVoice(levels)).ex);
        expect(read).toHaveLength(levels.length);
        for (const [index, one] of read.entries()) expect(one).toBeCloseTo(levels[index] ?? 0, 1);
      }),
    );
  });

  it("is sent with voice messages that have one, and with no other message", () => {
    expect(writeExtra(aVoice([0, 0.5, 1]))).toEqual({ ex: '{"wave":"0iz"}' });
    expect(writeExtra(aVoice([]))).toEqual({});
    expect(writeExtra({ type: "card", card: { userID: "x", nickname: "", faceURL: "" } })).toEqual({});
    expect(writeExtra(undefined)).toEqual({});
  });

  it("3-77 is parsed with the message, and is dropped if it is invalid", () => {
    const soundElem = { sourceUrl: "https://im.example/1.webm", duration: 2 };
    const voice = { url: soundElem.sourceUrl, seconds: 2 };
    expect(parseContent(103, { soundElem, ex: '{"wave":"0z"}' })).toEqual({
      type: "voice",
      voice: { ...voice, levels: [0, 1] },
    });
    for (const ex of ["", "x", "{}", '{"wave":""}', '{"wave":"<b>"}', '{"wave":7}', 7, null, undefined])
      expect(parseContent(103, { soundElem, ex })).toEqual({ type: "voice", voice });
    expect(parseContent(103, { soundElem, ex: JSON.stringify({ wave: "1".repeat(101) }) })).toEqual({
      type: "voice",
      voice,
    });
  });

  it("is parsed from any value without an exception", () => {
    fc.assert(
      fc.property(fc.anything(), (ex) => {
        readWave(ex);
      }),
    );
  });
});
