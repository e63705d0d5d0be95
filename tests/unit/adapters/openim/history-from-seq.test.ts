import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { seqPlaceIn } from "../../../../src/adapters/openim/connection/seq-cursor.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { receivedText } from "../support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

const conversationID = "si_xa_xb";
const timeOf = (seq: number) => 1_700_000_000_000 + seq;

const REFUSED = { messageList: null, isEnd: false, errCode: 100 };

interface Page {
  startClientMsgID: string;
  count: number;
}

interface Device {
  failing?: "newer" | "older";
  /** Later messages are not deleted. */
  deletedUntil?: number;
}

/** A device that has stored the messages with the seqs `stored`. Its server returns the others. */
async function aDevice(stored: readonly number[], { failing, deletedUntil = 0 }: Device = {}) {
  const queries: number[][] = [];
  const set = setUpIm({
    getMessagesBySeqs: (chat, numbers) => {
      expect(chat).toBe(conversationID);
      const wanted: number[] = JSON.parse(String(numbers));
      queries.push(wanted);
      const rows = stored.filter((seq) => wanted.includes(seq));
      return JSON.stringify(rows.map((seq) => ({ seq, sendTime: seq === 7 ? 0 : timeOf(seq) })));
    },
    getAdvancedHistoryMessageList: () =>
      failing === "older" ? REFUSED : { messageList: [], isEnd: true, errCode: 0 },
    getAdvancedHistoryMessageListReverse: (input) => {
      if (failing === "newer") return REFUSED;
      const { startClientMsgID, count } = input as Page;
      const from = (seqPlaceIn(startClientMsgID)?.seq ?? Number(startClientMsgID.slice(1))) + 1;
      const messageList = Array.from({ length: count }, (_, index) => ({
        ...receivedText,
        clientMsgID: `m${from + index}`,
        seq: from + index,
        sendTime: timeOf(from + index),
        status: from + index <= deletedUntil ? 4 : receivedText.status,
      }));
      return { messageList, isEnd: false, errCode: 0 };
    },
  });
  await set.im.login();
  const load = (seq: number, until: number) => set.im.loadFrom({ conversationID, seq, until, count: 3 });
  const places = (name: "getAdvancedHistoryMessageList" | "getAdvancedHistoryMessageListReverse") =>
    set
      .worker()
      .argsOf(name)
      .map(([page]) => seqPlaceIn((page as Page).startClientMsgID));
  return {
    load,
    queries,
    reads: () => places("getAdvancedHistoryMessageListReverse"),
    olderReads: () => places("getAdvancedHistoryMessageList"),
  };
}

describe("4-61 messages from a seq on", () => {
  it("are read upward from the place before it, oldest first", async () => {
    const { load, reads, olderReads } = await aDevice([5, 6, 8]);
    expect((await load(5, 8)).map(({ seq }) => seq)).toEqual([5, 6, 7]);
    expect(reads()).toEqual([{ seq: 4, sendTime: timeOf(5) }]);
    // The page before it is stored for the history, which opens around the message.
    expect(olderReads()).toEqual([{ seq: 5, sendTime: timeOf(5) }]);
  });

  it("are read in one page, however far the next stored message is", async () => {
    const { load, reads, queries } = await aDevice([3, 900, 901]);
    expect((await load(40, 901)).map(({ seq }) => seq)).toEqual([40, 41, 42]);
    expect(reads()).toEqual([{ seq: 39, sendTime: timeOf(900) }]);
    expect(Math.max(...queries.map((numbers) => numbers.length))).toBeLessThanOrEqual(200);
    expect(queries.flat()).toContain(900);
    expect(Math.max(...queries.flat())).toBeLessThanOrEqual(901);
  });

  it("are read on while a page has only deleted ones", async () => {
    const { load } = await aDevice([60], { deletedUntil: 47 });
    expect((await load(40, 60)).map(({ seq }) => seq)).toEqual([48]);
  });

  it("have their place by a stored message with a time: a seq without a message has none", async () => {
    const { load, reads } = await aDevice([7, 9]);
    await load(6, 9);
    expect(reads()).toEqual([{ seq: 5, sendTime: timeOf(9) }]);
  });

  it("fail if none of them is stored, and if the server cannot be reached", async () => {
    const none = await aDevice([3]);
    expect(await none.load(40, 60).then(() => "none", failureCode)).not.toBe("none");
    expect(none.reads()).toEqual([]);
    for (const failing of ["newer", "older"] as const) {
      const offline = await aDevice([60], { failing });
      expect(await offline.load(40, 60).then(() => "none", failureCode)).not.toBe("none");
    }
  });

  it("are not searched for without end", async () => {
    const { load, queries } = await aDevice([]);
    expect(await load(1, 10_000_000).then(() => "none", failureCode)).not.toBe("none");
    expect(queries).toHaveLength(100);
  });
});
