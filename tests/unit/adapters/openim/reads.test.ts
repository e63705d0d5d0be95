import { describe, expect, it, vi } from "vitest";
import type { Sdk } from "../../../../src/adapters/openim/connection/channel.ts";
import { seqCursor } from "../../../../src/adapters/openim/connection/seq-cursor.ts";
import { patchSdk } from "../../../../src/adapters/openim/worker/quirks.ts";

describe("history reads in the SDK's worker", () => {
  /** An SDK whose reads end on demand. */
  function anSdk(database: object = {}) {
    const running: { page: unknown; end(): void; fail(): void }[] = [];
    const read = (page: unknown) =>
      new Promise((resolve, reject) => {
        running.push({ page, end: () => resolve({ data: page }), fail: () => reject(new Error("refused")) });
      });
    const sdk = { getAdvancedHistoryMessageList: read, getAdvancedHistoryMessageListReverse: read };
    vi.stubGlobal("self", database);
    patchSdk(sdk as unknown as Sdk);
    return { sdk, running };
  }
  const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

  it("11-19 of one chat run in sequence: a parallel read would take new messages for duplicates", async () => {
    const { sdk, running } = anSdk();
    const first = sdk.getAdvancedHistoryMessageList({ conversationID: "a", page: 1 });
    const second = sdk.getAdvancedHistoryMessageListReverse({ conversationID: "a", page: 2 });
    const other = sdk.getAdvancedHistoryMessageList({ conversationID: "b", page: 3 });
    await flush();
    expect(running.map(({ page }) => page)).toMatchObject([{ page: 1 }, { page: 3 }]);
    running[0]?.end();
    expect(await first).toMatchObject({ data: { page: 1 } });
    await flush();
    expect(running.map(({ page }) => page)).toMatchObject([{ page: 1 }, { page: 3 }, { page: 2 }]);
    running[1]?.end();
    running[2]?.end();
    expect(await Promise.all([second, other])).toHaveLength(2);
  });

  it("continue after a failed read", async () => {
    const { sdk, running } = anSdk();
    const first = sdk.getAdvancedHistoryMessageList({ conversationID: "a", page: 1 });
    const second = sdk.getAdvancedHistoryMessageList({ conversationID: "a", page: 2 });
    await flush();
    running[0]?.fail();
    await expect(first).rejects.toThrow("refused");
    await flush();
    running[1]?.end();
    expect(await second).toMatchObject({ data: { page: 2 } });
  });

  describe("4-61 at a place between the stored messages", () => {
    const CURSOR = seqCursor({ seq: 50, sendTime: 1700 });
    const fieldsOf = (page: unknown) => page as { startClientMsgID: string };

    it("begin at a message with that seq and time, which the database has as long as the read runs", async () => {
      const getMessage = async (_: string, id: string) => JSON.stringify({ data: id, errCode: 0 });
      const database = { getMessage };
      const { sdk, running } = anSdk(database);
      const answer = sdk.getAdvancedHistoryMessageListReverse({
        conversationID: "a",
        startClientMsgID: CURSOR,
        count: 20,
      });
      await flush();
      const { startClientMsgID, ...rest } = fieldsOf(running[0]?.page);
      expect(rest).toEqual({ conversationID: "a", count: 20 });
      const stored = async (id: string) => JSON.parse(await database.getMessage("a", id));
      const found = await stored(startClientMsgID);
      expect(found.errCode).toBe(0);
      expect(JSON.parse(found.data)).toEqual({ seq: 50, sendTime: 1700 });
      expect((await stored("m1")).data).toBe("m1");
      running[0]?.end();
      await answer;
      expect((await stored(startClientMsgID)).data).toBe(startClientMsgID);
    });

    it("have an id that no peer can guess, because peers choose the ids of messages", async () => {
      const database = {
        getMessage: async (_: string, id: string) => JSON.stringify({ data: id, errCode: 0 }),
      };
      const { sdk, running } = anSdk(database);
      for (const conversationID of ["a", "b"])
        void sdk.getAdvancedHistoryMessageListReverse({ conversationID, startClientMsgID: CURSOR });
      await flush();
      const ids = running.map(({ page }) => fieldsOf(page).startClientMsgID);
      expect(new Set([...ids, CURSOR]).size).toBe(3);
      expect(JSON.parse(await database.getMessage("a", CURSOR)).data).toBe(CURSOR);
    });
  });
});
