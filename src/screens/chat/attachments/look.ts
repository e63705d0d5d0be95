import type { MessageContent } from "../../../../machines/domain/message.ts";

/**
 * Kind of bubble: around text ("words"), around a voice message ("sound"), around a file, card or history ("thing"),
 * filled by a picture ("media"), filled with a line below ("framed"), or no bubble ("bare").
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
    default:
      return "words";
  }
}
