// @vitest-environment jsdom
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { PlatformPort } from "../../../../machines/ports/platform.ts";
import { createPlatform } from "../../../../src/adapters/platform/index.ts";
import { SAMPLE_RATE, samplesOf } from "../../../../src/adapters/platform/tones.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));
afterAll(() => document.querySelector("title")?.remove());

const setHidden = (hidden: boolean) => vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);

/** A minimal Web Audio. With `allowed` false, the browser blocks sound. */
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

const incoming = { kind: "ringtone", title: "Bob", body: "Video call", isShown: true } as const;
const outgoing = { kind: "ringback", title: "", body: "", isShown: true } as const;

/** Rings until the test ends, or until it is stopped. */
function ring(kind: Parameters<PlatformPort["ring"]>[0], platform = createPlatform()): () => void {
  const stop = platform.ring(kind);
  onTestFinished(stop);
  return stop;
}

describe("ring", () => {
  it("4-90 loops until it is stopped", () => {
    const { sources } = stubAudio();
    const stop = ring(incoming);
    expect(sources).toMatchObject([{ state: "playing", options: { loop: true, buffer: { seconds: 3 } } }]);
    stop();
    stop();
    expect(sources).toMatchObject([{ state: "stopped" }]);
  });

  it("4-90 plays a ringback of 425 Hz for one second in five to the caller", () => {
    const { sources } = stubAudio();
    ring(outgoing);
    expect(sources).toMatchObject([{ options: { loop: true, buffer: { seconds: 5 } } }]);
    const samples = [...samplesOf("ringback")];
    const crossings = samples.filter(
      (sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0 && index < SAMPLE_RATE,
    );
    expect(crossings.length).toBeGreaterThan(420);
    expect(crossings.length).toBeLessThan(430);
    expect(samples.slice(SAMPLE_RATE).every((sample) => sample === 0)).toBe(true);
  });

  it.each(["ringtone", "ringback"] as const)("4-90 plays a %s that does not clip or click", (kind) => {
    const samples = samplesOf(kind);
    const loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.05);
    expect(loudest).toBeLessThan(1);
    const ends = [samples[0] ?? 1, samples.at(-1) ?? 1].map(Math.abs);
    expect(Math.max(...ends)).toBeLessThan(0.005); // the loop has no jump
  });

  it("4-90 vibrates for the callee until it is stopped, and not for the caller", () => {
    stubAudio();
    vi.useFakeTimers();
    const vibrate = vi.fn((_pattern: VibratePattern) => true);
    vi.stubGlobal("navigator", { vibrate });
    ring(outgoing)();
    expect(vibrate).not.toHaveBeenCalled();
    const stop = ring(incoming);
    vi.advanceTimersByTime(6000);
    expect(vibrate).toHaveBeenCalledTimes(3);
    stop();
    expect(vibrate).toHaveBeenLastCalledWith(0);
    vi.advanceTimersByTime(6000);
    expect(vibrate).toHaveBeenCalledTimes(4);
  });

  it("4-90 10-13 stays silent while the browser blocks sound, and after a stop", async () => {
    const { sources, contexts } = stubAudio({ allowed: false });
    const platform = createPlatform();
    const stop = ring(incoming, platform);
    platform.unlockSound();
    expect(contexts).toHaveLength(1);
    expect(contexts[0]?.resumed).toBe(2);
    expect(sources[0]?.isConnected).toBe(true);
    stop();
    expect(sources[0]?.isConnected).toBe(false);
  });

  it("4-90 does not throw in a browser without sound, vibration and notifications", () => {
    vi.stubGlobal("AudioContext", undefined);
    vi.stubGlobal("Notification", undefined);
    vi.stubGlobal("navigator", {});
    setHidden(true);
    const platform = createPlatform();
    platform.unlockSound();
    expect(() => ring(incoming, platform)()).not.toThrow();
  });

  it("10-13 resumes the shared audio context on a tap", () => {
    const { contexts } = stubAudio();
    const platform = createPlatform();
    platform.unlockSound();
    const [context] = contexts;
    if (context) context.state = "interrupted"; // iOS reports this after a phone call
    platform.unlockSound();
    ring(incoming, platform);
    expect(contexts).toHaveLength(1);
    expect(context?.resumed).toBeGreaterThan(0);
  });
});

