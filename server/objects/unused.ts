import { reportError } from "../log.ts";
import type { Database } from "../store/database.ts";
import type { Folder } from "./folder.ts";
import { slicePauseMs, sliceRows, unusedMs } from "./limits.ts";

/** The random token of a name. Text that contains it counts as a reference. */
const tokens = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g;
const mark = "object";

interface Slice {
  conversationID: string;
  seq: number;
  /** Null where the content cannot contain a URL. */
  data: Uint8Array | null;
}

/**
 * Deletes content that nothing in the store refers to: no message, no profile picture, no stored text. It keeps
 * recent content, whose message may not be sent yet, and content with old names without tokens, which cannot be
 * searched for.
 */
export function createUnusedSweep(db: Database, now: () => number, folder: Pick<Folder, "remove">) {
  const isOld = `c.createTime <= ?1 AND NOT EXISTS (
    SELECT 1 FROM object_links l WHERE l.contentID = c.contentID AND (l.token = '' OR l.createTime > ?1)
  )`;
  const candidates = db.prepare<{ contentID: string; token: string }>(
    `SELECT contentID, token FROM object_contents c JOIN object_links USING (contentID) WHERE ${isOld}`,
  );
  const withMark = `CASE WHEN instr(data, CAST('${mark}' AS BLOB)) > 0 THEN data END AS data`;
  const nextSlice = db.prepare<Slice>(
    `SELECT conversationID, seq, ${withMark} FROM messages
     WHERE (conversationID, seq) > (?, ?) ORDER BY conversationID, seq LIMIT ?`,
  );
  const later = db.prepare<Slice>(
    `SELECT conversationID, seq, ${withMark} FROM messages WHERE conversationID = ? AND seq > ?`,
  );
  const ends = db.prepare<{ conversationID: string; maxSeq: number }>(
    "SELECT conversationID, maxSeq FROM streams",
  );
  const selectOld = db.prepare<{ file: string }>(
    `SELECT file FROM object_contents c WHERE ${isOld} AND contentID = ?2`,
  );
  const isShared = db.prepare("SELECT 1 FROM object_contents WHERE file = ?");
  const removeContent = db.prepare("DELETE FROM object_contents WHERE contentID = ?");
  const removeLinks = db.prepare("DELETE FROM object_links WHERE contentID = ?");
  let isClosed = false;
  let isRunning = false;

  function* texts(): Generator<string> {
    const tables = db
      .prepare<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .filter(({ name }) => !/^(sqlite|object|version)_|^messages$/.test(name));
    for (const { name: table } of tables) {
      const columns = db.prepare<{ name: string; type: string }>(`PRAGMA table_info("${table}")`).all();
      for (const { name } of columns.filter(({ type }) => type === "TEXT")) {
        const found = db
          .prepare<{ text: string }>(
            `SELECT "${name}" AS text FROM "${table}" WHERE instr("${name}", '${mark}') > 0`,
          )
          .all();
        for (const { text } of found) yield text;
      }
    }
  }

  const remove = db.transaction((contentID: string, before: number) => {
    const old = selectOld.get(before, contentID);
    // Its user may have claimed it again during the scan.
    if (old === undefined) return;
    removeLinks.run(contentID);
    removeContent.run(contentID);
    // Before the commit: a file without its row would never be found again.
    if (isShared.get(old.file) === undefined) folder.remove(old.file);
  });

  async function sweep(): Promise<void> {
    const before = now() - unusedMs;
    const contentOf = new Map(candidates.all(before).map((row) => [row.token, row.contentID]));
    const unused = new Set(contentOf.values());
    const keep = (text: string) => {
      for (const [token] of text.matchAll(tokens)) {
        const contentID = contentOf.get(token);
        if (contentID !== undefined) unused.delete(contentID);
      }
    };
    const keepAll = (slices: readonly Slice[]) => {
      for (const { data } of slices) if (data !== null) keep(Buffer.from(data).toString("latin1"));
    };
    const ended = new Map(ends.all().map((row) => [row.conversationID, row.maxSeq]));
    let place = { conversationID: "", seq: 0 };
    while (unused.size > 0) {
      const slice = nextSlice.all(place.conversationID, place.seq, sliceRows);
      const last = slice.at(-1);
      if (last === undefined) break;
      keepAll(slice);
      place = last;
      await new Promise((resolve) => setTimeout(resolve, slicePauseMs).unref());
      if (isClosed) return;
    }
    // Recent messages and all other texts are checked without a pause before anything is deleted.
    for (const { conversationID, maxSeq } of ends.all()) {
      const seen = ended.get(conversationID) ?? 0;
      if (unused.size > 0 && maxSeq > seen) keepAll(later.all(conversationID, seen));
    }
    if (unused.size > 0) for (const text of texts()) keep(text);
    for (const contentID of unused) {
      try {
        remove(contentID, before);
      } catch (error) {
        // The others do not wait for a file that cannot be removed.
        reportError("a file that nothing refers to", error);
      }
    }
  }

  return {
    /** Scans the store in small steps; one scan at a time. */
    run: async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      try {
        await sweep();
      } finally {
        isRunning = false;
      }
    },
    close: () => {
      isClosed = true;
    },
  };
}
