// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import type { SdkEvent } from "../../../../src/adapters/openim/connection/channel.ts";
import { fillCoveredRows, type Reader } from "../../../../src/adapters/openim/worker/covered-rows.ts";

interface Row {
  conversationID: string;
  latest_msg?: string;
  latest_msg_send_time?: number;
}
const message = (text: string, sendTime: number) => ({ clientMsgID: text, sendTime });

/** A device with these chats. `history` holds the answer by chat id; `arrive` is called during each read. */
function aDevice(ids: readonly string[], history: Record<string, unknown>, arrive = (_: Row[]) => {}) {
  const rows: Row[] = ids.map((conversationID) => ({ conversationID }));
  const asked: string[] = [];
  const told: SdkEvent[] = [];
  // The database answers with JSON inside JSON.
  const json = (data: unknown, errCode = 0) =>
    JSON.stringify({ data: JSON.stringify(data), errCode, errMsg: "" });
  vi.stubGlobal("getHiddenConversationList", async () =>
    json(rows.filter((row) => row.latest_msg_send_time === undefined)),
  );
  vi.stubGlobal("updateColumnsConversation", async (conversationID: string, columns: string) => {
    const row = rows.find((each) => each.conversationID === conversationID);
    Object.assign(row ?? {}, JSON.parse(columns));
    return json("", row ? 0 : 10_002);
  });
  const sdk: Reader = {
    async getAdvancedHistoryMessageList({ conversationID }) {
      asked.push(conversationID);
      arrive(rows);
      const messageList = history[conversationID];
      if (messageList === "refused") throw new Error("1002");
      return { data: { messageList, isEnd: true } };
    },
    getMultipleConversation: async (wanted) => ({
      data: rows.filter(({ conversationID }) => wanted.includes(conversationID)),
    }),
    getTotalUnreadMsgCount: async () => ({ data: 3 }),
  };
  const fill = () => fillCoveredRows(sdk, (event) => told.push(event));
  return { rows, asked, told, fill };
}

describe("4-29 rows that a new device hides", () => {
  it("are filled with their newest remaining message and reported", async () => {
    const left = message("it's left", 20);
    const { rows, told, fill } = aDevice(["a", "none", "refused", "b"], {
      a: [message("older", 10), left],
      none: [],
      refused: "refused",
      b: [message("only", 5)],
    });
    await fill();
    expect(rows).toEqual([
      { conversationID: "a", latest_msg: JSON.stringify(left), latest_msg_send_time: 20 },
      { conversationID: "none" },
      { conversationID: "refused" },
      { conversationID: "b", latest_msg: JSON.stringify(message("only", 5)), latest_msg_send_time: 5 },
    ]);
    expect(told).toEqual([
      { name: "OnConversationChanged", data: [rows[0]], errCode: 0 },
      { name: "OnConversationChanged", data: [rows[3]], errCode: 0 },
      { name: "OnTotalUnreadMessageCountChanged", data: 3, errCode: 0 },
    ]);
  });

  it("keep a message that arrives during the history read", async () => {
    const newer = { latest_msg: "newer", latest_msg_send_time: 30 };
    const { rows, told, fill } = aDevice(["a"], { a: [message("older", 10)] }, (all) =>
      Object.assign(all[0] ?? {}, newer),
    );
    await fill();
    expect(rows).toEqual([{ conversationID: "a", ...newer }]);
    expect(told).toEqual([]);
  });

  it("are limited to a hundred, and nothing is reported without any", async () => {
    const many = aDevice(
      Array.from({ length: 150 }, (_, index) => `c${index}`),
      {},
    );
    await many.fill();
    expect(many.asked).toHaveLength(100);
    const none = aDevice([], {});
    await none.fill();
    expect([none.asked, none.told]).toEqual([[], []]);
  });
});
