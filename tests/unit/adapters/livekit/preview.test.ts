/** The devices of a lobby, with fakes of the browser's devices and sound. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BackgroundBlur } from "../../../../machines/ports/media.ts";
import { createBlur } from "../../../../src/adapters/livekit/blur.ts";
import { createPreview } from "../../../../src/adapters/livekit/preview.ts";

class FakeTrack extends EventTarget {
  isStopped = false;
  readonly constraints: unknown[] = [];
  isRefusing = false;
  #isBlurred = false;
  readonly #blurs: boolean[] | undefined;

  constructor(blurs?: boolean[]) {
    super();
    this.#blurs = blurs;
  }
  getSettings() {
    return { backgroundBlur: this.#isBlurred };
  }
  stop() {
    this.isStopped = true;
  }
  getCapabilities() {
    return { backgroundBlur: this.#blurs };
  }
  getConstraints() {
    return { facingMode: "user" };
  }
  async applyConstraints(constraints: { backgroundBlur: boolean }) {
    this.constraints.push(constraints);
    await Promise.resolve();
    if (this.isRefusing) throw new DOMException("", "OverconstrainedError");
    this.#isBlurred = constraints.backgroundBlur;
  }
}

/** As a `MediaStreamTrack`: the adapter uses no other part of it. */
const asTrack = (track: FakeTrack) => track as unknown as MediaStreamTrack;

/** What the fake analyser measures. */
let loudness = 0;
let closed = 0;

class FakeAudioContext {
  createAnalyser() {
    return {
      fftSize: 4,
      getFloatTimeDomainData: (samples: Float32Array) => void samples.fill(loudness),
    };
  }
  createMediaStreamSource() {
    return { connect: () => {} };
  }
  resume() {
    return Promise.resolve();
  }
  close() {
    closed += 1;
    return Promise.resolve();
  }
}

let track: FakeTrack;
let open: () => Promise<unknown>;

beforeEach(() => {
  vi.useFakeTimers();
  loudness = 0;
  closed = 0;
  track = new FakeTrack();
  open = () => Promise.resolve({ getTracks: () => [track], getVideoTracks: () => [track] });
  vi.stubGlobal("AudioContext", FakeAudioContext);
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => open() } });
});

describe("the microphone's level", () => {
  const watch = async () => {
    const levels: (number | null)[] = [];
    const stop = createPreview().watchMicrophone((level) => levels.push(level));
    await vi.advanceTimersByTimeAsync(0);
    return { levels, stop };
  };

  it("11-49 is reported ten times a second, and the microphone is released", async () => {
    const { levels, stop } = await watch();
    await vi.advanceTimersByTimeAsync(100);
    loudness = 1;
    await vi.advanceTimersByTimeAsync(100);
    expect(levels).toEqual([0, 1]);
    stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect([levels.length, track.isStopped, closed]).toEqual([2, true, 1]);
  });

  it("4-92 is null if the microphone cannot be used, or no more", async () => {
    const { levels } = await watch();
    track.dispatchEvent(new Event("ended"));
    expect([levels, track.isStopped, closed]).toEqual([[null], true, 1]);
    open = () => Promise.reject(new DOMException("", "NotAllowedError"));
    expect((await watch()).levels).toEqual([null]);
  });

  it("4-92 11-49 is reported again when a microphone is plugged in, or allowed", async () => {
    const plugged: object[] = [];
    const devices = Object.assign(new EventTarget(), {
      getUserMedia: () => open(),
      enumerateDevices: async () => [...plugged],
    });
    const permission = Object.assign(new EventTarget(), { state: "granted" });
    vi.stubGlobal("navigator", { mediaDevices: devices, permissions: { query: async () => permission } });
    const stream = open;
    open = () => Promise.reject(new DOMException("", "NotFoundError"));
    const { levels, stop } = await watch();
    plugged.push({ kind: "videoinput", deviceId: "c" });
    devices.dispatchEvent(new Event("devicechange"));
    await vi.advanceTimersByTimeAsync(100);
    expect(levels).toEqual([null]);
    open = stream;
    plugged.push({ kind: "audioinput", deviceId: "m" });
    devices.dispatchEvent(new Event("devicechange"));
    await vi.advanceTimersByTimeAsync(100);
    expect(levels).toEqual([null, 0]);
    track.dispatchEvent(new Event("ended"));
    track = new FakeTrack();
    permission.dispatchEvent(new Event("change"));
    await vi.advanceTimersByTimeAsync(100);
    expect(levels).toEqual([null, 0, null, 0]);
    stop();
    permission.dispatchEvent(new Event("change"));
    await vi.advanceTimersByTimeAsync(100);
    expect([levels.length, track.isStopped]).toEqual([4, true]);
  });

  it("4-116 a microphone that comes too late is released at once", async () => {
    const preview = createPreview();
    preview.watchMicrophone(() => {})();
    await vi.advanceTimersByTimeAsync(0);
    expect([track.isStopped, closed]).toEqual([true, 0]);
  });
});

describe("the background blur", () => {
  const blurred = (backgroundBlur: boolean) => ({ facingMode: "user", backgroundBlur });

  const settled = () => vi.advanceTimersByTimeAsync(1);

  it("11-49 is offered by a camera whose blur can be changed, and moves to the camera of the call", async () => {
    const blur = createBlur();
    const reported: BackgroundBlur[] = [];
    blur.watch((one) => reported.push(one));
    const camera = new FakeTrack([false, true]);
    const release = blur.take(asTrack(camera));
    blur.set(true);
    await settled();
    release();
    const next = new FakeTrack([false, true]);
    blur.take(asTrack(next));
    await settled();
    blur.set(false);
    await settled();
    expect(camera.constraints).toEqual([blurred(true)]);
    expect(next.constraints).toEqual([blurred(true), blurred(false)]);
    expect(reported).toEqual([
      { isOffered: false, isOn: false },
      { isOffered: true, isOn: false },
      { isOffered: true, isOn: true },
      { isOffered: false, isOn: false },
      { isOffered: true, isOn: false },
      { isOffered: true, isOn: true },
      { isOffered: true, isOn: false },
    ]);
  });

  it("11-49 is not reported as on while the camera refuses it", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const blur = createBlur();
    const reported: BackgroundBlur[] = [];
    blur.watch((one) => reported.push(one));
    const camera = new FakeTrack([false, true]);
    camera.isRefusing = true;
    blur.take(asTrack(camera));
    blur.set(true);
    await settled();
    expect(camera.constraints).toEqual([blurred(true)]);
    expect(reported.every(({ isOn }) => !isOn)).toBe(true);
  });

  it.each([[undefined], [[false]], [[true]]])("11-49 is not offered by a camera with %j", (values) => {
    const blur = createBlur();
    const reported: BackgroundBlur[] = [];
    blur.watch((one) => reported.push(one));
    const camera = new FakeTrack(values);
    blur.take(asTrack(camera));
    blur.set(true);
    expect([camera.constraints, reported.at(-1)]).toEqual([[], { isOffered: false, isOn: false }]);
  });
});
