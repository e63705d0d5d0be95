import { splitLinks } from "../domain/links.ts";
import type { Message, MessageContent } from "../domain/message.ts";
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
  /** The message disappears after reading, so the item cannot be saved. */
  isPrivate?: true;
}

/** The message fields the gallery needs; messages of a merged history have them too. */
export type MediaSource = Pick<
  Message,
  "clientMsgID" | "sendID" | "senderNickname" | "sendTime" | "content" | "burn"
>;

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

export function mediaIn(messages: readonly MediaSource[]): readonly MediaItem[] {
  return messages.flatMap(({ clientMsgID, sendID, senderNickname, sendTime, content, burn }) => {
    const medium = mediumOf(content);
    const item = {
      clientMsgID,
      sendID,
      senderNickname,
      sendTime,
      ...(burn ? { isPrivate: true as const } : {}),
    };
    return medium ? [{ ...item, medium }] : [];
  });
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
