import { type RecorderEvent, SHORTEST_RECORDING } from "../domain/recording.ts";
import type { FinishRecording } from "./recorder.ts";

/**
 * The microphone's side of one recording. Its last data comes a little after the stop command. If the user opens
 * another chat in between, the recorder chart is gone and the recording is kept as a draft. Pure functions.
 */

export interface Take {
  /** The loudness so far, at the stop command; null before it. */
  levels: readonly number[] | null;
  /** Whether the last event has come. */
  isOver: boolean;
  /** Whether the recorder chart is gone and the last data is awaited without it. */
  isLeft: boolean;
}

export const NEW_TAKE: Take = { levels: null, isOver: false, isLeft: false };

export type TakeEvent = RecorderEvent | FinishRecording | { type: "recorder.left" };

/**
 * `tell`: pass the event to the recorder chart. `finish`: end the recording. `close`: release the microphone.
 * `keep`: release it and store the recording as a draft.
 */
export type TakeStep = "tell" | "finish" | "close" | "keep" | "nothing";

/** Returns the take after an event, and the next step. */
export function nextTake(take: Take, event: TakeEvent): { take: Take; step: TakeStep } {
  if (event.type === "recorder.finish") return { take: { ...take, levels: event.levels }, step: "finish" };
  if (event.type === "recorder.left") {
    const isLeft = take.levels !== null && !take.isOver;
    return { take: { ...take, isLeft }, step: isLeft ? "nothing" : "close" };
  }
  const isLast = event.type === "recorder.done" || event.type === "recorder.failed";
  const after = { ...take, isOver: take.isOver || isLast };
  if (!take.isLeft) return { take: after, step: "tell" };
  if (event.type !== "recorder.done") return { take: after, step: "nothing" };
  return { take: after, step: event.seconds < SHORTEST_RECORDING ? "close" : "keep" };
}
