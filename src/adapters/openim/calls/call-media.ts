import type { CallMedia } from "../../../../machines/domain/call.ts";

/** Other clients send "audio" for a voice call and check for "video" only (0-14). */
export function wireMediaType(mediaType: CallMedia): "video" | "audio" {
  return mediaType === "video" ? "video" : "audio";
}

/** Any value except "video" is a voice call (0-14). */
export function parseMediaType(mediaType: unknown): CallMedia {
  return mediaType === "video" ? "video" : "voice";
}
