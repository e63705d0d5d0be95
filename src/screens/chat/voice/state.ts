import type { SnapshotFrom } from "xstate";
import type { RecorderTag, recorderMachine } from "../../../../machines/composer/recorder.ts";

const HANDS_FREE: readonly RecorderTag[] = ["asking", "recording", "finishing", "waiting"];

/** Whether a recording without a finger on the button runs or waits to be sent. The field then makes room for it. */
export function isHandsFree(snapshot: SnapshotFrom<typeof recorderMachine>): boolean {
  return HANDS_FREE.some((tag) => snapshot.hasTag(tag));
}
