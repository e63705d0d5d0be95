import Libsql from "libsql";
import { describe, expect, it, vi } from "vitest";
import { attendDatabase, type Database } from "../../../../src/adapters/openim/worker/database.ts";

/** A database that records its calls and answers on demand. */
function setUp() {
  const asked: string[] = [];
  const answers: ((value: unknown) => void)[] = [];
  const query =
    (name: string) =>
    (...args: unknown[]) => {
      asked.push([name, ...args].join(" "));
      return new Promise((resolve) => answers.push(resolve));
    };
  const names = [
    "initDB",
    "close",
    "exec",
    "getMessage",
    "insertMessage",
    "batchInsertMessageList",
    "decrConversationUnreadCount",
    "getAllConversationIDList",
    "checkConversationNormalMsgSeq",
    "getConversation",
    "getAllConversationListToSync",
    "batchInsertConversationList",
    "updateConversation",
  ];
  const scope: Record<string, (...args: unknown[]) => Promise<unknown>> = Object.fromEntries(
    names.map((name) => [name, query(name)]),
  );
  const database = attendDatabase(scope, names);
  return {
    asked,
    database,
    answer: (value: unknown = "answered") => answers.shift()?.(value),
    wasm: (name: string, ...args: unknown[]) => scope[name]?.(...args),
  };
}

