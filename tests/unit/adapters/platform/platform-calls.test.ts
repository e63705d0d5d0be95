// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPlatform } from "../../../../src/adapters/platform/index.ts";
import { SAMPLE_RATE, samplesOf } from "../../../../src/adapters/platform/tones.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const setHidden = (hidden: boolean) => vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);

/** Web Audio as far as a loop needs it. `allowed` says whether the browser lets sound out. */
function stubAudio({ allowed = true } = {}) {
  const contexts: FakeContext[] = [];
  const sources: FakeSource[] = [];
  class FakeNode {
    outputs: unknown[] = [];
    connect(output: unknown) {
      this.outputs.push(output);
      return output;
    }
    disconnect() {
      this.outputs = [];
    }
  }
  class FakeGain extends FakeNode {
    gain = { setTargetAtTime() {}, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  }
  class FakeSource extends FakeNode {
    state = "new";
    constructor(
      readonly context: FakeContext,
      readonly options: { buffer: { seconds: number }; loop: boolean },
    ) {
      super();
      sources.push(this);
    }
    start() {
      this.state = "playing";
    }
    stop() {
      this.state = "stopped";
    }
    /** Whether anything of it can still reach the speaker. */
    get isConnected() {
      return this.outputs.some((gain) => gain instanceof FakeNode && gain.outputs.length > 0);
    }
  }
  class FakeContext {
    state = allowed ? "running" : "suspended";
    currentTime = 0;
    destination = new FakeNode();
    resumed = 0;
    constructor() {
      contexts.push(this);
    }
    createBuffer = (_channels: number, length: number, rate: number) => ({
      seconds: length / rate,
      copyToChannel() {},
    });
    resume() {
      this.resumed++;
      return allowed ? Promise.resolve() : Promise.reject(new DOMException("", "NotAllowedError"));
    }
  }
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("AudioBufferSourceNode", FakeSource);
  vi.stubGlobal("GainNode", FakeGain);
  return { contexts, sources };
}

const incoming = { kind: "ringtone", title: "Bob", body: "Video call" } as const;
const outgoing = { kind: "ringback", title: "", body: "" } as const;

describe("ringing", () => {
  it("4-90 goes round until it is stopped", () => {
    const { sources } = stubAudio();
    const stop = createPlatform().ring(incoming);
    expect(sources).toMatchObject([{ state: "playing", options: { loop: true, buffer: { seconds: 3 } } }]);
    stop();
    stop();
    expect(sources).toMatchObject([{ state: "stopped" }]);
  });

  it("4-90 the caller hears what a telephone line sounds like: 425 Hz, one second in five", () => {
    const { sources } = stubAudio();
    createPlatform().ring(outgoing);
    expect(sources).toMatchObject([{ options: { loop: true, buffer: { seconds: 5 } } }]);
    const samples = [...samplesOf("ringback")];
    const crossings = samples.filter(
      (sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0 && index < SAMPLE_RATE,
    );
    expect(crossings.length).toBeGreaterThan(420);
    expect(crossings.length).toBeLessThan(430);
    expect(samples.slice(SAMPLE_RATE).every((sample) => sample === 0)).toBe(true);
  });

  it.each(["ringtone", "ringback"] as const)("4-90 a %s never clips and never clicks", (kind) => {
    const samples = samplesOf(kind);
    const loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.05);
    expect(loudest).toBeLessThan(1);
    const ends = [samples[0] ?? 1, samples.at(-1) ?? 1].map(Math.abs);
    expect(Math.max(...ends)).toBeLessThan(0.005); // it loops without a jump
  });

  it("4-90 vibrates for who is called, not for who calls, until it is stopped", () => {
    stubAudio();
    vi.useFakeTimers();
    const vibrate = vi.fn((_pattern: VibratePattern) => true);
    vi.stubGlobal("navigator", { vibrate });
    createPlatform().ring(outgoing)();
    expect(vibrate).not.toHaveBeenCalled();
    const stop = createPlatform().ring(incoming);
    vi.advanceTimersByTime(6000);
    expect(vibrate).toHaveBeenCalledTimes(3);
    stop();
    expect(vibrate).toHaveBeenLastCalledWith(0);
    vi.advanceTimersByTime(6000);
    expect(vibrate).toHaveBeenCalledTimes(4);
  });

  it("4-90 10-13 held back by the browser it is silent, and stopped it stays silent", async () => {
    const { sources, contexts } = stubAudio({ allowed: false });
    const platform = createPlatform();
    const stop = platform.ring(incoming);
    platform.unlockSound();
    expect(contexts).toHaveLength(1);
    expect(contexts[0]?.resumed).toBe(2);
    expect(sources[0]?.isConnected).toBe(true);
    stop();
    expect(sources[0]?.isConnected).toBe(false);
  });

  it("4-90 does no harm in a browser without any of it", () => {
    vi.stubGlobal("AudioContext", undefined);
    vi.stubGlobal("Notification", undefined);
    vi.stubGlobal("navigator", {});
    setHidden(true);
    const platform = createPlatform();
    platform.unlockSound();
    expect(() => platform.ring(incoming)()).not.toThrow();
  });

  it("10-13 a tap lets sound out, in the one context everything plays in", () => {
    const { contexts } = stubAudio();
    const platform = createPlatform();
    platform.unlockSound();
    const [context] = contexts;
    if (context) context.state = "interrupted"; // as iOS says after a telephone call
    platform.unlockSound();
    platform.ring(incoming);
    expect(contexts).toHaveLength(1);
    expect(context?.resumed).toBeGreaterThan(0);
  });
});

describe("the notification of a call", () => {
  const shown: FakeNotification[] = [];
  class FakeNotification {
    static permission: NotificationPermission = "granted";
    static readonly requestPermission = vi.fn();
    onclick: (() => void) | null = null;
    readonly close = vi.fn();
    constructor(
      readonly title: string,
      readonly options?: NotificationOptions,
    ) {
      shown.push(this);
    }
  }
  beforeEach(() => {
    shown.length = 0;
    FakeNotification.permission = "granted";
    vi.stubGlobal("Notification", FakeNotification);
    stubAudio();
  });

  it("4-90 shows while the page is hidden, goes with the ringing, and leads back to the page", () => {
    setHidden(true);
    const focus = vi.spyOn(window, "focus").mockImplementation(() => {});
    const stop = createPlatform().ring(incoming);
    expect(shown).toMatchObject([{ title: "Bob", options: { body: "Video call" } }]);
    shown[0]?.onclick?.();
    expect(focus).toHaveBeenCalled();
    shown[0]?.close.mockClear();
    stop();
    expect(shown[0]?.close).toHaveBeenCalled();
  });

  it("4-90 is none on a page that is seen, for who calls, or without permission, and never asks", () => {
    setHidden(false);
    createPlatform().ring(incoming);
    setHidden(true);
    createPlatform().ring(outgoing);
    FakeNotification.permission = "default";
    createPlatform().ring(incoming);
    expect(shown).toEqual([]);
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  });
});

describe("the screen", () => {
  class FakeLock extends EventTarget {
    released = false;
    async release() {
      this.released = true;
      this.dispatchEvent(new Event("release"));
    }
  }
  function stubWakeLock(request = () => Promise.resolve(new FakeLock())) {
    const locks: FakeLock[] = [];
    vi.stubGlobal("navigator", {
      wakeLock: {
        request: async () => {
          const lock = await request();
          locks.push(lock);
          return lock;
        },
      },
    });
    return { locks, held: () => locks.filter(({ released }) => !released).length };
  }
  const becomeVisible = () => document.dispatchEvent(new Event("visibilitychange"));

  it("10-14 stays on until the call is over, also when the page was away meanwhile", async () => {
    const { locks, held } = stubWakeLock();
    setHidden(false);
    const stop = createPlatform().keepAwake();
    await vi.waitFor(() => expect(held()).toBe(1));
    becomeVisible();
    await locks[0]?.release(); // as the browser does with a hidden page
    becomeVisible();
    await vi.waitFor(() => expect(locks).toHaveLength(2));
    expect(held()).toBe(1);
    stop();
    await vi.waitFor(() => expect(held()).toBe(0));
    becomeVisible();
    await Promise.resolve();
    expect(locks).toHaveLength(2);
  });

  it("10-14 is given back at once when the call was over before the browser answered", async () => {
    const { locks, held } = stubWakeLock();
    createPlatform().keepAwake()();
    await vi.waitFor(() => expect(locks).toHaveLength(1));
    await vi.waitFor(() => expect(held()).toBe(0));
  });

  it("10-14 goes dark as usual where the browser refuses or knows no better", async () => {
    stubWakeLock(() => Promise.reject(new DOMException("", "NotAllowedError")));
    const stop = createPlatform().keepAwake();
    await Promise.resolve();
    expect(stop).not.toThrow();
    vi.stubGlobal("navigator", {});
    expect(() => createPlatform().keepAwake()()).not.toThrow();
  });
});

describe("the page that closes", () => {
  it("4-102 is reported until nobody listens", () => {
    const onClosing = vi.fn();
    const stop = createPlatform().onClosing(onClosing);
    window.dispatchEvent(new Event("pagehide"));
    expect(onClosing).toHaveBeenCalledTimes(1);
    stop();
    window.dispatchEvent(new Event("pagehide"));
    expect(onClosing).toHaveBeenCalledTimes(1);
  });
});
