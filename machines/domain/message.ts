/** Messages: content, events, and a conversation's messages as a list. Pure functions. */

import type { ContactCard, Face, MapPoint, Picture, StoredFile, Video, Voice } from "./attachment.ts";
import type { CallRecord, GroupCallNotice, MeetingCard } from "./call.ts";
import type { FailureCode } from "./failure.ts";
import type { GroupNotice } from "./group-notice.ts";
import type { Mention } from "./mention.ts";
import type { NoticePerson } from "./people.ts";

/**
 * The content of a message, parsed once in the adapter. An unknown or broken payload becomes `unsupported`, or its
 * kind without the unreadable part.
 */
export type MessageContent =
  | { type: "text"; text: string }
  | { type: "at"; text: string; mentions: readonly Mention[]; quoted?: QuotedMessage | null }
  | { type: "quote"; text: string; quoted: QuotedMessage | null }
  | { type: "picture"; picture?: Picture }
  | { type: "video"; video?: Video }
  | { type: "voice"; voice?: Voice }
  | { type: "card"; card?: ContactCard }
  | { type: "merge"; merged?: MergedHistory }
  | { type: "face"; face?: Face }
  | { type: "location"; name: string; address?: string; point?: MapPoint }
  | { type: "file"; fileName: string; file?: StoredFile }
  | { type: "callRecord"; record: CallRecord }
  | { type: "groupCall"; call: GroupCallNotice }
  | { type: "meeting"; meeting: MeetingCard }
  | { type: "custom"; customType: number | null }
  | { type: "revoked"; revoker: NoticePerson; sender: NoticePerson }
  | { type: "friendAdded" }
  | { type: "groupNotice"; notice: GroupNotice }
  /** Disappearing messages were turned on or off in a single chat. */
  | { type: "burning"; isOn: boolean }
  | { type: "oaNotification"; text: string }
  | { type: "notification" }
  | { type: "unsupported" };

export interface QuotedMessage {
  clientMsgID: string;
  sendID: string;
  senderNickname: string;
  /** Null until the original is found on this device: the copy that the reply's sender included is not trusted. */
  content: MessageContent | null;
}

/** A part of another conversation, with the data the forwarding user gave. */
export interface MergedHistory {
  title: string;
  lines: readonly string[];
  messages: readonly MergedMessage[];
}

export interface MergedMessage {
  clientMsgID: string;
  sendID: string;
  senderNickname: string;
  /** Milliseconds since the epoch. */
  sendTime: number;
  content: MessageContent;
}

export type MessageStatus = "sending" | "sent" | "failed";

/** How long a disappearing message stays. */
export interface Burn {
  /** Seconds it stays after it was read. */
  seconds: number;
  /** When it was read, in milliseconds since the epoch; null if unread or not recorded. */
  readAt: number | null;
}

export interface Message {
  clientMsgID: string;
  conversationID: string;
  sendID: string;
  recvID: string;
  groupID: string;
  senderNickname: string;
  senderFaceUrl: string;
  /** OpenIM's content type (101 text, 106 at-text, ... protocol section 3.3). */
  contentType: number;
  content: MessageContent;
  /** Position in its conversation, from 1; 0 if unknown. */
  seq: number;
  /** Milliseconds since the epoch; by the client's clock until sent, then by the server's. */
  sendTime: number;
  status: MessageStatus;
  /** Whether the peer has read it (single chats only). */
  isRead: boolean;
  /** Set for a disappearing message, which cannot be forwarded. */
  burn?: Burn;
  /** The name of the first author of a forwarded message, as the forwarding user's client gave it. */
  forwardedFrom?: string;
  /** Pictures that were picked together and their caption have the same, as their sender's client gave it. */
  albumID?: string;
  /** Why the last attempt to send failed, while `status` is "failed" and the outbox still knows it. */
  failure?: FailureCode;
  /** From 0 to 1, during an upload. */
  uploaded?: number;
}

/** A page of history: `messages` oldest first, and the cursor of the request. */
export interface HistoryPage {
  messages: Message[];
  /** clientMsgID of the request; null for the newest page. */
  cursor: string | null;
  isEnd: boolean;
}