describe("the SDK's database", () => {
  it("4-01 is opened before the wasm asks for it, and only once", async () => {
    const { asked, database, answer, wasm } = setUp();
    let isOpen = false;
    const opened = database.open("ann").then(() => {
      isOpen = true;
    });
    expect(asked).toEqual(["initDB ann ./"]);
    expect(isOpen).toBe(false);
    answer("opened");
    await opened;
    expect(await wasm("initDB", "ann", "./")).toBe("opened");
    expect(asked.filter((call) => call.startsWith("initDB"))).toHaveLength(1);
  });

  it("is opened for the wasm if it is not open", async () => {
    const { asked, answer, wasm } = setUp();
    const opened = wasm("initDB", "ann", "./");
    answer("opened");
    expect(await opened).toBe("opened");
    expect(asked).toEqual(["initDB ann ./"]);
  });

  it("4-15 is closed before the wasm opens the database of another user", async () => {
    const { asked, database, wasm } = setUp();
    void database.open("ann");
    await database.open("ben");
    expect(asked).toEqual(["initDB ann ./"]);
    void wasm("initDB", "ben", "./");
    expect(asked).toEqual(["initDB ann ./", "close", "initDB ben ./"]);
  });

  it("is opened again after a close and after a failed open", async () => {
    const { asked, database, answer, wasm } = setUp();
    const opened = database.open("ann");
    answer();
    await opened;
    void wasm("close");
    const failing = database.open("ann");
    answer();
    answer();
    answer(Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
    void database.open("ann");
    expect(asked.filter((call) => !call.startsWith("get"))).toEqual([
      "initDB ann ./",
      "close",
      "initDB ann ./",
      "initDB ann ./",
    ]);
  });

  it("10-01 answers the login's query for each chat from a prefetch", async () => {
    const { asked, database, answer, wasm } = setUp();
    const opened = database.open("ann");
    answer();
    await opened;
    await expect.poll(() => asked).toHaveLength(2);
    answer(JSON.stringify({ data: JSON.stringify(["si_a", "si_b"]), errCode: 0 }));
    await expect.poll(() => asked).toHaveLength(4);
    answer("seq of b");
    answer("seq of a");
    expect(await wasm("checkConversationNormalMsgSeq", "si_a")).toBe("seq of a");
    expect(await wasm("checkConversationNormalMsgSeq", "si_b")).toBe("seq of b");
    expect(asked.slice(1)).toEqual([
      "getAllConversationIDList",
      "checkConversationNormalMsgSeq si_b",
      "checkConversationNormalMsgSeq si_a",
    ]);
    void wasm("insertMessage", "si_a");
    void wasm("checkConversationNormalMsgSeq", "si_a");
    expect(asked.slice(4)).toEqual(["insertMessage si_a", "checkConversationNormalMsgSeq si_a"]);
  });

  it("4-15 answers the next user without the prefetch for the last one", async () => {
    const { asked, database, answer, wasm } = setUp();
    const opened = database.open("ann");
    answer();
    await opened;
    await expect.poll(() => asked).toHaveLength(2);
    answer(JSON.stringify({ data: JSON.stringify(["sg_g"]), errCode: 0 }));
    await expect.poll(() => asked).toHaveLength(3);
    void wasm("close");
    void wasm("initDB", "ben", "./");
    void wasm("checkConversationNormalMsgSeq", "sg_g");
    expect(asked.slice(3)).toEqual(["close", "initDB ben ./", "checkConversationNormalMsgSeq sg_g"]);
  });

  it("groups the writes of a sync into transactions", () => {
    vi.useFakeTimers();
    const { asked, database, wasm } = setUp();
    database.enter("syncing");
    void wasm("batchInsertMessageList", "a");
    void wasm("getMessage", "a");
    void wasm("insertMessage", "b");
    expect(asked).toEqual(["exec begin", "batchInsertMessageList a", "getMessage a", "insertMessage b"]);
    vi.runAllTimers();
    void wasm("insertMessage", "c");
    database.enter("idle");
    void wasm("insertMessage", "d");
    expect(asked.slice(4)).toEqual([
      "exec commit",
      "exec begin",
      "insertMessage c",
      "exec commit",
      "insertMessage d",
    ]);
  });

  it("answers writes into an empty database early, up to a limit", async () => {
    const { asked, database, answer, wasm } = setUp();
    database.enter("filling");
    for (let line = 0; line < 100; line += 1)
      expect(JSON.parse(String(await wasm("batchInsertMessageList", line)))).toMatchObject({ errCode: 0 });
    expect(asked.filter((call) => call.startsWith("batch"))).toHaveLength(100);
    answer(); // stores that the first sync has begun
    let isAnswered = false;
    const last = wasm("batchInsertMessageList", "last")?.then((value) => {
      isAnswered = true;
      return value;
    });
    const read = wasm("getMessage", "last");
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    for (let call = 0; call < 101; call += 1) answer();
    answer("the last one");
    answer("read");
    expect(await last).toBe("the last one");
    expect(await read).toBe("read");
    // All are done, so as many are early again.
    for (let line = 0; line < 100; line += 1)
      expect(JSON.parse(String(await wasm("batchInsertMessageList", line)))).toMatchObject({ errCode: 0 });
    const late = wasm("batchInsertMessageList", "late");
    for (let call = 0; call < 100; call += 1) answer();
    answer("done late");
    expect(await late).toBe("done late");
    database.enter("syncing");
    const later = wasm("batchInsertMessageList", "later");
    answer("when it is done");
    expect(await later).toBe("when it is done");
  });

  it("8-36 answers a slow write before the wasm gives up, but no slow read", async () => {
    vi.useFakeTimers();
    const { answer, wasm } = setUp();
    const stored = wasm("insertMessage", "a");
    const answered: unknown[] = [];
    const read = wasm("getMessage", "a")?.then((value) => answered.push(value));
    await vi.advanceTimersByTimeAsync(4900);
    expect(JSON.parse(String(await stored))).toEqual({ data: "", errCode: 0, errMsg: "" });
    expect(answered).toEqual([]);
    answer("stored");
    answer("the message");
    await read;
    expect(answered).toEqual(["the message"]);
  });

  it("passes on the failure of a write", async () => {
    const { answer, wasm } = setUp();
    const stored = wasm("insertMessage", "a");
    answer(Promise.reject(new Error("full")));
    await expect(stored).rejects.toThrow("full");
  });

  describe("10-01 reads all conversation rows once while it is filled", () => {
    const row = (conversationID: string) => ({ conversationID, unreadCount: 3, isPinned: false });
    const answerOf = (data: unknown) =>
      JSON.stringify({ data: JSON.stringify(data), errCode: 0, errMsg: "" });
    const reads = (asked: readonly string[]) => asked.filter((call) => call.startsWith("get"));

    /** A database in the filling phase that has read the rows of chats a and b. */
    async function filling() {
      const set = setUp();
      set.database.enter("filling");
      set.answer(); // stores that the first sync has begun
      const first = set.wasm("getConversation", "si_a");
      set.answer(answerOf([row("si_a"), row("si_b")]));
      expect(JSON.parse(String(await first))).toEqual(JSON.parse(answerOf(row("si_a"))));
      return set;
    }

    it("and answers for each chat as the database would", async () => {
      const { asked, wasm } = await filling();
      expect(await wasm("getConversation", "si_b")).toBe(answerOf(row("si_b")));
      void wasm("batchInsertMessageList", "si_b", "[]");
      expect(await wasm("getConversation", "si_b")).toBe(answerOf(row("si_b")));
      expect(reads(asked)).toEqual(["getAllConversationListToSync"]);
    });

    it("but reads a written row and an unknown chat again", async () => {
      const { asked, wasm } = await filling();
      void wasm("updateConversation", "si_a", "{}");
      void wasm("decrConversationUnreadCount", "si_b", 1);
      for (const chat of ["si_a", "si_b", "si_new"]) void wasm("getConversation", chat);
      await expect.poll(() => reads(asked)).toHaveLength(4);
      expect(reads(asked).slice(1)).toEqual([
        "getConversation si_a",
        "getConversation si_b",
        "getConversation si_new",
      ]);
    });

    it("and reads all rows again after a write that may change any row", async () => {
      const { asked, wasm } = await filling();
      void wasm("batchInsertConversationList", "[]");
      void wasm("getConversation", "si_a");
      expect(reads(asked)).toEqual(["getAllConversationListToSync", "getAllConversationListToSync"]);
    });

    it("and reads the rows of the next user", async () => {
      const { asked, wasm } = await filling();
      void wasm("close");
      void wasm("initDB", "ben", "./");
      void wasm("getConversation", "si_a");
      expect(reads(asked)).toEqual(["getAllConversationListToSync", "getAllConversationListToSync"]);
    });

    it("but reads each row after it is filled", async () => {
      const { asked, database, wasm } = await filling();
      database.enter("idle");
      void wasm("getConversation", "si_a");
      expect(asked.at(-1)).toBe("getConversation si_a");
    });
  });

  it("commits its transaction before a call with its own transaction and before a close", () => {
    const { asked, database, wasm } = setUp();
    database.enter("syncing");
    void wasm("insertMessage", "a");
    void wasm("decrConversationUnreadCount", "a", 1);
    void wasm("insertMessage", "b");
    void wasm("close");
    expect(asked).toEqual([
      "exec begin",
      "insertMessage a",
      "exec commit",
      "decrConversationUnreadCount a 1",
      "exec begin",
      "insertMessage b",
      "exec commit",
      "close",
    ]);
  });

  describe("4-118 whose first sync", () => {
    /** A stored database, as a worker opens it. Its tables are those of two chats, one with an unusual name. */
    function setUpStored() {
      const stored = new Libsql(":memory:");
      const tables = ["chat_logs_si_a", 'chat_logs_it"s 中'];
      const quoted = tables.map((name) => `"${name.replaceAll('"', '""')}"`);
      /** Opens it in a new worker, and returns the worker's part and the number of rows. */
      const open = async () => {
        const scope: Record<string, (...args: string[]) => Promise<unknown>> = {
          async initDB() {
            for (const table of quoted) stored.exec(`create table if not exists ${table} (id)`);
            return "opened";
          },
          async exec(statement) {
            stored.exec(String(statement));
          },
          async getExistedTables() {
            const names = stored.prepare("select name from sqlite_master where type = 'table'").all();
            return JSON.stringify({ data: JSON.stringify(names), errCode: 0, errMsg: "" });
          },
        };
        const database = attendDatabase(scope, Object.keys(scope));
        await database.open("ann");
        expect(await scope.initDB?.("ann")).toBe("opened");
        return database;
      };
      const fill = () => {
        for (const table of quoted) stored.exec(`insert into ${table} values (1)`);
      };
      const count = () => quoted.map((table) => stored.prepare(`select id from ${table}`).all().length);
      return { open, fill, count };
    }

    it.each([
      ["failed", (database: Database) => database.enter("idle")],
      ["was interrupted", () => {}],
    ] as const)("%s is empty when it is opened again, each time", async (_, end) => {
      const { open, fill, count } = setUpStored();
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const database = await open();
        expect(count()).toEqual([0, 0]);
        database.enter("filling");
        fill();
        end(database);
      }
      await open();
      expect(count()).toEqual([0, 0]);
    });

    it("finished keeps its data, also when a later sync fails or is interrupted", async () => {
      const { open, fill, count } = setUpStored();
      const database = await open();
      database.enter("filling");
      fill();
      database.enter("idle");
      database.complete();
      (await open()).enter("syncing");
      const last = await open();
      last.enter("syncing");
      last.enter("idle");
      await open();
      expect(count()).toEqual([1, 1]);
    });

    it("finished at last keeps the data of that sync", async () => {
      const { open, fill, count } = setUpStored();
      (await open()).enter("filling");
      fill();
      const database = await open();
      database.enter("filling");
      fill();
      database.enter("idle");
      database.complete();
      await open();
      expect(count()).toEqual([1, 1]);
    });
  });
});
