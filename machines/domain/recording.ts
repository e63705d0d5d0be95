/** What is spoken into the microphone. Pure values and functions. */

import type { OwnVoice } from "./outgoing-attachment.ts";

/** Seconds (5-11, 5-19). */
export const SHORTEST_RECORDING = 1;
export const LONGEST_RECORDING = 60;

/** How many bars draw a voice. */
const BARS = 40;

/** Why nothing can be recorded. */
export type RecorderRefusal = "denied" | "missing" | "inCall" | "failing";

export interface Recorded {
  bytes: Blob;
  seconds: number;
}

/** Whose a recording is, and where it was spoken: there is one at a time. */
export interface RecordingOwner {
  userID: string;
  conversationID: string;
}

/** A recording as it will be sent, and under which id. */
export interface KeptRecording {
  clientMsgID: string;
  enclosure: OwnVoice;
}

/** In which conversations one waits: told at once, and whenever that changes. */
export interface RecordingsEvent {
  type: "recordings.changed";
  conversationIDs: readonly string[];
}

/** How many wait to be sent at most, in all conversations of a person; the oldest goes. */
export const KEPT_RECORDINGS = 20;

/** What becomes of a recording that was begun. Nothing comes after it is done or has failed. */
export type RecorderEvent =
  | { type: "recorder.started" }
  /** Some ten times a second: how loud it is, from 0 to 1, and how long it is by now. */
  | { type: "recorder.level"; level: number; seconds: number }
  /** It was finished; or the microphone went, or a call took it, and this is what was said until then. */
  | ({ type: "recorder.done" } & Recorded)
  | { type: "recorder.failed"; cause: RecorderRefusal };

/** A recording as it is sent; nowhere to be heard from until it is kept. */
export function enclosedVoice(
  { bytes, seconds }: Recorded,
  { clientMsgID, levels }: { clientMsgID: string; levels: readonly number[] },
): KeptRecording {
  const enclosure = {
    type: "voice" as const,
    mime: bytes.type,
    bytes: bytes.size,
    preview: "",
    seconds: Math.max(1, Math.round(seconds)),
    levels: waveOf(levels),
  };
  return { clientMsgID, enclosure };
}

/** Levels as few bars, the loudest of each stretch, to two digits; as they are where there are few. */
export function waveOf(levels: readonly number[], bars = BARS): number[] {
  const count = Math.min(bars, levels.length);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.floor((edge * levels.length) / count));
    return Math.round(Math.max(...levels.slice(from, to)) * 100) / 100;
  });
}
