import { ApiError } from "../../http.ts";
import { createBuckets, type Rate } from "../../rates.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode, Notification } from "../protocol/constants.ts";
import type { Conversation, Conversations } from "./conversations.ts";
import type { Notify } from "./notifications.ts";
import type { ReadCursors } from "./read-cursors.ts";

/** Messages in a read receipt. On history pages isRead follows the read seq. */
const maxReceiptSeqs = 1000;
/** Receipts of a user that are stored although the read seq stays. Further ones are only pushed. */
const repeatedReceipts: Rate = { burst: 100, perMinute: 20 };
const maxUsers = 10_000;

export type Reading = ReturnType<typeof createReading>;

/** Read seqs and receipts (2200, protocol section 4.4). */
export function createReading(deps: {
  db: Database;
  now: () => number;
  conversations: Conversations;
  readCursors: ReadCursors;
  notify: Notify;
}) {
  const { db, conversations, readCursors } = deps;
  const repeated = createBuckets(deps.now, maxUsers);

  /** @throws ApiError 1004 when the user has no such conversation */
  function ownConversation(userID: string, conversationID: string): Conversation {
    const [conversation] = conversations.getMany(userID, [conversationID]);
    if (conversation === undefined) {
      throw new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", "conversation not found");
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
   * Marks a conversation as read up to `hasReadSeq`, and the messages `seqs`. The peer of a single chat gets the list
   * of messages; in a group only the user's own devices are notified. Seqs beyond the last message are ignored.
   */
  function mark(userID: string, conversationID: string, hasReadSeq: number, seqs: readonly number[]): void {
    const conversation = ownConversation(userID, conversationID);
    const position = readCursors.of(userID, conversationID);
    const there = seqs.filter((seq) => seq <= position.maxSeq);
    const upTo = Math.max(Math.min(hasReadSeq, position.maxSeq), ...there);
    readCursors.markRead(userID, conversationID, upTo);
    if (conversation.userID === "") {
      if (upTo > position.hasReadSeq) notifySelf(userID, conversationID, upTo);
      return;
    }
    const read = new Set(there);
    for (let seq = Math.max(position.hasReadSeq + 1, upTo - maxReceiptSeqs); seq <= upTo; seq += 1) {
      read.add(seq);
    }
    if (read.size === 0) return;
    // A user who has answered first has read the chat before the receipt, so it may have news all the same.
    const isStored = upTo > position.hasReadSeq || repeated.take(userID, repeatedReceipts) === 0;
    deps.notify({
      contentType: Notification.hasRead,
      from: userID,
      to: { userID: conversation.userID },
      reliable: conversation.userID !== userID && isStored,
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

    /**
     * Moves the read seq without a receipt. With `silent` the user's other devices are not notified either.
     * @throws ApiError 1001 for a seq beyond the last message
     */
    setHasReadSeq: db.transaction(
      (userID: string, conversationID: string, hasReadSeq: number, silent: boolean) => {
        ownConversation(userID, conversationID);
        const position = readCursors.of(userID, conversationID);
        if (hasReadSeq > position.maxSeq) {
          throw new ApiError(ErrCode.args, "ArgsError", "hasReadSeq must not be bigger than maxSeq");
        }
        readCursors.markRead(userID, conversationID, hasReadSeq);
        if (!silent && hasReadSeq > position.hasReadSeq) notifySelf(userID, conversationID, hasReadSeq);
      },
    ),
  };
}
