import { splitLinks } from "../domain/links.ts";
import type { MergedMessage, Message, MessageContent } from "../domain/message.ts";
import type { Place } from "../domain/route.ts";

export type Medium =
  | { kind: "picture"; url: string; thumbnail: string; width: number; height: number }
  | { kind: "video"; url: string; thumbnail: string; width: number; height: number };

export interface MediaItem {
  clientMsgID: string;
  sendID: string;
  senderNickname: string;
  /** Milliseconds since the epoch. */
  sendTime: number;
  medium: Medium;
  /** Null for a message of a merged history. */
  message: Message | null;
}

/** Messages per request. */
export const LOOK_PAGE = 100;

export const SHARED_MEDIA_KINDS = ["media", "files", "links"] as const;
export type SharedMediaKind = (typeof SHARED_MEDIA_KINDS)[number];

/** Returns the picture or video of a message; null if there is none, or if it could not be parsed. */
export function mediumOf(content: MessageContent): Medium | null {
  if (content.type === "picture" && content.picture) return { kind: "picture", ...content.picture };
  if (content.type !== "video" || !content.video) return null;
  const { url, poster, width, height } = content.video;
  return { kind: "video", url, thumbnail: poster, width, height };
}

/** Returns the pictures and videos among the messages of a chat, in their order. */
export function mediaIn(messages: readonly Message[]): readonly MediaItem[] {
  return messages.flatMap((message) => itemOf(message, message));
}

/** Returns the pictures and videos of a merged history, in their order. */
export function mergedMediaIn(messages: readonly MergedMessage[]): readonly MediaItem[] {
  return messages.flatMap((one) => itemOf(one, null));
}

function itemOf(
  { clientMsgID, sendID, senderNickname, sendTime, content }: Message | MergedMessage,
  message: Message | null,
): readonly MediaItem[] {
  const medium = mediumOf(content);
  return medium ? [{ clientMsgID, sendID, senderNickname, sendTime, medium, message }] : [];
}

/** Returns the kind of shared item; null for plain text. */
export function sharedMediaKindOf({ content }: Pick<Message, "content">): SharedMediaKind | null {
  if (mediumOf(content)) return "media";
  if (content.type === "file" && content.file) return "files";
  return linksIn(content).length > 0 ? "links" : null;
}

export function linksIn(content: MessageContent): readonly { text: string; href: string }[] {
  if (content.type !== "text" && content.type !== "at" && content.type !== "quote") return [];
  const links = splitLinks(content.text).flatMap((part) =>
    part.kind === "link" ? [[part.href, { text: part.text, href: part.href }] as const] : [],
  );
  return [...new Map(links).values()];
}

/** Concatenates two lists, each clientMsgID once. */
export function joined<One extends { clientMsgID: string }>(
  before: readonly One[],
  after: readonly One[],
): readonly One[] {
  return [...new Map([...before, ...after].map((one) => [one.clientMsgID, one])).values()];
}

/** Items to show before the user scrolls. */
export const SHARED_MEDIA_PAGE = 30;

const HOLDINGS_PATH = "/chatMedia";

export function sharedMediaPath(conversationID: string): string {
  return `${HOLDINGS_PATH}?${new URLSearchParams({ conversationID })}`;
}

/** Returns the conversation whose shared media a route shows; null for other routes. */
export function sharedMediaIDIn({ path, search }: Place): string | null {
  return path === HOLDINGS_PATH ? new URLSearchParams(search).get("conversationID") || null : null;
}
