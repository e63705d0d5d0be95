import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { isBurnt } from "../../../../machines/domain/disappearing.ts";
import type { Message, MessageKey } from "../../../../machines/domain/message.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import { parseMessage } from "../parse/messages.ts";
import { findStoredMessage } from "../parse/stored-message.ts";

/** Deletes disappearing messages and hides those that should be deleted already. */

export interface BurnQueue extends Pick<ImPort, "burnMessage" | "keepReadTime"> {
  /** Returns the messages that are not burnt yet. Passes every disappearing message to `tell`. */
  dropBurnt(messages: Message[]): Message[];
  /** Does the same for the newest message of each row. The SDK's rows lack its read time. */
  dropBurntRows(rows: Conversation[]): Promise<Conversation[]>;
  /** Drops pending deletions at sign-out. */
  reset(): void;
}

/** Milliseconds until a retry if the server cannot be reached. */
const RETRY = 5000;

export function createBurnQueue(
  rpc: Rpc,
  { now, tell }: { now: () => number; tell: (messages: Message[]) => void },
): BurnQueue {
  const dropBurnt = (messages: Message[]) => {
    const burning = messages.filter(({ burn }) => burn);
    if (burning.length > 0) tell(burning);
    return messages.filter((message) => !isBurnt(message, now()));
  };
  const dropIfBurnt = async (row: Conversation): Promise<Conversation> => {
    if (!row.latestMsg?.burn) return row;
    const stored = await findStoredMessage(rpc, row.latestMsg);
    const latestMsg = (stored && parseMessage(stored, row.conversationID)) ?? row.latestMsg;
    return dropBurnt([latestMsg]).length > 0 ? row : { ...row, latestMsg: null };
  };
  /** Messages deleted here but not yet on the server. Callers do not wait for the server. */
  const pending = new Map<string, MessageKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaying = false;
  const remove = (name: "deleteMessageFromLocalStorage" | "deleteMessage", key: MessageKey) =>
    rpc.call(name, key).catch((error: unknown) => {
      // The message is already deleted, or the server never had it.
      if (!isRefusal(error, SDK_CODE.notFound, SDK_CODE.messageWithoutSeq)) throw error;
    });
  const retry = async () => {
    if (isPaying) return;
    isPaying = true;
    clearTimeout(timer);
    try {
      for (const [id, key] of pending) {
        await remove("deleteMessage", key);
        pending.delete(id);
      }
    } catch {
      if (pending.size > 0) timer = setTimeout(retry, RETRY);
    } finally {
      isPaying = false;
    }
  };
  return {
    dropBurnt,
    dropBurntRows: (rows) => Promise.all(rows.map(dropIfBurnt)),

    async burnMessage({ conversationID, clientMsgID }) {
      const key = { conversationID, clientMsgID };
      await remove("deleteMessageFromLocalStorage", key);
      pending.set(clientMsgID, key);
      void retry();
    },

    reset() {
      clearTimeout(timer);
      pending.clear();
    },

    async keepReadTime({ readAt, ...key }) {
      await rpc.call("setMessageLocalEx", { ...key, localEx: JSON.stringify({ readAt }) });
    },
  };
}
