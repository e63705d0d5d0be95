import * as v from "valibot";
import { type Hole, numbersIn } from "../../../../machines/conversation/gaps.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Rpc } from "../connection/rpc.ts";
import { parseMessages } from "../parse/messages.ts";
import { id } from "../parse/parsing.ts";
import { withOriginals } from "../parse/quotes.ts";
import { findStoredMessages } from "../parse/stored-message.ts";
import type { Hearth } from "./burn-queue.ts";
import type { ReadPage } from "./history.ts";

const StoredRow = v.object({ clientMsgID: id, seq: v.number(), status: v.number() });
const StoredRows = v.pipe(v.string(), v.parseJson(), v.nullish(v.array(StoredRow), []));
type StoredRow = v.InferOutput<typeof StoredRow>;

/** From here on a stored row is no message any more: deleted, or a double. */
const DELETED = 4;

/** So many times the server is asked for one hole: the SDK fetches 50 messages each time. */
const MOST_READS = 10;

/**
 * Messages by their numbers. The SDK has no call for that: it is made to read the history below a message it has, which
 * fetches the numbers that follow, and its database is asked what came of them.
 */
export function createHoles(
  rpc: Rpc,
  readPage: ReadPage,
  { sift }: Pick<Hearth, "sift">,
): Pick<ImPort, "fillHoles"> {
  const storedRows = async (conversationID: string, numbers: readonly number[]) => {
    const rows = v.safeParse(
      StoredRows,
      await rpc.query("getMessagesBySeqs", conversationID, JSON.stringify(numbers)),
    );
    if (!rows.success) throw new Failure("unknown");
    return rows.output;
  };

  /** The rows of a hole, once the server had its chance to tell those that were missing. */
  async function rowsOf(conversationID: string, hole: Hole): Promise<readonly StoredRow[]> {
    const numbers = numbersIn(hole);
    let rows = await storedRows(conversationID, numbers);
    for (let read = 0; read < MOST_READS; read++) {
      const known = new Map(rows.map((row) => [row.seq, row.clientMsgID]));
      const missing = numbers.findLast((number) => !known.has(number));
      if (missing === undefined) break;
      await readPage({ conversationID, cursor: known.get(missing + 1) ?? hole.nextID, count: PAGE });
      const after = await storedRows(conversationID, numbers);
      const hasMore = after.some(({ seq }) => !known.has(seq));
      rows = after;
      if (!hasMore) break;
    }
    return rows;
  }

  return {
    async fillHoles({ conversationID, holes }) {
      const rows: StoredRow[] = [];
      for (const hole of holes) rows.push(...(await rowsOf(conversationID, hole)));
      const ids = rows.filter(({ status }) => status < DELETED).map(({ clientMsgID }) => clientMsgID);
      if (ids.length === 0) return [];
      const stored = await findStoredMessages(rpc, { conversationID, clientMsgIDs: ids });
      return withOriginals(rpc, sift(parseMessages(stored, conversationID)));
    },
  };
}

/** A small page: what it fetches does not hang on its size. */
const PAGE = 20;
