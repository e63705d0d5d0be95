import * as v from "valibot";
import { numbersIn } from "../../../../machines/conversation/gaps.ts";
import type { SeqQuery } from "../../../../machines/conversation/unread-jump.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { seqCursor } from "../connection/seq-cursor.ts";

const Rows = v.pipe(
  v.string(),
  v.parseJson(),
  v.nullish(v.array(v.object({ seq: v.number(), sendTime: v.number() })), []),
);

/** Seqs of one query of the database. */
const CHUNK = 200;
/** Most queries: with more unread messages the jump fails. */
const MOST_CHUNKS = 100;

/**
 * Returns a page of the messages from a seq on. The SDK reads from stored messages only, and this seq may be far from
 * all of them. So the page begins at the place of the seq between the stored messages, and the SDK fetches the seqs
 * that are missing there, in one request. The page before the seq is read as well: the history then opens around the
 * message without the server, so it does not leave the newest messages for a page that fails.
 */
export async function loadFrom(
  rpc: Rpc,
  { loadOlder, loadNewer }: Pick<ImPort, "loadOlder" | "loadNewer">,
  { conversationID, seq, until, count }: SeqQuery,
): Promise<Message[]> {
  const sendTime = await nextSendTime(rpc, { conversationID, seq, until });
  const at = (place: number) => ({
    conversationID,
    cursor: seqCursor({ seq: place, sendTime }),
    count,
  });
  const [{ messages }] = await Promise.all([loadNewer(at(seq - 1)), loadOlder(at(seq))]);
  return messages;
}

/** Returns the send time of the first stored message with this seq or a later one. */
async function nextSendTime(
  rpc: Rpc,
  { conversationID, seq, until }: Omit<SeqQuery, "count">,
): Promise<number> {
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk += 1) {
    const from = seq + chunk * CHUNK;
    if (from > until) break;
    const numbers = numbersIn({ from, to: Math.min(from + CHUNK - 1, until) });
    const rows = v.safeParse(
      Rows,
      await rpc.query("getMessagesBySeqs", conversationID, JSON.stringify(numbers)),
    );
    if (!rows.success) throw new Failure("unknown");
    // A seq that the server had no message for is stored without a time.
    const times = rows.output.map((row) => row.sendTime).filter((time) => time > 0);
    if (times.length > 0) return Math.min(...times);
  }
  throw new Failure("unknown");
}
