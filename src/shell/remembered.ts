import { createContext } from "react";
import type { UnreadMark } from "../../machines/conversation/unread-mark.ts";
import type { Conversation } from "../../machines/domain/conversation.ts";
import type { Message } from "../../machines/domain/message.ts";
import { conversationIn, type Place, soughtIn } from "../../machines/domain/route.ts";
import type { SeenPages } from "../../machines/inbox/cached-pages.ts";

/** What is shown of a chat until its own messages are there. */
export interface Remembered {
  /** As they were seen last, oldest first; none where they are not to be shown. */
  messages: readonly Message[];
  /** What its row said to be unread. */
  unread: UnreadMark;
}

export const NOTHING: Remembered = { messages: [], unread: { count: 0, until: 0 } };

/** Nothing where messages are not waited for. */
export const RememberedContext = createContext(NOTHING);

/** What was seen last where one is going: nobody who comes for a certain message comes for the newest. */
export function rememberedAt(place: Place | undefined, pages: SeenPages | undefined): readonly Message[] {
  const asked = place && soughtIn(place) === null ? conversationIn(place) : null;
  return (asked !== null && pages?.[asked]) || NOTHING.messages;
}

/** The row of the chat one is at. */
export function rowAt(
  place: Place | undefined,
  rows: readonly Conversation[] | undefined,
): Conversation | undefined {
  const asked = place && conversationIn(place);
  return rows?.find(({ conversationID }) => conversationID === asked);
}

/** What that row says to be unread. */
export function unreadIn(row: Conversation | undefined): UnreadMark {
  return row ? { count: row.unreadCount, until: row.latestMsgSendTime } : NOTHING.unread;
}
