/** Which texts of messages the searches look into. Pure functions. */
import type { Message, MessageContent } from "./message.ts";

/** The typed keyword without the blanks around it. */
export function wordsIn(keyword: string): string {
  return keyword.trim();
}

/** Whether the message says `keyword`, ignoring case. A blank keyword is in no message. */
export function hasWords({ content }: Pick<Message, "content">, keyword: string): boolean {
  const wanted = wordsIn(keyword).toLowerCase();
  return wanted !== "" && searchedText(content).toLowerCase().includes(wanted);
}

function searchedText(content: MessageContent): string {
  switch (content.type) {
    case "text":
    case "at":
    case "quote":
      return content.text;
    case "file":
      return content.fileName;
    case "location":
      return content.name;
    default:
      return "";
  }
}
