/** The microphone, for voice messages. */
import type { KeptRecording, RecorderEvent, RecordingOwner, RecordingsEvent } from "../domain/recording.ts";

export interface Recording {
  /** Ends the recording; "recorder.done" follows with the data. */
  finish(): void;
  /** Releases the microphone at once, also if the browser grants it later. No events follow. */
  close(): void;
}

export interface RecorderPort {
  record(send: (event: RecorderEvent) => void): Recording;
  /**
   * Gives the microphone to a call until the returned function is called. A running recording ends and keeps its
   * data; new ones fail with "inCall".
   */
  giveWay(): () => void;
}

export interface RecordingToKeep extends RecordingOwner, KeptRecording {
  bytes: Blob;
}

/** Recordings stored on this device that wait to be sent, one per conversation. */
export interface RecordingStore {
  /**
   * Stores a recording until it is sent or discarded. If there are too many, the oldest is dropped. Returns it with
   * its `blob:` URL for this page.
   */
  keepRecording(input: RecordingToKeep): Promise<KeptRecording>;
  /** Returns the stored recording; null if there is none or its bytes are gone. */
  readRecording(input: RecordingOwner): Promise<KeptRecording | null>;
  dropRecording(input: RecordingOwner): Promise<void>;
  /** Forgets a recording that is being sent; its bytes now belong to the outbox. */
  releaseRecording(input: RecordingOwner): Promise<void>;
  /** Emits on subscribe, then every change, until the returned function is called. */
  watchRecordings(input: { userID: string }, send: (event: RecordingsEvent) => void): () => void;
  /** Deletes the recordings of all users, at sign-out. */
  forgetRecordings(): void;
}
