/** What people saw last of their chats, to be there at once when they come back. */

import type { Message } from "../domain/message.ts";

/** The newest messages of a few chats, by conversationID, oldest first. */
export type SeenPages = Readonly<Record<string, readonly Message[]>>;

/** What is kept of chats, from the beginning and whenever it changed. */
export interface PagesEvent {
  type: "pages.changed";
  pages: SeenPages;
}

/** The newest messages of a chat are in sight. */
export interface PageSeen {
  type: "page.seen";
  userID: string;
  conversationID: string;
  /** Oldest first, whatever is loaded. */
  messages: readonly Message[];
}

export function pageSeen({ userID, conversationID, messages }: Omit<PageSeen, "type">): PageSeen {
  return { type: "page.seen", userID, conversationID, messages };
}
