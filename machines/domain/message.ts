/** Messages: what they say, what is reported of them, and a conversation's messages as a list. Pure functions. */

import type {
  ContactCard,
  Face,
  MapPoint,
  MergedHistory,
  Picture,
  StoredFile,
  Video,
  Voice,
} from "./attachment.ts";
import type { CallRecord } from "./call.ts";
import type { Burn } from "./disappearing.ts";
import type { FailureCode } from "./failure.ts";
import type { GroupNotice } from "./group-notice.ts";
import type { Mention } from "./mention.ts";
import type { NoticePerson } from "./people.ts";

/**
 * What a message says, parsed once at the adapter. Unknown or broken payloads end as `unsupported`, or as their kind
 * without what could not be read.
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
  | { type: "custom"; customType: number | null }
  | { type: "revoked"; revoker: NoticePerson; sender: NoticePerson }
  | { type: "friendAdded" }
  | { type: "groupNotice"; notice: GroupNotice }
  /** Whether what is said in a chat of two is gone once it was read. */
  | { type: "burning"; isOn: boolean }
  | { type: "oaNotification"; text: string }
  | { type: "notification" }
  | { type: "unsupported" };

/** The message a reply points at, as far as it is shown. */
export interface QuotedMessage {
  clientMsgID: string;
  sendID: string;
  senderNickname: string;
  /** Null while the original is not found on this device: what the sender of the reply says of it does not count. */
  content: MessageContent | null;
}

export type MessageStatus = "sending" | "sent" | "failed";

export interface Message {
  clientMsgID: string;
  conversationID: string;
  sendID: string;
  recvID: string;
  groupID: string;
  senderNickname: string;
  senderFaceUrl: string;
  /** OpenIM's number (101 text, 106 at-text, ... protocol section 3.3). */
  contentType: number;
  content: MessageContent;
  /** Position in its conversation, from 1; 0 while unknown. */
  seq: number;
  /** Milliseconds since the epoch; the server's clock once sent, the client's before. */
  sendTime: number;
  status: MessageStatus;
  /** Whether the peer has read it (single chats only). */
  isRead: boolean;
  /** Set where it is gone once it was read; such a message is not passed on. */
  burn?: Burn;
  /** The failure of the last attempt to send, while `status` is "failed", as far as the outbox keeps it. */
  failure?: FailureCode;
  /** How much of it has been uploaded, from 0 to 1, while that goes on. */
  uploaded?: number;
}

/** A page of history: `messages` oldest first, and the cursor it was asked with. */
export interface HistoryPage {
  messages: Message[];
  /** clientMsgID the page was asked from; null for the newest page. */
  cursor: string | null;
  isEnd: boolean;
}

/** One message. */
export interface MessageKey {
  conversationID: string;
  clientMsgID: string;
}

/** Which page: `count` messages from that clientMsgID on; null is the end of the conversation. */
export interface PageQuery<Cursor = string | null> {
  conversationID: string;
  cursor: Cursor;
  count: number;
}

/** The page of that conversation from there on. */
export function pageAt<Cursor>(
  { conversationID }: { conversationID: string },
  cursor: Cursor,
): PageQuery<Cursor> {
  return { conversationID, cursor, count: HISTORY_PAGE };
}

export type MessageEvent =
  | { type: "im.messages"; messages: Message[] }
  /** Messages that burn, as they were read from what is stored here. */
  | { type: "im.met"; messages: Message[] }
  | { type: "im.revoked"; clientMsgID: string; revoker: NoticePerson; sender: NoticePerson }
  | { type: "im.deleted"; clientMsgID: string }
  /** What that message replies to, as it is stored here. */
  | { type: "im.quoted"; clientMsgID: string; quoted: QuotedMessage }
  /** The peer has read those; when, in milliseconds since the epoch, where it is known. */
  | { type: "im.read"; clientMsgIDs: string[]; readAt?: number }
  | { type: "im.typing"; conversationID: string; userID: string; typing: boolean };

export type AmendingEvent =
  | Extract<MessageEvent, { type: "im.revoked" | "im.deleted" | "im.read" | "im.quoted" }>
  /** The person gave up what was not sent. */
  | { type: "outbox.dropped"; clientMsgID: string };

