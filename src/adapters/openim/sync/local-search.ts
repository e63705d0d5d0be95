import * as v from "valibot";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { Message, MessageContent } from "../../../../machines/domain/message.ts";
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

const Answer = v.object({ searchResultItems: v.nullish(v.array(v.unknown()), []) });
const Found = v.object({ conversationID: v.nullish(id), messageList: v.nullish(v.array(v.unknown()), []) });

/** Returns messages of all chats whose stored form contains `keyword`. The SDK pages within one conversation only. */
export async function searchStored(
  rpc: Rpc,
  { keyword, contentTypes }: { keyword: string; contentTypes: readonly number[] },
): Promise<Message[]> {
  const answer = await rpc.call("searchLocalMessages", {
    conversationID: "",
    keywordList: [keyword],
    keywordListMatchType: 0,
    senderUserIDList: [],
    messageTypeList: [...contentTypes],
    searchTimePosition: END_OF_TIME,
    searchTimePeriod: 0,
    pageIndex: 0,
    count: 0,
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
): Pick<ImPort, "searchMessages"> {
  return {
    async searchMessages({ keyword }) {
      const wanted = keyword.trim().toLowerCase();
      if (wanted === "") return [];
      const stored = await searchStored(rpc, { keyword: keyword.trim(), contentTypes: SEARCHED_TYPES });
      // The SDK also returns other rows: "_" and "%" match anything, and field names count as text.
      const byID = new Map(
        dropBurnt(stored)
          .filter(({ content }) => textOf(content).toLowerCase().includes(wanted))
          .map((message) => [message.clientMsgID, message]),
      );
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

function textOf(content: MessageContent): string {
  switch (content.type) {
    case "text":
    case "at":
    case "quote":
      return content.text;
    case "file":
      return content.fileName;
    case "location":
      return content.name;
    default:
      return "";
  }
}
