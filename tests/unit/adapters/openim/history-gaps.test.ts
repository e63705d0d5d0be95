import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { refusal } from "../support/scripted-worker.ts";
import { receivedText } from "../support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

const conversationID = "si_xa_xb";
const SENT = 2;
const DELETED = 4;

interface Row {
  clientMsgID: string;
  seq: number;
  status: number;
}
const row = (seq: number, status = SENT): Row => ({ clientMsgID: `m${seq}`, seq, status });

/**
 * A device with the messages `stored` and a server with `server`. A history read fetches two messages below its start.
 */
async function aDevice(stored: Row[], server: Row[], read: "works" | "fails" = "works") {
  const have = (seq: number) => stored.some((known) => known.seq === seq);
  const set = setUpIm({
    getMessagesBySeqs: (chat, numbers) => {
      expect(chat).toBe(conversationID);
      const wanted: number[] = JSON.parse(String(numbers));
      return JSON.stringify(stored.filter(({ seq }) => wanted.includes(seq)));
    },
    getAdvancedHistoryMessageList: (page) => {
      if (read === "fails") return { messageList: null, isEnd: false, errCode: 100 };
      const { startClientMsgID } = page as { startClientMsgID: string };
      const below = Number(startClientMsgID.slice(1));
      stored.push(...server.filter(({ seq }) => seq < below && seq >= below - 2 && !have(seq)));
      return { messageList: [], isEnd: false, errCode: 0 };
    },
    findMessageList: (query) => {
      const [{ clientMsgIDList }] = query as [{ clientMsgIDList: string[] }];
      const found = stored.filter(({ clientMsgID }) => clientMsgIDList.includes(clientMsgID));
      const messageList = found.map((known) => ({ ...receivedText, ...known }));
      return { findResultItems: [{ conversationID, messageList }] };
    },
  });
  await set.im.login();
  const fill = async (from: number, to: number) => {
    const found = await set.im.fillGaps({ conversationID, gaps: [{ from, to, nextID: `m${to + 1}` }] });
    return found.map(({ seq }) => seq).sort((a, b) => a - b);
  };
  const reads = () =>
    set
      .worker()
      .argsOf("getAdvancedHistoryMessageList")
      .map(([page]) => page as { startClientMsgID: string; viewType: number });
  return { fill, reads };
}

describe("11-19 missing messages", () => {
  it("are read from the database only, if it has them", async () => {
    const { fill, reads } = await aDevice([row(3), row(4), row(5), row(6)], []);
    expect(await fill(4, 5)).toEqual([4, 5]);
    expect(await fill(4, 4)).toEqual([4]);
    expect(reads()).toEqual([]);
  });

  it("do not include deleted and duplicate messages", async () => {
    const { fill, reads } = await aDevice(
      [row(3, DELETED), row(4), { ...row(4, DELETED), clientMsgID: "[SEQ_DUP]m4" }],
      [],
    );
    expect(await fill(3, 4)).toEqual([4]);
    expect(reads()).toEqual([]);
  });

  it("are found beside one that its sender gave no id", async () => {
    const { fill } = await aDevice([row(3), { ...row(4), clientMsgID: "" }, row(5)], []);
    expect(await fill(3, 5)).toEqual([3, 5]);
  });

  it("are found beside one that cannot be read", async () => {
    const unreadable = { ...row(4), sendID: "" };
    const { fill } = await aDevice([row(3), unreadable, row(5)], []);
    expect(await fill(3, 5)).toEqual([3, 5]);
  });

  it("are fetched from the server below the next message, until a fetch brings none", async () => {
    const { fill, reads } = await aDevice(
      [row(9)],
      [4, 5, 6, 7, 8].map((seq) => row(seq)),
    );
    expect(await fill(4, 8)).toEqual([4, 5, 6, 7, 8]);
    expect(reads().map(({ startClientMsgID }) => startClientMsgID)).toEqual(["m9", "m7", "m5"]);
  });

  it("are requested only once if the server has none", async () => {
    const { fill, reads } = await aDevice([row(9)], []);
    expect(await fill(4, 8)).toEqual([]);
    expect(reads()).toHaveLength(1);
  });

  it("fail when the server cannot be reached", async () => {
    const { fill } = await aDevice([row(9)], [row(8)], "fails");
    expect(await fill(8, 8).then(() => "none", failureCode)).not.toBe("none");
  });

  it("are read with separate view types, so that other history reads do not interfere", async () => {
    const { fill, reads } = await aDevice(
      [row(9)],
      [4, 5, 6, 7, 8].map((seq) => row(seq)),
    );
    await fill(4, 8);
    const views = reads().map(({ viewType }) => viewType);
    expect(new Set(views).size).toBe(views.length);
    expect(views).not.toContain(0);
  });

  it("fail when the database does not answer", async () => {
    const set = setUpIm({
      getMessagesBySeqs: () => {
        throw refusal(-1);
      },
    });
    await set.im.login();
    const asked = set.im.fillGaps({ conversationID, gaps: [{ from: 1, to: 2, nextID: "m3" }] });
    expect(await asked.then(() => "none", failureCode)).not.toBe("none");
  });
});
