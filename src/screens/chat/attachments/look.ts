import type { MessageContent } from "../../../../machines/domain/message.ts";

/**
 * What the bubble around a message is like: round words; round a sound; round what was handed over; filled by a
 * picture to its edges; the same with something below; or not there at all.
 */
export type Look = "words" | "sound" | "thing" | "media" | "framed" | "bare";

/** What could not be read is named in words. */
export function lookOf(content: MessageContent): Look {
  switch (content.type) {
    case "picture":
      return content.picture ? "media" : "words";
    case "video":
      return content.video ? "media" : "words";
    case "location":
      return content.point ? "framed" : "words";
    case "face":
      return content.face ? "bare" : "words";
    case "voice":
      return content.voice ? "sound" : "words";
    case "file":
      return content.file ? "thing" : "words";
    case "card":
      return content.card ? "thing" : "words";
    case "merge":
      return content.merged ? "thing" : "words";
    default:
      return "words";
  }
}
