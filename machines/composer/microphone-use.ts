import type { RecorderRefusal } from "../domain/recording.ts";

/** The microphone of one recording. A call takes it away. Pure functions. */

export interface MicrophoneUse {
  /** `opening`: the browser may still ask the user. `over`: the microphone is released. */
  phase: "opening" | "recording" | "over";
  /** Whether a call has ended the recording. */
  isForCall: boolean;
}

export type MicrophoneEvent =
  | { type: "microphone.opened" }
  | { type: "microphone.failed"; cause: RecorderRefusal }
  /** The recording has stopped, after `finish` or because the microphone is gone. */
  | { type: "microphone.stopped"; isEmpty: boolean }
  /** A call needs the microphone. */
  | { type: "call.began" }
  | { type: "user.finished" | "user.left" };

export interface MicrophoneNext {
  use: MicrophoneUse;
  /** `finish`: stop the recording; its data follows. `release`: the microphone is not needed any more. */
  step: "record" | "finish" | "release" | "nothing";
  /** The last report about the recording: that it is done, or why it failed. */
  tell: "done" | RecorderRefusal | null;
}

/** Returns the use of a new recording while `calls` calls have the microphone. */
export function openedWith(calls: number): MicrophoneNext {
  return calls > 0 ? over("inCall") : going("opening", "nothing");
}

/** Returns the use after an event, and the next step. */
export function nextMicrophone(use: MicrophoneUse, event: MicrophoneEvent): MicrophoneNext {
  // The browser may open the microphone after the recording is over.
  if (use.phase === "over")
    return { use, step: event.type === "microphone.opened" ? "release" : "nothing", tell: null };
  switch (event.type) {
    case "microphone.opened":
      return going("recording", "record");
    case "microphone.failed":
      return over(event.cause);
    case "microphone.stopped":
      if (!event.isEmpty) return over("done");
      return over(use.isForCall ? "inCall" : "failing");
    case "call.began":
      if (use.phase === "opening") return over("inCall");
      return { use: { phase: "recording", isForCall: true }, step: "finish", tell: null };
    case "user.finished":
      return { use, step: use.phase === "recording" ? "finish" : "nothing", tell: null };
    case "user.left":
      return over(null);
  }
}

function going(phase: MicrophoneUse["phase"], step: MicrophoneNext["step"]): MicrophoneNext {
  return { use: { phase, isForCall: false }, step, tell: null };
}

function over(tell: MicrophoneNext["tell"]): MicrophoneNext {
  return { ...going("over", "release"), tell };
}
