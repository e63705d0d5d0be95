import Libsql from "libsql";
import { describe, expect, it } from "vitest";
import { type Device, watchClears } from "../../../../src/adapters/openim/worker/cleared-chats.ts";

const ANNA = "si_anna_me";
/** An id with the quotes of SQL. */
const ODD = `sg_o'd"d`;

interface Stored {
  latest_msg: string;
  latest_msg_send_time: number;
  unread_count: number;
  draft_text: string;
  is_pinned: number;
}

const quoted = (id: string) => `"chat_logs_${id.replaceAll('"', '""')}"`;
const json = (data: unknown, errCode = 0) =>
  JSON.stringify({ data: typeof data === "string" ? data : JSON.stringify(data), errCode, errMsg: "" });

/**
 * A device with the SDK's database functions on real SQL, as SDK 3.8.5 has them. Each chat has messages with the
 * numbers 1 to 3, and the last one in its row.
 */
function aDevice(stored: Partial<Stored> = {}) {
  const db = new Libsql(":memory:");
  const seqsOf = (id: string) =>
    db
      .prepare(`select seq from ${quoted(id)} order by send_time`)
      .all()
      .map((one) => Object.values(Object(one))[0]);
  const rowOf = (id: string): Stored =>
    Object(db.prepare("select * from local_conversations where conversation_id = ?").get(id));
  const arrive = (id: string, seq: number, time: number, status = 2) => {
    const clientMsgID = `${seq}-${time}`;
    db.prepare(`insert into ${quoted(id)} values (?, ?, ?, ?)`).run(clientMsgID, seq, time, status);
    db.prepare(
      "update local_conversations set latest_msg = ?, latest_msg_send_time = ? where conversation_id = ?",
    ).run(JSON.stringify({ clientMsgID }), time, id);
  };
  db.exec(`create table local_conversations (conversation_id, latest_msg, latest_msg_send_time, unread_count,
    draft_text, draft_text_time, is_pinned)`);
  for (const id of [ANNA, ODD]) {
    db.exec(`create table ${quoted(id)} (client_msg_id, seq, send_time, status)`);
    db.prepare("insert into local_conversations values (?, '', 0, 2, ?, 0, ?)").run(
      id,
      stored.draft_text ?? "",
      stored.is_pinned ?? 0,
    );
    for (const seq of [1, 2, 3]) arrive(id, seq, seq * 10);
  }
  const device: Device = {
    async ask(name, id) {
      if (name !== "getLatestValidServerMessage") throw new Error(name);
      const found = db
        .prepare(`select * from ${quoted(String(id))} where seq != 0 order by send_time limit 1`)
        .get();
      if (!found) throw new Error("no message");
      return JSON.stringify(found);
    },
    async execute(statements) {
      db.exec(statements);
    },
    async report(ids) {
      told.push(ids);
    },
  };
  const told: string[][] = [];
  const scope = {
    /** As the SDK has it. */
    async clearConversation(id: string) {
      db.prepare(
        `update local_conversations set unread_count = 0, latest_msg = '', draft_text = '', draft_text_time = 0
         where conversation_id = ?`,
      ).run(id);
      return json("");
    },
  };
  let time = 0;
  const clears = watchClears(scope, device, () => time);
  return {
    device,
    seqsOf,
    rowOf,
    arrive,
    told,
    add: clears.add,
    wait: (ms: number) => {
      time += ms;
    },
    /** The server returns these rows at a sync, or after a notification. */
    sync: (data: unknown) => clears.apply(JSON.stringify({ errCode: 0, data })),
    /** The SDK handles the notification of a clear, or a clear of this device. */
    async clear(id: string) {
      db.exec(`delete from ${quoted(id)}`);
      return scope.clearConversation(id);
    },
  };
}

const row = (conversationID: string, minSeq: number) => ({ conversationID, minSeq });
const updated = (...update: object[]) => ({ version: 2, update, insert: null, delete: null });