describe("a call notification", () => {
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

  it("4-90 is shown while the page is hidden, closes with the ringing, and focuses the page on click", () => {
    setHidden(true);
    const focus = vi.spyOn(window, "focus").mockImplementation(() => {});
    const stop = ring(incoming);
    expect(shown).toMatchObject([{ title: "Bob", options: { body: "Video call" } }]);
    shown[0]?.onclick?.();
    expect(focus).toHaveBeenCalled();
    shown[0]?.close.mockClear();
    stop();
    expect(shown[0]?.close).toHaveBeenCalled();
  });

  it("11-54 is shown when the page is hidden while it rings, and gone when the user returns or the call ends", () => {
    setHidden(false);
    const stop = ring({ ...incoming, title: "Anna" });
    const annas = () => shown.filter(({ title }) => title === "Anna");
    const turn = (hidden: boolean) => {
      setHidden(hidden);
      document.dispatchEvent(new Event("visibilitychange"));
    };
    turn(true);
    expect(annas()).toMatchObject([{ options: { requireInteraction: true } }]);
    turn(false);
    expect(annas()[0]?.close).toHaveBeenCalled();
    turn(true);
    expect(annas()).toHaveLength(2);
    stop();
    expect(annas()[1]?.close).toHaveBeenCalled();
    turn(false);
    turn(true);
    expect(annas()).toHaveLength(2);
  });

  it("11-54 is not shown when the user has turned notifications off", () => {
    setHidden(true);
    ring({ ...incoming, isShown: false });
    expect(shown).toEqual([]);
  });

  it("4-90 is not shown on a visible page, for the caller or without permission, and asks for no permission", () => {
    setHidden(false);
    ring(incoming);
    setHidden(true);
    ring(outgoing);
    FakeNotification.permission = "default";
    ring(incoming);
    expect(shown).toEqual([]);
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  });
});

describe("keepAwake", () => {
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

  it("10-14 keeps the screen on until the call ends, also after the page was hidden", async () => {
    const { locks, held } = stubWakeLock();
    setHidden(false);
    const stop = createPlatform().keepAwake();
    await vi.waitFor(() => expect(held()).toBe(1));
    becomeVisible();
    await locks[0]?.release(); // the browser does this on a hidden page
    becomeVisible();
    await vi.waitFor(() => expect(locks).toHaveLength(2));
    expect(held()).toBe(1);
    stop();
    await vi.waitFor(() => expect(held()).toBe(0));
    becomeVisible();
    await new Promise((resolve) => setImmediate(resolve));
    expect(locks).toHaveLength(2);
  });

  it("10-14 releases a lock that is granted after the end of the call", async () => {
    const { locks, held } = stubWakeLock();
    createPlatform().keepAwake()();
    await vi.waitFor(() => expect(locks).toHaveLength(1));
    await vi.waitFor(() => expect(held()).toBe(0));
  });

  it("10-14 does not throw if the browser refuses or has no wake lock", async () => {
    stubWakeLock(() => Promise.reject(new DOMException("", "NotAllowedError")));
    const stop = createPlatform().keepAwake();
    await Promise.resolve();
    expect(stop).not.toThrow();
    vi.stubGlobal("navigator", {});
    expect(() => createPlatform().keepAwake()()).not.toThrow();
  });
});

describe("page close", () => {
  it("4-102 is reported until the listener is removed", () => {
    const onClosing = vi.fn();
    const stop = createPlatform().onClosing(onClosing);
    window.dispatchEvent(new Event("pagehide"));
    expect(onClosing).toHaveBeenCalledTimes(1);
    stop();
    window.dispatchEvent(new Event("pagehide"));
    expect(onClosing).toHaveBeenCalledTimes(1);
  });
});
