import { type CallRecord, isMissed } from "../../machines/domain/call.ts";
import type { Translate } from "../i18n/text.ts";
import { callLength } from "./time.ts";

/** Texts of a call record. They depend on the side: `isOutgoing` is true for the caller (2-97). */

/** Returns the result with the kind of call: "Voice call 02:31", "Missed video call", "No answer". */
export function callSummary(record: CallRecord, isOutgoing: boolean, t: Translate): string {
  const isVideo = record.mediaType === "video";
  if (record.result === "completed") {
    const duration = callLength(record.durationSeconds);
    return t(isVideo ? "callRecord.completedVideo" : "callRecord.completedVoice", { duration });
  }
  if (isMissed(record, isOutgoing)) return t(isVideo ? "callRecord.missedVideo" : "callRecord.missedVoice");
  return t(`callRecord.${record.result}`);
}

/** Returns the result alone: "02:31", "Missed", "No answer". */
export function callResult(record: CallRecord, isOutgoing: boolean, t: Translate): string {
  if (record.result === "completed") return callLength(record.durationSeconds);
  return t(isMissed(record, isOutgoing) ? "callRecord.missed" : `callRecord.${record.result}`);
}

/** "Outgoing voice call". */
export function callDirection({ mediaType }: CallRecord, isOutgoing: boolean, t: Translate): string {
  const isVideo = mediaType === "video";
  if (isOutgoing) return t(isVideo ? "callRecord.outgoingVideo" : "callRecord.outgoingVoice");
  return t(isVideo ? "callRecord.incomingVideo" : "callRecord.incomingVoice");
}

/** "[Voice call]", for previews. */
export function callKind({ mediaType }: CallRecord, t: Translate): string {
  return t(mediaType === "video" ? "preview.videoCall" : "preview.voiceCall");
}
