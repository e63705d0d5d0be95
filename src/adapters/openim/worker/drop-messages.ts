import type { ClearedChat } from "./cleared-chats.ts";

/** What the worker hands in. This module imports nothing: it is loaded when another device clears a chat. */
export interface Device {
  /** Asks a function of the SDK's database. Rejects if it fails. */
  ask(name: string, ...args: unknown[]): Promise<unknown>;
  /** Runs SQL on that database. */
  execute(statements: string): Promise<unknown>;
  /** Reports the rows of chats that were emptied, and the unread total. */
  report(conversationIDs: string[]): Promise<unknown>;
}

/**
 * Removes the messages of chats that another device has cleared. A chat that is empty then leaves the list until a new
 * message comes, as on a new device, unless it is pinned or has a draft. The server does not tell whether the other
 * device has deleted the chat or only its messages.
 */
export async function dropMessages(
  { ask, execute, report }: Device,
  chats: readonly ClearedChat[],
): Promise<void> {
  const oldest = await Promise.all(chats.map(({ conversationID }) => oldestSeqOf(ask, conversationID)));
  const cleared = chats.filter(({ minSeq }, index) => minSeq === null || Number(oldest[index]) < minSeq);
  if (cleared.length === 0) return;
  await execute(cleared.map(removal).join(""));
  // Not awaited: the SDK waits for this device meanwhile.
  report(cleared.map(({ conversationID }) => conversationID)).catch(() => {});
}

/** Returns Infinity if the device has no message from the server. The question also creates a missing table. */
async function oldestSeqOf(ask: Device["ask"], conversationID: string): Promise<number> {
  const message = await ask("getLatestValidServerMessage", conversationID, 0, false).catch(() => null);
  const row: unknown = typeof message === "string" ? JSON.parse(message) : message;
  return typeof row === "object" && row !== null && "seq" in row ? Number(row.seq) : Infinity;
}

/** The statements run in one batch: nothing that the SDK writes can come between them. */
function removal({ conversationID, minSeq }: ClearedChat): string {
  const messages = `"chat_logs_${conversationID.replaceAll('"', '""')}"`;
  const row = `conversation_id = '${conversationID.replaceAll("'", "''")}'`;
  return `
    delete from ${messages} where seq between 1 and ${(minSeq ?? 0) - 1};
    update local_conversations set latest_msg = '' where ${row}
      and not exists (select 1 from ${messages} where instr(latest_msg, client_msg_id) > 0);
    update local_conversations set unread_count = 0, latest_msg_send_time =
      case when is_pinned = 1 or draft_text <> '' then latest_msg_send_time else 0 end
      where ${row} and not exists (select 1 from ${messages} where status < ${DELETED});`;
}

const DELETED = 4;
