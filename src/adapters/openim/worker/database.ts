/**
 * Wraps the SDK's database functions, which sit between its wasm and its database worker. SDK 3.8.5 puts each
 * database function on the global object. Its wasm waits at most five seconds for an answer (openim-sdk-core,
 * `wasm/exec`).
 */
import { fieldOf } from "./field.ts";

type Query = (...args: unknown[]) => unknown;

/** The folder that the SDK's login passes to `initDB`. */
const FOLDER = "./";
/** Milliseconds from the first write of a transaction to its commit. */
const SPAN = 50;
/** Name prefixes of functions that write. */
const WRITE = /^(?:add|batch|clear|delete|incr|insert|mark|remove|reset|set|subtract|unPin|update|upsert)/;
/** This function begins and ends its own transaction. */
const OWN_TRANSACTION = "decrConversationUnreadCount";
/** Writes that a first sync makes thousands of times in sequence. The SDK uses only the success of their answer. */
const FILLING = new Set([
  "batchInsertGroupMember",
  "batchInsertMessageList",
  "deleteGroupAllMembers",
  "setVersionSync",
  "updateColumnsConversation",
  "updateConversation",
]);
/** Maximum writes that are answered before they are done. The limit keeps the wait of a following read short. */
const AHEAD = 100;
/** Milliseconds before a write is answered although it is not done. */
const LONGEST_WRITE = 4000;
/** Reads the newest message of a chat. The login reads it for every chat before it connects. */
const NEWEST = "checkConversationNormalMsgSeq";
/** Maximum number of these reads at the same time. */
const LANES = 20;
/** Reads the row of a chat. A first sync reads the row of every chat in sequence. */
const ROW = "getConversation";
const ALL_ROWS = "getAllConversationListToSync";
/** Of the `FILLING` writes, only these change a chat's row. Their first argument is the chat's id. */
const ROW_WRITES = new Set(["updateColumnsConversation", "updateConversation"]);
/** This table exists while the first sync of the database is not finished. */
const UNFINISHED = "parley_first_sync";
const DONE = JSON.stringify({ data: "", errCode: 0, errMsg: "" });

/** `filling` is the first sync, which fills an empty database. */
export type Stage = "idle" | "syncing" | "filling";

export interface Database {
  /**
   * Opens the database of a user and resolves when it is open, without a time limit. If the wasm itself waits more
   * than five seconds for it, the login fails, or the login succeeds but no message ever arrives.
   *
   * Empties the database if its first sync did not finish. The SDK would take the data for complete, because it
   * repeats a first sync only if it finds no conversation.
   */
  open(userID: string): Promise<void>;
  /**
   * Sets the SDK's stage. During a sync, consecutive writes share one transaction, because each transaction is a
   * separate write to IndexedDB. During `filling`, the `FILLING` writes are also answered before they are done.
   */
  enter(stage: Stage): void;
  /** The first sync has finished: the data is complete, and stays when the database is opened again. */
  complete(): void;
}

/**
 * Replaces the database functions on `scope`.
 *
 * @param names functions of the database; it answers them in the order of the calls
 */
