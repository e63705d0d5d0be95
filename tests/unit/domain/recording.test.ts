import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { voiceAttachment, waveOf } from "../../../machines/domain/recording.ts";

const level = fc.double({ min: 0, max: 1, noNaN: true });

describe("waveform", () => {
  it("has at most 40 bars between 0 and 1 and keeps the loudest level", () => {
    fc.assert(
      fc.property(fc.array(level, { maxLength: 700 }), (levels) => {
        const wave = waveOf(levels);
        expect(wave).toHaveLength(Math.min(40, levels.length));
        const [loudest, drawn] = [levels, wave].map((all) => Math.max(0, ...all));
        expect(drawn).toBeCloseTo(loudest ?? 0, 1);
        expect(wave.every((bar) => bar >= 0 && bar <= 1)).toBe(true);
      }),
    );
  });

  it("has 40 bars for more levels, each as high as the loudest of its levels", () => {
    expect(waveOf(Array.from({ length: 81 }, () => 0.5))).toHaveLength(40);
    expect(waveOf([0.1, 0.9, 0.3, 0.2], 2)).toEqual([0.9, 0.3]);
  });

  it("keeps the order of the levels", () => {
    const levels = Array.from({ length: 80 }, (_, index) => (index < 40 ? 0.2 : 0.8));
    expect(waveOf(levels, 4)).toEqual([0.2, 0.2, 0.8, 0.8]);
    expect(waveOf([0.123, 0.456])).toEqual([0.12, 0.46]);
  });
});

describe("a voice message", () => {
  it.each([
    [1, 1],
    [1.4, 1],
    [59.6, 60],
    [0.3, 1],
  ])("5-19 of %d seconds has a duration of %i", (seconds, whole) => {
    const bytes = new Blob(["four"], { type: "audio/mp4" });
    const options = { clientMsgID: "m1", levels: [0.5] };
    expect(voiceAttachment({ bytes, seconds }, options)).toEqual({
      clientMsgID: "m1",
      enclosure: {
        type: "voice",
        mime: "audio/mp4",
        bytes: 4,
        preview: "",
        seconds: whole,
        levels: [0.5],
      },
    });
  });
});
