import type { CallMedia } from "../../../../machines/domain/call.ts";

/** Other clients say "audio" for a voice call and look for "video" only (0-14). */
export function wireMediaType(mediaType: CallMedia): "video" | "audio" {
  return mediaType === "video" ? "video" : "audio";
}

/** Anything but "video" is a voice call (0-14). */
export function parseMediaType(mediaType: unknown): CallMedia {
  return mediaType === "video" ? "video" : "voice";
}