/** Parameters of an action that takes the page of a finished request. */
export function loadedPage({ event }: { event: { output: HistoryPage } }): HistoryPage {
  return event.output;
}

export interface MessageKey {
  conversationID: string;
  clientMsgID: string;
}

/** A request for a page: `count` messages from that clientMsgID on; null is the end of the conversation. */
export interface PageQuery<Cursor = string | null> {
  conversationID: string;
  cursor: Cursor;
  count: number;
}

export function pageAt<Cursor>(
  { conversationID }: { conversationID: string },
  cursor: Cursor,
): PageQuery<Cursor> {
  return { conversationID, cursor, count: HISTORY_PAGE };
}

export type MessageEvent =
  | { type: "im.messages"; messages: Message[] }
  /** Disappearing messages that were read from the local store. */
  | { type: "im.burnSeen"; messages: Message[] }
  | { type: "im.revoked"; clientMsgID: string; revoker: NoticePerson; sender: NoticePerson }
  /** `sendID` is the author of the message, if known. */
  | { type: "im.deleted"; clientMsgID: string; sendID?: string }
  /** The message that a reply quotes, as stored locally. */
  | { type: "im.quoted"; clientMsgID: string; quoted: QuotedMessage }
  /** The peer has read these messages; `readAt` in milliseconds since the epoch, if known. */
  | { type: "im.read"; clientMsgIDs: string[]; readAt?: number }
  | { type: "im.typing"; conversationID: string; userID: string; typing: boolean };

export type AmendingEvent =
  | Extract<MessageEvent, { type: "im.revoked" | "im.deleted" | "im.read" | "im.quoted" }>
  /** The user discarded an unsent message. */
  | { type: "outbox.dropped"; clientMsgID: string };

type RemovingEvent = Extract<AmendingEvent, { type: "im.revoked" | "im.deleted" | "outbox.dropped" }>;

/** Sent on each change: the loaded messages of a conversation, oldest first. */
export type HistoryNews = { type: "history.changed"; messages: readonly Message[] };

/** Messages per page (7-31). */
export const HISTORY_PAGE = 20;
/** Maximum number of loaded messages. Paging back drops the newest; paging forward loads them again. */
export const HISTORY_WINDOW = 400;

export function messagesIn(conversationID: string, messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => message.conversationID === conversationID);
}

/** Sorts by time, then by seq; unsent messages come last. */
function compareMessages(a: Message, b: Message): number {
  return (
    Number(a.status === "sending") - Number(b.status === "sending") ||
    a.sendTime - b.sendTime ||
    a.seq - b.seq ||
    (a.clientMsgID < b.clientMsgID ? -1 : 1)
  );
}

/**
 * Merges `incoming` into `known`: one message per id, oldest first. An older copy never removes what is known: a seq,
 * a read mark, a revocation, a reply's original and a failure's reason stay.
 */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  if (incoming.length === 0) return known;
  const byID = new Map(known.map((message) => [message.clientMsgID, message]));
  for (const message of incoming) {
    const before = byID.get(message.clientMsgID);
    byID.set(message.clientMsgID, before ? reconcile(before, message) : message);
  }
  return [...byID.values()].sort(compareMessages);
}

function reconcile(before: Message, after: Message): Message {
  // The outbox sends again what the SDK stored as failed when the page was closed.
  if (before.status === "sending" && after.status === "failed" && !after.failure) return before;
  return {
    ...after,
    // The SDK stores that a message failed, but not why.
    ...(before.failure && before.status === after.status && !after.failure
      ? { failure: before.failure }
      : {}),
    seq: Math.max(before.seq, after.seq),
    isRead: before.isRead || after.isRead,
    content: before.content.type === "revoked" ? before.content : withQuote(before.content, after.content),
  };
}

/** Keeps the known original of a reply. */
function withQuote(before: MessageContent, after: MessageContent): MessageContent {
  if (before.type !== after.type || (after.type !== "quote" && after.type !== "at")) return after;
  const known = before.type === "quote" || before.type === "at" ? before.quoted : null;
  const isSame = known?.content && known.clientMsgID === after.quoted?.clientMsgID;
  return isSame && !after.quoted?.content ? { ...after, quoted: known } : after;
}

