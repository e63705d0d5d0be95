import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RecorderEvent } from "../../../../machines/domain/recording.ts";
import { createRecorder } from "../../../../src/adapters/media/recorder.ts";

class Track {
  isOn = true;
  stop() {
    this.isOn = false;
  }
}

class FakeMediaRecorder extends EventTarget {
  static formats = ["audio/webm;codecs=opus"];
  static last: FakeMediaRecorder;
  static isTypeSupported = (format: string) => FakeMediaRecorder.formats.includes(format);
  state: "inactive" | "recording" = "inactive";
  readonly mimeType: string;
  bytes = "spoken";

  constructor(
    readonly stream: unknown,
    { mimeType = "" }: { mimeType?: string },
  ) {
    super();
    this.mimeType = mimeType;
    FakeMediaRecorder.last = this;
  }

  start() {
    this.state = "recording";
    queueMicrotask(() => this.dispatchEvent(new Event("start")));
  }

  /** Delivers the bytes asynchronously, as browsers do. A browser also stops when the microphone is removed. */
  stop() {
    if (this.state === "inactive") throw new Error("It is not recording");
    this.state = "inactive";
    queueMicrotask(() => {
      this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob([this.bytes]) }));
      this.dispatchEvent(new Event("stop"));
    });
  }
}

class FakeAudioContext {
  static open = 0;
  static loudness = 0;
  constructor() {
    FakeAudioContext.open += 1;
  }
  createAnalyser = () => ({
    fftSize: 8,
    getFloatTimeDomainData: (samples: Float32Array) => samples.fill(FakeAudioContext.loudness),
  });
  createMediaStreamSource = () => ({ connect: () => {} });
  resume = async () => {};
  close = async () => {
    FakeAudioContext.open -= 1;
  };
}

let track: Track;
let answer: () => Promise<{ getTracks: () => Track[] }>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  track = new Track();
  FakeAudioContext.open = 0;
  FakeAudioContext.loudness = 0;
  FakeMediaRecorder.formats = ["audio/webm;codecs=opus"];
  answer = async () => ({ getTracks: () => [track] });
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => answer() } });
  vi.stubGlobal("MediaRecorder", FakeMediaRecorder);
  vi.stubGlobal("AudioContext", FakeAudioContext);
});

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const named = (name: string) => Object.assign(new Error(name), { name });

async function begin(recorder = createRecorder()) {
  const said: RecorderEvent[] = [];
  const recording = recorder.record((event) => void said.push(event));
  await settle();
  return { recorder, recording, said };
}

