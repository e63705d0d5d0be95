import type { Message } from "../../../machines/domain/message.ts";
import type { Text } from "../../i18n/text.ts";
import { mentionText } from "../../text/mentions.ts";
import { oneLine } from "../../text/oneLine.ts";
import { contentPreview } from "../../text/preview.ts";
import { placeOf } from "../../text/search.ts";

/** So much of a line is shown before what was found in it, in UTF-16 units. */
const BEFORE = 16;

/** What a message says around what is looked for, as one line that shows it. */
export function excerptOf(message: Message, query: string, text: Text, selfID: string): string {
  const line = lineOf(message, text, selfID).replace(/\s+/g, " ").trim();
  const start = placeOf(line, query)?.start ?? 0;
  if (start <= 2 * BEFORE) return oneLine(line);
  // A word is not cut in two where one ends nearby.
  const gap = line.slice(start - 2 * BEFORE, start - BEFORE / 2).lastIndexOf(" ");
  const begin = gap < 0 ? start - BEFORE : start - 2 * BEFORE + gap + 1;
  // Nor is half a letter shown.
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
