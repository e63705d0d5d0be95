/** Voice recordings. Pure values and functions. */

import type { OwnVoice } from "./outgoing-attachment.ts";

/** Limits in seconds (5-11, 5-19). */
export const SHORTEST_RECORDING = 1;
export const LONGEST_RECORDING = 60;

/** Number of bars in a waveform. */
const BARS = 40;

export type RecorderRefusal = "denied" | "missing" | "inCall" | "failing";

export interface Recorded {
  bytes: Blob;
  seconds: number;
}

/** The user and conversation of a recording: each conversation has at most one. */
export interface RecordingOwner {
  userID: string;
  conversationID: string;
}

export interface KeptRecording {
  clientMsgID: string;
  enclosure: OwnVoice;
}

/** Conversations with a stored recording. Emitted on subscribe, then on every change. */
export interface RecordingsEvent {
  type: "recordings.changed";
  conversationIDs: readonly string[];
}

/** Maximum number of stored recordings per user; beyond it the oldest is dropped. */
export const KEPT_RECORDINGS = 20;

/** Events of a recording. "done" or "failed" is the last one. */
export type RecorderEvent =
  | { type: "recorder.started" }
  /** About ten times a second: loudness from 0 to 1, and the length so far. */
  | { type: "recorder.level"; level: number; seconds: number }
  /** The recording ended: the user finished it, or the microphone was lost or taken by a call. */
  | ({ type: "recorder.done" } & Recorded)
  | { type: "recorder.failed"; cause: RecorderRefusal };

/** Returns a recording as an attachment. It cannot be played until it is stored. */
export function voiceAttachment(
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

/** Reduces levels to at most `bars`, each the maximum of its section, with two decimals. */
export function waveOf(levels: readonly number[], bars = BARS): number[] {
  const count = Math.min(bars, levels.length);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((edge) => Math.floor((edge * levels.length) / count));
    return Math.round(Math.max(...levels.slice(from, to)) * 100) / 100;
  });
}
