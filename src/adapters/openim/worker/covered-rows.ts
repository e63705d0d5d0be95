import type { SdkEvent } from "../connection/channel.ts";
import { askDatabase } from "./ask-database.ts";
import { fieldOf } from "./field.ts";

/** Maximum conversations to fill, in sequence. */
const MOST = 100;
const PAGE = 20;
const VIEW_SEARCH = 1; // has its own read position, so the position of an open chat does not move

/** The part of the SDK that is used here. */
export interface Reader {
  getAdvancedHistoryMessageList(page: {
    conversationID: string;
    startClientMsgID: string;
    count: number;
    viewType: number;
  }): Promise<{ data: unknown }>;
  getMultipleConversation(conversationIDs: string[]): Promise<{ data: unknown }>;
  getTotalUnreadMsgCount(): Promise<{ data: unknown }>;
}

/**
 * Fills the rows of conversations whose newest message the user has deleted.
 *
 * The server still returns that message as the last one, marked as deleted. SDK 3.8.5 has no other source: on a new
 * device the conversation has no newest message, and the SDK hides it until a new message arrives. After the first
 * sync, this function pages back through the history of each hidden conversation to the newest message that is left,
 * and stores it in the row.
 *
 * @param tell receives the row events and the unread total that the SDK would emit
 */
export async function fillCoveredRows(sdk: Reader, tell: (event: SdkEvent) => void): Promise<void> {
  let filled = 0;
  for (const conversationID of (await coveredIDs()).slice(0, MOST)) {
    const newest = await newestOf(sdk, conversationID).catch(() => undefined);
    const sendTime = fieldOf(newest, "sendTime");
    // A message that arrived meanwhile is newer and has already shown the row.
    if (typeof sendTime !== "number" || !(await coveredIDs()).includes(conversationID)) continue;
    const columns = { latest_msg: JSON.stringify(newest), latest_msg_send_time: sendTime };
    await askDatabase("updateColumnsConversation", conversationID, JSON.stringify(columns));
    const { data } = await sdk.getMultipleConversation([conversationID]);
    tell({ name: "OnConversationChanged", data, errCode: 0 });
    filled++;
  }
  if (filled === 0) return;
  const { data } = await sdk.getTotalUnreadMsgCount();
  tell({ name: "OnTotalUnreadMessageCountChanged", data, errCode: 0 });
}

/** Returns the newest message that is left, or undefined. */
async function newestOf(sdk: Reader, conversationID: string): Promise<unknown> {
  const { data } = await sdk.getAdvancedHistoryMessageList({
    conversationID,
    startClientMsgID: "",
    count: PAGE,
    viewType: VIEW_SEARCH,
  });
  const messages = fieldOf(data, "messageList");
  return Array.isArray(messages) ? messages.at(-1) : undefined;
}

async function coveredIDs(): Promise<string[]> {
  const answer = await askDatabase("getHiddenConversationList");
  const rows: unknown = typeof answer === "string" ? JSON.parse(answer) : answer;
  if (!Array.isArray(rows)) return [];
  return rows.map((row) => fieldOf(row, "conversationID")).filter((id) => typeof id === "string");
}
