import type { Database } from "../../store/database.ts";
import type { Seqs } from "../protocol/messages.ts";

/** A user's visible range and read seq in a stream. An empty stream has maxSeq 0. */
export interface ReadCursor {
  conversationID: string;
  minSeq: number;
  /** Last visible seq: the stream's last one unless the user has left. */
  maxSeq: number;
  hasReadSeq: number;
  /** sendTime of the stream's newest message, ms. */
  maxSeqTime: number;
}

export type ReadCursors = ReturnType<typeof createReadCursors>;

/** Visible range and read seq per user and stream (protocol section 2.2). */
export function createReadCursors(db: Database) {
  const columns = `s.conversationID AS conversationID,
    MAX(1, COALESCE(u.minSeq, 0)) AS minSeq,
    CASE WHEN COALESCE(u.maxSeq, 0) = 0 THEN s.maxSeq ELSE MAX(0, MIN(u.maxSeq, s.maxSeq)) END AS maxSeq,
    COALESCE(u.hasReadSeq, 0) AS hasReadSeq,
    s.maxSendTime AS maxSeqTime`;
  const join = "LEFT JOIN user_seqs u ON u.userID = ? AND u.conversationID = s.conversationID";
  const selectOne = db.prepare<ReadCursor>(
    `SELECT ${columns} FROM streams s ${join} WHERE s.conversationID = ?`,
  );
  const selectMany = db.prepare<ReadCursor>(
    `SELECT ${columns} FROM json_each(?) AS wanted JOIN streams s ON s.conversationID = wanted.value ${join}`,
  );
  const selectRead = db.prepare<{ hasReadSeq: number }>(
    "SELECT hasReadSeq FROM user_seqs WHERE userID = ? AND conversationID = ?",
  );
  const raiseRead = db.prepare(
    `INSERT INTO user_seqs (userID, conversationID, hasReadSeq) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET hasReadSeq = excluded.hasReadSeq WHERE hasReadSeq < excluded.hasReadSeq`,
  );
  const raiseMin = db.prepare(
    `INSERT INTO user_seqs (userID, conversationID, minSeq) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET minSeq = excluded.minSeq WHERE minSeq < excluded.minSeq`,
  );
  const setEnd = db.prepare(
    `INSERT INTO user_seqs (userID, conversationID, maxSeq)
     VALUES (?1, ?2, COALESCE((SELECT maxSeq FROM streams WHERE conversationID = ?2), -1))
     ON CONFLICT DO UPDATE SET maxSeq = excluded.maxSeq`,
  );
  const clearEnd = db.prepare("UPDATE user_seqs SET maxSeq = 0 WHERE userID = ? AND conversationID = ?");

  return {
    of: (userID: string, conversationID: string): ReadCursor =>
      selectOne.get(userID, conversationID) ?? {
        conversationID,
        minSeq: 1,
        maxSeq: 0,
        hasReadSeq: 0,
        maxSeqTime: 0,
      },

    ofMany: (userID: string, conversationIDs: readonly string[]) =>
      selectMany.all(JSON.stringify(conversationIDs), userID),

    hasReadSeq: (userID: string, conversationID: string) =>
      selectRead.get(userID, conversationID)?.hasReadSeq ?? 0,

    /** Raises the read seq; it never goes back. */
    markRead(userID: string, conversationID: string, seq: number): void {
      raiseRead.run(userID, conversationID, seq);
    },

    hideBefore(userID: string, conversationID: string, minSeq: number): void {
      raiseMin.run(userID, conversationID, minSeq);
    },

    endHere(userID: string, conversationID: string): void {
      setEnd.run(userID, conversationID);
    },

    /** Shows everything to the user again, including messages from the time between. */
    restore(userID: string, conversationID: string): void {
      clearEnd.run(userID, conversationID);
    },
  };
}

/** The wire form for 1006. */
export function toSeqs(position: ReadCursor): Seqs {
  return {
    maxSeq: position.maxSeq,
    hasReadSeq: position.hasReadSeq,
    maxSeqTime: position.maxSeqTime,
  };
}