interface Revocation {
  clientMsgID: string;
  revoker: NoticePerson;
  sender: NoticePerson;
}

/** What is loaded of a conversation, oldest first, whenever it changed. */
export type HistoryNews = { type: "history.changed"; messages: readonly Message[] };

/** Messages asked for at once (7-31). */
export const HISTORY_PAGE = 20;
/** Messages kept; paging further back drops the newest ones and paging forward brings them back. */
export const HISTORY_WINDOW = 400;

/** Those of one conversation. */
export function messagesIn(conversationID: string, messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => message.conversationID === conversationID);
}

/** By time, then by place in the conversation; what is still on its way comes last. */
function compareMessages(a: Message, b: Message): number {
  return (
    Number(a.status === "sending") - Number(b.status === "sending") ||
    a.sendTime - b.sendTime ||
    a.seq - b.seq ||
    (a.clientMsgID < b.clientMsgID ? -1 : 1)
  );
}

/**
 * Lays `incoming` over `known`: one message an id, oldest first. What is already known is not lost to a staler copy:
 * a seq, a read mark, a revocation, the original of a reply and the reason of a failure stay.
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
  return {
    ...after,
    // The SDK stores that a message failed, and not why.
    ...(before.failure && before.status === after.status && !after.failure
      ? { failure: before.failure }
      : {}),
    seq: Math.max(before.seq, after.seq),
    isRead: before.isRead || after.isRead,
    content: before.content.type === "revoked" ? before.content : withQuote(before.content, after.content),
  };
}

/** What a reply is known to quote stays. */
function withQuote(before: MessageContent, after: MessageContent): MessageContent {
  if (before.type !== after.type || (after.type !== "quote" && after.type !== "at")) return after;
  const known = before.type === "quote" || before.type === "at" ? before.quoted : null;
  const isSame = known?.content && known.clientMsgID === after.quoted?.clientMsgID;
  return isSame && !after.quoted?.content ? { ...after, quoted: known } : after;
}

/**
 * The `count` oldest messages, but none at the end that the server does not have: it belongs to the present, and no page
 * can be asked for from there.
 */
export function withoutNewest(messages: readonly Message[], count: number): readonly Message[] {
  const kept = messages.slice(0, count);
  return kept.slice(0, kept.findLastIndex(({ status }) => status === "sent") + 1);
}

/** Those that are not, or not so, among the ones of `before`. */
export function freshMessages(messages: readonly Message[], before: readonly Message[]): readonly Message[] {
  const known = new Set(before);
  return messages.filter((message) => !known.has(message));
}

/** Where pages continue into the past. */
export function oldestID(messages: readonly Message[]): string | null {
  return messages[0]?.clientMsgID ?? null;
}

/** Where pages continue into the present: from a message that has its place, as what is on its way stands last. */
export function newestID(messages: readonly Message[]): string {
  return messages.findLast(({ status }) => status !== "sending")?.clientMsgID ?? "";
}

/** What is told of messages: gone, read, or taken back, each by its id; those not here are nobody's concern. */
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
      return messages.filter(({ clientMsgID }) => clientMsgID !== event.clientMsgID);
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

/** 4-62: the revoked message keeps its place and loses its words. */
function revokeMessage(
  messages: readonly Message[],
  { clientMsgID, revoker, sender }: Revocation,
): readonly Message[] {
  return messages.map((message) =>
    message.clientMsgID === clientMsgID
      ? { ...message, content: { type: "revoked" as const, revoker, sender } }
      : message,
  );
}

/** The conversation of two people: their ids in byte order (protocol section 2.1). */
export function conversationWith(userID: string, selfID: string): string {
  return `si_${[userID, selfID].sort((a, b) => (a < b ? -1 : 1)).join("_")}`;
}

/** Whether a message is a small centred notice of the chat rather than somebody's bubble. */
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

/** Whose doing a message is: its sender's, but a call is the caller's, even where the callee wrote it down (R21). */
export function authorOf({
  content,
  sendID,
  recvID,
}: Pick<Message, "content" | "sendID" | "recvID">): string {
  return content.type === "callRecord" && content.record.isByCallee ? recvID : sendID;
}
