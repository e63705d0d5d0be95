import type { MessageContent } from "../../../../machines/domain/message.ts";

/**
 * The look of the bubble. "thing": file, card or history; "framed": a map with its text below; "bare": no bubble.
 */
export type Look = "words" | "sound" | "thing" | "media" | "framed" | "bare";

/** Content that could not be parsed is named in text. */
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
    case "meeting":
      return "thing";
    default:
      return "words";
  }
}

/** The last bubble of a group has a tail. Pictures, stickers and large emojis stand without one. */
export function hasTail(look: Look, { isLast, emojis }: { isLast: boolean; emojis: number }): boolean {
  return isLast && emojis === 0 && (look === "words" || look === "sound" || look === "thing");
}
