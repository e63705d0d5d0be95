/** What a conversation holds besides talk: pictures and videos, files, links. Pure functions. */
import { splitLinks } from "../domain/links.ts";
import type { Message, MessageContent } from "../domain/message.ts";
import type { Place } from "../domain/route.ts";

/** A picture or a video that can be shown. */
export type Medium =
  | { kind: "picture"; url: string; thumbnail: string; width: number; height: number }
  | { kind: "video"; url: string; thumbnail: string; width: number; height: number };

/** One of them with who sent it, and when. */
export interface MediaItem {
  clientMsgID: string;
  sendID: string;
  senderNickname: string;
  /** Milliseconds since the epoch. */
  sendTime: number;
  medium: Medium;
  /** It is gone once it was read, and not to be saved. */
  isPrivate?: true;
}

/** What of a message the gallery needs; pieces of forwarded histories have it, too. */
export type MediaSource = Pick<
  Message,
  "clientMsgID" | "sendID" | "senderNickname" | "sendTime" | "content" | "burn"
>;

/** Messages looked at in one go. */
export const LOOK_PAGE = 100;

/** What a person looks for among them. */
export const HOLDINGS = ["media", "files", "links"] as const;
export type Holding = (typeof HOLDINGS)[number];

/** The picture or video of a message; null where there is none, or none that could be read. */
export function mediumOf(content: MessageContent): Medium | null {
  if (content.type === "picture" && content.picture) return { kind: "picture", ...content.picture };
  if (content.type !== "video" || !content.video) return null;
  const { url, poster, width, height } = content.video;
  return { kind: "video", url, thumbnail: poster, width, height };
}

/** Those among the messages that show something, in their order. */
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

/** What a message holds; null where it is talk alone. */
export function holdingOf({ content }: Pick<Message, "content">): Holding | null {
  if (mediumOf(content)) return "media";
  if (content.type === "file" && content.file) return "files";
  return linksIn(content).length > 0 ? "links" : null;
}

/** The addresses in what a message says, each once. */
export function linksIn(content: MessageContent): readonly { text: string; href: string }[] {
  if (content.type !== "text" && content.type !== "at" && content.type !== "quote") return [];
  const links = splitLinks(content.text).flatMap((part) =>
    part.kind === "link" ? [[part.href, { text: part.text, href: part.href }] as const] : [],
  );
  return [...new Map(links).values()];
}

/** `more` before or behind what is known, each once. */
export function joined<One extends { clientMsgID: string }>(
  before: readonly One[],
  after: readonly One[],
): readonly One[] {
  return [...new Map([...before, ...after].map((one) => [one.clientMsgID, one])).values()];
}

/** So many are shown before one has to scroll for more. */
export const HOLDINGS_PAGE = 30;

/** Where what a conversation holds is shown. */
const HOLDINGS_PATH = "/chatMedia";

export function holdingsPath(conversationID: string): string {
  return `${HOLDINGS_PATH}?${new URLSearchParams({ conversationID })}`;
}

/** The conversation whose holdings a place shows; null elsewhere. */
export function heldIn({ path, search }: Place): string | null {
  return path === HOLDINGS_PATH ? new URLSearchParams(search).get("conversationID") || null : null;
}