export function attendDatabase(scope: object, names: readonly string[]): Database {
  const functions = new Map(
    names.flatMap((name) => {
      const query = fieldOf(scope, name);
      return isQuery(query) ? [[name, query] as const] : [];
    }),
  );
  const ask = async (name: string, ...args: unknown[]): Promise<unknown> => functions.get(name)?.(...args);

  let opened: { userID: string; answer: Promise<unknown> } | null = null;
  let stage: Stage = "idle";
  /** Writes that are answered but not done. */
  let ahead = 0;
  let end: ReturnType<typeof setTimeout> | undefined;

  const execute = (statement: string) => {
    ask("exec", statement).catch(() => {}); // without a database there is nothing to commit
  };
  const commit = () => {
    if (end === undefined) return;
    clearTimeout(end);
    end = undefined;
    execute("commit");
  };
  const begin = () => {
    if (end !== undefined) return;
    end = setTimeout(commit, SPAN);
    execute("begin");
  };

  /** Prefetched answers for the login. Valid from when the database opens until the first write. */
  let newest: Map<unknown, Promise<unknown>> | null = null;

  /** Prefetches what the login will read, while the wasm loads. */
  const askNewest = async () => {
    const answers = new Map<unknown, Promise<unknown>>();
    newest = answers;
    const ids = listIn(await ask("getAllConversationIDList"));
    const lane = async () => {
      for (let id = ids.pop(); id !== undefined && newest === answers; id = ids.pop()) {
        if (answers.has(id)) continue;
        const answer = ask(NEWEST, id);
        answers.set(id, answer);
        await answer;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  };

  /** All chat rows, read once during `filling`. `changed` holds the ids of chats written to since then. */
  let rows: { answers: Promise<ReadonlyMap<unknown, string>>; changed: Set<unknown> } | null = null;

  /** A read waits for the writes that were answered early, so the first read of a row reads all rows. */
  const askRow = async (id: unknown): Promise<unknown> => {
    if (stage !== "filling") return ask(ROW, id);
    rows ??= {
      answers: ask(ALL_ROWS)
        .then(rowsIn)
        .catch(() => new Map()),
      changed: new Set(),
    };
    if (rows.changed.has(id)) return ask(ROW, id);
    return (await rows.answers).get(id) ?? ask(ROW, id);
  };

  /** Passes on the answer of the opening. If this fails, the data stays as it is. */
  const emptyIfUnfinished = async (answer: unknown): Promise<unknown> => {
    const names: readonly string[] = await ask("getExistedTables")
      .then(tablesIn)
      .catch(() => []);
    if (names.includes(UNFINISHED)) execute(["begin", ...names.map(emptied), "commit"].join(";"));
    return answer;
  };

  const openFor = (userID: string): Promise<unknown> => {
    if (opened?.userID === userID) return opened.answer;
    // The open database would answer for every user, so it is closed first.
    if (opened) close().catch(() => {});
    const opening = { userID, answer: ask("initDB", userID, FOLDER).then(emptyIfUnfinished) };
    opened = opening;
    opening.answer.catch(() => {
      if (opened === opening) opened = null;
    });
    return opening.answer;
  };
  const close = () => {
    commit();
    opened = null;
    newest = null;
    rows = null;
    return ask("close");
  };

  for (const [name, query] of functions)
    if (WRITE.test(name))
      Reflect.set(scope, name, (...args: unknown[]) => {
        newest = null;
        if (ROW_WRITES.has(name)) rows?.changed.add(args[0]);
        else if (!FILLING.has(name)) rows = null;
        if (stage !== "idle") begin();
        const answer = query(...args);
        if (stage !== "filling" || ahead >= AHEAD || !FILLING.has(name)) return doneInTime(answer);
        ahead += 1;
        const settle = () => {
          ahead -= 1;
        };
        Promise.resolve(answer).then(settle, settle);
        return Promise.resolve(DONE);
      });
  Reflect.set(scope, OWN_TRANSACTION, (...args: unknown[]) => {
    commit();
    rows?.changed.add(args[0]);
    return ask(OWN_TRANSACTION, ...args);
  });
  Reflect.set(scope, NEWEST, (id: unknown) => {
    const answer = newest?.get(id) ?? ask(NEWEST, id);
    newest?.set(id, answer);
    return answer;
  });
  Reflect.set(scope, ROW, askRow);
  Reflect.set(scope, "initDB", (userID: unknown) => openFor(String(userID)));
  Reflect.set(scope, "close", close);

  return {
    async open(userID) {
      // If another user's database is open, the wasm decides what to do.
      if (opened && opened.userID !== userID) return;
      const isFirst = !opened;
      await openFor(userID);
      if (isFirst) askNewest().catch(() => {}); // the login reads again what fails here
    },
    enter(next) {
      stage = next;
      rows = null;
      if (next === "idle") commit();
      // The database answers in the order of the calls, so this is stored before the data of the sync.
      if (next === "filling") execute(`create table if not exists ${UNFINISHED} (mark)`);
    },
    complete() {
      execute(`drop table if exists ${UNFINISHED}`);
    },
  };
}

/**
 * Resolves as `answer`, or as done before the wasm gives up. The database answers in the order of the calls, so the
 * next read sees the write. Without this the wasm would report a failure of a write that is done later: a message
 * would be stored but neither sent nor failed.
 */
function doneInTime(answer: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => resolve(DONE), LONGEST_WRITE);
    Promise.resolve(answer)
      .finally(() => clearTimeout(limit))
      .then(resolve, reject);
  });
}

/** Returns the list in a database answer, or an empty list. */
function listIn(answer: unknown): unknown[] {
  const { data }: { data?: unknown } = JSON.parse(String(answer));
  const list: unknown = typeof data === "string" ? JSON.parse(data) : data;
  return Array.isArray(list) ? list : [];
}

/** Returns the names of the tables in a database answer, without those of SQLite itself. */
function tablesIn(answer: unknown): string[] {
  return listIn(answer)
    .map((row) => String(fieldOf(row, "name")))
    .filter((name) => !name.startsWith("sqlite_"));
}

function emptied(table: string): string {
  return `delete from "${table.replaceAll('"', '""')}"`;
}

/** Splits an answer with all rows into one answer for each row, keyed by conversation id. */
function rowsIn(answer: unknown): ReadonlyMap<unknown, string> {
  return new Map(
    listIn(answer).map((row) => [
      fieldOf(row, "conversationID"),
      JSON.stringify({ data: JSON.stringify(row), errCode: 0, errMsg: "" }),
    ]),
  );
}

function isQuery(value: unknown): value is Query {
  return typeof value === "function";
}
