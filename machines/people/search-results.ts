import type { Conversation } from "../domain/conversation.ts";
import type { Message } from "../domain/message.ts";

/** Matches in one conversation, newest first. */
export interface ConversationHits {
  /** As the account knows it: the peer or group, with name and picture. */
  conversation: Conversation;
  messages: readonly Message[];
}

export const RECENT_SEARCHES = 10;

/** Returns the recent searches with `keyword` added: newest first, each once, ignoring case. */
export function withSearch(recent: readonly string[], keyword: string): readonly string[] {
  return [keyword, ...withoutSearch(recent, keyword)].slice(0, RECENT_SEARCHES);
}

export function withoutSearch(recent: readonly string[], keyword: string): readonly string[] {
  return recent.filter((one) => one.toLowerCase() !== keyword.toLowerCase());
}

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

export const SEARCH_PATH = "/searchFriendOrGroup";

/** The results on a search page: some of each kind, all of one kind, or those of one conversation. */
export type SearchScope =
  | { kind: "all" | "people" | "groups" | "messages" }
  | { kind: "conversation"; conversationID: string };

export function searchPath(scope: SearchScope): string {
  if (scope.kind === "all") return SEARCH_PATH;
  const [key, value] =
    scope.kind === "conversation" ? ["conversationID", scope.conversationID] : ["show", scope.kind];
  return `${SEARCH_PATH}?${new URLSearchParams([[key, value]])}`;
}

/** Parses a search page's query; the default is "all". */
export function searchScopeIn(search: string): SearchScope {
  const query = new URLSearchParams(search);
  const conversationID = query.get("conversationID");
  if (conversationID) return { kind: "conversation", conversationID };
  const show = query.get("show");
  return show === "people" || show === "groups" || show === "messages" ? { kind: show } : { kind: "all" };
}
