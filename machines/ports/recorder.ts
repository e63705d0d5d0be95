/** The microphone, for voice messages. */
import type { KeptRecording, RecorderEvent, RecordingOwner, RecordingsEvent } from "../domain/recording.ts";

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

export interface RecordingToKeep extends RecordingOwner, KeptRecording {
  bytes: Blob;
}

/** Recordings that wait on this device to be sent, one a conversation. */
export interface RecordingStore {
  /** Keeps it until it is sent or thrown away, the oldest giving way to too many; with its address in this visit. */
  keepRecording(input: RecordingToKeep): Promise<KeptRecording>;
  /** The one that waits there; null where there is none, or its bytes are gone. */
  readRecording(input: RecordingOwner): Promise<KeptRecording | null>;
  /** It was thrown away. */
  dropRecording(input: RecordingOwner): Promise<void>;
  /** It is on its way: its bytes are the outbox's from here on. */
  releaseRecording(input: RecordingOwner): Promise<void>;
  /** Tells where somebody's wait, at once and whenever that changes, until the returned function is called. */
  watchRecordings(input: { userID: string }, send: (event: RecordingsEvent) => void): () => void;
  /** All of them, whose they are: somebody signed out. */
  forgetRecordings(): void;
}
