import * as v from "valibot";
import { MOST_HITS } from "../../../../machines/conversation/chat-hits.ts";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import { hasWords } from "../../../../machines/domain/searched-text.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { SEARCHED_TYPES } from "../parse/content.ts";
import { parseConversations } from "../parse/conversations.ts";
import { parseMessages } from "../parse/messages.ts";
import { id, parseList, parseOrSkip } from "../parse/parsing.ts";
import type { BurnQueue } from "./burn-queue.ts";

/**
 * End of the search range in seconds since the epoch (the year 2100). The SDK's default is the last full second of
 * this device's clock, which would miss the newest messages.
 */
const END_OF_TIME = 4_102_444_800;

/** Rows of one request. */
const ROWS = 200;

const Answer = v.object({ searchResultItems: v.nullish(v.array(v.unknown()), []) });
const Found = v.object({ conversationID: v.nullish(id), messageList: v.nullish(v.array(v.unknown()), []) });

interface StoredQuery {
  keyword: string;
  contentTypes: readonly number[];
}

/** Returns messages of all chats whose stored form contains `keyword`. */
export function searchStored(rpc: Rpc, query: StoredQuery): Promise<Message[]> {
  return search(rpc, { ...query, conversationID: "", pageIndex: 0, count: 0 });
}

/** The SDK pages within one conversation only: from page 1. */
async function search(
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

export function createSearch(
  rpc: Rpc,
  { dropBurnt }: Pick<BurnQueue, "dropBurnt">,
): Pick<ImPort, "searchMessages" | "searchConversation"> {
  // The SDK also returns other rows: "_" and "%" match anything, and field names count as text.
  const matching = (stored: Message[], keyword: string) =>
    dropBurnt(stored).filter((message) => hasWords(message, keyword));
  return {
    async searchConversation({ conversationID, keyword }) {
      if (keyword.trim() === "") return [];
      const query = { conversationID, keyword: keyword.trim(), contentTypes: SEARCHED_TYPES, count: ROWS };
      const hits: Message[] = [];
      for (let pageIndex = 1; hits.length < MOST_HITS; pageIndex += 1) {
        const rows = await search(rpc, { ...query, pageIndex });
        hits.push(...matching(rows, keyword));
        if (rows.length === 0) break;
      }
      return hits.slice(0, MOST_HITS);
    },
    async searchMessages({ keyword }) {
      if (keyword.trim() === "") return [];
      const stored = await searchStored(rpc, { keyword: keyword.trim(), contentTypes: SEARCHED_TYPES });
      const byID = new Map(matching(stored, keyword).map((message) => [message.clientMsgID, message]));
      const messages = [...byID.values()].sort((a, b) => b.sendTime - a.sendTime || b.seq - a.seq);
      const conversations = await conversationsOf(rpc, messages);
      const hits = new Map<string, Message[]>();
      for (const message of messages) {
        const others = hits.get(message.conversationID);
        if (others) others.push(message);
        else hits.set(message.conversationID, [message]);
      }
      return [...hits].flatMap(([conversationID, found]) => {
        const conversation = conversations.get(conversationID);
        return conversation ? [{ conversation, messages: found }] : [];
      });
    },
  };
}
