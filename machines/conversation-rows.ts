/** The rows of the conversation list: their order, and laying changes over them. Pure functions. */
import type { Conversation } from "./events.ts";

/** 4-49, 4-50: pinned first, then the later of draft and latest message, newest first. */
export function compareConversations(a: Conversation, b: Conversation): number {
  return (
    Number(b.isPinned) - Number(a.isPinned) ||
    Math.max(b.draftTextTime, b.latestMsgSendTime) - Math.max(a.draftTextTime, a.latestMsgSendTime) ||
    (a.conversationID < b.conversationID ? -1 : 1)
  );
}

/**
 * 4-46, 4-47, 4-51: lays `changed` over sorted `rows`. Only the changed rows are sorted; the rest is walked once, and
 * an unchanged row keeps its identity. Of doubles in `changed` the first wins.
 */
export function mergeConversations(
  rows: readonly Conversation[],
  changed: readonly Conversation[],
): readonly Conversation[] {
  if (changed.length === 0) return rows;
  const fresh = new Map<string, Conversation>();
  for (const row of changed) if (!fresh.has(row.conversationID)) fresh.set(row.conversationID, row);
  const incoming = [...fresh.values()].sort(compareConversations);
  const merged: Conversation[] = [];
  let next = 0;
  for (const row of rows) {
    if (fresh.has(row.conversationID)) continue;
    for (let other = incoming[next]; other && compareConversations(other, row) < 0; other = incoming[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(row);
  }
  return merged.concat(incoming.slice(next));
}

/** The list without one conversation. */
export function withoutConversation(
  rows: readonly Conversation[],
  conversationID: string,
): readonly Conversation[] {
  return rows.filter((row) => row.conversationID !== conversationID);
}
