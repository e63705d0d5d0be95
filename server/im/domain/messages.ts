import type { Database } from "../../store/database.ts";
import { decodeStored, encodeMsgData, type MsgData } from "../protocol/messages.ts";

interface Row {
  data: Uint8Array;
}

export type Messages = ReturnType<typeof createMessages>;

/**
 * The message log of each conversation and notification stream (protocol section 2.2). Seqs start at 1 without gaps;
 * sendTime grows strictly. Append inside a transaction; a rolled back seq is reused.
 */
export function createMessages(db: Database) {
  const advance = db.prepare<{ seq: number; sendTime: number }>(
    `INSERT INTO streams (conversationID, maxSeq, maxSendTime) VALUES (?, 1, ?)
     ON CONFLICT DO UPDATE SET maxSeq = maxSeq + 1, maxSendTime = MAX(maxSendTime + 1, excluded.maxSendTime)
     RETURNING maxSeq AS seq, maxSendTime AS sendTime`,
  );
  const insert = db.prepare(
    "INSERT INTO messages (conversationID, seq, clientMsgID, sendID, data) VALUES (?, ?, ?, ?, ?)",
  );
  const byClientID = db.prepare<Row>(
    "SELECT data FROM messages WHERE conversationID = ? AND clientMsgID = ?",
  );
  // CROSS JOIN keeps the order: SQLite would go through the whole conversation for each number.
  const bySeqs = db.prepare<Row>(
    `SELECT data FROM json_each(?) AS wanted
     CROSS JOIN messages ON conversationID = ? AND seq = wanted.value ORDER BY seq`,
  );
  const selectSizes = db.prepare<{ seq: number; bytes: number }>(
    `SELECT seq, LENGTH(data) AS bytes FROM json_each(?) AS wanted
     CROSS JOIN messages ON conversationID = ? AND seq = wanted.value ORDER BY seq`,
  );
  const overwrite = db.prepare("UPDATE messages SET data = ? WHERE conversationID = ? AND seq = ?");
  const markDeleted = db.prepare(
    "INSERT INTO deleted_messages (userID, conversationID, seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const selectDeleted = db.prepare<{ seq: number }>(
    `SELECT seq FROM json_each(?) AS wanted
     CROSS JOIN deleted_messages ON userID = ? AND conversationID = ? AND seq = wanted.value`,
  );

  return {
    /** Stores the message with a seq and a sendTime (at least `message.sendTime`). */
    append(conversationID: string, message: MsgData): MsgData & { encoded: Uint8Array } {
      const position = advance.get(conversationID, message.sendTime);
      if (position === undefined) throw new Error("stream did not advance");
      const stored = { ...message, ...position };
      const encoded = encodeMsgData(stored);
      insert.run(conversationID, position.seq, message.clientMsgID, message.sendID, encoded);
      return { ...stored, encoded };
    },

    findByClientMsgID(conversationID: string, clientMsgID: string): MsgData | undefined {
      const row = byClientID.get(conversationID, clientMsgID);
      return row && toMessage(row);
    },

    bySeqs: (conversationID: string, seqs: readonly number[]): MsgData[] =>
      bySeqs.all(JSON.stringify(seqs), conversationID).map(toMessage),

    sizes: (conversationID: string, seqs: readonly number[]) =>
      selectSizes.all(JSON.stringify(seqs), conversationID),

    replace(conversationID: string, message: MsgData): void {
      overwrite.run(encodeMsgData(message), conversationID, message.seq);
    },

    deleteFor(userID: string, conversationID: string, seqs: readonly number[]): void {
      for (const seq of seqs) markDeleted.run(userID, conversationID, seq);
    },

    /** Those of the seqs that the user has deleted. */
    deletedFor: (userID: string, conversationID: string, seqs: readonly number[]) =>
      new Set(selectDeleted.all(JSON.stringify(seqs), userID, conversationID).map((row) => row.seq)),
  };
}

const toMessage = (row: Row): MsgData => decodeStored(row.data);
