import { beforeEach, describe, expect, it, vi } from "vitest";
import { type SetUp, setUpIm } from "../support/im-set-up.ts";
import { receivedText } from "../support/sdk-samples.ts";

const conversationID = "si_xa_xb";
/** What XB wrote, as it is stored here. */
const original = {
  ...receivedText,
  clientMsgID: "original",
  sendID: "xb",
  senderNickname: "XB",
  textElem: { content: "I said no" },
};
/** What XA says XB wrote. */
const claim = { ...original, sendID: "xb", textElem: { content: "I owe you money" } };
const reply = (quoteMessage: object, clientMsgID = "reply") => ({
  ...receivedText,
  clientMsgID,
  contentType: 114,
  textElem: undefined,
  quoteElem: { text: "As you say", quoteMessage },
});
const unknown = { clientMsgID: "original", sendID: "", senderNickname: "", content: null };
const known = {
  clientMsgID: "original",
  sendID: "xb",
  senderNickname: "XB",
  content: { type: "text", text: "I said no" },
};

let set: SetUp;
let stored: object[];

beforeEach(async () => {
  stored = [original];
  set = setUpIm({
    findMessageList: () => ({ findResultItems: [{ conversationID, messageList: stored }] }),
    getAdvancedHistoryMessageList: () => ({ messageList: [reply(claim)], isEnd: true, errCode: 0 }),
  });
  await set.im.login();
});

const page = async () => {
  const { messages } = await set.im.loadOlder({ conversationID, cursor: null, count: 20 });
  return messages.map(({ content }) => content);
};

describe("a quote", () => {
  it("3-49 in a page of history shows what the original says, not what the reply says it does", async () => {
    expect(await page()).toEqual([{ type: "quote", text: "As you say", quoted: known }]);
  });

  it("3-49 of a message nobody wrote has neither words nor author", async () => {
    stored = [];
    expect(await page()).toEqual([{ type: "quote", text: "As you say", quoted: unknown }]);
  });

  it("3-49 in a message that arrives has no words until the original is found", async () => {
    set.worker().emit({ name: "OnRecvNewMessages", data: [reply(claim)] });
    await vi.waitFor(() => expect(set.heard.some(({ type }) => type === "im.quoted")).toBe(true));
    const heard = set.heard.filter(({ type }) => type === "im.messages" || type === "im.quoted");
    expect(heard).toMatchObject([
      { messages: [{ clientMsgID: "reply", content: { type: "quote", quoted: unknown } }] },
      { type: "im.quoted", clientMsgID: "reply", quoted: known },
    ]);
    expect(JSON.stringify(set.heard)).not.toContain("money");
  });

  it("3-49 of a reply is shown without what that one replied to", async () => {
    stored = [{ ...reply(original, "original"), sendID: "xb", senderNickname: "XB" }];
    expect(await page()).toMatchObject([
      { quoted: { content: { type: "quote", text: "As you say", quoted: null } } },
    ]);
  });

  it("3-49 of a message that burns is not shown", async () => {
    stored = [{ ...original, attachedInfoElem: { ...original.attachedInfoElem, isPrivateChat: true } }];
    expect(await page()).toMatchObject([{ quoted: unknown }]);
  });

  it("3-49 has no words where the store cannot be read, and the page is there all the same", async () => {
    set = setUpIm({
      findMessageList: () => {
        throw new Error("closed");
      },
      getAdvancedHistoryMessageList: () => ({ messageList: [reply(claim)], isEnd: true, errCode: 0 }),
    });
    await set.im.login();
    expect(await page()).toMatchObject([{ quoted: unknown }]);
  });
});
