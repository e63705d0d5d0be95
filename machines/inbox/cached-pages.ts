/** The newest messages of recent chats, stored to show them at once in the next session. */

import type { Message } from "../domain/message.ts";

/** Newest messages by conversationID, oldest first. */
export type CachedPages = Readonly<Record<string, readonly Message[]>>;

/** Emits the stored pages on subscribe, then every change. */
export interface CachedPagesEvent {
  type: "pages.changed";
  pages: CachedPages;
}

export interface PageSeen {
  type: "page.seen";
  userID: string;
  conversationID: string;
  /** All loaded messages, oldest first. */
  messages: readonly Message[];
}

export function pageSeen({ userID, conversationID, messages }: Omit<PageSeen, "type">): PageSeen {
  return { type: "page.seen", userID, conversationID, messages };
}