describe("a voice recording", () => {
  it("5-19 lasts until it is finished, and then turns the microphone off", async () => {
    const { recording, said } = await begin();
    expect(said).toEqual([{ type: "recorder.started" }]);
    vi.advanceTimersByTime(2300);
    recording.finish();
    vi.advanceTimersByTime(5000);
    await settle();
    const done = said.at(-1);
    expect(done).toMatchObject({ type: "recorder.done", seconds: 2.3 });
    expect(done?.type === "recorder.done" && (await done.bytes.text())).toBe("spoken");
    expect(done?.type === "recorder.done" && done.bytes.type).toBe("audio/webm");
    expect(said.filter(({ type }) => type === "recorder.level")).toHaveLength(23);
    expect([track.isOn, FakeAudioContext.open]).toEqual([false, 0]);
  });

  it("5-19 reports its level ten times a second, with quiet speech visible", async () => {
    const { said } = await begin();
    for (const loudness of [0, 0.01, 0.1, 1]) {
      FakeAudioContext.loudness = loudness;
      vi.advanceTimersByTime(100);
    }
    const levels = said.flatMap((event) => (event.type === "recorder.level" ? [event.level] : []));
    expect(levels).toHaveLength(4);
    expect(levels[0]).toBe(0);
    expect(levels[1]).toBeGreaterThan(0.1);
    expect(levels[2]).toBeGreaterThan(levels[1] ?? 1);
    expect(levels[3]).toBe(1);
  });

  it("3-77 uses audio/mp4, which every browser plays, if the browser can record it", async () => {
    FakeMediaRecorder.formats = ["audio/webm;codecs=opus", "audio/mp4"];
    await begin();
    expect(FakeMediaRecorder.last.mimeType).toBe("audio/mp4");
  });

  it("5-19 ends with its audio so far when the microphone is removed", async () => {
    const { said } = await begin();
    vi.advanceTimersByTime(4000);
    FakeMediaRecorder.last.stop();
    await settle();
    expect(said.at(-1)).toMatchObject({ type: "recorder.done", seconds: 4 });
    expect([track.isOn, FakeAudioContext.open]).toEqual([false, 0]);
  });

  it("turns the microphone off and reports nothing when it is cancelled", async () => {
    const { recording, said } = await begin();
    vi.advanceTimersByTime(500);
    recording.close();
    await settle();
    vi.advanceTimersByTime(5000);
    expect(said.map(({ type }) => type)).not.toContain("recorder.done");
    expect([track.isOn, FakeAudioContext.open]).toEqual([false, 0]);
  });

  it("releases a microphone that is granted after the cancellation", async () => {
    let give = () => {};
    answer = () =>
      new Promise((resolve) => {
        give = () => resolve({ getTracks: () => [track] });
      });
    const { recording, said } = await begin();
    recording.close();
    give();
    await settle();
    expect(track.isOn).toBe(false);
    expect(said).toEqual([]);
  });

  it("fails when it is empty", async () => {
    const { recording, said } = await begin();
    FakeMediaRecorder.last.bytes = "";
    recording.finish();
    await settle();
    expect(said.at(-1)).toEqual({ type: "recorder.failed", cause: "failing" });
  });

  it.each([
    ["NotAllowedError", "denied"],
    ["SecurityError", "denied"],
    ["NotFoundError", "missing"],
    ["OverconstrainedError", "missing"],
    ["NotReadableError", "failing"],
  ])("5-19 fails for the browser error %s as %s", async (name, cause) => {
    answer = () => Promise.reject(named(name));
    expect((await begin()).said).toEqual([{ type: "recorder.failed", cause }]);
  });

  it("fails on an insecure page, which has no microphone", async () => {
    vi.stubGlobal("navigator", {});
    expect((await begin()).said).toEqual([{ type: "recorder.failed", cause: "missing" }]);
  });

  it("releases the microphone in a browser that cannot record", async () => {
    vi.stubGlobal("MediaRecorder", undefined);
    expect((await begin()).said).toEqual([{ type: "recorder.failed", cause: "failing" }]);
    expect(track.isOn).toBe(false);
  });
});

describe("a call that needs the microphone", () => {
  it("5-19 ends a recording with its audio so far", async () => {
    const { recorder, said } = await begin();
    vi.advanceTimersByTime(1500);
    recorder.giveWay();
    await settle();
    expect(said.at(-1)).toMatchObject({ type: "recorder.done", seconds: 1.5 });
    expect(track.isOn).toBe(false);
  });

  it("blocks recordings until all calls are over", async () => {
    const recorder = createRecorder();
    const [first, second] = [recorder.giveWay(), recorder.giveWay()];
    first();
    first();
    expect((await begin(recorder)).said).toEqual([{ type: "recorder.failed", cause: "inCall" }]);
    second();
    expect((await begin(recorder)).said).toEqual([{ type: "recorder.started" }]);
  });

  it("5-19 is the reason if it takes the microphone before any data", async () => {
    const { recorder, said } = await begin();
    FakeMediaRecorder.last.bytes = "";
    recorder.giveWay();
    await settle();
    expect(said.at(-1)).toEqual({ type: "recorder.failed", cause: "inCall" });
  });

  it("ends a pending microphone request", async () => {
    answer = () => new Promise(() => {});
    const { recorder, said } = await begin();
    recorder.giveWay();
    expect(said).toEqual([{ type: "recorder.failed", cause: "inCall" }]);
  });
});
