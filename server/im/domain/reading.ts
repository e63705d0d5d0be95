import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode, Notification } from "../protocol/constants.ts";
import type { Conversation, Conversations } from "./conversations.ts";
import type { Notify } from "./notifications.ts";
import type { Positions } from "./positions.ts";

/** A read receipt names at most this many messages; on history pages isRead follows the read mark anyway. */
const maxReceiptSeqs = 1000;

export type Reading = ReturnType<typeof createReading>;

/** Read marks and their receipts (2200, protocol section 4.4). */
export function createReading(deps: {
  db: Database;
  conversations: Conversations;
  positions: Positions;
  notify: Notify;
}) {
  const { db, conversations, positions } = deps;

  /** @throws ApiError 1002 when the conversation is not his */
  function ownConversation(userID: string, conversationID: string): Conversation {
    const [conversation] = conversations.getMany(userID, [conversationID]);
    if (conversation === undefined) {
      throw new ApiError(ErrCode.noPermission, "NoPermissionError", "not your conversation");
    }
    return conversation;
  }

  function notifySelf(userID: string, conversationID: string, hasReadSeq: number): void {
    deps.notify({
      contentType: Notification.hasRead,
      from: userID,
      to: { userID },
      detail: { markAsReadUserID: userID, conversationID, seqs: null, hasReadSeq },
    });
  }

  /**
   * Reads a conversation up to `hasReadSeq` and the messages `seqs`. The peer of a single chat is told which
   * messages; in a group only the person's own devices are told.
   */
  function mark(userID: string, conversationID: string, hasReadSeq: number, seqs: readonly number[]): void {
    const conversation = ownConversation(userID, conversationID);
    const position = positions.of(userID, conversationID);
    const upTo = Math.max(hasReadSeq, ...seqs);
    if (upTo > position.maxSeq) throw new ApiError(ErrCode.args, "ArgsError", "hasReadSeq beyond maxSeq");
    positions.markRead(userID, conversationID, upTo);
    if (conversation.userID === "") {
      if (upTo > position.hasReadSeq) notifySelf(userID, conversationID, upTo);
      return;
    }
    const read = new Set(seqs);
    for (let seq = Math.max(position.hasReadSeq + 1, upTo - maxReceiptSeqs); seq <= upTo; seq += 1) {
      read.add(seq);
    }
    if (read.size === 0) return;
    deps.notify({
      contentType: Notification.hasRead,
      from: userID,
      to: { userID: conversation.userID },
      reliable: conversation.userID !== userID,
      detail: {
        markAsReadUserID: userID,
        conversationID,
        seqs: [...read].sort((a, b) => a - b),
        hasReadSeq: Math.max(upTo, position.hasReadSeq),
      },
    });
  }

  return {
    ownConversation,
    mark: db.transaction(mark),

    /** Moves the read mark without a receipt; `silent` leaves the person's other devices untold too. */
    setHasReadSeq: db.transaction(
      (userID: string, conversationID: string, hasReadSeq: number, silent: boolean) => {
        ownConversation(userID, conversationID);
        const position = positions.of(userID, conversationID);
        const upTo = Math.min(hasReadSeq, position.maxSeq);
        positions.markRead(userID, conversationID, upTo);
        if (!silent && upTo > position.hasReadSeq) notifySelf(userID, conversationID, upTo);
      },
    ),
  };
}
