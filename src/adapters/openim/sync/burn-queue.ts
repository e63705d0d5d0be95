import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { isBurnt } from "../../../../machines/domain/disappearing.ts";
import type { Message, MessageKey } from "../../../../machines/domain/message.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import { parseMessage } from "../parse/messages.ts";
import { findStoredMessage } from "../parse/stored-message.ts";

/** Where messages that are gone once they were read end, and what lets nobody see those that should have. */

export interface Hearth extends Pick<ImPort, "burnMessage" | "keepReadTime"> {
  /** Those among `messages` that are not burnt; of all that burn is told. */
  sift(messages: Message[]): Message[];
  /** The same of the newest message of each row, of which the SDK's rows do not say when it was read. */
  siftRows(rows: Conversation[]): Promise<Conversation[]>;
  /** What the server was not told yet is forgotten: whoever owes it is signed out. */
  rest(): void;
}

/** Milliseconds until a server that was out of reach is asked again. */
const RETRY = 5000;

export function createHearth(
  rpc: Rpc,
  { now, tell }: { now: () => number; tell: (messages: Message[]) => void },
): Hearth {
  const sift = (messages: Message[]) => {
    const burning = messages.filter(({ burn }) => burn);
    if (burning.length > 0) tell(burning);
    return messages.filter((message) => !isBurnt(message, now()));
  };
  const siftRow = async (row: Conversation): Promise<Conversation> => {
    if (!row.latestMsg?.burn) return row;
    const stored = await findStoredMessage(rpc, row.latestMsg);
    const latestMsg = (stored && parseMessage(stored, row.conversationID)) ?? row.latestMsg;
    return sift([latestMsg]).length > 0 ? row : { ...row, latestMsg: null };
  };
  /** What is removed here and not at the server yet; nobody waits for that, least of all the next to burn. */
  const owed = new Map<string, MessageKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaying = false;
  const remove = (name: "deleteMessageFromLocalStorage" | "deleteMessage", key: MessageKey) =>
    rpc.call(name, key).catch((error: unknown) => {
      // Nobody has it any more, or the server never had: nothing is left to burn.
      if (!isRefusal(error, SDK_CODE.notFound, SDK_CODE.messageWithoutSeq)) throw error;
    });
  const pay = async () => {
    if (isPaying) return;
    isPaying = true;
    clearTimeout(timer);
    try {
      for (const [id, key] of owed) {
        await remove("deleteMessage", key);
        owed.delete(id);
      }
    } catch {
      if (owed.size > 0) timer = setTimeout(pay, RETRY);
    } finally {
      isPaying = false;
    }
  };
  return {
    sift,
    siftRows: (rows) => Promise.all(rows.map(siftRow)),

    async burnMessage({ conversationID, clientMsgID }) {
      const key = { conversationID, clientMsgID };
      await remove("deleteMessageFromLocalStorage", key);
      owed.set(clientMsgID, key);
      void pay();
    },

    rest() {
      clearTimeout(timer);
      owed.clear();
    },

    async keepReadTime({ readAt, ...key }) {
      await rpc.call("setMessageLocalEx", { ...key, localEx: JSON.stringify({ readAt }) });
    },
  };
}
