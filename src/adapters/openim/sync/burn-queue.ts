import {
  DELETION_PAUSE,
  type DeletionEvent,
  NO_DELETIONS,
  nextDeletions,
} from "../../../../machines/conversation/pending-deletions.ts";
import type { Conversation } from "../../../../machines/domain/conversation.ts";
import { isBurnt } from "../../../../machines/domain/disappearing.ts";
import { failureCode } from "../../../../machines/domain/failure.ts";
import type { Message, MessageKey } from "../../../../machines/domain/message.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE, SdkFailure } from "../connection/sdk-failure.ts";
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
  let deletions = NO_DELETIONS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remove = (name: "deleteMessageFromLocalStorage" | "deleteMessage", key: MessageKey) =>
    rpc.call(name, key).catch((error: unknown) => {
      // The message is already deleted, or the server never had it.
      if (!isRefusal(error, SDK_CODE.notFound, SDK_CODE.messageWithoutSeq)) throw error;
    });
  const advance = (event: DeletionEvent) => {
    const { deletions: after, step } = nextDeletions(deletions, event);
    deletions = after;
    if (step === "nothing") return;
    clearTimeout(timer);
    if (step === "pause") timer = setTimeout(advance, DELETION_PAUSE, { type: "deletion.pauseOver" });
    else if (deletions.current) removeOnServer(deletions.current);
  };
  /** Callers do not wait for the server. */
  const removeOnServer = (message: MessageKey) => {
    remove("deleteMessage", message).then(
      () => advance({ type: "deletion.done", message }),
      (error: unknown) =>
        advance({ type: isAnswered(error) ? "deletion.refused" : "deletion.unreachable", message }),
    );
  };
  return {
    dropBurnt,
    dropBurntRows: (rows) => Promise.all(rows.map(dropIfBurnt)),

    async burnMessage({ conversationID, clientMsgID }) {
      const key = { conversationID, clientMsgID };
      await remove("deleteMessageFromLocalStorage", key);
      advance({ type: "deletion.add", message: key });
    },

    reset() {
      clearTimeout(timer);
      advance({ type: "deletion.drop" });
    },

    async keepReadTime({ readAt, ...key }) {
      await rpc.call("setMessageLocalEx", { ...key, localEx: JSON.stringify({ readAt }) });
    },
  };
}

/** Whether the server answered. Without an answer, it answers no other request either. */
function isAnswered(error: unknown): boolean {
  return error instanceof SdkFailure && !["network", "timeout"].includes(failureCode(error));
}