describe("4-64 a chat that another device has cleared", () => {
  it.each([ANNA, ODD])("loses its messages here with the next sync, and leaves the list: %s", async (id) => {
    const { seqsOf, rowOf, sync, told } = aDevice();
    await sync(updated(row(id, 4)));
    expect(seqsOf(id)).toEqual([]);
    expect(rowOf(id)).toMatchObject({ latest_msg: "", latest_msg_send_time: 0, unread_count: 0 });
    expect(told).toEqual([[id]]);
    expect(seqsOf(id === ANNA ? ODD : ANNA)).toEqual([1, 2, 3]);
  });

  it("loses them also if the device asks for all rows, with others", async () => {
    const { seqsOf, sync, told } = aDevice();
    const conversations = [row(ANNA, 4), row(ODD, 3)];
    await sync({ conversations });
    expect([seqsOf(ANNA), seqsOf(ODD)]).toEqual([[], [3]]);
    expect(told).toEqual([[ANNA, ODD]]);
  });

  it("keeps what came later", async () => {
    const { seqsOf, rowOf, arrive, sync, told } = aDevice();
    arrive(ANNA, 4, 40);
    await sync(updated(row(ANNA, 4)));
    expect(seqsOf(ANNA)).toEqual([4]);
    expect(rowOf(ANNA)).toMatchObject({
      latest_msg: JSON.stringify({ clientMsgID: "4-40" }),
      latest_msg_send_time: 40,
      unread_count: 2,
    });
    expect(told).toEqual([[ANNA]]);
  });

  it("keeps a message that is not sent, and its row without the deleted one", async () => {
    const { seqsOf, rowOf, arrive, sync } = aDevice();
    arrive(ANNA, 0, 5, 3);
    arrive(ANNA, 4, 40);
    await sync(updated(row(ANNA, 5)));
    expect(seqsOf(ANNA)).toEqual([0]);
    expect(rowOf(ANNA)).toMatchObject({ latest_msg: "", latest_msg_send_time: 40 });
  });

  it.each([{ is_pinned: 1 }, { draft_text: "Dear A" }])("stays in the list with %o", async (stored) => {
    const { rowOf, seqsOf, sync, clear } = aDevice(stored);
    const kept = { ...stored, latest_msg: "", latest_msg_send_time: 30, unread_count: 0 };
    await sync(updated(row(ANNA, 4)));
    expect(rowOf(ANNA)).toMatchObject(kept);
    expect(await clear(ANNA)).toBe(json(""));
    expect(rowOf(ANNA)).toMatchObject(kept);
    expect(seqsOf(ANNA)).toEqual([]);
  });

  it("leaves the list at its notification, too, also if that comes first", async () => {
    const { rowOf, clear, sync, told } = aDevice();
    expect(await clear(ANNA)).toBe(json(""));
    const gone = { latest_msg: "", latest_msg_send_time: 0, unread_count: 0 };
    expect(rowOf(ANNA)).toMatchObject(gone);
    await sync(updated(row(ANNA, 4)));
    expect(rowOf(ANNA)).toMatchObject(gone);
    expect(told).toEqual([[ANNA]]);
  });
});

describe("a row of a chat", () => {
  it("changes nothing without a number, with a known one, or if it cannot be read", async () => {
    const { seqsOf, sync, told } = aDevice();
    await sync(updated(row(ANNA, 0), row(ODD, 1), { conversationID: 7, minSeq: 4 }, { minSeq: 4 }));
    for (const broken of [null, [], { update: "all" }, { update: [null, "x"] }]) await sync(broken);
    expect(seqsOf(ANNA)).toEqual([1, 2, 3]);
    await sync({ insert: [row(ODD, 4)] });
    await sync(updated(row(ODD, 4)));
    expect(told).toEqual([[ODD]]);
  });

  it.each(["all" as const, [ANNA]])("stays as it is where this device clears it: %s", async (cleared) => {
    const { rowOf, add, sync, clear, told, wait } = aDevice();
    add(cleared);
    await sync(updated(row(ANNA, 4)));
    await clear(ANNA);
    await sync(updated(row(ANNA, 4)));
    expect(rowOf(ANNA)).toMatchObject({ latest_msg: "", latest_msg_send_time: 30 });
    expect(told).toEqual([]);
    // Later the other device clears it.
    wait(60_000);
    await clear(ANNA);
    expect(rowOf(ANNA)).toMatchObject({ latest_msg_send_time: 0 });
  });

  it("is emptied as the SDK does it if the messages cannot be removed", async () => {
    const { device, rowOf, sync, clear } = aDevice();
    device.execute = async () => {
      throw new Error("full");
    };
    await expect(sync(updated(row(ANNA, 4)))).rejects.toThrow("full");
    expect(await clear(ANNA)).toBe(json(""));
    expect(rowOf(ANNA)).toMatchObject({ latest_msg: "", latest_msg_send_time: 30 });
  });
});
