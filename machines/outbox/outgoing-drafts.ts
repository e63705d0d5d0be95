import { ALBUM_LIMIT } from "../domain/album.ts";
import type { CallRecord } from "../domain/call.ts";
import type { FailureCode } from "../domain/failure.ts";
import type { Mention } from "../domain/mention.ts";
import type { Message, MessageContent, QuotedMessage } from "../domain/message.ts";
import { attachmentContent, isFileAttachment, type NewAttachment } from "../domain/outgoing-attachment.ts";
import type { Profile } from "../domain/people.ts";
import type { OutgoingDraft } from "../ports/im.ts";
import type { Clock } from "../ports/platform.ts";

export type Sender = Pick<Profile, "userID" | "nickname" | "faceURL">;

export interface Departing {
  draft: OutgoingDraft;
  message: Message;
  /** The upload is done; the message waits for its turn. */
  isReady: boolean;
  /** Sending failed, and only the user retries. */
  isGivenUp: boolean;
}

export interface KeptDraft extends OutgoingDraft {
  /** Set when sending failed. `sendTime` gives the position in the chat, in milliseconds since the epoch. */
  failed?: { failure: FailureCode; sendTime: number };
}

export function keptDraft({ draft, message, isGivenUp }: Departing): KeptDraft {
  if (!isGivenUp) return draft;
  return { ...draft, failed: { failure: message.failure ?? "unknown", sendTime: message.sendTime } };
}

export interface OutgoingText {
  conversationID: string;
  text: string;
  mentions?: readonly Mention[];
  replyTo: Message | null;
}

export function draftOf(event: OutgoingText, clock: Clock): OutgoingDraft {
  return {
    clientMsgID: clock.newID(),
    conversationID: event.conversationID,
    text: event.text,
    replyTo: event.replyTo?.clientMsgID ?? null,
    ...(event.mentions ? { mentions: event.mentions } : {}),
  };
}

export function recordDraft(
  { conversationID, record }: { conversationID: string; record: CallRecord },
  clock: Clock,
): OutgoingDraft {
  return { clientMsgID: clock.newID(), conversationID, text: "", replyTo: null, call: record };
}

export interface OutgoingAttachments {
  conversationID: string;
  attachments: readonly NewAttachment[];
  caption?: string;
}

/** Returns a draft for each attachment, and one for the caption behind them. */
export function attachmentDrafts(
  { conversationID, attachments, caption = "" }: OutgoingAttachments,
  clock: Clock,
): readonly OutgoingDraft[] {
  const words = caption.trim() === "" ? [] : [clock.newID()];
  const albums = albumsIn(attachments, words);
  const draft = { conversationID, text: "", replyTo: null };
  return [
    ...attachments.map(({ clientMsgID, enclosure }) => ({
      clientMsgID,
      ...draft,
      enclosure,
      ...albums[clientMsgID],
    })),
    ...words.map((clientMsgID) => ({
      clientMsgID,
      ...draft,
      text: caption,
      follows: true as const,
      ...albums[clientMsgID],
    })),
  ];
}

/**
 * Returns the album of each message by its clientMsgID. The caption belongs to the last album if a picture or video is
 * before it. A text that is sent with forwarded messages is no caption: its words are not those of their author.
 */
function albumsIn(
  attachments: readonly NewAttachment[],
  captionIDs: readonly string[],
): Readonly<Record<string, { albumID: string }>> {
  const ids = attachments.filter(isMedium).map(({ clientMsgID }) => clientMsgID);
  const last = attachments.at(-1);
  const isDescribed = last && isMedium(last) && isFileAttachment(last.enclosure);
  const albums = Array.from({ length: Math.ceil(ids.length / ALBUM_LIMIT) }, (_, index) =>
    ids.slice(index * ALBUM_LIMIT, (index + 1) * ALBUM_LIMIT),
  );
  if (isDescribed) albums.at(-1)?.push(...captionIDs);
  return Object.fromEntries(
    albums.flatMap((album) => {
      const [albumID = ""] = album;
      return album.length > 1 ? album.map((id) => [id, { albumID }] as const) : [];
    }),
  );
}

