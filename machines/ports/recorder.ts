/** The microphone, for voice messages. */
import type { RecorderEvent } from "../vocabulary/recordings.ts";

/** A recording that was begun, until `close`. */
export interface Recording {
  /** Ends it: what was said follows as "recorder.done". */
  finish(): void;
  /** Lets the microphone go at once, also one the browser hands over later. Nothing is reported afterwards. */
  close(): void;
}

export interface RecorderPort {
  /** Asks for the microphone and records what is said. */
  record(send: (event: RecorderEvent) => void): Recording;
  /**
   * A call has the microphone until the returned function is called: what is being recorded ends with what was said,
   * and nothing new begins ("inCall").
   */
  giveWay(): () => void;
}
