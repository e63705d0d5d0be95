import type { SdkEvent } from "../connection/channel.ts";
import { askDatabase } from "./ask-database.ts";
import { fieldOf } from "./field.ts";

/** So many conversations are looked through at most, one after the other. */
const MOST = 100;
const PAGE = 20;
const VIEW_SEARCH = 1; // keeps its own place, so that a chat that is being read keeps its own

/** What of the SDK is used here. */
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
 * The newest message of a conversation comes to who deleted it as a deleted one, also when the server is asked for the
 * last one there is. SDK 3.8.5 knows no other way: on a new device such a conversation has no newest message, and one
 * without is hidden until somebody writes. So once the device is filled, the history of what is hidden is paged back
 * to the first message that is left, as when the chat is opened, and the row is given that one.
 *
 * @param tell hears of each row, and of what is unread, as the SDK would tell it
 */
export async function fillCoveredRows(sdk: Reader, tell: (event: SdkEvent) => void): Promise<void> {
  let filled = 0;
  for (const conversationID of (await coveredIDs()).slice(0, MOST)) {
    const newest = await newestOf(sdk, conversationID).catch(() => undefined);
    const sendTime = fieldOf(newest, "sendTime");
    // What has arrived meanwhile is newer, and has shown the row.
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

/** The newest message of a conversation that is left; undefined when there is none. */
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

/** Conversations without a newest message. */
async function coveredIDs(): Promise<string[]> {
  const answer = await askDatabase("getHiddenConversationList");
  const rows: unknown = typeof answer === "string" ? JSON.parse(answer) : answer;
  if (!Array.isArray(rows)) return [];
  return rows.map((row) => fieldOf(row, "conversationID")).filter((id) => typeof id === "string");
}
