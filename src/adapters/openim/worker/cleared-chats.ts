/** The database function that empties the row of a chat whose messages are deleted. */
const CLEAR = "clearConversation";
/** Milliseconds in which the server reports a chat that this device has cleared. */
const ECHO = 60_000;
const DONE = JSON.stringify({ data: "", errCode: 0, errMsg: "" });

/** Only the messages from `minSeq` on belong to the user; null if all stored ones are deleted already. */
interface ClearedChat {
  conversationID: string;
  minSeq: number | null;
}

/** What the worker hands in. */
export interface Device {
  /** Asks a function of the SDK's database. Rejects if it fails. */
  ask(name: string, ...args: unknown[]): Promise<unknown>;
  /** Runs SQL on that database. */
  execute(statements: string): Promise<unknown>;
  /** Reports the rows of chats that were emptied, and the unread total. */
  report(conversationIDs: string[]): Promise<unknown>;
}

/**
 * Applies to this device what other devices clear. This module imports nothing: it is loaded when it is needed.
 *
 * Clearing a chat raises the `minSeq` of its row on the server. SDK 3.8.5 ignores that, so a device that was offline
 * would keep the messages for good. A connected device also gets a notification. The SDK then deletes the messages
 * and the draft, and leaves an empty row in the list: a database function of `scope` is replaced for that.
 */
export function watchClears(scope: object, device: Device, now: () => number = () => performance.now()) {
  const own = new Map<unknown, number>();
  const isOwn = (id: unknown) => [id, "all"].some((key) => now() - (own.get(key) ?? -ECHO) < ECHO);
  const clear: unknown = Reflect.get(scope, CLEAR);
  if (typeof clear === "function")
    Reflect.set(scope, CLEAR, async (conversationID: string) => {
      if (!isOwn(conversationID))
        try {
          await dropMessages(device, [{ conversationID, minSeq: null }]);
          return DONE;
        } catch {} // the SDK does it in its way
      return Reflect.apply(clear, scope, [conversationID]);
    });

  return {
    /** This device clears these chats itself. */
    add(conversationIDs: readonly unknown[] | "all"): void {
      for (const id of conversationIDs === "all" ? ["all"] : conversationIDs) own.set(id, now());
    },
    /** Takes the rows of chats in an answer of the server. The SDK must not have the answer yet: it would not ask again. */
    async apply(answer: string): Promise<void> {
      const { data }: { data?: unknown } = JSON.parse(answer);
      const chats = clearedIn(data).filter((chat) => !isOwn(chat.conversationID));
      if (chats.length > 0) await dropMessages(device, chats);
    },
  };
}

function clearedIn(data: unknown): ClearedChat[] {
  return ["insert", "update", "conversations"]
    .flatMap((name): unknown[] => {
      const rows = fieldOf(data, name);
      return Array.isArray(rows) ? rows : [];
    })
    .flatMap((row) => {
      const [conversationID, minSeq] = [fieldOf(row, "conversationID"), Number(fieldOf(row, "minSeq"))];
      return typeof conversationID === "string" && minSeq > 1 ? [{ conversationID, minSeq }] : [];
    });
}

/**
 * Removes the messages of chats that another device has cleared. A chat that is empty then leaves the list until a new
 * message comes, as on a new device, unless it is pinned or has a draft. The server does not tell whether the other
 * device has deleted the chat or only its messages.
 */
async function dropMessages({ ask, execute, report }: Device, chats: readonly ClearedChat[]): Promise<void> {
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
  return Number(fieldOf(row, "seq") ?? Infinity);
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

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
