import { oneLine, type PushedContent } from "./content.ts";
import type { Subscription } from "./subscriptions.ts";

/** A message for the notification of one user. Names are of accounts and groups, never of the message. */
export interface PushedMessage {
  conversationID: string;
  sender: string;
  /** The group's name; null in a single chat. */
  group: string | null;
  content: PushedContent;
  /** ms since epoch. */
  sendTime: number;
}

/** Characters of a name that a notification shows. */
const maxName = 64;
/** Bytes to which a notice is filled up: the length of a push says nothing about the message. */
const block = 1024;

/** Returns what the service worker gets. It has the text only if this device shows texts. */
export function noticeFor(
  { language, previews, sound }: Pick<Subscription, "language" | "previews" | "sound">,
  { conversationID, sender, group, content, sendTime }: PushedMessage,
): string {
  const notice = JSON.stringify({
    type: "message",
    conversationID,
    sender: oneLine(sender, maxName),
    group: group === null ? null : oneLine(group, maxName),
    content: previews ? content : null,
    language,
    isSilent: !sound,
    sendTime,
  });
  const bytes = Buffer.byteLength(notice);
  return notice + " ".repeat(Math.ceil(bytes / block) * block - bytes);
}
