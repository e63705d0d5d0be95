// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import { createChime, notify } from "../../../../src/adapters/platform/alert.ts";
import { createAudio } from "../../../../src/adapters/platform/audio.ts";

let warn: Mock<(line: string) => void>;
beforeEach(() => {
  warn = vi.fn();
  vi.spyOn(console, "warn").mockImplementation(warn);
});

describe("the sound of a message", () => {
  interface Tone {
    hertz: number;
    /** Of the silence that it begins with. */
    gain: number;
    starts: number;
    ends: number;
    /** Volumes by time, in seconds. */
    volumes: [volume: number, time: number][];
    isHeard: boolean;
  }
  let tones: Tone[];
  let context: { state: string; resume: Mock<() => Promise<void>> };

  beforeEach(() => {
    tones = [];
    const destination = {};
    context = { state: "running", resume: vi.fn(async () => {}) };
    vi.stubGlobal("AudioContext", function FakeContext() {
      return Object.assign(context, { currentTime: 5, destination });
    });
    vi.stubGlobal("OscillatorNode", function FakeOscillator(_: object, { frequency }: { frequency: number }) {
      const tone: Tone = { hertz: frequency, gain: 1, starts: 0, ends: 0, volumes: [], isHeard: false };
      tones.push(tone);
      return {
        connect: (gain: { feeds: (tone: Tone) => void }) => {
          gain.feeds(tone);
          return gain;
        },
        start: (time: number) => {
          tone.starts = time;
        },
        stop: (time: number) => {
          tone.ends = time;
        },
      };
    });
    vi.stubGlobal("GainNode", function FakeGain(_: object, { gain }: { gain: number }) {
      const volumes: Tone["volumes"] = [];
      let fed: Tone | null = null;
      return {
        gain: {
          setValueAtTime: (volume: number, time: number) => volumes.push([volume, time]),
          exponentialRampToValueAtTime: (volume: number, time: number) => volumes.push([volume, time]),
        },
        feeds: (tone: Tone) => {
          fed = Object.assign(tone, { gain, volumes });
        },
        connect: (to: object) => {
          if (fed) fed.isHeard = to === destination;
        },
      };
    });
  });

  it("4-65 is two short, quiet, falling tones that begin at once and fade out", () => {
    createChime(createAudio())();
    const [first, second] = tones;
    if (!first || !second) throw new Error("two tones");
    expect(tones).toHaveLength(2);
    expect(first.hertz).toBeGreaterThan(second.hertz);
    expect(first.starts).toBe(5);
    expect(second.starts).toBeGreaterThan(first.starts);
    for (const { gain, starts, ends, volumes, isHeard } of tones) {
      expect([gain, isHeard]).toEqual([0, true]);
      expect(ends).toBeGreaterThan(starts);
      expect(ends - 5).toBeLessThan(0.5);
      expect(volumes.map(([, time]) => time)).toEqual([starts, ends]);
      const [[loud] = [0], [quiet] = [1]] = volumes;
      expect(loud).toBeGreaterThan(0);
      expect(loud).toBeLessThanOrEqual(0.1);
      expect(quiet).toBeLessThan(0.001);
    }
  });

  it.each([
    [999, 2],
    [1000, 0],
  ])("4-65 waits for a browser that allows sound: after %i ms it has %i tones", async (wait, count) => {
    context.state = "suspended";
    const now = vi.spyOn(performance, "now").mockReturnValue(7000);
    let allow = () => {};
    const allowed = new Promise<void>((resolve) => {
      allow = resolve;
    });
    context.resume.mockReturnValue(allowed);
    createChime(createAudio())();
    expect(tones).toEqual([]);
    now.mockReturnValue(7000 + wait);
    allow();
    await allowed;
    await Promise.resolve();
    expect(tones).toHaveLength(count);
  });

  it("4-65 is left out with a line in the log if the browser allows none, or has none", async () => {
    context.state = "suspended";
    context.resume.mockRejectedValue(new Error("no touch yet"));
    createChime(createAudio())();
    await vi.waitFor(() => expect(warn.mock.calls).toEqual([["alert: no sound"]]));
    vi.stubGlobal("AudioContext", undefined);
    createChime(createAudio())();
    expect(warn.mock.calls).toHaveLength(2);
    expect(tones).toEqual([]);
  });
});

describe("a notification of the system", () => {
  const shown: FakeNotification[] = [];
  class FakeNotification {
    static readonly permission: NotificationPermission = "granted";
    onclick: (() => void) | null = null;
    readonly close = vi.fn();
    constructor(
      readonly title: string,
      readonly options: NotificationOptions,
    ) {
      shown.push(this);
    }
  }
  const about = (title: string) => ({ title, body: "hi", tag: "si_a_b", onClick: vi.fn() });

  beforeEach(() => {
    shown.length = 0;
    vi.stubGlobal("Notification", FakeNotification);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  });
  const showPage = () => document.dispatchEvent(new Event("visibilitychange"));
  afterEach(showPage);

  it("4-65 has the sound of the system and goes by itself, unless it should not", () => {
    notify(about("one"));
    notify({ ...about("two"), isSilent: true, isLasting: true });
    expect(shown.map(({ options }) => options)).toEqual([
      { body: "hi", tag: "si_a_b" },
      { body: "hi", tag: "si_a_b", silent: true, requireInteraction: true },
    ]);
  });

  it("4-65 is closed by a click, and by the page when it is shown", () => {
    const message = about("one");
    notify(message);
    shown[0]?.onclick?.();
    expect(shown[0]?.close).toHaveBeenCalled();
    expect(message.onClick).toHaveBeenCalledOnce();
    notify(about("two"));
    showPage();
    expect(shown[1]?.close).toHaveBeenCalled();
  });

  it("4-65 stays to be closed with the page when the one that it replaced is closed", () => {
    const close = notify(about("one"));
    notify(about("two"));
    close();
    expect(shown.map((one) => one.close.mock.calls.length)).toEqual([1, 0]);
    showPage();
    expect(shown[1]?.close).toHaveBeenCalledOnce();
  });

  it("4-65 is left out with a line in the log if the browser refuses it", () => {
    vi.stubGlobal(
      "Notification",
      class extends FakeNotification {
        constructor() {
          super("", {});
          throw new TypeError("only service workers may");
        }
      },
    );
    expect(() => notify(about("one"))()).not.toThrow();
    expect(warn.mock.calls).toEqual([["alert: no notification"]]);
  });
});
