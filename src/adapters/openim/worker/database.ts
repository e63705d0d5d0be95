/**
 * The SDK's database, between the wasm that calls it and the worker that holds it. SDK 3.8.5 puts each function of the
 * database on the global object, and its wasm waits five seconds for an answer (openim-sdk-core, `wasm/exec`).
 */
import { fieldOf } from "./field.ts";

type Query = (...args: unknown[]) => unknown;

/** The folder that the SDK's login asks for. */
const FOLDER = "./";
/** Milliseconds from the first write of a transaction to its end. */
const SPAN = 50;
/** Functions that change something, by how their names begin. */
const WRITE = /^(?:add|batch|clear|delete|incr|insert|mark|remove|reset|set|subtract|unPin|update|upsert)/;
/** It begins and ends a transaction of its own. */
const OWN_TRANSACTION = "decrConversationUnreadCount";
/** What a first synchronisation writes thousands of times, one after the other, and asks nothing of but that it is done. */
const FILLING = new Set([
  "batchInsertGroupMember",
  "batchInsertMessageList",
  "deleteGroupAllMembers",
  "setVersionSync",
  "updateColumnsConversation",
  "updateConversation",
]);
/** So many of them are answered before they are done: what is read behind them does not wait for long. */
const AHEAD = 100;
/** The newest message of a chat: the login asks for that of each before it connects. */
const NEWEST = "checkConversationNormalMsgSeq";
/** So many of those questions are on their way at once. */
const LANES = 20;
/** The row of a chat: a first synchronisation asks for that of each, one after the other. */
const ROW = "getConversation";
const ALL_ROWS = "getAllConversationListToSync";
/** Of what fills the database, these change the row of the chat that is their first argument, the others change none. */
const ROW_WRITES = new Set(["updateColumnsConversation", "updateConversation"]);
const DONE = JSON.stringify({ data: "", errCode: 0, errMsg: "" });

/** What the SDK is at: nothing, a synchronisation, or the first one, which fills an empty database. */
export type Stage = "idle" | "syncing" | "filling";

export interface Database {
  /**
   * Opens the database of a user; resolves when it is open, however long that takes. A wasm that has to wait for it
   * longer than its five seconds gives up: its login fails, or it is logged in and never hears of a message.
   */
  open(userID: string): Promise<void>;
  /**
   * Says what the SDK is at. While it synchronises, writes that follow each other are put into one transaction: each of
   * its own is written to IndexedDB for itself. While it fills the database, they are answered at once, too.
   */
  enter(stage: Stage): void;
}

/**
 * Takes the place of the database's functions on `scope`.
 *
 * @param names the functions, each of which answers in the order of the calls
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
  /** Writes that were answered and are not done. */
  let ahead = 0;
  let end: ReturnType<typeof setTimeout> | undefined;

  const execute = (statement: string) => {
    ask("exec", statement).catch(() => {}); // a database that is not there has nothing to commit
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

  /** What the login asks of chats, as it is from when the database is open until something is written. */
  let newest: Map<unknown, Promise<unknown>> | null = null;

  /** Asks what the login will ask, while the wasm loads. */
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

  /** The rows of all chats, read once while the database is filled. `changed` names the chats written to since. */
  let rows: { answers: Promise<ReadonlyMap<unknown, string>>; changed: Set<unknown> } | null = null;

  /** A read waits for the writes that were answered early. So the first read of a row reads all rows. */
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

  const openFor = (userID: string): Promise<unknown> => {
    if (opened?.userID === userID) return opened.answer;
    // The database that is open answers for every name.
    if (opened) close().catch(() => {});
    const opening = { userID, answer: ask("initDB", userID, FOLDER) };
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
        if (stage !== "filling" || ahead >= AHEAD || !FILLING.has(name)) return answer;
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
      // Somebody else may be logged in: then the wasm says what is to be done.
      if (opened && opened.userID !== userID) return;
      const isFirst = !opened;
      await openFor(userID);
      if (isFirst) askNewest().catch(() => {}); // the login asks again
    },
    enter(next) {
      stage = next;
      rows = null;
      if (next === "idle") commit();
    },
  };
}

/** The list in an answer of the database; what can be read of it. */
function listIn(answer: unknown): unknown[] {
  const { data }: { data?: unknown } = JSON.parse(String(answer));
  const list: unknown = typeof data === "string" ? JSON.parse(data) : data;
  return Array.isArray(list) ? list : [];
}

/** The answer for each row in an answer with all rows, by the ID of its chat. */
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
