import * as v from "valibot";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { HistoryPage, Message, PageQuery } from "../../../../machines/domain/message.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import { failureOf } from "../../failures.ts";
import type { Rpc } from "../connection/rpc.ts";
import { parseMessages } from "../parse/messages.ts";
import { optionalNumber } from "../parse/parsing.ts";
import { withOriginals } from "../parse/quotes.ts";
import { findStoredMessage } from "../parse/stored-message.ts";
import type { BurnQueue } from "./burn-queue.ts";

const Page = v.object({
  messageList: v.nullish(v.array(v.unknown()), []),
  isEnd: v.boolean(),
  errCode: optionalNumber,
});
const PagedMessage = v.object({ clientMsgID: v.string() });

export const VIEW_HISTORY = 0;
/**
 * First of the view types used here. For each view type of a chat, the SDK stores the read position and looks for
 * gaps from there. A read that continues from a message gets its own view type, so that other reads do not move its
 * position.
 */
const FIRST_OWN_VIEW = 1000;

type Read = "getAdvancedHistoryMessageList" | "getAdvancedHistoryMessageListReverse";

/** Reads a page: its messages in the SDK's order, and whether it is the last page. */
export type ReadPage = (
  query: PageQuery,
  read?: Read,
) => Promise<{ messageList: readonly unknown[]; isEnd: boolean }>;

export function createReadPage(rpc: Rpc): ReadPage {
  let ownViews = FIRST_OWN_VIEW;
  return async ({ conversationID, cursor, count }, read = "getAdvancedHistoryMessageList") => {
    const page = v.safeParse(
      Page,
      await rpc.call(read, {
        conversationID,
        startClientMsgID: cursor ?? "",
        count,
        viewType: cursor ? ++ownViews : VIEW_HISTORY,
      }),
    );
    if (!page.success) throw new Failure("unknown");
    const { errCode, ...rest } = page.output;
    if (errCode !== 0) throw new Failure(failureOf(errCode));
    return rest;
  };
}

/** Loads pages of a conversation's messages (protocol section 2.6). */
export function createHistory(
  rpc: Rpc,
  readPage: ReadPage,
  { dropBurnt }: Pick<BurnQueue, "dropBurnt">,
): Pick<ImPort, "loadOlder" | "loadNewer" | "loadAround"> {
  const load = async (read: Read, { conversationID, cursor, count }: PageQuery): Promise<HistoryPage> => {
    let from = cursor;
    for (;;) {
      const { messageList, isEnd } = await readPage({ conversationID, cursor: from, count }, read);
      const messages = dropBurnt(parseMessages(messageList, conversationID)).sort(bySendTime);
      const edge = read === "getAdvancedHistoryMessageList" ? messageList[0] : messageList.at(-1);
      const next = v.safeParse(PagedMessage, edge);
      // A page with only deleted or burnt messages would give the chart no new cursor, so the next page is read.
      if (messages.length > 0 || isEnd || !next.success)
        return { messages: await withOriginals(rpc, messages), cursor, isEnd };
      from = next.output.clientMsgID;
    }
  };

  return {
    loadOlder: (input) => load("getAdvancedHistoryMessageList", input),
    loadNewer: (input) => load("getAdvancedHistoryMessageListReverse", input),
    async loadAround({ conversationID, cursor, count }) {
      const stored = await findStoredMessage(rpc, { conversationID, clientMsgID: cursor });
      const middle = dropBurnt(parseMessages(stored ? [stored] : [], conversationID));
      if (middle.length === 0)
        return load("getAdvancedHistoryMessageList", { conversationID, cursor: null, count });
      const half = { conversationID, cursor, count: Math.ceil(count / 2) };
      const [older, newer] = await Promise.all([
        load("getAdvancedHistoryMessageList", half),
        load("getAdvancedHistoryMessageListReverse", half),
      ]);
      const messages = [...older.messages, ...(await withOriginals(rpc, middle)), ...newer.messages];
      return { messages, cursor, isEnd: older.isEnd };
    },
  };
}

function bySendTime(a: Message, b: Message): number {
  return a.sendTime - b.sendTime;
}
