import * as v from "valibot";
import { type Gap, numbersIn } from "../../../../machines/conversation/gaps.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import { validItems } from "../../valid-items.ts";
import type { Rpc } from "../connection/rpc.ts";
import { parseMessages } from "../parse/messages.ts";
import { id } from "../parse/parsing.ts";
import { withOriginals } from "../parse/quotes.ts";
import { findStoredMessages } from "../parse/stored-message.ts";
import type { BurnQueue } from "./burn-queue.ts";
import type { ReadPage } from "./history.ts";

const StoredRow = v.object({ clientMsgID: id, seq: v.number() });
const StoredRows = v.pipe(v.string(), v.parseJson(), v.nullish(v.array(v.unknown()), []));
type StoredRow = v.InferOutput<typeof StoredRow>;

/** Maximum reads for one gap. The SDK fetches 50 messages for each. */
const MOST_READS = 10;

/**
 * Loads messages by seq. The SDK has no call for that. So this code reads the history below a known message, which
 * makes the SDK fetch the missing numbers, and then reads the rows from its database.
 */
export function createHistoryGaps(
  rpc: Rpc,
  readPage: ReadPage,
  { dropBurnt }: Pick<BurnQueue, "dropBurnt">,
): Pick<ImPort, "fillGaps"> {
  const storedRows = async (conversationID: string, numbers: readonly number[]) => {
    const rows = v.safeParse(
      StoredRows,
      await rpc.query("getMessagesBySeqs", conversationID, JSON.stringify(numbers)),
    );
    if (!rows.success) throw new Failure("unknown");
    return validItems(StoredRow, rows.output);
  };

  /** Returns the rows of a gap after the SDK has tried to fetch the missing ones. */
  async function rowsOf(conversationID: string, gap: Gap): Promise<readonly StoredRow[]> {
    const numbers = numbersIn(gap);
    let rows = await storedRows(conversationID, numbers);
    for (let read = 0; read < MOST_READS; read++) {
      const known = new Map(rows.map((row) => [row.seq, row.clientMsgID]));
      const missing = numbers.findLast((number) => !known.has(number));
      if (missing === undefined) break;
      await readPage({ conversationID, cursor: known.get(missing + 1) ?? gap.nextID, count: PAGE });
      const after = await storedRows(conversationID, numbers);
      const hasMore = after.some(({ seq }) => !known.has(seq));
      rows = after;
      if (!hasMore) break;
    }
    return rows;
  }

  return {
    async fillGaps({ conversationID, gaps }) {
      const rows: StoredRow[] = [];
      for (const gap of gaps) rows.push(...(await rowsOf(conversationID, gap)));
      if (rows.length === 0) return [];
      const clientMsgIDs = rows.map(({ clientMsgID }) => clientMsgID);
      const stored = await findStoredMessages(rpc, { conversationID, clientMsgIDs });
      return withOriginals(rpc, dropBurnt(parseMessages(stored, conversationID)));
    },
  };
}

/** A small page. Its size does not change what the SDK fetches. */
const PAGE = 20;
