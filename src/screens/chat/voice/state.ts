import type { SnapshotFrom } from "xstate";
import type { RecorderTag, recorderMachine } from "../../../../machines/composer/recorder.ts";

const HANDS_FREE: readonly RecorderTag[] = ["asking", "recording", "finishing", "waiting"];

/** Records without a finger on the button, or waits to be sent. */
export function isHandsFree(snapshot: SnapshotFrom<typeof recorderMachine>): boolean {
  return HANDS_FREE.some((tag) => snapshot.hasTag(tag));
}

const UNKEPT: readonly RecorderTag[] = ["held", "recording", "finishing", "sending"];

/** What was recorded so far is in memory only. */
export function isUnkept(snapshot: SnapshotFrom<typeof recorderMachine>): boolean {
  return UNKEPT.some((tag) => snapshot.hasTag(tag));
}
