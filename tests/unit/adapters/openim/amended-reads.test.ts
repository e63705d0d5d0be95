import { beforeEach, describe, expect, it, vi } from "vitest";
import { setUpIm } from "../support/im-set-up.ts";
import { newConversation, receivedText, revocation } from "../support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

const CHAT = "si_xa_xb";
const said = (clientMsgID: string, sendID = "xb") => ({
  ...receivedText,
  clientMsgID,
  sendID,
  recvID: sendID === "xb" ? "xa" : "xb",
  textElem: { content: "lunch" },
});
const recalled = {
  name: "OnNewRecvMessageRevoked",
  data: { ...revocation, clientMsgID: "m2", sourceMessageSendID: "xb" },
};

/** The SDK has read its rows when the recall comes, and answers after it. */
async function setUp(rows: readonly object[]) {
  const answers: ((rows: unknown) => void)[] = [];
  const later = () => new Promise((resolve) => answers.push(resolve));
  const set = setUpIm({
    getAdvancedHistoryMessageList: later,
    getAdvancedHistoryMessageListReverse: later,
    searchLocalMessages: later,
    getMultipleConversation: () => [newConversation],
  });
  await set.im.login();
  const items = [{ conversationID: CHAT, messageCount: rows.length, messageList: rows }];
  return {
    ...set,
    async recallBefore(answer: "page" | "hits") {
      await vi.waitFor(() => expect(answers).toHaveLength(1));
      set.worker().emit(recalled);
      answers.splice(0)[0]?.(
        answer === "page" ? { messageList: rows, isEnd: true, errCode: 0 } : { searchResultItems: items },
      );
    },
  };
}

describe("a recall during a read", () => {
  it.each(["loadOlder", "loadNewer"] as const)(
    "4-62 also takes the content out of the answer: %s",
    async (name) => {
      const { im, recallBefore } = await setUp([said("m1"), said("m2")]);
      const page = im[name]({ conversationID: CHAT, cursor: "m0", count: 20 });
      await recallBefore("page");
      expect((await page).messages.map(({ clientMsgID, content }) => [clientMsgID, content.type])).toEqual([
        ["m1", "text"],
        ["m2", "revoked"],
      ]);
    },
  );

  it("4-62 leaves the message of another user with the same id", async () => {
    const { im, recallBefore } = await setUp([said("m2", "xa")]);
    const page = im.loadOlder({ conversationID: CHAT, cursor: "m0", count: 20 });
    await recallBefore("page");
    expect((await page).messages.map(({ content }) => content.type)).toEqual(["text"]);
  });

  it("2-63 takes the message out of the hits of a search", async () => {
    const { im, recallBefore } = await setUp([said("m1"), said("m2")]);
    const found = im.searchMessages({ keyword: "lunch" });
    await recallBefore("hits");
    const ids = (await found).map(({ messages }) => messages.map(({ clientMsgID }) => clientMsgID));
    expect(ids).toEqual([["m1"]]);
  });

  it("2-63 takes a chat without other hits out of the results", async () => {
    const { im, recallBefore } = await setUp([said("m2")]);
    const found = im.searchMessages({ keyword: "lunch" });
    await recallBefore("hits");
    expect(await found).toEqual([]);
  });

  it("11-53 takes the message out of the hits in one chat", async () => {
    const answers: ((rows: unknown) => void)[] = [];
    const set = setUpIm({
      searchLocalMessages: () => new Promise((resolve) => answers.push(resolve)),
    });
    await set.im.login();
    const found = set.im.searchConversation({ conversationID: CHAT, keyword: "lunch" });
    const answer = async (messageList: readonly object[]) => {
      await vi.waitFor(() => expect(answers).toHaveLength(1));
      answers.splice(0)[0]?.({ searchResultItems: [{ conversationID: CHAT, messageList }] });
    };
    await answer([said("m1"), said("m2")]);
    set.worker().emit(recalled);
    await answer([]);
    expect((await found).map(({ clientMsgID }) => clientMsgID)).toEqual(["m1"]);
  });
});
