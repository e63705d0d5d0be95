/** The messages of a conversation as a list: order, merging, and what later events do to it. Pure functions. */
import type { HistoryPage, Message, NoticePerson } from "./events.ts";

export interface Revocation {
  clientMsgID: string;
  revoker: NoticePerson;
  sender: NoticePerson;
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
 * a seq, a read mark and a revocation stay.
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
    seq: Math.max(before.seq, after.seq),
    isRead: before.isRead || after.isRead,
    content: before.content.type === "revoked" ? before.content : after.content,
  };
}

/** A newest page that does not touch what is shown replaces it, so that no hole is ever drawn as continuous. */
export function catchUpMessages(known: readonly Message[], page: HistoryPage): readonly Message[] {
  const ids = new Set(known.map((message) => message.clientMsgID));
  const touches =
    known.length === 0 || page.isEnd || page.messages.some(({ clientMsgID }) => ids.has(clientMsgID));
  const kept = touches ? known : known.filter((message) => message.status !== "sent");
  return mergeMessages(kept, page.messages);
}

/**
 * The `count` oldest messages, but none at the end that the server does not have: it belongs to the present, and no page
 * can be asked for from there.
 */
export function withoutNewest(messages: readonly Message[], count: number): readonly Message[] {
  const kept = messages.slice(0, count);
  return kept.slice(0, kept.findLastIndex(({ status }) => status === "sent") + 1);
}

export function markMessagesRead(messages: readonly Message[], ids: ReadonlySet<string>): readonly Message[] {
  return messages.map((message) =>
    ids.has(message.clientMsgID) && !message.isRead ? { ...message, isRead: true } : message,
  );
}

/** 4-62: the revoked message keeps its place and loses its words. */
export function revokeMessage(
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