/** Returns the `count` oldest, without unsent messages at the end: no page can be requested from those. */
export function withoutNewest(messages: readonly Message[], count: number): readonly Message[] {
  const kept = messages.slice(0, count);
  return kept.slice(0, kept.findLastIndex(({ status }) => status === "sent") + 1);
}

/** Returns the messages that are new or changed since `before`. */
export function freshMessages(messages: readonly Message[], before: readonly Message[]): readonly Message[] {
  const known = new Set(before);
  return messages.filter((message) => !known.has(message));
}

/** Returns the cursor for older pages; null if nothing is loaded. */
export function oldestID(messages: readonly Message[]): string | null {
  return messages[0]?.clientMsgID ?? null;
}

/** Returns the cursor for newer pages, "" for none. Skips messages being sent, which are last. */
export function newestID(messages: readonly Message[]): string {
  return messages.findLast(({ status }) => status !== "sending")?.clientMsgID ?? "";
}

/**
 * Whether a revocation or deletion is about this message. A user can send a message with the id of another user's
 * message and revoke it, so the author counts too.
 */
export function isRemoved(
  { clientMsgID, sendID }: Pick<Message, "clientMsgID" | "sendID">,
  event: RemovingEvent,
): boolean {
  return clientMsgID === event.clientMsgID && [undefined, "", sendID].includes(authorIn(event));
}

function authorIn(event: RemovingEvent): string | undefined {
  if (event.type === "im.revoked") return event.sender.userID;
  return event.type === "im.deleted" ? event.sendID : undefined;
}

/** Applies a deletion, read mark, revocation or quoted original by message id; ignores ids that are not loaded. */
export function amendMessages(messages: readonly Message[], event: AmendingEvent): readonly Message[] {
  switch (event.type) {
    case "im.revoked":
      return revokeMessage(messages, event);
    case "im.read":
      return markMessagesRead(messages, new Set(event.clientMsgIDs));
    case "im.quoted":
      return messages.map((message) =>
        message.clientMsgID === event.clientMsgID ? quotingIn(message, event.quoted) : message,
      );
    default:
      return messages.filter((message) => !isRemoved(message, event));
  }
}

function quotingIn(message: Message, quoted: QuotedMessage): Message {
  const { content } = message;
  return content.type === "quote" || content.type === "at"
    ? { ...message, content: { ...content, quoted } }
    : message;
}

function markMessagesRead(messages: readonly Message[], ids: ReadonlySet<string>): readonly Message[] {
  return messages.map((message) =>
    ids.has(message.clientMsgID) && !message.isRead ? { ...message, isRead: true } : message,
  );
}

/** 4-62: a revoked message keeps its place and loses its content. */
function revokeMessage(
  messages: readonly Message[],
  event: Extract<AmendingEvent, { type: "im.revoked" }>,
): readonly Message[] {
  const { revoker, sender } = event;
  return messages.map((message) =>
    isRemoved(message, event)
      ? { ...message, content: { type: "revoked" as const, revoker, sender } }
      : message,
  );
}

/** Returns the id of a single chat: both user ids in byte order (protocol section 2.1). */
export function conversationWith(userID: string, selfID: string): string {
  return `si_${[userID, selfID].sort((a, b) => (a < b ? -1 : 1)).join("_")}`;
}

/** Whether a message is shown as a small centred notice, not as a bubble. */
export function isNotice(content: MessageContent): boolean {
  return (
    content.type === "revoked" ||
    content.type === "friendAdded" ||
    content.type === "groupNotice" ||
    content.type === "burning" ||
    content.type === "oaNotification" ||
    content.type === "notification"
  );
}

/** Returns the sender, but for a call record the caller, even if the callee sent the record (R21). */
export function authorOf({
  content,
  sendID,
  recvID,
}: Pick<Message, "content" | "sendID" | "recvID">): string {
  return content.type === "callRecord" && content.record.isByCallee ? recvID : sendID;
}
