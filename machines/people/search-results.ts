/** Searching what is stored here. Pure functions. */
import type { Conversation } from "../domain/conversation.ts";
import type { Message } from "../domain/message.ts";

/** What was found in one conversation, newest first. */
export interface ConversationHits {
  /** By the account's word: who it is with, and how that one looks. */
  conversation: Conversation;
  messages: readonly Message[];
}

/** So many searches are remembered. */
export const RECENT_SEARCHES = 10;

/** The searches once `keyword` was searched for: newest first, each once, whatever its case. */
export function withSearch(recent: readonly string[], keyword: string): readonly string[] {
  return [keyword, ...withoutSearch(recent, keyword)].slice(0, RECENT_SEARCHES);
}

export function withoutSearch(recent: readonly string[], keyword: string): readonly string[] {
  return recent.filter((one) => one.toLowerCase() !== keyword.toLowerCase());
}

/** What is left once a message is gone, or lost its words. */
export function withoutHit(
  hits: readonly ConversationHits[],
  clientMsgID: string,
): readonly ConversationHits[] {
  if (!hits.some(({ messages }) => messages.some((message) => message.clientMsgID === clientMsgID)))
    return hits;
  return hits
    .map(({ conversation, messages }) => ({
      conversation,
      messages: messages.filter((message) => message.clientMsgID !== clientMsgID),
    }))
    .filter(({ messages }) => messages.length > 0);
}

/** Where all one has is searched. */
export const SEARCH_PATH = "/searchFriendOrGroup";

/** What a page of the search shows: something of everything, all of one kind, or what one conversation has. */
export type SearchScope =
  | { kind: "all" | "people" | "groups" | "messages" }
  | { kind: "conversation"; conversationID: string };

/** The address of a page of the search. */
export function searchPath(scope: SearchScope): string {
  if (scope.kind === "all") return SEARCH_PATH;
  const [key, value] =
    scope.kind === "conversation" ? ["conversationID", scope.conversationID] : ["show", scope.kind];
  return `${SEARCH_PATH}?${new URLSearchParams([[key, value]])}`;
}

/** What an address shows of the search; whatever it says, something of everything at least. */
export function searchScopeIn(search: string): SearchScope {
  const query = new URLSearchParams(search);
  const conversationID = query.get("conversationID");
  if (conversationID) return { kind: "conversation", conversationID };
  const show = query.get("show");
  return show === "people" || show === "groups" || show === "messages" ? { kind: show } : { kind: "all" };
}
