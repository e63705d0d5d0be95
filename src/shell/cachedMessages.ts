import { createContext } from "react";
import type { UnreadCount } from "../../machines/conversation/unread-mark.ts";
import type { Conversation } from "../../machines/domain/conversation.ts";
import type { Message } from "../../machines/domain/message.ts";
import { ownValue } from "../../machines/domain/own-value.ts";
import { conversationIn, type Place, soughtIn } from "../../machines/domain/route.ts";
import type { CachedPages } from "../../machines/inbox/cached-pages.ts";

/** The messages that a chat shows until its own messages are loaded. */
export interface CachedMessages {
  /** Cached messages, oldest first; empty if they must not be shown. */
  messages: readonly Message[];
  unread: UnreadCount;
}

export const NOTHING: CachedMessages = { messages: [], unread: { count: 0, until: 0 } };

export const CachedMessagesContext = createContext(NOTHING);

/**
 * Returns the cached messages of the chat at `place`. Empty if the route names a message, because the cache
 * has only the newest messages.
 */
export function cachedMessagesAt(
  place: Place | undefined,
  pages: CachedPages | undefined,
): readonly Message[] {
  const asked = place && soughtIn(place) === null ? conversationIn(place) : null;
  return (asked !== null && pages && ownValue(pages, asked)) || NOTHING.messages;
}

export function rowAt(
  place: Place | undefined,
  rows: readonly Conversation[] | undefined,
): Conversation | undefined {
  const asked = place && conversationIn(place);
  return rows?.find(({ conversationID }) => conversationID === asked);
}

export function unreadIn(row: Conversation | undefined): UnreadCount {
  return row ? { count: row.unreadCount, until: row.latestMsgSendTime } : NOTHING.unread;
}
