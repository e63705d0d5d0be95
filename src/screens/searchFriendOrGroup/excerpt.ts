import type { Message } from "../../../machines/domain/message.ts";
import type { Text } from "../../i18n/text.ts";
import { mentionText } from "../../text/mentions.ts";
import { oneLine } from "../../text/oneLine.ts";
import { contentPreview } from "../../text/preview.ts";
import { placeOf } from "../../text/search.ts";

/** Text shown before a match, in UTF-16 units. */
const BEFORE = 16;

/** One line that contains the match. */
export function excerptOf(message: Message, query: string, text: Text, selfID: string): string {
  const line = lineOf(message, text, selfID).replace(/\s+/g, " ").trim();
  const start = placeOf(line, query)?.start ?? 0;
  if (start <= 2 * BEFORE) return oneLine(line);
  // Starts at a near space, so that no word is cut.
  const gap = line.slice(start - 2 * BEFORE, start - BEFORE / 2).lastIndexOf(" ");
  const begin = gap < 0 ? start - BEFORE : start - 2 * BEFORE + gap + 1;
  // Drops half of a surrogate pair.
  return `…${oneLine(line.slice(begin).replace(/^[\uDC00-\uDFFF]/, ""))}`;
}

function lineOf({ content }: Message, text: Text, selfID: string): string {
  switch (content.type) {
    case "text":
    case "quote":
      return content.text;
    case "at":
      return mentionText(content.text, content.mentions, text.t("preview.everyone"));
    default:
      return contentPreview(content, text, selfID);
  }
}
