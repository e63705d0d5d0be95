import { fieldOf } from "./field.ts";

/** REST calls that return the rows of chats which changed. */
const ROWS = /\/conversation\/get_(?:incremental|all)_conversations$/;
/** The database function that empties the row of a chat whose messages are deleted. */
const CLEAR = "clearConversation";
/** Milliseconds in which the server reports a chat that this device has cleared. */
const ECHO = 60_000;
const DONE = JSON.stringify({ data: "", errCode: 0, errMsg: "" });

/** Only the messages from `minSeq` on belong to the user; null if all stored ones are deleted already. */
export interface ClearedChat {
  conversationID: string;
  minSeq: number | null;
}
export type DropMessages = (chats: readonly ClearedChat[]) => Promise<unknown>;

/**
 * Applies to this device what other devices clear. `drop` removes the stored messages.
 *
 * Clearing a chat raises the `minSeq` of its row on the server. SDK 3.8.5 ignores that, so a device that was offline
 * would keep the messages for good. A connected device also gets a notification. The SDK then deletes the messages
 * and the draft, and leaves an empty row in the list: a database function of `scope` is replaced for that.
 */
export function watchClears(scope: object, drop: DropMessages, now: () => number = () => performance.now()) {
  const own = new Map<unknown, number>();
  const isOwn = (id: unknown) => [id, "all"].some((key) => now() - (own.get(key) ?? -ECHO) < ECHO);
  const clear: unknown = Reflect.get(scope, CLEAR);
  if (typeof clear === "function")
    Reflect.set(scope, CLEAR, async (conversationID: string) => {
      if (!isOwn(conversationID))
        try {
          await drop([{ conversationID, minSeq: null }]);
          return DONE;
        } catch {} // the SDK does it in its way
      return Reflect.apply(clear, scope, [conversationID]);
    });

  return {
    /** This device clears these chats itself. */
    add(conversationIDs: readonly unknown[] | "all"): void {
      for (const id of conversationIDs === "all" ? ["all"] : conversationIDs) own.set(id, now());
    },
    /** Wraps `fetch`. The SDK stores that it has the rows, so it gets them after the messages are removed. */
    watch(doFetch: typeof fetch): typeof fetch {
      return async (input, init) => {
        const response = await doFetch(input, init);
        if (!ROWS.test(input instanceof Request ? input.url : String(input))) return response;
        const answer: unknown = await response
          .clone()
          .json()
          .catch(() => null);
        const chats = clearedIn(fieldOf(answer, "data")).filter((chat) => !isOwn(chat.conversationID));
        if (chats.length > 0) await drop(chats).catch(() => {});
        return response;
      };
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
