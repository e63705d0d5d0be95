import * as v from "valibot";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import type { Rpc } from "../connection/rpc.ts";
import { parseConversations } from "../parse/conversations.ts";
import { parseMessages } from "../parse/messages.ts";
import { id, parseList, parseOrSkip } from "../parse/parsing.ts";

/**
 * End of the search range in seconds since the epoch (the year 2100). The SDK's default is the last full second of
 * this device's clock, which would miss the newest messages.
 */
const END_OF_TIME = 4_102_444_800;

const Answer = v.object({ searchResultItems: v.nullish(v.array(v.unknown()), []) });
const Found = v.object({ conversationID: v.nullish(id), messageList: v.nullish(v.array(v.unknown()), []) });

interface StoredQuery {
  keyword: string;
  contentTypes: readonly number[];
}

/** Returns messages of all chats whose stored form contains `keyword`. */
export function searchStored(rpc: Rpc, query: StoredQuery): Promise<Message[]> {
  return searchPage(rpc, { ...query, conversationID: "", pageIndex: 0, count: 0 });
}

/** Returns one page of such messages. The SDK pages within one conversation only: from page 1. */
export async function searchPage(
  rpc: Rpc,
  {
    keyword,
    contentTypes,
    ...where
  }: StoredQuery & { conversationID: string; pageIndex: number; count: number },
): Promise<Message[]> {
  const answer = await rpc.call("searchLocalMessages", {
    ...where,
    keywordList: [keyword],
    keywordListMatchType: 0,
    senderUserIDList: [],
    messageTypeList: [...contentTypes],
    searchTimePosition: END_OF_TIME,
    searchTimePeriod: 0,
  });
  const found = v.safeParse(Answer, answer);
  if (!found.success) throw new Failure("unknown");
  const items = parseList(found.output.searchResultItems, (raw) => parseOrSkip(Found, raw, "search result"));
  return items.flatMap(({ conversationID, messageList }) =>
    parseMessages(messageList, conversationID ?? undefined),
  );
}

export async function conversationsOf(
  rpc: Rpc,
  messages: readonly Message[],
): Promise<ReadonlyMap<string, Conversation>> {
  const ids = new Set(messages.map(({ conversationID }) => conversationID));
  if (ids.size === 0) return new Map();
  const rows = parseConversations(await rpc.call("getMultipleConversation", [...ids]));
  return new Map(rows.map((row) => [row.conversationID, row]));
}
