import { MOST_HITS } from "../../../../machines/conversation/chat-hits.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import { hasWords } from "../../../../machines/domain/searched-text.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { SEARCHED_TYPES } from "../parse/content.ts";
import type { BurnQueue } from "./burn-queue.ts";
import { conversationsOf, searchPage, searchStored } from "./stored-search.ts";

/** Rows of one request. */
const ROWS = 200;

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
        const rows = await searchPage(rpc, { ...query, pageIndex });
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