/** A forwarded message has its content. */
function isMedium({ enclosure, content }: NewAttachment): boolean {
  const { type } = content ?? enclosure;
  return type === "picture" || type === "video";
}

/** Whether the message waits for those picked before it. Plain text does not wait for an upload. */
export function waitsForItsTurn({ enclosure, follows }: OutgoingDraft): boolean {
  return follows === true || enclosure !== undefined;
}

/** A sticker and a voice message are sent at once. They do not wait for the files that were picked before. */
function queueOf({ conversationID, enclosure }: OutgoingDraft): string {
  return `${conversationID} ${enclosure?.type === "face" || enclosure?.type === "voice" ? "quick" : "picked"}`;
}

/**
 * Returns the messages that may be sent now: in each queue of a conversation one at a time, in the order they were
 * picked. A failed message does not block the others.
 */
export function readyToSend<Item extends Departing>(items: readonly Item[]): readonly Item[] {
  const queue = items.filter(({ draft, message }) => waitsForItsTurn(draft) && message.status === "sending");
  const first = new Map<string, Item>();
  for (const item of queue) {
    const name = queueOf(item.draft);
    if (!first.has(name)) first.set(name, item);
  }
  return [...first.values()].filter(({ isReady }) => isReady);
}

/** Returns the draft to make a failed message again; null for kinds that cannot be made again. */
export function draftIn({ clientMsgID, conversationID, content }: Message): OutgoingDraft | null {
  const draft = { clientMsgID, conversationID, replyTo: null };
  if (content.type === "text") return { ...draft, text: content.text };
  if (content.type === "callRecord") return { ...draft, text: "", call: content.record };
  if (content.type === "at") {
    const { text, mentions, quoted } = content;
    return { ...draft, text, mentions, replyTo: quoted?.clientMsgID ?? null };
  }
  if (content.type !== "quote") return null;
  return { ...draft, text: content.text, replyTo: content.quoted?.clientMsgID ?? null };
}

/** Returns what the chat shows before the SDK has made the message. */
export function messageOf(
  draft: OutgoingDraft,
  quoted: QuotedMessage | null,
  { sender, sendTime }: { sender: Sender; sendTime: number },
): Message {
  return {
    clientMsgID: draft.clientMsgID,
    conversationID: draft.conversationID,
    sendID: sender.userID,
    recvID: "",
    groupID: "",
    senderNickname: sender.nickname,
    senderFaceUrl: sender.faceURL,
    ...contentOf(draft, quoted),
    ...originOf(draft),
    ...(draft.albumID === undefined ? {} : { albumID: draft.albumID }),
    seq: 0,
    sendTime,
    status: "sending",
    isRead: false,
  };
}

function originOf({ enclosure }: OutgoingDraft): { forwardedFrom?: string } {
  return enclosure?.type === "forward" && enclosure.from ? { forwardedFrom: enclosure.from } : {};
}

function contentOf(
  { text, replyTo, mentions, call, enclosure }: OutgoingDraft,
  quoted: QuotedMessage | null,
): { contentType: number; content: MessageContent } {
  if (call) return { contentType: 110, content: { type: "callRecord", record: call } };
  if (enclosure) return attachmentContent(enclosure);
  if (mentions)
    return { contentType: 106, content: { type: "at", text, mentions, ...(quoted ? { quoted } : {}) } };
  return replyTo === null
    ? { contentType: 101, content: { type: "text", text } }
    : { contentType: 114, content: { type: "quote", text, quoted } };
}

export function quotedFrom({ clientMsgID, sendID, senderNickname, content }: Message): QuotedMessage {
  return { clientMsgID, sendID, senderNickname, content };
}

export function quoteIn({ content }: Message): QuotedMessage | null {
  return (content.type === "quote" || content.type === "at") && content.quoted ? content.quoted : null;
}
