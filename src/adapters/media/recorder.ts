import {
  type MicrophoneEvent,
  type MicrophoneNext,
  nextMicrophone,
  openedWith,
} from "../../../machines/composer/microphone-use.ts";
import type { RecorderEvent, RecorderRefusal } from "../../../machines/domain/recording.ts";
import type { RecorderPort } from "../../../machines/ports/recorder.ts";
import { logLine } from "../log.ts";
import { Meter } from "./meter.ts";

/** Formats in order of preference. Every browser plays the first. */
const FORMATS = ["audio/mp4", "audio/webm;codecs=opus", "audio/ogg;codecs=opus"];
const BITS_PER_SECOND = 32_000;
const MICROPHONE: MediaStreamConstraints = {
  audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
};
/** Milliseconds between two level reports. */
const LEVEL_INTERVAL = 100;

const REFUSALS: ReadonlyMap<string, RecorderRefusal> = new Map([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "missing"],
  ["OverconstrainedError", "missing"],
]);

export function createRecorder(): RecorderPort {
  /** Functions that stop the running recordings for a call. */
  const yielding = new Set<() => void>();
  let calls = 0;

  return {
    record(send) {
      const first = openedWith(calls);
      let { use } = first;
      let take: Take | null = null;

      const endForCall = () => advance({ type: "call.began" });
      const end = () => {
        yielding.delete(endForCall);
        take?.release();
      };
      const carryOut = (next: MicrophoneNext): MicrophoneNext => {
        use = next.use;
        if (next.step === "finish") take?.finish();
        if (next.step === "release") end();
        if (next.tell && next.tell !== "done") send({ type: "recorder.failed", cause: next.tell });
        return next;
      };
      const advance = (event: MicrophoneEvent) => carryOut(nextMicrophone(use, event));
      const tell = (event: RecorderEvent) => {
        if (use.phase !== "over") send(event);
      };

      const open = async () => {
        try {
          // Insecure pages have no microphone.
          const stream = await navigator.mediaDevices?.getUserMedia(MICROPHONE);
          if (!stream) return void advance({ type: "microphone.failed", cause: "missing" });
          if (advance({ type: "microphone.opened" }).step === "release") return letGo(stream);
          take = new Take(stream, {
            onStart: () => tell({ type: "recorder.started" }),
            onLevel: (level, seconds) => tell({ type: "recorder.level", level, seconds }),
            onEnd(bytes, seconds) {
              const after = advance({ type: "microphone.stopped", isEmpty: bytes.size === 0 });
              if (after.tell === "done") send({ type: "recorder.done", bytes, seconds });
            },
          });
        } catch (error) {
          const name = error instanceof Error ? error.name : "";
          if (use.phase !== "over") logLine("recorder", name);
          advance({ type: "microphone.failed", cause: REFUSALS.get(name) ?? "failing" });
        }
      };
      yielding.add(endForCall);
      if (carryOut(first).step !== "release") void open();

      return {
        finish: () => void advance({ type: "user.finished" }),
        close: () => void advance({ type: "user.left" }),
      };
    },

    giveWay() {
      calls += 1;
      for (const give of [...yielding]) give();
      let isGiven = true;
      return () => {
        if (isGiven) calls -= 1;
        isGiven = false;
      };
    },
  };
}

interface RecordingListeners {
  onStart: () => void;
  onLevel: (level: number, seconds: number) => void;
  /** Called once, after `finish` or when the microphone is lost. */
  onEnd: (bytes: Blob, seconds: number) => void;
}

class Take {
  readonly #stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #meter: Meter;
  #startedAt: number | null = null;
  #seconds = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(stream: MediaStream, { onStart, onLevel, onEnd }: RecordingListeners) {
    this.#stream = stream;
    try {
      const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
      this.#recorder = new MediaRecorder(stream, {
        audioBitsPerSecond: BITS_PER_SECOND,
        ...(mimeType ? { mimeType } : {}),
      });
      this.#meter = new Meter(stream);
    } catch (error) {
      letGo(stream);
      throw error;
    }
    const parts: Blob[] = [];
    this.#recorder.addEventListener("dataavailable", ({ data }) => void parts.push(data));
    this.#recorder.addEventListener("start", () => {
      this.#startedAt = performance.now();
      onStart();
      this.#timer = setInterval(() => onLevel(this.#meter.level(), this.#length()), LEVEL_INTERVAL);
    });
    this.#recorder.addEventListener("stop", () => {
      // Keep only the container type: not every player understands the codec part.
      const [type = ""] = (this.#recorder.mimeType || (parts[0]?.type ?? "")).split(";");
      this.#end();
      onEnd(new Blob(parts, { type }), this.#seconds);
    });
    this.#recorder.start();
  }

  finish(): void {
    this.#end();
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
  }

  release(): void {
    this.finish();
    letGo(this.#stream);
    this.#meter.close();
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#seconds = this.#length();
    this.#startedAt = null;
  }

  #length(): number {
    return this.#startedAt === null ? this.#seconds : (performance.now() - this.#startedAt) / 1000;
  }
}

function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
